"""The kiosk under test: building, starting, touching it, and its expected pictures.

    class Rating(KioskCase):
        display = "bochs"

        def test_tap(self):
            kiosk = self.start_kiosk()
            finger = self.add_finger()
            finger.press(4)
            self.assert_stars(4)

Values are in stars; `None` is the empty row. Expected pictures are computed here or drawn by `starctl preview`
in memory, so the program never judges its own screen.
"""

import functools
import json
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
OUTSIDE = "outside"  # a position above the row and its slop


@functools.cache
def board_program(name, cross, *words):
    """Build a product of this repository for a board or a PC with tools/cross. Return its path."""
    command = [REPOSITORY / "tools/cross", cross, *words, "--product", name]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise AssertionError(f"{name} does not build for {cross}:\n{done.stderr[-4000:]}")
    return Path(done.stdout.strip())


@functools.cache
def starctl():
    """Build starctl for this host with the flags of tools/test if a source is newer. Return its path."""
    words = ["swift", "build", "-c", "release", "-Xswiftc", "-enable-testing", "--product", "starctl"]
    path, stamp = REPOSITORY / ".build/release/starctl", REPOSITORY / ".build/starctl.current"
    if not path.exists() or not stamp.exists() or stamp.stat().st_mtime < _newest_source():
        done = subprocess.run(words, cwd=REPOSITORY, capture_output=True, text=True)
        if done.returncode:
            raise AssertionError(f"starctl does not build:\n{done.stdout[-4000:]}{done.stderr}")
        # The program itself must not be touched: the next `swift build` would link it again while other steps run it.
        stamp.touch()
    return path.resolve()


def _newest_source():
    files = [path for path in (REPOSITORY / "Sources").rglob("*") if path.is_file()]
    return max(path.stat().st_mtime for path in [REPOSITORY / "Package.swift", *files])


@functools.cache
def preview(size, value, thanks, *options):
    """Return the expected picture, drawn by `starctl preview` in memory."""
    words = [starctl(), "preview", "--size", "%dx%d" % size, *options]
    if value is not None:
        words += ["--value", value]
    if thanks:
        words += ["--thanks"]
    with tempfile.NamedTemporaryFile(suffix=".png") as file:
        subprocess.run([*map(str, words), "--output", file.name], check=True)
        return Picture.from_png(Path(file.name).read_bytes())


def exported(journal):
    """Return the journal's answers as JSON lines, read by `starctl export` on this host."""
    done = subprocess.run([starctl(), "export", "--format", "jsonl", "--journal", journal],
                          capture_output=True, text=True)
    if done.returncode:
        raise AssertionError(done.stderr)
    return done.stdout


def stars(lines):
    return [json.loads(line)["stars"] for line in lines.splitlines()]


class Finger:
    """One finger on a panel of the guest. It stays where it is until the next call."""

    def __init__(self, vm, panel, size, rotation):
        self.vm, self.panel, self.size, self.rotation = vm, panel, size, rotation
        self.plugged = vm.add_panel(panel.evemu())
        self.gesture = Gesture(panel)

    def at(self, place):
        """Return the position of a value (or OUTSIDE) in the panel's units: the middle of its half star."""
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
        """Tap as slowly as a hand: the kiosk drops an answer within 100 ms of another.

        evemu-play does not wait between events of the first second.
        """
        self.gesture.wait(1).tap(*self.at(place), hold=0.12)
        self.play()

    def play(self):
        self.vm.play(self.plugged, self.gesture.take())

    def unplug(self):
        self.vm.remove_panel(self.plugged)


class KioskCase(MachineCase):
    """Scenarios with a kiosk on one kind of machine."""

    pixels = "XRGB8888"   # the expected pixel format
    rotation = 0
    journals = 0

    @property
    def kiosk(self):
        """Return the program for this machine's architecture."""
        return board_program("star-kiosk", ARCHS[self.arch].cross or "x86_64")

    def start_kiosk(self, *options, journal=None, touched=True, **where):
        """Start the kiosk with half steps. Wait for its first picture and until it reads its panel."""
        job = self.vm.start(self.kiosk_command(*options, journal=journal), **where)
        job.wait_for("drawing to ")
        if touched:
            job.wait_for("touchscreen /dev/")
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

    def assert_stars(self, value, thanks=False, timeout=20):
        """Check that the screen shows exactly this value, bit for bit."""
        self.assert_shows(self.stars_picture(value, thanks), timeout)

    def assert_answers(self, job, values):
        """Check that standard output and the journal contain exactly these answers, in this order."""
        self.assertEqual(stars(job.stdout), values)
        self.assertEqual(exported(self.vm.out / Path(self.journal).name), job.stdout)

    def exported_in_guest(self, journal):
        """Return the answers of a journal on the guest's own file system."""
        KioskCase.journals += 1
        copy = f"copy-{KioskCase.journals}.sqlite"
        self.vm.run(f'for part in {journal}*; do cp $part /out/{copy}"${{part#{journal}}}"; done', check=True)
        return exported(self.vm.out / copy)

    def write_on_console(self, number=1):
        """Switch to a console, write to it without a cursor, and return its picture."""
        self.vm.chvt(number)
        self.vm.reset_console(f"/dev/tty{number}")
        self.vm.run(rf"printf '\033c\033[?25lconsole {number}\n' > /dev/tty{number}", check=True)
        blank = Picture.solid(*self.size, (0, 0, 0))
        return self.vm.wait_for_picture(lambda picture: picture != blank and self.is_still(picture))

    def is_still(self, picture):
        time.sleep(0.2)  # the console draws asynchronously
        return picture == self.vm.picture()

    def assert_console(self, text):
        """Check that the console's modes and picture are as before the kiosk."""
        self.assertEqual(self.vm.console(), ("text", "auto", 1))
        self.assert_shows(text)

    def wakeups(self, job):
        """Return how often each thread has slept, and its run time in clock ticks."""
        return self.vm.run(f"cd /proc/{job.pid}/task; grep ^voluntary */status; cut -d' ' -f14,15 */stat",
                           check=True).stdout

    def drawing_to(self, job):
        return re.search(r"drawing to (.*)", job.stderr).group(1)
