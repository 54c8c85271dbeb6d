"""Keypads: every screen without touch; keys held and lost; keypads unplugged; a device that poses as a keypad."""

import json
import signal
import unittest
from pathlib import Path

from keypads import HELD, PHRASES, PRESSED, RELEASED, KeyCase
from kiosk import REPOSITORY, THANKS, exported
from vmkit import panels

PICTURES = REPOSITORY / ".build/vm-keys"  # pictures of the focus, for people
CONFIGURATION = REPOSITORY / "Samples/kiosk/kiosk.conf"


class Visit(KeyCase):

    def setUp(self):
        super().setUp()
        PICTURES.mkdir(parents=True, exist_ok=True)

    def start_with_words(self):
        """Start the sample kiosk and wait for its start screen."""
        blank = self.vm.picture()
        # Disable timeouts: a slow machine's visitor would be too late.
        words = [self.kiosk_command()[0], "--config", CONFIGURATION, "--phrases", PHRASES, "--journal", self.journal, "--idle", "600",
                 "--animation", "no"]
        job = self.vm.start(words)
        job.wait_for("drawing to ", timeout=120)  # text layout at the start is slow on an emulated processor
        self.vm.wait_for_picture(lambda picture: picture != blank and self.is_still(picture), timeout=60)
        return job

    def test_every_screen_of_a_visit(self):
        keypad = self.add_keypad()
        job = self.start_with_words()
        self.wait_for_keys(job, keypad)
        start = self.vm.picture()
        enter = lambda: keypad.press(panels.KEY_ENTER)  # noqa: E731

        english = self.change(enter)
        # The focus is visible before the first key, which moves it.
        arabic = self.change(lambda: keypad.press(panels.KEY_DOWN))
        self.assertNotEqual(english, arabic)
        self.change(enter)
        # Right to left: the left key adds a star.
        rated = self.change(lambda: keypad.press(panels.KEY_LEFT, panels.KEY_LEFT))
        rated.write_png(PICTURES / "stars.png")
        self.change(enter)
        # Two stars or fewer lead to reasons: choose the first, and the third, which is below it.
        self.change(enter)
        self.change(lambda: keypad.press(panels.KEY_DOWN))
        chosen = self.change(enter)
        chosen.write_png(PICTURES / "reasons.png")
        # The second reason is to the left, and "done" below the third.
        self.change(lambda: keypad.press(panels.KEY_LEFT, panels.KEY_DOWN, panels.KEY_DOWN))
        self.change(enter)
        # The second question has no reasons.
        self.change(lambda: keypad.press(*[panels.KEY_LEFT] * 5))
        self.change(enter)
        self.vm.wait_for_picture(start.__eq__, timeout=20)
        self.assertEqual(job.stop().status, 0, job.stderr)
        answers = [json.loads(line) for line in exported(self.vm.out / Path(self.journal).name).splitlines()]
        self.assertEqual(
            [(answer["question"], answer["stars"], answer["reasons"], answer["language"]) for answer in answers],
            [("service", 2, ["waiting", "prices"], "ar"), ("cleanliness", 5, [], "ar")])
        self.assertEqual(len({answer["visit"] for answer in answers}), 1)


