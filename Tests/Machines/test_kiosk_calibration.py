"""A resistive panel with a skewed range: wrong stars, then `star-kiosk calibrate`, then the right ones, also on replug."""

import signal
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from kiosk import Finger, KioskCase
from vmkit import panels
from vmkit.gestures import Gesture

STATE = "/out/state"
INK, TOUCHED, AGAIN, DONE, PAPER = ((0x1F, 0x23, 0x28), (0x2E, 0xA0, 0x43), (0xD1, 0x24, 0x2F), (0xC9, 0xD1, 0xD9),
                                    (0xFF, 0xFF, 0xFF))
PANEL = panels.panel("single", (0, 4095), (0, 4095), name="star skewed panel", direct=False)


class Glass(Finger):
    """A panel that reports 300 to 3700 across and 3600 to 250 down, slightly rotated."""

    def raw(self, x, y):
        width, height = self.size
        return (round(300 + 3400 * x / width + 60 * y / height), round(3600 - 3350 * y / height + 40 * x / width))

    def at(self, place):
        x, y = super().at(place)
        # The ideal panel's report, in pixels.
        values = {code: high + 1 for code, _, high in self.panel.axes}
        return self.raw((x + 0.5) * self.size[0] / values[panels.ABS_X], (y + 0.5) * self.size[1] / values[panels.ABS_Y])

    def touch(self, x, y):
        # A touch of 1 ms is a bounce. evemu-play keeps time only after a recording's first second.
        self.gesture = Gesture(self.panel).wait(1).tap(*self.raw(x, y), hold=0.1)
        self.play()
        self.gesture = Gesture(self.panel)


