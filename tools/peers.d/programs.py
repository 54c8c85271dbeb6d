"""The programs that are compared: star-bench and one small program for each library."""

import dataclasses
import json
import re
import subprocess

# Exit status of a peer whose library cannot do what was asked.
CANNOT = 77
# Exit status of star-bench where it has measured, but found the machine restless.
RESTLESS = 3
FORMATS = ("XRGB8888", "RGB565")
SIDES = (16, 64, 128, 512)


class Failure(Exception):
    """One line for standard error."""


def output(command, may_fail=()):
    """Standard output, or None where the exit status is one of `may_fail`."""
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode in may_fail:
        return None
    if done.returncode != 0:
        raise Failure(f"{' '.join(map(str, command))} ended with {done.returncode}: {done.stderr.strip()[-400:]}")
    return done.stdout


@dataclasses.dataclass(frozen=True)
class Workload:
    """What all are asked to draw."""

    # raster, drag or many
    kind: str
    # Of a raster's star, pixels.
    side: int | None
    pixel_format: str

    @property
    def words(self):
        """As in "raster 64": the kind's name in all results."""
        return self.kind if self.side is None else f"{self.kind} {self.side}"

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


class Ours:
    """star-bench as one of many. It runs its floors beside."""

    name = "star-slider"

    def __init__(self, program):
        self.program = program

    def report(self, *words):
        """The JSON of a run; whether it can be trusted is judged over all runs, by the caller."""
        command = [str(self.program), *map(str, words), "--json", "-"]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        if done.returncode not in (0, RESTLESS):
            raise Failure(f"{' '.join(command)} ended with {done.returncode}: {done.stderr.strip()[-400:]}")
        return json.loads(done.stdout)

    def write_pictures(self, prefix, *words):
        """Writes each workload's picture as PREFIX-NAME.ppm."""
        output([self.program, "--picture", prefix, *words])

    def words(self, workload):
        sides = [] if workload.side is None else ["--sides", str(workload.side)]
        return ["--workload", workload.kind, *sides, "--format", workload.pixel_format]

    def batch(self, workload):
        """{"": nanoseconds, "floor": nanoseconds, ...}: the workload's own, and those of what is measured beside it."""
        results = self.report(*self.words(workload), "--batches", "1")["results"]
        return {result["name"].removeprefix(workload.words).strip(" ,"): result["median_ns"] for result in results}

    def count_command(self, workload, count):
        return [self.program, *self.words(workload), f"--count={count}"]


class Peer:
    """tools/peers.d/driver.c with a library."""

    def __init__(self, program):
        self.program = program
        self.name = program.name
        self.version = output([program, "version"]).strip()

    def ask(self, command, pixel_format, words, *rest):
        """Standard output, or None where the library cannot."""
        return output([self.program, command, pixel_format, *words.split(), *rest], may_fail=(CANNOT,))

    def batch(self, workload):
        text = self.ask("time", workload.pixel_format, workload.words)
        return None if text is None else float(text)

    def count_command(self, workload, count):
        return [self.program, "count", workload.pixel_format, *workload.words.split(), count]


def instructions(command):
    """What callgrind counts for a command, all of it; None where the library cannot."""
    words = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *map(str, command)]
    done = subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    found = re.search(r"Collected : (\d+)", done.stderr)
    if done.returncode == CANNOT:
        return None
    if done.returncode != 0 or not found:
        raise Failure(f"{' '.join(words)} ended with {done.returncode}: {done.stderr[-400:]}")
    return int(found.group(1))


def instructions_each(command_of, repetitions):
    """Instructions of one repetition: the difference to none, so that setting up does not count. `command_of` says how
    a number of repetitions is run."""
    nothing = instructions(command_of(0))
    if nothing is None:
        return None
    return round((instructions(command_of(repetitions)) - nothing) / repetitions)
