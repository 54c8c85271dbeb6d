"""Kiosk screens: what makes a peer's screen another one, and when they are timed."""

import pathlib
import tempfile
import unittest

import record  # noqa: F401  (finds the modules)
import measure
import screens
from programs import PARTS, SCREENS

WIDTH, HEIGHT = 800, 480
GROUND, INK = bytes((247, 245, 240)), bytes((27, 36, 48))


class Screens(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.shares = {name: 0.25 for name in screens.BOXES["question"]}
        self.ours = self.write("ours", self.shares)

    def write(self, name, shares, ground=GROUND):
        """Write a picture in which a share of each box's columns has ink."""
        pixels = bytearray(ground * (WIDTH * HEIGHT))
        for box, share in shares.items():
            left, top, right, bottom = screens.BOXES["question"][box]
            for y in range(top, bottom):
                start, length = 3 * (y * WIDTH + left), round((right - left) * share)
                pixels[start:start + 3 * length] = INK * length
        path = self.folder / name
        path.write_bytes(b"P6\n%d %d\n255\n" % (WIDTH, HEIGHT) + pixels)
        return path

    def faults(self, shares, **more):
        return screens.compared(self.ours, self.write("theirs", shares, **more), SCREENS[0])[1]

    def test_a_similar_screen_has_no_faults(self):
        self.assertEqual(self.faults({name: 0.2 for name in self.shares}), [])

    def test_a_missing_star_and_a_missing_text_are_faults(self):
        faults = self.faults({**self.shares, "star 3": 0, "poor": 0})
        self.assertEqual([fault.split(" covers ")[0] for fault in faults], ["poor", "star 3"])
        self.assertIn("covers 0.0 of 255 instead of", faults[0])

    def test_too_much_is_a_fault(self):
        self.assertEqual(len(self.faults({**self.shares, "dots": 0.45})), 1)

    def test_another_background_is_a_fault(self):
        faults = self.faults(self.shares, ground=b"\x00\x00\x80")
        self.assertRegex(faults[0], r"^\d+\.\d\d of 255 in the mean$")
        self.assertIn("heading is on 000080 instead of f7f5f0", faults)

    def test_the_mean_counts_what_no_box_contains(self):
        path = self.write("theirs", self.shares)
        data = bytearray(path.read_bytes())
        data[-3 * WIDTH * 25:] = INK * (WIDTH * 25)
        path.write_bytes(data)
        difference, faults = screens.compared(self.ours, path, SCREENS[0])
        self.assertEqual(faults, [f"{difference['mean']:.2f} of 255 in the mean"])
        self.assertEqual(difference["most"], 220)

    def test_every_part_has_boxes(self):
        self.assertEqual(tuple(screens.BOXES), PARTS)


class Program:
    """A program that takes one nanosecond for everything, and keeps what it was asked."""

    def __init__(self, name):
        self.name, self.asked = name, []

    @property
    def program(self):
        return self.name

    def count_command(self, workload, count):
        return [self.name, workload.name, count]

    def batch(self, workload):
        self.asked.append(workload.name)
        return {"": 1.0, "floor": 1.0} if self.name == "star-slider" else 1.0


class Times(unittest.TestCase):
    def test_screens_are_timed_in_turn_with_lvgl_and_with_nothing_else(self):
        ours, lvgl, cairo = Program("star-slider"), Program("lvgl"), Program("cairo")
        times = measure.times(ours, [cairo, lvgl], 2)
        names = [workload.name for workload in SCREENS]
        self.assertEqual(names[::3], ["screen question", "screen question RGB565"])
        for name in names:
            self.assertEqual(times[name], {"star-slider": [1.0, 1.0], "floor": [1.0, 1.0], "lvgl": [1.0, 1.0]})
        self.assertFalse(set(names) & set(cairo.asked))
        self.assertEqual(lvgl.asked[-len(names):], ours.asked[-len(names):])

    def test_screens_are_counted_for_ours_and_for_lvgl_only(self):
        counted = []
        self.addCleanup(setattr, measure, "instructions_each", measure.instructions_each)
        measure.instructions_each = lambda command_of, repetitions: counted.append(command_of(repetitions)) or 7
        ours, lvgl, cairo = Program("star-slider"), Program("lvgl"), Program("cairo")
        found = measure.counts(ours, [cairo, lvgl])
        self.assertEqual(found["screen reasons RGB565"], {"star-slider": 7, "lvgl": 7})
        self.assertEqual(found["drag"], {"star-slider": 7, "cairo": 7, "lvgl": 7})
        self.assertIn(["lvgl", "screen button RGB565", 400], counted)
        self.assertNotIn(["cairo", "screen button RGB565", 400], counted)

    def test_without_lvgl_no_screen_is_timed(self):
        self.assertFalse([name for name in measure.times(Program("star-slider"), [Program("cairo")], 1) if "screen" in name])


if __name__ == "__main__":
    unittest.main()
