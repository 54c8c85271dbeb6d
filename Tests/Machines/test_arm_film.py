"""Films of a visit on the arm64 kernel: every frame that is scanned out, with its time by a clock that counts instructions.

The start screen lights its stars, a visitor taps the fourth one, is thanked, and the start screen returns. The durations are those of the
transition tables in Sources/Kiosk/Screens/Motion.
"""

import functools
import unittest

from kiosk import REPOSITORY, board_program
from vmkit import film, panels
from vmkit.arch import ARCHS
from vmkit.gestures import Gesture
from vmkit.machine import Machine

SIZE = (480, 272)
CENTERS = [(60 + 92 * star, 158) for star in range(5)]
CHOSEN, TAP = 4, 0.06  # stars; seconds of the contact
BOUNCE = 0.028  # seconds after which a release counts
FRAME = 1 / 60
HEADING = range(40, 92)  # rows
# Columns where only the question has ink, and where "Thank you!" has some, too.
SIDES, MIDDLE = (*range(24, 140), *range(350, 452)), range(170, 320)


@functools.cache
def shoot(motion):
    """Return the frames of a visit, and the index of the first one after the tap."""
    kiosk = board_program("star-kiosk", ARCHS["arm64"].cross)
    with Machine(display="bochs", size=SIZE, arch="arm64", counts=True, memory=1024, boot_timeout=120) as vm:
        (vm.out / "kiosk.conf").write_text(
            f"[kiosk]\nmotion = {motion}\n[question service]\n[text en]\nquestion service = How was our service?\n")
        panel = panels.panel("type-b", (0, SIZE[0] - 1), (0, SIZE[1] - 1))
        plugged = vm.add_panel(panel.evemu())
        job = vm.start([kiosk, "--display", "kms", "--journal", "/tmp/film.sqlite", "--config", "/out/kiosk.conf",
                        "--phrases", REPOSITORY / "Sources/Kiosk/Phrases"],
                       env={"LD_PRELOAD": film.library(vm), "FILM": "/tmp/film"})
        job.wait_for("touchscreen /dev/")
        vm.run("sleep 7", timeout=120, check=True)
        before = int(vm.run("stat -c %s /tmp/film", check=True).stdout)
        # The first second of a recording is played without waiting.
        vm.play(plugged, Gesture(panel).wait(1).tap(*CENTERS[CHOSEN - 1], hold=TAP - 0.01).take())
        vm.run("sleep 4", timeout=120, check=True)
        done = job.stop()
        if done.status or done.stdout.count('"stars":4,') != 1:
            raise AssertionError(f"{done}")
        vm.run("cp /tmp/film /out/film", timeout=300, check=True)
        return film.frames(vm.out / "film"), before // film.size_of_frame(*SIZE)


def ink(frame, columns):
    """Return the darkest green of the heading in some columns; the ground has 245."""
    return min(frame.pixel(x, y)[1] for y in HEADING for x in columns)


def color(frame, star):
    return frame.pixel(*CENTERS[star])


def is_colored(pixel):
    """Whether this is amber, green or a mixture; an empty star and the ground are nearly gray."""
    return max(pixel) - min(pixel) > 60


class Film(unittest.TestCase):

    def shoot(self, motion):
        frames, self.tap = shoot(motion)
        self.frames = frames
        self.lights, self.visit = frames[:self.tap], frames[self.tap:]

    def assert_lasts(self, first, last, seconds, what):
        """Check a duration, within a frame."""
        self.assertAlmostEqual(last.time - first.time, seconds, delta=FRAME + 0.004, msg=what)

    def gap(self, longer_than, start=0, shorter_than=60):
        """Return the index of the first frame of the visit that stays for so many seconds."""
        times = [frame.time for frame in self.visit]
        return next(i for i in range(start, len(times) - 1) if longer_than < times[i + 1] - times[i] < shorter_than)

    def assert_one_heading(self):
        """No frame shows two headings that can be read."""
        for number, frame in enumerate(self.frames):
            sides = ink(frame, SIDES)
            if sides < 200:
                self.assertAlmostEqual(ink(frame, MIDDLE), sides, delta=12, msg=f"frame {number}")

    def assert_no_empty_star(self, thanked):
        """Between the tap and the green stars, no chosen star is empty or gone."""
        for frame in self.visit[1:thanked]:
            self.assertTrue(all(is_colored(color(frame, star)) for star in range(CHOSEN)), f"at {frame.time}")


class Full(Film):

    def setUp(self):
        self.shoot("full")

    def test_the_start_screen_lights_its_stars(self):
        still, rise = self.frames[0], self.frames[1:]
        self.assert_lasts(still, rise[0], 2, "before the first light")
        for star in range(5):
            lit = next(frame for frame in rise if color(frame, star) == (255, 176, 0))
            # A third of 180 ms is a mixture, the rest a pop.
            self.assert_lasts(rise[0], lit, 0.120 * star + 0.060, f"star {star + 1}")
        top, end = [i for i in range(len(rise) - 1) if rise[i + 1].time - rise[i].time > 1][:2]
        self.assert_lasts(rise[0], rise[top], 0.660, "rise")
        self.assert_lasts(rise[top], rise[top + 1], 1.8, "hold")
        self.assert_lasts(rise[top + 1], rise[end], 0.300, "fade")
        # Then nothing wakes it for more than a second: the next frame is of the visitor's touch, or of the next light.
        self.assertFalse(any(is_colored(color(rise[end], star)) for star in range(5)))

    def test_a_tap_is_held_and_thanked(self):
        visit = self.visit
        held = self.gap(0.25, shorter_than=0.4)
        # The guest's clock may jump while its recording is read from the host, so a tap may be longer.
        self.assertGreater(visit[held].time - visit[0].time, TAP + BOUNCE - FRAME)
        self.assertGreaterEqual(held, 3)  # the star that shrinks is seen
        self.assert_lasts(visit[held], visit[held + 1], 0.320, "hold")
        turned = self.gap(1, held + 1)
        amber = color(visit[held], 0)
        turn = next(i for i in range(held, turned) if color(visit[i], 0) != amber)
        self.assert_lasts(visit[held + 1], visit[turn], 0.250, "change")
        for star in range(CHOSEN):
            green = next(frame for frame in visit[turn:] if color(frame, star) == color(visit[turned], star))
            self.assert_lasts(visit[turn - 1], green, 0.040 * star + 0.160, f"star {star + 1}")
        self.assertGreater(visit[turned + 1].time - visit[turned].time, 1.5 - FRAME)
        self.assert_no_empty_star(turned + 1)

    def test_one_heading_at_a_time(self):
        self.assert_one_heading()


class Reduced(Film):

    def test_screens_fade_and_nothing_else_moves(self):
        self.shoot("reduced")
        self.assertEqual(len(self.lights), 1)
        visit, held = self.visit, self.gap(0.25, shorter_than=0.4)
        self.assert_lasts(visit[held], visit[held + 1], 0.320, "hold")
        faded = self.gap(1, held + 1)
        self.assert_lasts(visit[held + 1], visit[faded], 0.250, "change")
        self.assertGreater(visit[faded + 1].time - visit[faded].time, 1.5 - FRAME)
        self.assert_one_heading()


class Still(Film):

    def test_each_screen_is_one_frame(self):
        self.shoot("none")
        self.assertEqual(len(self.lights), 1)
        thanked = self.gap(1)
        self.assertLessEqual(thanked, 2)  # the touched star, the release, thanks
        self.assertEqual(len(self.visit), thanked + 2)
        self.assert_no_empty_star(thanked + 1)
        self.assert_one_heading()


if __name__ == "__main__":
    unittest.main()