class Stars(KeyCase):
    """A kiosk without text: stars only."""

    def test_arrows_and_enter_rate(self):
        keypad = self.add_keypad()
        job = self.start_with_keys(keypad)
        keypad.press(*[panels.KEY_RIGHT] * 5, panels.KEY_ENTER)
        self.assert_stars(2.5, thanks=True)
        self.assert_stars(None, timeout=THANKS + 20)
        # Enter alone confirms nothing.
        keypad.press(panels.KEY_ENTER, panels.KEY_ENTER)
        keypad.press(*[panels.KEY_UP] * 3, panels.KEY_DOWN, panels.KEY_ENTER)
        self.assert_stars(1, thanks=True)
        self.assertEqual(job.stop().status, 0, job.stderr)
        self.assert_answers(job, [2.5, 1])

    def test_an_arrow_that_is_held_walks_on_and_an_enter_confirms_once(self):
        keypad = self.add_keypad()
        job = self.start_with_keys(keypad)
        keypad.say((panels.KEY_RIGHT, PRESSED), *[(panels.KEY_RIGHT, HELD)] * 6, (panels.KEY_RIGHT, RELEASED))
        keypad.say((panels.KEY_ENTER, PRESSED), *[(panels.KEY_ENTER, HELD)] * 6, (panels.KEY_ENTER, RELEASED))
        # A held Enter must not leave the thanks.
        self.assert_stars(3.5, thanks=True)
        self.assertEqual(job.stop().status, 0, job.stderr)
        self.assert_answers(job, [3.5])

    def test_held_and_trembling_keys_can_count_once(self):
        keypad = self.add_keypad()
        (self.vm.out / "keys.conf").write_text("[touch]\nkey-repeat = no\nkey-delay = 500\n")
        job = self.start_with_keys(keypad, "--config", "/out/keys.conf")
        keypad.say((panels.KEY_RIGHT, PRESSED), *[(panels.KEY_RIGHT, HELD)] * 60, (panels.KEY_RIGHT, RELEASED))
        keypad.press(panels.KEY_UP, panels.KEY_UP, panels.KEY_RIGHT, panels.KEY_RIGHT, panels.KEY_ENTER)
        self.assert_stars(1.5, thanks=True)
        self.assertEqual(job.stop().status, 0, job.stderr)
        self.assert_answers(job, [1.5])

    def test_keys_and_fingers_take_turns(self):
        keypad, finger = self.add_keypad(), self.add_finger()
        job = self.start_kiosk()
        self.wait_for_keys(job, keypad)
        keypad.press(panels.KEY_RIGHT)
        finger.press(4)
        # No focus after a touch: the same picture as without a keypad.
        self.assert_stars(4)
        finger.lift()
        self.assert_stars(4, thanks=True)
        keypad.press(*[panels.KEY_RIGHT] * 2, panels.KEY_ENTER)
        self.assert_stars(1, thanks=True)
        self.assertEqual(job.stop().status, 0, job.stderr)
        self.assert_answers(job, [4, 1])

    def test_lost_keys_count_for_nothing(self):
        """SYN_DROPPED: more key presses than the kernel buffers while the kiosk is stopped, Enter included."""
        keypad = self.add_keypad(panels.keyboard())
        job = self.start_kiosk(touched=False)
        self.wait_for_keys(job, keypad, ", shared")
        self.vm.kill(job.pid, signal.SIGSTOP)
        keypad.press(*[panels.KEY_RIGHT, panels.KEY_ENTER] * 200, interval=0)
        self.vm.kill(job.pid, signal.SIGCONT)
        self.assert_stars(None)
        keypad.press(panels.KEY_END, panels.KEY_LEFT, panels.KEY_ENTER)
        self.assert_stars(4.5, thanks=True)
        self.assertEqual(job.stop().status, 0, job.stderr)
        self.assert_answers(job, [4.5])


class Cables(KeyCase):

    def test_keypads_that_come_late_go_and_come_back(self):
        job = self.start_kiosk(touched=False)
        keypad = self.add_keypad()
        self.wait_for_keys(job, keypad)
        other = self.add_keypad(panels.keypad("star remote", panels.KEY_OK))
        self.wait_for_keys(job, other)
        keypad.press(panels.KEY_RIGHT)
        keypad.unplug()
        job.wait_for(f"keypad disconnected: cannot read {keypad.plugged.path}: the device is gone")
        other.press(panels.KEY_RIGHT, panels.KEY_OK)
        self.assert_stars(1, thanks=True)
        keypad = self.add_keypad(panels.keypad("star keypad again"))
        self.wait_for_keys(job, keypad)
        keypad.press(panels.KEY_RIGHT, panels.KEY_ENTER)
        self.assert_stars(0.5, thanks=True)
        self.assertEqual(job.stop().status, 0, job.stderr)
        self.assert_answers(job, [1, 0.5])


