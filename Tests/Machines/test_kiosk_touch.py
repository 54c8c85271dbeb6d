"""Every kind of panel: lost events, taps within a frame, unplugging."""

import contextlib
import signal
import time
import unittest

from keypads import Keypad
from kiosk import OUTSIDE, KioskCase
from vmkit import panels
from vmkit.gestures import Gesture

SLEEPING = "until grep -q poll /proc/{pid}/wchan; do usleep 10000; done"  # everything is read and drawn


class Kinds(KioskCase):
    """A tap, a drag, and a drag released outside, with each touch protocol."""

    def rate(self, panel, job=None):
        finger = self.add_finger(panel)
        job = job or self.start_kiosk()
        finger.tap(4)
        finger.press(1)
        finger.move(1.5, 2, 2.5)
        self.assert_stars(2.5)
        finger.lift()
        finger.press(5)
        self.assert_stars(5)
        finger.move(OUTSIDE)
        finger.lift()
        self.assert_stars(None)
        self.assertEqual(job.stop().status, 0, job.stderr)
        self.assert_answers(job, [4, 2.5])
        self.assertIn(f'"{panel.name}"', job.stderr)

    def test_type_b(self):
        self.rate(panels.panel("type-b", x=(0, 4095), y=(0, 2047)))

    def test_type_a(self):
        self.rate(panels.panel("type-a"))

    def test_single(self):
        self.rate(panels.panel("single"))

    def test_resistive(self):
        self.rate(panels.resistive())

    def test_off_by_one(self):
        """The Raspberry Pi's panel announces maxima of 800 and 480."""
        self.rate(panels.panel("type-b", x=(0, 800), y=(0, 480)))


class Moments(KioskCase):
    """Cases that careless programs miss."""

    def play(self, finger, gesture):
        self.vm.play(finger.plugged, gesture.evemu())

    def wait_until_asleep(self, job):
        self.vm.run(SLEEPING.format(pid=job.pid), check=True)

    def test_a_tap_within_one_frame(self):
        finger = self.add_finger()
        job = self.start_kiosk()
        self.play(finger, Gesture(finger.panel, interval=0).tap(*finger.at(3), hold=0))
        self.assert_stars(3, thanks=True)
        self.assert_answers(job, [3])

    def test_a_second_finger_is_ignored(self):
        finger = self.add_finger()
        job = self.start_kiosk()
        self.play(finger, Gesture(finger.panel).press(*finger.at(2)).press(*finger.at(5), finger=1).release(1))
        self.assert_stars(2)
        self.assertEqual(job.stop().status, 0)
        self.assert_answers(job, [])

    def test_a_finger_that_is_down_at_the_start_counts_only_after_it_has_lifted(self):
        finger = self.add_finger()
        finger.press(4)
        job = self.start_kiosk()
        finger.move(3)
        finger.lift()
        self.wait_until_asleep(job)
        self.assert_stars(None)
        finger.tap(2)
        self.assert_stars(2, thanks=True)
        self.assert_answers(job, [2])

    @contextlib.contextmanager
    def losing_events(self, job, finger):
        """While the kiosk is stopped, more movement (and then a release) arrives than the kernel buffers."""
        self.vm.kill(job.pid, signal.SIGSTOP)
        finger.gesture.interval = 0
        finger.move(*[1, 5] * 10, steps=20)
        yield
        finger.gesture.interval = 0.01
        self.vm.kill(job.pid, signal.SIGCONT)

    def test_lost_events_cancel_the_rating(self):
        """SYN_DROPPED: more events than the kernel buffers, a release among them, while the kiosk is stopped."""
        finger = self.add_finger()
        job = self.start_kiosk()
        finger.press(4)
        self.assert_stars(4)
        with self.losing_events(job, finger):
            finger.lift()
        self.assert_stars(None)
        self.wait_until_asleep(job)
        self.assertEqual(job.stdout, "")
        finger.tap(1.5)
        self.assert_stars(1.5, thanks=True)
        self.assert_answers(job, [1.5])

    def test_lost_events_under_a_finger_that_stays(self):
        """Its tracking ID identifies it, and it continues from its present position."""
        finger = self.add_finger()
        job = self.start_kiosk()
        finger.press(4)
        self.assert_stars(4)
        with self.losing_events(job, finger):
            pass
        self.assert_stars(5)
        finger.lift()
        self.assert_stars(5, thanks=True)
        finger.tap(2)
        self.assert_stars(2, thanks=True)
        self.assert_answers(job, [5, 2])


class Stopped(KioskCase):
    """The kiosk is stopped for longer than 2 s: what visitors do meanwhile is no answer, because they see no reaction."""

    def test_touches_and_keys_are_dropped(self):
        finger = self.add_finger()
        keypad = Keypad(self.vm)
        job = self.start_kiosk()
        job.wait_for("keypad connected: ")
        finger.press(3)
        self.assert_stars(3)
        self.vm.kill(job.pid, signal.SIGSTOP)
        finger.lift()
        finger.tap(4)
        keypad.press(panels.KEY_RIGHT, panels.KEY_ENTER)
        finger.press(5)
        time.sleep(2.5)
        self.vm.kill(job.pid, signal.SIGCONT)
        self.assert_stars(None)
        finger.lift()  # this finger touched while the kiosk was stopped
        self.vm.run(SLEEPING.format(pid=job.pid), check=True)
        self.assert_stars(None)
        self.assertEqual(job.stdout, "")
        finger.tap(2)
        self.assert_stars(2, thanks=True)
        keypad.press(panels.KEY_RIGHT, panels.KEY_ENTER)
        job.wait_for('"stars":0.5')
        self.assert_answers(job, [2, 0.5])


