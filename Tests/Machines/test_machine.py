"""The machine itself. If these fail, no other result on it is meaningful."""

import signal
import tempfile
import time
import unittest
from pathlib import Path

from machines import REPOSITORY, MachineCase
from vmkit.guest import CommandError
from vmkit.picture import Picture
from vmkit.qemu import VMError

RED, GREEN, BLUE, GRAY = (255, 0, 0), (0, 255, 0), (0, 0, 255), (132, 130, 132)  # GRAY survives RGB565


class Commands(MachineCase):
    display = "none"

    def test_output_and_status(self):
        result = self.vm.run("echo out; echo err >&2; exit 3")
        self.assertEqual((result.status, result.stdout, result.stderr), (3, "out\n", "err\n"))

    def test_a_list_is_one_program_with_its_arguments_untouched(self):
        self.assertEqual(self.vm.run(["echo", "a  b", "$HOME", "'"]).stdout, "a  b $HOME '\n")

    def test_check_raises_with_what_was_said(self):
        with self.assertRaisesRegex(CommandError, "no such thing"):
            self.vm.run("echo no such thing >&2; false", check=True)

    def test_death_by_signal_is_a_status(self):
        job = self.vm.start(["sleep", "100"])
        self.vm.kill(job.pid, signal.SIGKILL)
        self.assertEqual(job.wait().status, 128 + signal.SIGKILL)

    def test_interrupt_is_not_ignored(self):
        job = self.vm.start(["sleep", "100"])
        job.signal(signal.SIGINT)
        self.assertEqual(job.wait(5).status, 128 + signal.SIGINT)

    def test_background_output_appears_while_it_runs(self):
        job = self.vm.start("echo first; sleep 100")
        job.wait_for("first")
        self.assertTrue(job.running)

    def test_a_job_that_ends_without_the_word_is_an_error_at_once(self):
        with self.assertRaisesRegex(VMError, "never said 'hello'"):
            self.vm.start("echo good bye").wait_for("hello")

    def test_a_kernel_panic_is_not_a_timeout(self):
        vm = self.fresh_machine()
        with self.assertRaisesRegex(VMError, "(?s)is gone while.*sysrq triggered crash"):
            vm.run("echo c > /proc/sysrq-trigger; sleep 10")

    def test_a_timeout_shows_the_kernels_last_lines(self):
        with self.assertRaisesRegex(VMError, "last lines:\n\\["):
            self.vm.run(["sleep", "100"], timeout=0.2)

    def test_host_programs_and_the_repository_are_there(self):
        """The host's programs run with their shared libraries at the host's paths."""
        result = self.vm.run(["/usr/bin/dpkg", "--version"], check=True)
        self.assertIn("Debian", result.stdout)
        self.assertIn("test_machine.py", self.vm.run("ls Tests/Machines", cwd=REPOSITORY, check=True).stdout)

    def test_fonts_are_there_and_listed(self):
        """Text uses the host's fonts and font cache: fontconfig creates no cache of its own."""
        font = self.vm.run(["fc-match", "-f", "%{file}", ":lang=ar"], check=True).stdout
        self.assertTrue(font.startswith("/usr/share/fonts/"), font)
        self.assertEqual(self.vm.run(["test", "-r", font]).status, 0)
        self.assertNotEqual(self.vm.run("ls /var/cache/fontconfig/*.cache-*", check=True).stdout, "")
        self.assertEqual(self.vm.run("ls /tmp/.cache/fontconfig").stdout, "")

    def test_the_host_cannot_be_written(self):
        self.assertNotEqual(self.vm.run(f"touch {REPOSITORY}/x /usr/x").status, 0)

    def test_out_is_shared(self):
        self.vm.run("echo data > /out/file", check=True)
        self.assertEqual((self.vm.out / "file").read_text(), "data\n")

    def test_no_display(self):
        self.assertNotEqual(self.vm.run("ls /dev/fb0 /dev/dri").status, 0)


