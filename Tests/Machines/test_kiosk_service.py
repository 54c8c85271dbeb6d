"""The service screen behind a PIN: by finger, by keypad, and with wrong PINs."""

import functools
import json
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from keypads import PHRASES, KeyCase
from kiosk import exported, starctl
from test_kiosk_calibration import DONE, INK, PAPER
from test_kiosk_kinds import Tapping
from vmkit import panels
from vmkit.picture import Picture

PIN = "1471"
CONFIGURATION = f"""[kiosk]
attract = no
idle = 600
animation = no
service-pin = {PIN}
[question visit]
[text en]
question visit = How was your visit?
"""

# Places on a screen of 800x480.
CORNER = (20, 20)
DIGITS = {"1": (471, 75), "4": (471, 185), "7": (471, 295), "9": (717, 295)}
OK = (717, 405)
TEST_ANSWER, CALIBRATE, RESTART, BACK = (210, 290), (590, 290), (210, 358), (590, 426)
CROSSES = [(100, 60), (700, 60), (700, 420), (100, 420), (400, 240)]


@functools.cache
def pictures():
    """Return the question, and the keypad with two typed digits, as `starctl screens` draws them."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder)
        (path / "kiosk.conf").write_text(CONFIGURATION)
        subprocess.run([starctl(), "screens", path / "kiosk.conf", "--phrases", PHRASES, "--output", path], check=True)
        return [Picture.from_png((path / name).read_bytes()) for name in ("en-1-question-visit.png", "pin.png")]


class Service(KeyCase):

    def start_kiosk_with_pin(self, **where):
        self.kiosk_command()  # names the journal
        (self.vm.out / "service.conf").write_text(CONFIGURATION)
        job = self.vm.start([self.kiosk, "--config", "/out/service.conf", "--phrases", PHRASES, "--journal", self.journal],
                            **where)
        job.wait_for("drawing to ", timeout=120)
        self.assert_shows(pictures()[0], timeout=60)
        return job

    def hold_corner(self, finger):
        finger.press(CORNER)
        time.sleep(3.5)
        finger.lift()

    def type(self, finger, pin):
        """Type digits; the second one shows that each counts once."""
        for number, digit in enumerate(pin):
            finger.tap(DIGITS[digit])
            if number == 1:
                self.assert_shows(pictures()[1])
        finger.tap(OK)

    def answers(self, job):
        self.assertEqual(job.stop().status, 0, job.stderr)
        return [json.loads(line) for line in exported(self.vm.out / Path(self.journal).name).splitlines()]

    def test_by_finger(self):
        finger = self.add_finger(kind=Tapping)
        job = self.start_kiosk_with_pin()
        job.wait_for("touchscreen /dev/")
        self.hold_corner(finger)
        self.type(finger, "1479")
        job.wait_for("wrong PIN (1 in a row)")
        self.type(finger, PIN)
        finger.tap(TEST_ANSWER)
        finger.tap(BACK)
        self.assert_shows(pictures()[0])
        answers = self.answers(job)
        self.assertEqual([(answer["question"], answer["flags"]) for answer in answers], [("visit", ["staff"])])
        self.assertNotIn(PIN, job.stderr)

    def test_restart(self):
        finger = self.add_finger(kind=Tapping)
        job = self.start_kiosk_with_pin()
        job.wait_for("touchscreen /dev/")
        self.hold_corner(finger)
        self.type(finger, PIN)
        finger.tap(RESTART)
        done = job.wait()
        self.assertEqual(done.status, 0, done.stderr)
        self.assertIn("restarting: requested on the service screen", done.stderr)

    def test_calibration_in_place(self):
        """The crosses are touched 40 px beside: from then on touches are moved by as much, without a restart."""
        self.vm.run("rm -rf /out/state; mkdir -p /out/state", check=True)
        finger = self.add_finger(kind=Tapping)
        job = self.start_kiosk_with_pin(env={"STATE_DIRECTORY": "/out/state"})
        job.wait_for("touchscreen /dev/")
        self.hold_corner(finger)
        self.type(finger, PIN)
        service = self.change(lambda: finger.tap(CALIBRATE))
        for number in range(len(CROSSES)):
            colors = [DONE] * number + [INK] + [PAPER] * (len(CROSSES) - 1 - number)
            self.vm.wait_for_picture(lambda picture, colors=colors: [picture.pixel(x, y) for x, y in CROSSES] == colors)
            x, y = CROSSES[number]
            finger.tap((x + 40, y))
        self.vm.wait_for_picture(lambda picture: picture != service and self.is_still(picture), timeout=20)
        self.assertIn("star", self.vm.run("cat /out/state/touch-calibration", check=True).stdout)
        finger.tap((BACK[0] + 40, BACK[1]))
        self.assert_shows(pictures()[0])
        finger.tap((345, 264))  # on the third star by the panel's numbers, on the second one after the calibration
        self.assert_shows(pictures()[0], timeout=20)  # the thanks are over
        self.assertEqual([answer["value"] for answer in self.answers(job)], [2])

    def test_wrong_pins_are_slowed_down(self):
        finger = self.add_finger(kind=Tapping)
        job = self.start_kiosk_with_pin()
        job.wait_for("touchscreen /dev/")
        self.hold_corner(finger)
        for number in range(1, 6):
            self.type(finger, "1499")
            job.wait_for(f"wrong PIN ({number} in a row)")
        # The right one is not accepted for a minute; nothing but a visitor's stars is where the test answer would be.
        for digit in PIN:
            finger.tap(DIGITS[digit])
        finger.tap(OK)
        finger.tap(TEST_ANSWER)
        self.assertEqual(self.answers(job), [])

    def test_by_keypad(self):
        keypad = self.add_keypad()
        job = self.start_kiosk_with_pin()
        self.wait_for_keys(job, keypad)
        keypad.press(*[panels.KEY_UP, panels.KEY_DOWN] * 4, interval=0.1)
        # The focus is on 1; the test answer is the first button of the service screen.
        forward, down, enter = panels.KEY_RIGHT, panels.KEY_DOWN, panels.KEY_ENTER
        one_to_four = four_to_seven = [down]
        seven_to_one, one_to_ok = [panels.KEY_UP] * 2, [down] * 3 + [forward] * 2
        self.change(lambda: keypad.press(
            enter, *one_to_four, enter, *four_to_seven, enter, *seven_to_one, enter, *one_to_ok, enter, interval=0.1))
        self.change(lambda: keypad.press(enter, interval=0.1))
        answers = self.answers(job)
        self.assertEqual([(answer["question"], answer["flags"]) for answer in answers], [("visit", ["staff"])])


if __name__ == "__main__":
    unittest.main()
