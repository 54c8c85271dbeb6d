"""Which devices are keypads, and which programs receive their keys: the kiosk alone, other programs, or the kernel."""

import time
import unittest

from keypads import PRESSED, RELEASED, KeyCase
from vmkit import panels

KEY_R, KEY_LEFTCTRL, KEY_LEFTALT, KEY_F2, KEY_SYSRQ = 19, 29, 56, 60, 99
OTHERS = "until ls -l /proc/{pid}/fd | grep -q {path}; do usleep 10000; done"


class Grab(KeyCase):

    def others_see(self, device, *options):
        """Return how many bytes another program reads of the kiosk's keys."""
        keypad = self.add_keypad(device)
        job = self.start_kiosk(*options, touched=False)
        job.wait_for(f"keypad connected: {keypad.plugged.path}")
        other = self.vm.start(f"exec cat {keypad.plugged.path} > /out/others")
        self.vm.run(OTHERS.format(pid=other.pid, path=keypad.plugged), check=True)
        time.sleep(0.1)
        keypad.press(panels.KEY_RIGHT, panels.KEY_ENTER)
        self.assert_stars(0.5, thanks=True)
        other.stop()
        job.stop()
        return (self.vm.out / "others").stat().st_size

    def test_a_keypad_is_the_kiosks_alone(self):
        self.assertEqual(self.others_see(panels.keypad()), 0)

    def test_unless_it_is_to_be_shared(self):
        self.assertGreater(self.others_see(panels.keypad(), "--no-grab"), 0)

    def test_a_keyboard_is_shared(self):
        self.assertGreater(self.others_see(panels.keyboard()), 0)

    def test_every_keyboard_on_request(self):
        (self.vm.out / "all.conf").write_text("[touch]\ngrab = all\n")
        self.assertEqual(self.others_see(panels.keyboard(), "--config", "/out/all.conf"), 0)

    def test_another_keyboard_at_the_node_of_one_that_is_gone(self):
        """A keyboard that is of no use is grabbed all the same, and so is the next one with the same path."""
        (self.vm.out / "all.conf").write_text("[touch]\ngrab = all\n")
        job = self.start_kiosk("--config", "/out/all.conf", touched=False)
        paths = set()
        for name in "first", "second", "third":
            keyboard = self.add_keypad(panels.Device(name, keys=range(panels.KEY_ESC, 71), bus=0x03))
            path = keyboard.plugged.path
            paths.add(path)
            job.wait_for(f'keyboard grabbed from all programs: {path}, "{name}"')
            other = self.vm.start(f"exec cat {path} > /out/others")
            self.vm.run(OTHERS.format(pid=other.pid, path=keyboard.plugged), check=True)
            keyboard.press(KEY_R)
            time.sleep(0.1)
            other.stop()
            self.assertEqual((self.vm.out / "others").stat().st_size, 0)
            keyboard.unplug()
        self.assertEqual(len(paths), 1)
        job.stop()

    def test_none_at_all(self):
        keypad = self.add_keypad()
        (self.vm.out / "no-keys.conf").write_text("[touch]\nkeys = no\n")
        job = self.start_kiosk("--config", "/out/no-keys.conf", touched=False)
        keypad.press(panels.KEY_RIGHT, panels.KEY_ENTER)
        self.assert_stars(None)
        self.assertEqual(job.stop().status, 0)
        self.assertNotIn("keypad connected", job.stderr)
        self.assert_answers(job, [])


class SysRq(KeyCase):
    """Alt+SysRq+R turns the console's keyboard on, and Ctrl+Alt+F2 switches to a login. Here the kernel permits everything."""

    def attack(self, device, *options):
        """Press both chords on a keyboard. Return how often the kernel has obeyed SysRq."""
        obeyed = self.obeyed()
        self.vm.run("echo 1 > /proc/sys/kernel/sysrq", check=True)
        self.addCleanup(self.vm.run, "echo 438 > /proc/sys/kernel/sysrq")
        keyboard = self.add_keypad(device)
        job = self.start_kiosk(*options, touched=False)
        job.wait_for(f"{keyboard.plugged.path}, ")
        for keys in (KEY_LEFTALT, KEY_SYSRQ, KEY_R), (KEY_LEFTCTRL, KEY_LEFTALT, KEY_F2):
            keyboard.say(*[(key, PRESSED) for key in keys], *[(key, RELEASED) for key in reversed(keys)])
            time.sleep(0.2)
        self.assertEqual(self.vm.console(), ("graphics", "process", 1))
        self.assertEqual(self.vm.keyboard("/dev/tty1"), "off")
        keyboard.unplug()
        job.stop()
        return self.obeyed() - obeyed

    def obeyed(self):
        return self.vm.run("dmesg").stdout.count("sysrq: ")

    def test_a_shared_keyboard_stays_off(self):
        self.assertEqual(self.attack(panels.keyboard()), 1)

    def test_no_keyboard_reaches_the_kernel_if_all_are_grabbed(self):
        (self.vm.out / "all.conf").write_text("[touch]\ngrab = all\n")
        without_arrows = panels.Device("star keys", keys=(*range(panels.KEY_ESC, 71), KEY_SYSRQ), bus=0x03)
        for device in panels.keyboard(), without_arrows:
            with self.subTest(device.name):
                self.assertEqual(self.attack(device, "--config", "/out/all.conf"), 0)


class Devices(KeyCase):

    def test_the_list_says_what_is_a_keypad(self):
        words = {"taken": {self.add_keypad(): "a keypad", self.add_keypad(panels.keyboard()): "a keyboard with arrows and enter"},
                 "refused": {self.add_keypad(panels.DECOYS["keyboard"]): "a keyboard"}}
        listed = self.vm.run([self.kiosk_command()[0], "devices"], check=True).stdout.splitlines()
        lines = {line.split()[1]: line for line in listed if "/dev/" in line}
        for verdict, keypads in words.items():
            for keypad, reason in keypads.items():
                line = lines[keypad.plugged.path]
                self.assertEqual(line.split()[0], verdict)
                self.assertIn(f'"{keypad.device.name}": {reason}', line)


if __name__ == "__main__":
    unittest.main()