class CalibrationCase(KioskCase):
    """Also rotated, since targets follow the viewer's orientation."""

    rotation = 90
    state = STATE

    def glass(self):
        return self.add_finger(PANEL, Glass)

    def targets(self):
        """Return the crosses' positions on the scanout: an eighth from the viewer's edges, then the middle."""
        width, height = self.size
        seen = [(height // 8, width // 8), (height * 7 // 8, width // 8), (height * 7 // 8, width * 7 // 8),
                (height // 8, width * 7 // 8), (height // 2, width // 2)]
        return [(width - 1 - y, x) for x, y in seen]

    def begin(self):
        job = self.vm.start([self.kiosk, "calibrate", "--rotate", self.rotation],
                            env={"STATE_DIRECTORY": self.state})
        job.wait_for("touch the crosses")
        return job

    def wait_for_cross(self, number, color=INK):
        """Wait for this target: earlier ones are marked, later ones are not shown yet."""
        colors = [DONE] * number + [color] + [PAPER] * (4 - number)
        self.vm.wait_for_picture(lambda picture: [picture.pixel(x, y) for x, y in self.targets()] == colors)

    def touch(self, finger, *numbers):
        for number in numbers:
            self.wait_for_cross(number)
            finger.touch(*self.targets()[number])


class Calibration(CalibrationCase):
    def setUp(self):
        super().setUp()
        self.vm.run(f"rm -rf {STATE} /run/udev/data; mkdir -p {STATE}", check=True)
        # udev's entry for event0 would apply to the event0 of the next test.
        self.addCleanup(self.vm.run, "rm -rf /run/udev/data")

    def start_kiosk(self, *options, **where):
        return super().start_kiosk(*options, env={"STATE_DIRECTORY": STATE}, **where)

    def calibrate(self, finger):
        job = self.begin()
        self.touch(finger, 0, 1)
        self.wait_for_cross(2)
        finger.touch(*self.targets()[1])  # the previous cross, so this one is asked for again
        job.wait_for("touch again")
        self.wait_for_cross(2, AGAIN)
        finger.touch(*self.targets()[2])
        self.touch(finger, 3, 4)
        return job.wait()

    def rate(self, finger, value):
        finger.tap(value)
        self.assert_stars(value, thanks=True)

    def test_calibrate_then_rate(self):
        finger = self.glass()
        job = self.start_kiosk()
        finger.press(1)  # without a calibration another star is rated
        picture = self.vm.wait_for_picture(lambda picture: picture != self.stars_picture(None))
        self.assertNotEqual(picture, self.stars_picture(1))
        finger.lift()
        self.assertEqual(job.stop().status, 0)

        done = self.calibrate(finger)
        self.assertEqual(done.status, 0, done.stderr)
        self.assertEqual(len(done.stdout.split()), 6)
        self.assertEqual(done.stderr.count("touch again"), 1)  # printed once, not at each wakeup
        self.assertRegex(done.stderr, r"calibrated with an error of at most [0-2] px; written to /out/state/touch-calibration")
        self.assertEqual(self.vm.console(), ("text", "auto", 1))

        job = self.start_kiosk()
        self.assertIn('"star skewed panel", calibrated by star-kiosk calibrate', job.stderr)
        for value in (1, 3, 5, 1.5):
            self.rate(finger, value)
        finger.unplug()
        job.wait_for("waiting for the touchscreen")
        finger = self.glass()
        self.wait_until(lambda: job.stderr.count("calibrated by") == 2)
        self.rate(finger, 4)
        self.assertEqual(job.stop().status, 0)
        self.assert_answers(job, [1, 3, 5, 1.5, 4])

    def test_a_panel_that_reports_more_than_it_announces(self):
        """The settings that calibrate prints correct the touches. A device name cannot control the terminal of the log's reader."""
        name = "star \x1b[2J panel"
        finger = self.add_finger(panels.panel("single", (0, 1023), (0, 2047), name=name, direct=False), Glass)
        done = self.calibrate(finger)
        self.assertEqual(done.status, 1, done.stderr)
        self.assertIn('"star  [2J panel": it reports touches beyond the range that it announces', done.stderr)
        self.assertNotIn("\x1b", done.stdout + done.stderr)
        self.assertEqual(self.vm.run(f"ls {STATE}").stdout, "")
        settings = [line.split(" = ") for line in done.stdout.splitlines()]
        self.assertEqual([key for key, _ in settings], ["range-x", "range-y", "calibration"])
        job = self.start_kiosk(*[word for key, value in settings for word in ("--" + key, value)])
        for value in (1, 5, 2.5):
            self.rate(finger, value)
        self.assertEqual(job.stop().status, 0)

    def test_a_cross_that_is_touched_shows_it(self):
        finger = self.glass()
        job = self.begin()
        self.touch(finger, 0)
        self.wait_for_cross(1)
        finger.gesture.press(*finger.raw(*self.targets()[1]))
        finger.play()
        self.wait_for_cross(1, TOUCHED)
        finger.lift()
        self.wait_for_cross(2)
        job.signal(signal.SIGTERM)
        done = job.wait()
        self.assertEqual(done.status, 1)
        self.assertIn("cannot calibrate the touchscreen: ended before all targets were touched", done.stderr)
        self.assertEqual(self.vm.console(), ("text", "auto", 1))
        self.assertEqual(self.vm.run(f"ls {STATE}").stdout, "")

    def test_another_console_meanwhile(self):
        """Touches while another console is shown are ignored; the crosses come back with their console."""
        second = self.write_on_console(2)
        self.vm.chvt(1)
        finger = self.glass()
        job = self.begin()
        self.touch(finger, 0)
        self.wait_for_cross(1)
        self.vm.chvt(2)
        self.assert_shows(second)
        finger.touch(*self.targets()[1])
        self.assert_shows(second)
        self.vm.chvt(1)
        self.touch(finger, 1, 2, 3, 4)
        done = job.wait()
        self.assertEqual(done.status, 0, done.stderr)
        self.assertNotIn("touch again", done.stderr)

    def test_a_panel_that_goes_and_comes(self):
        """After a replug all crosses are asked for again, since the panel may be another one."""
        finger = self.glass()
        job = self.begin()
        self.touch(finger, 0, 1)
        self.wait_for_cross(2)
        finger.unplug()
        job.wait_for("waiting for the touchscreen")
        finger = self.glass()
        self.wait_until(lambda: job.stderr.count("touch the crosses") == 2)
        self.touch(finger, 0, 1, 2, 3, 4)
        done = job.wait()
        self.assertEqual(done.status, 0, done.stderr)

    def wait_until(self, condition, timeout=5):
        deadline = time.monotonic() + timeout
        while not condition():
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.02)

    def test_udev_counts_where_nobody_has_calibrated(self):
        finger = self.add_finger(panels.panel("single", (0, 4095), (0, 4095), name="star turned panel", direct=False))
        number = self.vm.run(f"cat /sys/class/input/{finger.plugged.path.split('/')[-1]}/dev", check=True).stdout.strip()
        self.vm.run(f"mkdir -p /run/udev/data; printf 'I:1\\nE:LIBINPUT_CALIBRATION_MATRIX=-1 0 1 0 -1 1\\n' "
                    f"> /run/udev/data/c{number}", check=True)
        job = self.start_kiosk()
        self.assertIn('"star turned panel", calibrated by udev', job.stderr)
        finger.tap(4)  # rotated by 180 degrees: the half star at the same distance from the other end
        self.assert_stars(1.5, thanks=True)
        self.assertEqual(job.stop().status, 0)

    def test_touches_that_do_not_fit_change_nothing(self):
        finger = self.glass()
        job = self.vm.start([self.kiosk, "calibrate", "--targets", "3"], env={"STATE_DIRECTORY": STATE})
        job.wait_for("touch the crosses")
        width, height = self.size
        for _ in range(3):
            for x, y in ((width // 8, height // 8), (width // 4, height // 4), (width * 7 // 8, height * 7 // 8)):
                finger.touch(x, y)
        done = job.wait()
        self.assertEqual(done.status, 1)
        self.assertIn("the touches do not fit: they lie on a line", done.stderr)
        self.assertEqual(self.vm.run(f"ls {STATE}").stdout, "")


class PowerCut(CalibrationCase):
    """A power cut, disk caches included, when calibrate reports that the calibration is written."""

    state = "/tmp/d"
    machine = None

    @property
    def vm(self):
        return self.machine

    def boot(self, disk):
        self.machine = self.fresh_machine(disk=disk)
        self.machine.run("mkdir /tmp/d && mount /dev/vda /tmp/d", check=True)

    def test_it_is_there_for_good(self):
        with tempfile.TemporaryDirectory() as folder:
            disk = Path(folder) / "disk"
            subprocess.run(["mke2fs", "-q", "-t", "ext4", disk, "32M"], check=True, stdout=subprocess.DEVNULL)
            self.boot(disk)
            finger = self.glass()
            job = self.begin()
            self.touch(finger, 0, 1, 2, 3, 4)
            job.wait_for("written to /tmp/d/touch-calibration")
            self.machine.power_cut()
            self.machine.close()
            self.boot(disk)
            kept = self.machine.run("cat /tmp/d/touch-calibration", check=True).stdout
            self.assertRegex(kept, r"(?m)^[0-9a-f:]{14} \S+( -?[0-9.]{8,}){6} star skewed panel$")
            self.machine.close()


if __name__ == "__main__":
    unittest.main()
