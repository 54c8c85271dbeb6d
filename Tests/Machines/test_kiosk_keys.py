"""Keypads: every screen without touch; keys held, lost and shared; keypads unplugged."""

import json
import signal
import time
import unittest
from pathlib import Path

from kiosk import REPOSITORY, THANKS, KioskCase, exported
from vmkit import panels

PICTURES = REPOSITORY / ".build/vm-keys"  # pictures of the focus, for people
CONFIGURATION = REPOSITORY / "Samples/terminal/kiosk.conf"
PHRASES = REPOSITORY / "Sources/Kiosk/Phrases"
RELEASED, PRESSED, HELD = 0, 1, 2
KEY_R, KEY_LEFTCTRL, KEY_LEFTALT, KEY_F2, KEY_SYSRQ = 19, 29, 56, 60, 99
OTHERS = "until ls -l /proc/{pid}/fd | grep -q {path}; do usleep 10000; done"


class Keypad:
    """A keypad of the guest, and fingers on it."""

    def __init__(self, vm, device=None):
        self.vm, self.device = vm, device or panels.keypad()
        self.plugged = vm.add_panel(self.device.evemu())

    def say(self, *values, interval=0.01):
        """Pairs of time and key action."""
        lines = []
        for i, (key, value) in enumerate(values):
            seconds, micro = divmod(round((i + 1) * interval * 1_000_000), 1_000_000)
            moment = f"{seconds}.{micro:06d}"
            lines += [f"E: {moment} {panels.EV_KEY:04x} {key:04x} {value}",
                      f"E: {moment} {panels.EV_SYN:04x} {panels.SYN_REPORT:04x} 0"]
        self.vm.play(self.plugged, self.device.evemu() + "\n".join(lines) + "\n")

    def press(self, *keys, interval=0.01):
        self.say(*[(key, value) for key in keys for value in (PRESSED, RELEASED)], interval=interval)

    def unplug(self):
        self.vm.remove_panel(self.plugged)


class KeyCase(KioskCase):

    def add_keypad(self, device=None):
        return Keypad(self.vm, device)

    def start_with_keys(self, keypad, *options):
        job = self.start_kiosk(*options, touched=False)
        self.wait_for_keys(job, keypad)
        return job

    def wait_for_keys(self, job, keypad, more=""):
        job.wait_for(f'keypad connected: {keypad.plugged.path}, "{keypad.device.name}"{more}\n')

    def change(self, act):
        """Perform an action that changes the picture. Return the picture when it is stable again."""
        before = self.vm.picture()
        act()
        return self.vm.wait_for_picture(lambda picture: picture != before and self.is_still(picture), timeout=20)


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
        self.assert_stars(None, timeout=THANKS + 5)
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


class Flood(KeyCase):

    def test_a_device_that_poses_as_a_keypad(self):
        """Twice a hand's speed for two seconds: the answers of a hand are stored, and the next visitor's."""
        keypad = self.add_keypad()
        job = self.start_with_keys(keypad)
        keypad.press(*[panels.KEY_RIGHT, panels.KEY_ENTER] * 100, interval=0.005)
        time.sleep(0.2)
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

    def test_visits_per_hour(self):
        keypad = self.add_keypad()
        (self.vm.out / "few.conf").write_text("[terminal]\nvisits-per-hour = 3\n")
        job = self.start_kiosk("--config", "/out/few.conf", touched=False, env={"XDG_RUNTIME_DIR": "/run"})
        self.wait_for_keys(job, keypad)
        keypad.press(*[panels.KEY_RIGHT, panels.KEY_ENTER] * 8, interval=0.1)
        time.sleep(0.2)
        said = self.vm.run([self.kiosk, "status"], env={"XDG_RUNTIME_DIR": "/run"}, check=True).stdout
        self.assertIn("too_many_answers", json.loads(said)["faults"])
        self.assertEqual(job.stop().status, 0, job.stderr)
        self.assertEqual(len(job.stdout.splitlines()), 3)


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
