"""The kiosk under test: built, started on a machine, touched, and what must be on its screen.

    class Rating(KioskCase):
        display = "bochs"

        def test_tap(self):
            kiosk = self.start_kiosk()
            finger = self.add_finger()
            finger.press(4)
            self.assert_stars(4)

Values are in stars; `None` is the empty row. Everything below is computed here or drawn by `starctl preview`
in memory, so the program's own idea of the screen is never its own judge.
"""

import functools
import json
import os
import re
import subprocess
import tempfile
import time
from pathlib import Path

from machines import REPOSITORY, MachineCase
from vmkit import panels
from vmkit.arch import ARCHS
from vmkit.gestures import Gesture
from vmkit.picture import Picture

STARS, SPACING = 5, 5
THANKS = 1.5  # seconds
OUTSIDE = "outside"  # a place for a finger: above the row and its slop


@functools.cache
def board_program(name, cross, *words):
    """A product of this repository as a board or a PC gets it: built by tools/cross for the architecture that it calls so."""
    command = ["nice", REPOSITORY / "tools/cross", cross, *words, "--product", name]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise AssertionError(f"{name} does not build for {cross}:\n{done.stderr[-4000:]}")
    return Path(done.stdout.strip())


@functools.cache
def starctl():
    """The maintainer's program, which runs on this host only; built as tools/test builds it, when a source is newer."""
    words = ["swift", "build", "-c", "release", "-Xswiftc", "-enable-testing", "--product", "starctl"]
    path = REPOSITORY / ".build/release/starctl"
    if not path.exists() or path.stat().st_mtime < _newest_source():
        done = subprocess.run(["nice", *words], cwd=REPOSITORY, capture_output=True, text=True)
        if done.returncode:
            raise AssertionError(f"starctl does not build:\n{done.stdout[-4000:]}{done.stderr}")
        os.utime(path)  # nothing to link is up to date, too
    return path.resolve()


def _newest_source():
    files = [path for path in (REPOSITORY / "Sources").rglob("*") if path.is_file()]
    return max(path.stat().st_mtime for path in [REPOSITORY / "Package.swift", *files])


@functools.cache
def preview(size, value, thanks, *options):
    """The picture that must be on a screen, as `starctl preview` draws it in memory."""
    words = [starctl(), "preview", "--size", "%dx%d" % size, *options]
    if value is not None:
        words += ["--value", value]
    if thanks:
        words += ["--thanks"]
    with tempfile.NamedTemporaryFile(suffix=".png") as file:
        subprocess.run([*map(str, words), "--output", file.name], check=True)
        return Picture.from_png(Path(file.name).read_bytes())


def exported(journal):
    """The journal's answers, as `starctl export` reads them on this host: JSON lines."""
    done = subprocess.run([starctl(), "export", "--format", "jsonl", "--journal", journal],
                          capture_output=True, text=True)
    if done.returncode:
        raise AssertionError(done.stderr)
    return done.stdout


def stars(lines):
    return [json.loads(line)["stars"] for line in lines.splitlines()]


class Finger:
    """One finger on a panel of the guest. It stays where it is until told otherwise."""

    def __init__(self, vm, panel, size, rotation):
        self.vm, self.panel, self.size, self.rotation = vm, panel, size, rotation
        self.plugged = vm.add_panel(panel.evemu())
        self.gesture = Gesture(panel)

    def at(self, place):
        """Where a value (or OUTSIDE) is, in the panel's units: the middle of its half star."""
        width, height = self.size if self.rotation % 180 == 0 else self.size[::-1]
        margin = width // 26
        cell = (width - 2 * margin - SPACING * (STARS - 1)) / STARS
        value = 3 if place is OUTSIDE else place
        index = int(value) if value % 1 else int(value) - 1
        x = margin + index * (cell + SPACING) + cell * (0.25 if value % 1 else 0.75)
        y = 2 if place is OUTSIDE else height / 2
        x, y = {0: (x, y), 90: (height - 1 - y, x), 180: (width - 1 - x, height - 1 - y),
                270: (y, width - 1 - x)}[self.rotation]
        axes = {code: (low, high) for code, low, high in self.panel.axes}
        x_code, y_code = (panels.ABS_X, panels.ABS_Y) if self.panel.kind == "single" else (
            panels.ABS_MT_POSITION_X, panels.ABS_MT_POSITION_Y)
        return tuple(low + round(pixel * (high - low) / (side - 1))
                     for pixel, side, (low, high) in zip((x, y), self.size, (axes[x_code], axes[y_code])))

    def press(self, place):
        self.gesture.press(*self.at(place))
        self.play()

    def move(self, *places, steps=6):
        self.gesture.move([self.at(place) for place in places], steps)
        self.play()

    def lift(self):
        self.gesture.release()
        self.play()

    def tap(self, place):
        self.gesture.tap(*self.at(place))
        self.play()

    def play(self):
        self.vm.play(self.plugged, self.gesture.take())

    def unplug(self):
        self.vm.remove_panel(self.plugged)


