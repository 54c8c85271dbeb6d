"""The input devices of the test machine. If these tests fail, no other result about touch or keys is meaningful."""

import signal
import time
import unittest
from pathlib import Path

from machines import MachineCase
from vmkit import panels
from vmkit.gestures import Gesture


class Touch(MachineCase):
    """Every event arrives, and every device is what it claims to be."""

    display = "none"

    def record(self, plugged, play):
        """Return (type, code, value) of each event that a reader receives while `play` runs."""
        recorder = self.vm.start(["evemu-record", plugged.path])
        self.wait_until_open(plugged)
        play(recorder)
        self.wait_until_read(recorder)
        recorder.signal(signal.SIGINT)
        lines = recorder.wait().stdout.splitlines()
        words = [line.split() for line in lines if line.startswith("E:")]
        return [(int(kind, 16), int(code, 16), int(value)) for _, _, kind, code, value, *_ in words]

    def wait_until_open(self, plugged):
        self.vm.run(f"until ls -l /proc/[0-9]*/fd 2>/dev/null | grep -q '{plugged}$'; do usleep 10000; done",
                    timeout=10)
        time.sleep(0.1)

    def wait_until_read(self, recorder):
        """Wait until the recorder sleeps in poll, which means that it has read everything."""
        self.vm.run(f"until grep -q poll /proc/{recorder.pid}/wchan; do usleep 10000; done", timeout=10)

    def check_kind(self, panel):
        plugged = self.vm.add_panel(panel.evemu())
        gesture = Gesture(panel).drag([(10, 20), (31, 40)], steps=3).wait(0.05).tap(5, 6)
        got = self.record(plugged, lambda _: self.vm.play(plugged, gesture.evemu()))
        self.assertEqual(got, as_the_kernel_passes_on(gesture, panel))
        self.assertEqual(got[-1], (panels.EV_SYN, panels.SYN_REPORT, 0))
        self.assertEqual(got.count((panels.EV_KEY, panels.BTN_TOUCH, 1)), 2)
        self.assertEqual(got.count((panels.EV_KEY, panels.BTN_TOUCH, 0)), 2)
        return got

    def test_type_b(self):
        got = self.check_kind(panels.panel("type-b"))
        self.assertEqual(got.count((panels.EV_ABS, panels.ABS_MT_TRACKING_ID, -1)), 2)

    def test_type_a(self):
        got = self.check_kind(panels.panel("type-a"))
        self.assertEqual(got.count((panels.EV_SYN, panels.SYN_MT_REPORT, 0)), 5 + 2)

    def test_single(self):
        self.check_kind(panels.panel("single"))

    def test_resistive(self):
        self.check_kind(panels.resistive())

    def test_two_fingers(self):
        panel = panels.panel("type-b")
        plugged = self.vm.add_panel(panel.evemu())
        gesture = Gesture(panel).press(10, 10).press(20, 20, finger=1).release(0).release(1)
        got = self.record(plugged, lambda _: self.vm.play(plugged, gesture.evemu()))
        self.assertIn((panels.EV_ABS, panels.ABS_MT_SLOT, 1), got)

    def test_a_sleeping_reader_loses_events_and_is_told_so(self):
        panel = panels.panel("type-b")
        plugged = self.vm.add_panel(panel.evemu())
        burst = Gesture(panel, interval=0).drag([(0, 0), (799, 479)], steps=400)

        def play(recorder):
            self.vm.kill(recorder.pid, signal.SIGSTOP)
            self.vm.play(plugged, burst.evemu())
            self.vm.kill(recorder.pid, signal.SIGCONT)

        self.assertIn((panels.EV_SYN, 3, 0), self.record(plugged, play))  # SYN_DROPPED

    def test_a_removed_panel_is_gone(self):
        plugged = self.vm.add_panel(panels.panel().evemu())
        self.vm.run(["ls", plugged.path], check=True)
        self.vm.remove_panel(plugged)
        self.assertNotEqual(self.vm.run(["ls", plugged.path]).status, 0)

    def test_devices_say_what_they_are(self):
        devices = {"panel": panels.panel(), "resistive": panels.resistive(), **panels.DECOYS}
        for name, device in devices.items():
            with self.subTest(name):
                plugged = self.vm.add_panel(device.evemu())
                folder = f"/sys/class/input/{Path(plugged.path).name}/device"
                said = self.vm.run(f"cd {folder}; cat name properties capabilities/abs", check=True).stdout.split("\n")
                self.assertEqual(said[0], device.name)
                self.assertEqual(int(said[1], 16), sum(1 << bit for bit in device.properties))
                axes = int("".join(word.zfill(16) for word in said[2].split()), 16)
                self.assertEqual(axes, sum(1 << code for code, *_ in device.axes))


def as_the_kernel_passes_on(gesture, panel):
    """Return the events of a one-finger gesture without unchanged values, which the kernel drops.

    A fresh device's values are 0. Type A has no state to compare with, so its events pass unfiltered.
    """
    values, passed = {}, []
    for _, kind, code, value in gesture.events:
        filtered = kind == panels.EV_ABS and panel.kind != "type-a"
        if not filtered or values.get((kind, code), 0) != value:
            passed.append((kind, code, value))
        values[kind, code] = value
    return passed


if __name__ == "__main__":
    unittest.main()
