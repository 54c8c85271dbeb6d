"""The kiosk's lifecycle: signals, crashes, console switches, snapshots, idling."""

import signal
import time
import unittest

from kiosk import KioskCase
from vmkit.picture import Picture


class Ends(KioskCase):
    """The console is restored however the kiosk ends."""

    def setUp(self):
        self.console = self.write_on_console()
        self.keyboard = self.vm.keyboard()

    def assert_console_is_back(self):
        self.assert_console(self.console)
        self.assertEqual(self.vm.keyboard(), self.keyboard)

    def end(self, number, *options):
        job = self.start_kiosk(*options, touched=False)
        self.assertEqual(self.vm.console(), ("graphics", "process", 1))
        self.assertEqual(self.vm.keyboard(), "off")
        job.signal(number)
        return job.wait()

    def test_asked_to(self):
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            with self.subTest(number):
                self.assertEqual(self.end(number).status, 0)
                self.assert_console_is_back()

    def test_crashes(self):
        for number in (signal.SIGSEGV, signal.SIGABRT):
            with self.subTest(number):
                self.assertEqual(self.end(number).status, 128 + number)
                self.assert_console_is_back()

    def test_a_crash_on_the_framebuffer(self):
        self.end(signal.SIGSEGV, "--display", "fb")
        self.assert_console_is_back()

    def test_killed_and_reset(self):
        for options in ((), ("--display", "fb")):
            with self.subTest(options):
                self.end(signal.SIGKILL, *options)
                self.assertEqual(self.vm.console()[0], "graphics")
                done = self.vm.run([self.kiosk, "reset"], check=True)
                self.assertEqual(done.stdout + done.stderr, "/dev/tty1 is back in text mode\n")
                self.assert_console_is_back()

    def test_killed_and_switched_away_from_and_reset(self):
        """The kernel resets the mode at the switch but does not unblank the screen."""
        self.end(signal.SIGKILL)
        self.vm.chvt(2)
        self.vm.chvt(1)
        self.vm.run([self.kiosk, "reset"], check=True)
        self.assert_console_is_back()

    def test_killed_and_started_again(self):
        """A kiosk started after a killed one restores the original state."""
        self.end(signal.SIGKILL)
        job = self.start_kiosk(touched=False)
        self.assertEqual(job.stop().status, 0)
        self.assert_console_is_back()

    def test_after_so_many_answers_with_a_last_picture(self):
        finger = self.add_finger()
        job = self.start_kiosk("--answers", "2", "--snapshot", "/out/last.png")
        finger.tap(1)
        self.assert_stars(1, thanks=True)
        finger.tap(4.5)
        self.assertEqual(job.wait().status, 0, job.stderr)
        self.assert_answers(job, [1, 4.5])
        self.assert_picture(self.stars_picture(4.5, thanks=True),
                            Picture.from_png((self.vm.out / "last.png").read_bytes()))
        self.assert_console_is_back()


class Consoles(KioskCase):
    """Another virtual terminal takes the screen and returns it."""

    options = ()

    def test_away_and_back(self):
        second = self.write_on_console(2)
        self.vm.chvt(1)
        finger = self.add_finger()
        job = self.start_kiosk(*self.options)
        finger.press(2)
        self.assert_stars(2)

        self.vm.chvt(2)
        self.assert_shows(second)
        finger.lift()    # touches now belong to another console
        finger.tap(5)
        self.assert_shows(second)

        self.vm.chvt(1)
        self.assert_stars(None)
        self.assertEqual(job.stdout, "")
        finger.tap(3)
        self.assert_stars(3, thanks=True)
        self.vm.chvt(2)
        self.assertEqual(job.stop().status, 0, job.stderr)  # ended while away
        self.assert_shows(second)
        self.assertEqual(self.vm.console("/dev/tty1")[:2], ("text", "auto"))
        self.assert_answers(job, [3])


class ConsolesOnFramebuffer(Consoles):
    options = ("--display", "fb")


class ConsolesOnBochs(Consoles):
    display = "bochs"


class Company(KioskCase):

    def test_a_second_kiosk_is_told_and_the_first_is_not_disturbed(self):
        finger = self.add_finger()
        job = self.start_kiosk()
        first = self.journal
        for options in ((), ("--display", "kms")):
            with self.subTest(options):
                done = self.vm.run(self.kiosk_command(*options))
                self.assertEqual((done.status, done.stdout), (1, ""), done.stderr)
                self.assertIn("another program controls the screen", done.stderr.splitlines()[-1])
                self.assert_stars(None)
        finger.tap(4)
        self.assert_stars(4, thanks=True)
        self.journal = first
        self.assert_answers(job, [4])

    def test_a_kiosk_that_takes_over_finds_the_picture(self):
        finger = self.add_finger()
        first = self.start_kiosk("--keep-picture")
        first.signal(signal.SIGTERM)
        self.vm.run(f"until grep -q '^State:.T' /proc/{first.pid}/status; do usleep 10000; done", check=True)
        held = self.vm.run(f"ls -l /proc/{first.pid}/fd", check=True).stdout
        self.assertIn("/dev/dri/card", held)
        self.assertNotIn("/dev/input/event", held)
        self.assert_picture(self.stars_picture(None), self.vm.picture())
        second = self.start_kiosk()
        self.vm.kill(first.pid)
        self.assertEqual(first.wait().status, 128 + signal.SIGKILL)
        self.assert_picture(self.stars_picture(None), self.vm.picture())
        finger.tap(4)
        self.assert_stars(4, thanks=True)
        self.assert_answers(second, [4])
        self.assertEqual(second.stop().status, 0)
        self.assertEqual(self.vm.console()[0], "text")

    def test_a_picture_on_demand_is_what_is_seen(self):
        finger = self.add_finger()
        job = self.start_kiosk("--snapshot", "/out/now.png")
        finger.press(3.5)
        self.assert_stars(3.5)
        job.signal(signal.SIGUSR1)
        path = self.vm.out / "now.png"
        while not path.exists():
            time.sleep(0.01)
        self.vm.run(f"until grep -q poll /proc/{job.pid}/wchan; do usleep 10000; done", check=True)
        self.assert_picture(self.vm.picture(), Picture.from_png(path.read_bytes()))
        finger.lift()
        self.assert_stars(3.5, thanks=True)  # it still works

    def test_idle_costs_nothing(self):
        finger = self.add_finger()
        job = self.start_kiosk()
        finger.tap(2)
        self.assert_stars(2, thanks=True)
        self.assert_stars(None)
        time.sleep(0.5)
        before = self.wakeups(job)
        time.sleep(10)
        self.assertEqual(self.wakeups(job), before)


class CompanyOnBochs(Company):
    """Two buffers, with events for each page flip."""

    display = "bochs"


if __name__ == "__main__":
    unittest.main()