class Screens:
    """For every screen: its size, and that a painted framebuffer is shown."""

    bits = 32

    def test_size(self):
        picture = self.vm.picture()
        self.assertEqual((picture.width, picture.height), self.size)
        info = self.vm.framebuffer()
        self.assertEqual((info["xres"], info["yres"], info["bits_per_pixel"]), (*self.size, self.bits))

    def test_what_is_written_is_seen(self):
        self.vm.run("printf '\\033[?25l' > /dev/tty1", check=True)  # the console's cursor would blink in the picture
        width, height = self.size
        expected = Picture(width, height, tuple(
            bytes(color) * width for color in (RED, GREEN, BLUE, GRAY) for _ in range(height // 4)))
        self.paint(expected)
        self.assert_shows(expected)

    def paint(self, picture):
        """Write the picture to /dev/fb0 by its bitfields, row by row at its pitch."""
        info = self.vm.framebuffer()
        size, rows = info["bits_per_pixel"] // 8, []
        for row in picture.rows:
            pixel = sum(
                value >> 8 - info[f"{name}.length"] << info[f"{name}.offset"]
                for name, value in zip(("red", "green", "blue"), row[:3]))
            rows.append((pixel.to_bytes(size, "little") * picture.width).ljust(info["line_length"], b"\0"))
        frame = b"".join(rows)
        (self.vm.out / "frame").write_bytes(frame)
        # In one write: Linux 6.1 loses the damage of a write inside one row that ends where the row ends.
        self.vm.run(f"dd if=/out/frame of=/dev/fb0 bs={len(frame)} iflag=fullblock", check=True)


class Virtio(Screens, MachineCase):
    def test_kms(self):
        self.assertIn("virtio_gpu", self.vm.run("cat /sys/kernel/debug/dri/0/name", check=True).stdout)

    def test_console_modes_and_switching(self):
        self.vm.chvt(1)
        self.assertEqual(self.vm.console(), ("text", "auto", 1))
        self.vm.chvt(2)
        self.assertEqual(self.vm.console(), ("text", "auto", 2))
        self.vm.chvt(1)

    def test_the_driver_goes_and_comes(self):
        self.vm.unbind_gpu()
        self.assertNotEqual(self.vm.run("ls /dev/dri/card0").status, 0)
        self.vm.bind_gpu()
        self.vm.run("ls /dev/dri/card0", check=True)

    def test_another_monitor_and_none(self):
        """The kernel updates the connector's modes when they are queried, which "detect" does."""
        look = "cat /sys/class/drm/card0-*/status; head -n 1 /sys/class/drm/card0-*/modes"
        for size, seen in (((1024, 600), "connected\n1024x600\n"), ((0, 0), "disconnected\n"),
                           (self.size, "connected\n800x480\n")):
            self.vm.resize_display(*size)
            for _ in range(20):
                self.vm.connector("detect")
                if (said := self.vm.run(look).stdout) == seen:
                    break
                time.sleep(0.05)
            self.assertEqual(said, seen)


class Bochs(Screens, MachineCase):
    display = "bochs"


class Odd(Screens, MachineCase):
    """A width that is not a multiple of 4 (slint#13516 sheared at 1366)."""
    display = "virtio"
    size = (1366, 768)


class Cirrus(Screens, MachineCase):
    display = "cirrus"
    bits = 16


class Vfb(Screens, MachineCase):
    display = "vfb"

    def test_red_and_blue_are_swapped_and_rows_are_padded(self):
        info = self.vm.framebuffer()
        self.assertEqual((info["red.offset"], info["blue.offset"]), (0, 16))
        self.assertGreater(info["line_length"], 4 * info["xres"])


class Vfb16(Screens, MachineCase):
    display = "vfb16"
    bits = 16



class PowerCut(MachineCase):
    display = "none"

    def test_only_what_was_synced_survives(self):
        with tempfile.TemporaryDirectory() as folder:
            disk = Path(folder) / "disk"
            disk.write_bytes(b"")
            with open(disk, "wb") as file:
                file.truncate(64 << 20)
            vm = self.fresh_machine(disk=disk)
            vm.run("mke2fs /dev/vda && mkdir /tmp/d && mount /dev/vda /tmp/d && echo kept > /tmp/d/synced && "
                   "sync && echo lost > /tmp/d/unsynced", check=True)
            vm.power_cut()
            vm = self.fresh_machine(disk=disk)
            listing = vm.run("mkdir /tmp/d && mount /dev/vda /tmp/d && ls /tmp/d", check=True).stdout.split()
            self.assertIn("synced", listing)
            self.assertNotIn("unsynced", listing)


if __name__ == "__main__":
    unittest.main()