class KioskCase(MachineCase):
    """Scenarios with a kiosk on one kind of machine."""

    pixels = "XRGB8888"   # what the kiosk is expected to draw in
    rotation = 0
    journals = 0

    @property
    def kiosk(self):
        """The program, for this machine's architecture."""
        return board_program("star-kiosk", ARCHS[self.arch].cross or "x86_64")

    def start_kiosk(self, *options, journal=None, touched=True, **where):
        """The kiosk with half steps, once its first picture is on the screen and it listens to its panel."""
        job = self.vm.start(self.kiosk_command(*options, journal=journal), **where)
        job.wait_for("drawing to ")
        if touched:
            job.wait_for("touched by ")
        self.assert_stars(None)
        return job

    def kiosk_command(self, *options, journal=None):
        if journal is None:
            KioskCase.journals += 1
            journal = f"/out/journal-{KioskCase.journals}.sqlite"
        self.journal = journal
        return [self.kiosk, "--step", "half", "--journal", journal, "--rotate", self.rotation, *options]

    def add_finger(self, panel=None, kind=Finger):
        panel = panel or panels.panel("type-b", (0, self.size[0] - 1), (0, self.size[1] - 1))
        return kind(self.vm, panel, self.size, self.rotation)

    def stars_picture(self, value, thanks=False):
        return preview(self.size, value, thanks, "--format", self.pixels, "--rotate", self.rotation,
                       "--stars", STARS, "--step", "half")

    def assert_stars(self, value, thanks=False, timeout=5):
        """The screen shows exactly this value, to the last bit of every pixel."""
        self.assert_shows(self.stars_picture(value, thanks), timeout)

    def assert_answers(self, job, values):
        """Standard output and the journal hold exactly these answers, in this order."""
        self.assertEqual(stars(job.stdout), values)
        self.assertEqual(exported(self.vm.out / Path(self.journal).name), job.stdout)

    def exported_in_guest(self, journal):
        """The answers of a journal that lies on a file system of the guest's own."""
        KioskCase.journals += 1
        copy = f"copy-{KioskCase.journals}.sqlite"
        self.vm.run(f'for part in {journal}*; do cp $part /out/{copy}"${{part#{journal}}}"; done', check=True)
        return exported(self.vm.out / copy)

    def write_on_console(self, number=1):
        """Switch to a console, write there with the cursor off, and return the picture of it."""
        self.vm.chvt(number)
        self.vm.reset_console(f"/dev/tty{number}")
        self.vm.run(rf"printf '\033c\033[?25lconsole {number}\n' > /dev/tty{number}", check=True)
        blank = Picture.solid(*self.size, (0, 0, 0))
        return self.vm.wait_for_picture(lambda picture: picture != blank and self.is_still(picture))

    def is_still(self, picture):
        time.sleep(0.2)  # the console draws when it gets to it
        return picture == self.vm.picture()

    def assert_console(self, text):
        """The console is as it was before the kiosk, in its modes and on the screen."""
        self.assertEqual(self.vm.console(), ("text", "auto", 1))
        self.assert_shows(text)

    def drawing_to(self, job):
        return re.search(r"drawing to (.*)", job.stderr).group(1)