class Flood(KeyCase):

    def test_a_device_that_poses_as_a_keypad(self):
        """Twice a hand's speed for two seconds: the answers of a hand are stored, and the next visitor's."""
        keypad = self.add_keypad()
        job = self.start_with_keys(keypad)
        keypad.press(*[panels.KEY_RIGHT, panels.KEY_ENTER] * 100, interval=0.005)
        self.wait_for_calm(job)
        keypad.press(panels.KEY_RIGHT, panels.KEY_RIGHT, panels.KEY_ENTER)
        self.assert_stars(1, thanks=True)
        self.assertEqual(job.stop().status, 0, job.stderr)
        answers = [json.loads(line) for line in job.stdout.splitlines()]
        moments = [answer["monotonic_ns"] / 1e9 for answer in answers]
        # An answer's moment is that of its record, which a busy machine may delay by more for one answer than for the next:
        # the limit of 100 ms holds from the first answer to the last, not between each two.
        self.assertGreater((moments[-2] - moments[0]) / (len(moments) - 2), 0.095, moments)
        self.assertTrue(5 < len(answers) < 40, moments)
        self.assertTrue(all("repeated" in answer["flags"] for answer in answers[1:-1]))
        # The journal holds the marks: the fifth visit and those after it are a burst, and a question needs longer than 100 ms to be read.
        flags = [json.loads(line)["flags"] for line in exported(self.vm.out / Path(self.journal).name).splitlines()]
        self.assertEqual(flags, [answer["flags"] for answer in answers])
        self.assertEqual(["burst" in marks for marks in flags], [False] * 4 + [True] * (len(flags) - 4))
        self.assertTrue(all("hasty" in marks for marks in flags[1:-1]), flags)

    def wait_for_calm(self, job):
        """Wait until the kiosk has handled all keys. A busy machine's kiosk may need seconds for them, and a hand comes after that."""
        count = None
        while count != (count := job.stdout.count("\n")):
            self.vm.run("sleep 1", check=True)

    def test_a_sweep_through_all_stars(self):
        """One visitor after another, from one star to five: the last answer is marked."""
        keypad = self.add_keypad()
        job = self.start_with_keys(keypad, "--step", "whole")
        for value in range(1, 6):
            keypad.press(*[panels.KEY_RIGHT] * value, panels.KEY_ENTER, interval=0.12)
        self.assert_stars(5, thanks=True)
        self.assertEqual(job.stop().status, 0, job.stderr)
        answers = [json.loads(line) for line in job.stdout.splitlines()]
        self.assertEqual([(answer["stars"], "sweep" in answer["flags"]) for answer in answers],
                         [(1, False), (2, False), (3, False), (4, False), (5, True)])

    def test_visits_per_hour(self):
        keypad = self.add_keypad()
        (self.vm.out / "few.conf").write_text("[kiosk]\nvisits-per-hour = 3\n")
        job = self.start_kiosk("--config", "/out/few.conf", touched=False, env={"XDG_RUNTIME_DIR": "/run"})
        self.wait_for_keys(job, keypad)
        keypad.press(*[panels.KEY_RIGHT, panels.KEY_ENTER] * 8, interval=0.1)
        self.wait_for_calm(job)
        said = self.vm.run([self.kiosk, "status"], env={"XDG_RUNTIME_DIR": "/run"}, check=True).stdout
        self.assertIn("too_many_answers", json.loads(said)["faults"])
        self.assertEqual(job.stop().status, 0, job.stderr)
        self.assertEqual(len(job.stdout.splitlines()), 3)


if __name__ == "__main__":
    unittest.main()
