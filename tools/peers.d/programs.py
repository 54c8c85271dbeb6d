"""The programs that are compared: star-bench and one small program for each library."""

import dataclasses
import json
import re
import subprocess

# Exit status of a peer whose library does not support the workload.
CANNOT = 77
# Exit status of star-bench if the machine was not quiet.
RESTLESS = 3
# Batches that one process measures. Other programs and the host can only delay a batch, so the fastest counts. driver.c has the same number.
BATCHES = 9
FORMATS = ("XRGB8888", "RGB565")
SIDES = (16, 64, 128, 512)
# More sides, in pixels, at which a star is compared with Blend2D's.
MORE_SIDES = (24, 48, 72, 96, 200, 300)


class Failure(Exception):
    """An error message of one line."""


def output(command, may_fail=()):
    """Run a command and return its standard output, or None if the exit status is one of `may_fail`."""
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode in may_fail:
        return None
    if done.returncode != 0:
        raise Failure(f"{' '.join(map(str, command))} exited with {done.returncode}: {done.stderr.strip()[-400:]}")
    return done.stdout


@dataclasses.dataclass(frozen=True)
class Workload:
    """One workload for all programs."""

    # raster, drag, many, path, screen or line
    kind: str
    # Side of a raster's star or of a path's logo, in pixels.
    side: int | None
    pixel_format: str
    # The part of a screen.
    part: str | None = None

    @property
    def words(self):
        """The name in all results, such as "raster 64"."""
        more = self.part or self.side
        return self.kind if more is None else f"{self.kind} {more}"

    @property
    def name(self):
        return self.words + ("" if self.pixel_format == FORMATS[0] else " " + self.pixel_format)

    @property
    def file(self):
        return f"{self.pixel_format}-{self.words.replace(' ', '-')}.ppm"


WORKLOADS = [
    Workload(kind, side, pixel_format)
    for pixel_format in FORMATS
    for kind, side in [("raster", side) for side in SIDES] + [("drag", None), ("many", None)]
]
MORE_WORKLOADS = [Workload("raster", side, FORMATS[0]) for side in MORE_SIDES]
# A logo of curves, for libraries that have curves.
PATHS = [Workload("path", side, FORMATS[0]) for side in (64, 128, 512)]
PATH_PEERS = ("freetype", "blend2d")
# Whole screens of a kiosk, and a button of one, for libraries that have widgets.
PARTS = ("question", "reasons", "button")
SCREENS = [Workload("screen", None, pixel_format, part) for pixel_format in FORMATS for part in PARTS]
SCREEN_PEERS = ("lvgl",)
# A line of text of 40 px, for libraries that have curves. driver.h names the same font.
LINE = Workload("line", None, FORMATS[0])
LINE_FONT = "/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf"


class Ours:
    """star-bench, which also runs its floors."""

    name = "star-slider"

    def __init__(self, program):
        self.program = program

    def report(self, *words):
        """Run and return the JSON. The caller judges reliability over all runs."""
        command = [str(self.program), *map(str, words), "--json", "-"]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        if done.returncode not in (0, RESTLESS):
            raise Failure(f"{' '.join(command)} exited with {done.returncode}: {done.stderr.strip()[-400:]}")
        return json.loads(done.stdout)

    def write_pictures(self, prefix, *words):
        """Write each workload's picture as PREFIX-NAME.ppm."""
        output([self.program, "--picture", prefix, *words])

    def words(self, workload):
        sides = [] if workload.side is None else ["--sides", str(workload.side)]
        parts = [] if workload.part is None else ["--parts", workload.part]
        # Peers mix encoded values and do not dither.
        blending = ["--blending", "encoded"] if workload.kind in ("raster", "path", "line") else []
        font = ["--font", LINE_FONT] if workload == LINE else []
        return ["--workload", workload.kind, *sides, *parts, *blending, *font, "--format", workload.pixel_format]

    def batch(self, workload):
        """Return {"": nanoseconds, "floor": nanoseconds, ...} of the workload and of its floors and stages: the fastest of BATCHES."""
        results = self.report(*self.words(workload), "--batches", BATCHES)["results"]
        return {result["name"].removeprefix(workload.words).strip(" ,"): min(result["batches_ns"]) for result in results}

    def count_command(self, workload, count):
        return [self.program, *self.words(workload), f"--count={count}"]


class Peer:
    """A program of tools/peers.d/driver.c and one library."""

    def __init__(self, program):
        self.program = program
        self.name = program.name
        self.version = output([program, "version"]).strip()

    def ask(self, command, pixel_format, words, *rest):
        """Return standard output, or None if the library does not support the workload."""
        return output([self.program, command, pixel_format, *words.split(), *rest], may_fail=(CANNOT,))

    def batch(self, workload):
        text = self.ask("time", workload.pixel_format, workload.words)
        return None if text is None else float(text)

    def count_command(self, workload, count):
        return [self.program, "count", workload.pixel_format, *workload.words.split(), count]


def instructions(command):
    """Return callgrind's count for a command, or None if the library does not support the workload."""
    words = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *map(str, command)]
    done = subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    found = re.search(r"Collected : (\d+)", done.stderr)
    if done.returncode == CANNOT:
        return None
    if done.returncode != 0 or not found:
        raise Failure(f"{' '.join(words)} exited with {done.returncode}: {done.stderr[-400:]}")
    return int(found.group(1))


def instructions_each(command_of, repetitions):
    """Return the instructions of one repetition, without the set-up. `command_of` returns the command for
    a number of repetitions."""
    nothing = instructions(command_of(0))
    if nothing is None:
        return None
    return round((instructions(command_of(repetitions)) - nothing) / repetitions)
