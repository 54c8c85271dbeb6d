"""The kiosk in a window: its pixels, a visitor's pointer and keys, its size, its end."""

import re
import shutil
import sqlite3
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from desktop import PROGRAM, REPOSITORY, Desktop, Kiosk, Picture, build_sample, environment, memory_picture, wait_for


def golden(index):
    """A screen of the approved sheet of 800x480 screens; its screens are in rows of five, with gaps of 8 pixels."""
    sheet = Picture.from_png((REPOSITORY / "Tests/Goldens/screens-light-800x480-ltr.png").read_bytes())
    return sheet.crop(index % 5 * 808, index // 5 * 488, 800, 480)


def answers(journal):
    """The questions and values that are on disk."""
    with sqlite3.connect(f"file:{journal}?mode=ro", uri=True) as database:
        return database.execute("SELECT question, steps FROM answers ORDER BY sequence").fetchall()


class Windows(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.desktop = cls.enterClassContext(Desktop())

    def kiosk(self, *options, **arguments):
        return self.enterContext(Kiosk(self.desktop, *options, **arguments))

    def test_pixels_equal_the_golden(self):
        kiosk = self.kiosk()
        self.assertEqual(kiosk.size, (800, 480))
        self.assertTrue(kiosk.shows(golden(0)), "the start screen")
        # The stars of the start screen move from time to time; those of a question stand still.
        kiosk.tap(400, 394)
        self.assertTrue(kiosk.shows(golden(2)), "the first question")
        self.assertEqual(kiosk.snapshot(), golden(2))

    def test_a_visitor_rates(self):
        kiosk = self.kiosk("--answers", 1)
        kiosk.tap(400, 394)
        # A drag sends only what differs: the window and the program's own memory stay the same.
        for x in (120, 333, 640, 520):
            kiosk.next_picture(lambda: kiosk.point(x, 300, *(["mousedown", 1] if x == 120 else [])))
            self.assertEqual(kiosk.picture, kiosk.snapshot())
        kiosk.next_picture(lambda: kiosk.desktop.pointer("mouseup", 1))
        kiosk.point(700, 300, "click", 1)
        printed, _ = kiosk.process.communicate(timeout=10)
        self.assertEqual(kiosk.process.returncode, 0, kiosk.errors)
        found = answers(kiosk.journal)
        self.assertEqual([question for question, _ in found], ["service", "cleanliness"])
        self.assertEqual(len(printed.splitlines()), 2)
        self.assertIn("star-kiosk: drawing to window 800x480 XRGB8888, x11\n", kiosk.errors)

    def test_keys(self):
        kiosk = self.kiosk("--answers", 1)
        for key in ("Return", "End", "Page_Down", "Left", "Return", "End"):
            kiosk.next_picture(lambda: kiosk.press(key))
        kiosk.press("space")
        self.assertEqual(kiosk.process.wait(15), 0, kiosk.errors)
        self.assertEqual(answers(kiosk.journal), [("service", 7), ("cleanliness", 10)])

    def test_closing_keeps_the_answers(self):
        kiosk = self.kiosk()
        kiosk.tap(400, 394)
        kiosk.tap(640, 300)
        self.assertEqual(kiosk.close(), 0, kiosk.errors)
        self.assertEqual([question for question, _ in answers(kiosk.journal)], ["service"])

    def test_resizing_lays_out_anew(self):
        kiosk = self.kiosk()
        for width, height in ((640, 400), (1000, 700)):
            self.desktop.pointer("windowsize", kiosk.window, width, height)
            self.assertTrue(kiosk.shows(memory_picture(f"{width}x{height}")), f"{width}x{height}")
        kiosk.press("F11")
        wait_for("full screen", lambda: kiosk.size == (1280, 900))
        self.assertTrue(kiosk.shows(memory_picture("1280x900")), "full screen")
        kiosk.press("F11")
        wait_for("window", lambda: kiosk.size == (1000, 700))
        self.assertTrue(kiosk.shows(memory_picture("1000x700")), "no full screen")
        self.assertEqual(kiosk.errors.count("drawing to"), 1)
        self.assertEqual(kiosk.close(), 0, kiosk.errors)

    def test_an_idle_window_does_not_wake_up(self):
        kiosk = self.kiosk("--animation", "no")

        def wakeups():
            status = "".join(path.read_text() for path in Path(f"/proc/{kiosk.process.pid}/task").glob("*/status"))
            return sum(map(int, re.findall(r"voluntary_ctxt_switches:\s*(\d+)", status)))

        time.sleep(1)
        before = wakeups()
        time.sleep(3)
        self.assertEqual(wakeups(), before)

    def test_another_window_on_top_takes_no_pixels(self):
        kiosk = self.kiosk()
        with Kiosk(self.desktop, display_name=("--display", "window:700x400")):
            pass
        self.assertTrue(kiosk.shows(golden(0)))


class Choice(unittest.TestCase):
    """Which display `auto` takes, and what tools/run does."""

    def test_auto_opens_a_window_on_a_desktop(self):
        desktop = self.enterContext(Desktop())
        kiosk = self.enterContext(Kiosk(desktop, display_name=()))
        self.assertEqual(kiosk.close(), 0)

    def test_auto_fits_a_small_desktop(self):
        desktop = self.enterContext(Desktop(640, 400))
        kiosk = self.enterContext(Kiosk(desktop, display_name=()))
        width, height = kiosk.size
        self.assertTrue(320 <= width <= 640 and 240 <= height <= 400, kiosk.size)

    def test_tools_run_opens_the_sample(self):
        desktop = self.enterContext(Desktop())
        folder = self.enterContext(_WithoutBuilding())
        kiosk = self.enterContext(Kiosk(
            desktop, program=[REPOSITORY / "tools/run"], display_name=(), config=None, PATH=f"{folder}:{environment()['PATH']}"))
        kiosk.tap(400, 394)
        kiosk.tap(640, 300)
        self.assertEqual(kiosk.close(), 0, kiosk.errors)
        self.assertEqual([question for question, _ in answers(kiosk.journal)], ["service"])
        self.assertEqual(kiosk.errors.count("drawing to window"), 1, kiosk.errors)


class Sample(unittest.TestCase):
    """hello-stars, the smallest program with a slider, in a window."""

    def test_stars_follow_the_mouse_and_the_window(self):
        program = build_sample("hello-stars")
        desktop = self.enterContext(Desktop())
        sample = self.enterContext(Kiosk(desktop, program=[program], display_name=(), config=None))
        self.assertEqual(sample.size, (800, 480))
        # Each star has 137.6 px, after margins of 24 px and with gaps of 16 px.
        sample.tap(386, 240)
        shown = sample.next_picture(lambda: sample.point(762, 240, "mousedown", 1))
        self.assertEqual(shown.pixel(707, 240), (0xff, 0xb0, 0))
        sample.point(540, 240, "mouseup", 1)
        for width, height in ((500, 300), (900, 600)):
            desktop.pointer("windowsize", sample.window, width, height)
            wait_for("other size", lambda: (sample.picture.width, sample.picture.height) == (width, height))
        sample.tap(87, 300)
        self.assertEqual(sample.close(), 0, sample.errors)
        said = sample.process.stdout.read().splitlines()
        self.assertRegex(said[0], r"^hello-stars: touch the stars on window 800x480 XRGB8888, x11; Ctrl\+C ends$")
        self.assertEqual(said[1:], ["2.5 stars", "3.5 stars", "0.5 stars"])


class _WithoutBuilding:
    """A folder with a `swift` that takes what was built for what it shall build."""

    def __enter__(self):
        self._folder = tempfile.TemporaryDirectory()
        path = Path(self._folder.name) / "swift"
        path.write_text(f'#!/bin/sh\n[ "$1" = build ] || exec {shutil.which("swift")} "$@"\n')
        path.chmod(0o755)
        return self._folder.name

    def __exit__(self, *_):
        self._folder.cleanup()


class Refusals(unittest.TestCase):
    """Bad input: one clear line each."""

    def line(self, *options, wrapper=(), **variables):
        done = subprocess.run(
            [*wrapper, PROGRAM, *options],
            env=environment(XDG_STATE_HOME=self.folder, **variables), capture_output=True, text=True, timeout=20)
        self.assertIn(done.returncode, (1, 2), done.stderr)
        lines = [line for line in done.stderr.splitlines() if "profile" not in line]
        self.assertEqual(len(lines), 1, done.stderr)
        return lines[0]

    def setUp(self):
        self.folder = self.enterContext(tempfile.TemporaryDirectory())

    def test_no_display_server(self):
        self.assertEqual(
            self.line("--display", "window"),
            "star-kiosk: cannot open a window: neither WAYLAND_DISPLAY nor DISPLAY is set; start the program in a desktop session")

    def test_a_display_server_that_does_not_run(self):
        self.assertRegex(
            self.line("--display", "window", DISPLAY=":4711"),
            r"^star-kiosk: cannot open a window on DISPLAY=:4711: .+; check that this display server runs$")

    def test_impossible_sizes(self):
        for size in ("0x0", "100000x1", "x", "800x", "-1x5", "800x480:RGB565"):
            self.assertIn("--display", self.line("--display", f"window:{size}", DISPLAY=":4711"))

    def test_a_window_without_room(self):
        desktop = self.enterContext(Desktop())
        self.assertIn("the screen is too small: 1x1", self.line("--display", "window:1x1", DISPLAY=desktop.name))

    def test_no_library(self):
        library = subprocess.run(
            ["sh", "-c", "ldconfig -p | sed -n 's/.*libSDL2-2.0.so.0 .*=> //p' | head -1"], capture_output=True, text=True,
            check=True).stdout.strip()
        self.assertTrue(library)
        empty = Path(self.folder) / "empty"
        empty.write_bytes(b"")
        hide = ["unshare", "--mount", "--map-root-user", "sh", "-c", f'mount --bind {empty} {library} && exec "$@"', "sh"]
        self.assertRegex(
            self.line("--display", "window", wrapper=hide, DISPLAY=":4711"),
            r"^star-kiosk: cannot load libSDL2-2.0.so.0: .*file too short; install Debian's package libsdl2-2.0-0$")