class Cables(KioskCase):
    """Panels that are plugged in late, unplugged and replugged."""

    def test_a_panel_that_comes_late(self):
        job = self.start_kiosk(touched=False)
        self.assertIn("waiting for a touchscreen", job.stderr)
        finger = self.add_finger()
        job.wait_for("touchscreen /dev/")
        finger.tap(5)
        self.assert_stars(5, thanks=True)
        self.assert_answers(job, [5])

    def test_a_kernel_that_reports_no_devices(self):
        """Other programs have used up what a user may watch: the kiosk starts, and finds devices a moment later."""
        for limit in ("instances", "watches"):
            with self.subTest(limit):
                path = f"/proc/sys/fs/inotify/max_user_{limit}"
                usual = self.vm.run(["cat", path], check=True).stdout.strip()
                self.vm.run(f"echo 0 > {path}", check=True)
                self.addCleanup(self.vm.run, f"echo {usual} > {path}")
                job = self.start_kiosk(touched=False)
                said = f"looked for every 1.6 s: cannot watch /dev/input: .*; raise fs.inotify.max_user_{limit}"
                self.assertRegex(job.stderr, "touchscreens are " + said)
                self.assertRegex(job.stderr, "keypads are " + said)
                time.sleep(4)  # the tries right after the start are over
                finger = self.add_finger()
                keypad = self.vm.add_panel(panels.keypad().evemu())
                job.wait_for("touchscreen /dev/")
                job.wait_for(f"keypad connected: {keypad.path}")
                finger.tap(5)
                self.assert_stars(5, thanks=True)
                self.assert_answers(job, [5])
                self.assertEqual(job.stop().status, 0, job.stderr)
                finger.unplug()
                self.vm.remove_panel(keypad)
                self.vm.run(f"echo {usual} > {path}", check=True)

    def test_a_panel_pulled_out_mid_drag(self):
        finger = self.add_finger()
        job = self.start_kiosk()
        finger.press(1)
        finger.move(3)
        self.assert_stars(3)
        finger.unplug()
        self.assert_stars(None)
        self.assertEqual(job.stdout, "")
        finger = self.add_finger(panels.resistive())  # also a different one
        job.wait_for('"star resistive panel"')
        finger.tap(4)
        self.assert_stars(4, thanks=True)
        self.assert_answers(job, [4])


class Decoys(KioskCase):
    """Devices that a careless program mistakes for a touchscreen."""

    WORDS = {"accelerometer": "accelerometer", "magnetometer": "sensor", "keyboard": "keyboard", "mouse": "mouse"}

    def test_each_is_refused_with_a_reason_and_the_panel_is_found(self):
        plugged = {name: self.vm.add_panel(device.evemu()) for name, device in panels.DECOYS.items()}
        finger = self.add_finger()
        listed = self.vm.run([self.kiosk_command()[0], "devices"], check=True).stdout.splitlines()
        lines = {line.split()[1]: line for line in listed if "/dev/" in line}
        for name, device in plugged.items():
            with self.subTest(name):
                verdict, _, words = lines[device.path].split(maxsplit=2)
                quoted, reason = words.split(": ", 1)
                self.assertEqual((verdict, quoted), ("refused", f'"star {name}"'))
                self.assertIn(self.WORDS[name], reason)
        self.assertEqual(lines[finger.plugged.path].split()[0], "taken")
        job = self.start_kiosk()
        self.assertIn(f'touchscreen {finger.plugged.path}, "star type-b panel"', job.stderr)
        finger.tap(2)
        self.assert_stars(2, thanks=True)


class Grab(KioskCase):
    """The kiosk reads touches exclusively unless told to share them."""

    def others_see(self, *options):
        """Return how many bytes another program reads of the kiosk's tap."""
        finger = self.add_finger()
        job = self.start_kiosk(*options)
        other = self.vm.start(f"exec cat {finger.plugged.path} > /out/others")
        self.vm.run(f"until ls -l /proc/{other.pid}/fd | grep -q {finger.plugged}; do usleep 10000; done", check=True)
        time.sleep(0.1)
        finger.tap(3)
        self.assert_stars(3, thanks=True)
        other.stop()
        job.stop()
        return (self.vm.out / "others").stat().st_size

    def test_grabbed(self):
        self.assertEqual(self.others_see(), 0)

    def test_shared(self):
        self.assertGreater(self.others_see("--no-grab"), 0)

    def test_a_panel_that_another_program_holds(self):
        finger = self.add_finger()
        holder = self.vm.start(self.kiosk_command("--display", "memory"))
        holder.wait_for("touchscreen /dev/")
        job = self.start_kiosk(touched=False)
        self.assertRegex(job.stderr, r"cannot grab /dev/input/event\d+: .*busy")
        holder.stop()
        job.wait_for("touchscreen /dev/")


if __name__ == "__main__":
    unittest.main()
