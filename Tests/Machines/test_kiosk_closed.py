"""A kiosk outside its hours, on screens without a backlight: the screen itself is off."""

import signal
import time
import unittest

from kiosk import KioskCase, preview


class Closed(KioskCase):
    display = "virtio"

    def setUp(self):
        self.console = self.write_on_console()
        self.file = self.vm.out / "hours.conf"
        # Open for an hour, three days from now.
        day = self.vm.run("date -u -d @$(($(date +%s) + 259200)) +%a", check=True).stdout.strip()[:2]
        self.closed = f"[kiosk]\ntime-zone = UTC\ntrust-clock = yes\nhours = {day} 08:00-09:00\n"

    def stars_picture(self, value, thanks=False):
        return preview(self.size, value, thanks, "--format", self.pixels)

    def start(self, display):
        self.file.write_text(self.closed)
        job = self.vm.start([self.kiosk, "--config", "/out/hours.conf", "--display", display, "--touch", "none",
                             "--journal", "/out/closed.sqlite"])
        job.wait_for("drawing to ")
        self.assert_power("Off")
        return job

    def reload(self, job, text):
        self.file.write_text(text)
        job.signal(signal.SIGHUP)

    def assert_power(self, wanted, timeout=5):
        """Return the connector's state in the kernel."""
        deadline = time.monotonic() + timeout
        while (found := self.vm.run("cat /sys/class/drm/card?-*/dpms", check=True).stdout.split()) != [wanted]:
            self.assertLess(time.monotonic(), deadline, f"the screen is {found}, not {wanted}")
            time.sleep(0.1)

    def open_and_close(self, display):
        job = self.start(display)
        self.reload(job, "[slider]\n")
        self.assert_power("On")
        self.assert_stars(None)
        self.reload(job, self.closed)
        self.assert_power("Off")
        # Another console is visible, and the kiosk is dark again after the switch back.
        other = self.write_on_console(2)
        self.assert_power("On")
        self.assert_shows(other)
        self.vm.chvt(1)
        self.assert_power("Off")
        self.assertEqual(job.stop().status, 0, job.stderr)
        self.assert_power("On")
        self.assert_console(self.console)

    def test_kms(self):
        self.open_and_close("kms")

    def test_framebuffer(self):
        self.open_and_close("fb")

    def test_killed_in_the_dark(self):
        for display in ("kms", "fb"):
            with self.subTest(display):
                job = self.start(display)
                job.signal(signal.SIGKILL)
                job.wait()
                self.vm.run([self.kiosk, "reset"], check=True)
                self.assert_power("On")
                self.assert_console(self.console)


class ClosedOnBochs(Closed):
    display = "bochs"


if __name__ == "__main__":
    unittest.main()
