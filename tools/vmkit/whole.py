"""The cost of whole programs on the counting machine (count.py): instructions from exec to the first frame, from a touch to its commit,
and in a minute without input, including the kernel's; and memory."""

import re
import subprocess
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from . import panels, parts
from .count import run_time
from .gestures import Gesture
from .machine import REPOSITORY, Machine
from .qemu import VMError

STARS, QUESTION, SAMPLE, CACHED = "stars", "question", "sample", "cached"
_ONE_QUESTION = """[slider]
stars = 5
step = whole

[question service]

[text en]
question service = How was our service?
"""
_SAMPLE_FILE = REPOSITORY / "Samples/kiosk/kiosk.conf"

_STEPS = 100  # of a drag, 10 ms each; the first half warms up
_COMMIT_TIME = "/tmp/commit"


@dataclass(frozen=True)
class Program:
    """A program that draws to /dev/dri/card0."""

    name: str
    words: tuple            # the command; {panel} is the touchscreen's device
    costs: bool = False     # whether it prints at its end what each frame of a touch has cost
    env: dict = field(default_factory=dict)


@dataclass(frozen=True)
class Cost:
    """Instructions, and bytes. The program has been run once before."""

    first_frame: int        # of the process, from exec until its first frame is committed
    idle_minute: int        # of the process
    highest_resident: int   # VmHWM
    private: int            # after a minute without input: Private_Clean and Private_Dirty of smaps_rollup
    touch: int | None = field(default=None)  # of the process, from the wake-up that reads a touch to the commit of its frame


def kiosks(kiosk):
    """Return star-kiosk with stars, with one question, with the sample in two languages, and with the same and a text cache, which its
    first run writes."""
    def program(name, *words, **env):
        return Program(name, (kiosk, "--display", "kms", "--journal", f"/tmp/{name}.sqlite", *words), env=env)

    def survey(name, file, **env):
        return program(name, "--phrases", REPOSITORY / "Sources/Kiosk/Phrases", "--config", f"/out/{file}.conf", **env)

    return [program(STARS, "--step", "continuous"), survey(QUESTION, QUESTION), survey(SAMPLE, SAMPLE),
            survey(CACHED, SAMPLE, CACHE_DIRECTORY="/tmp")]


def starts(arch, display, kiosk):
    """Return the name and the count for each line of the budget of starts."""
    costs, _ = measure(arch, display, kiosks(kiosk))
    return [(budget_name(display, name), cost.first_frame) for name, cost in costs.items()]


def budget_name(display, program):
    """Return what tools/budget-arm.txt calls the start of a program."""
    return f"{display}-{program}-start"


def measure(arch, display, programs, size=(800, 480)):
    """Boot a counting machine. Return {name: Cost}, and {name: the Picture of its first frame}."""
    costs, pictures = {}, {}
    with Machine(display=display, size=size, arch=arch.name, counts=True, boot_timeout=120) as vm:
        library = _library(vm)
        for name, text in ((QUESTION, _ONE_QUESTION), (SAMPLE, _SAMPLE_FILE.read_text())):
            (vm.out / f"{name}.conf").write_text(text)
        panel = panels.panel("type-b", (0, size[0] - 1), (0, size[1] - 1))
        plugged = vm.add_panel(panel.evemu())
        for program in programs:
            words = ["launch", *(str(word).format(panel=plugged) for word in program.words)]
            # The files' pages are then in memory, as on a machine that has been running for a while.
            job = _start(vm, words, library, program.env)
            pictures[program.name] = vm.picture()
            _stop(job)
            costs[program.name] = _cost(vm, program, words, library, plugged, Gesture(panel))
    return costs, pictures


def _cost(vm, program, words, library, plugged, gesture):
    job = _start(vm, words, library, program.env)
    first = int(vm.run(["cat", _COMMIT_TIME], check=True).stdout) - int(job.stdout.split()[0])
    before = run_time(vm, job)
    vm.run("sleep 60", timeout=300, check=True)
    idle = run_time(vm, job) - before
    text = vm.run(f"cat /proc/{job.pid}/status /proc/{job.pid}/smaps_rollup", check=True).stdout
    kilobytes = {name: int(count) for name, count in re.findall(r"^(\w+):\s+(\d+) kB$", text, re.MULTILINE)}
    touch = None
    if program.costs:
        width, height = vm.size
        gesture.press(width // 8, height // 2).move([(width * 7 // 8, height // 2)], steps=_STEPS)
        vm.play(plugged, gesture.take())
        touch = _stop(job)
        vm.play(plugged, gesture.release().take())
    else:
        _stop(job)
    return Cost(first, idle, 1024 * kilobytes["VmHWM"],
                1024 * (kilobytes["Private_Clean"] + kilobytes["Private_Dirty"]), touch)


def _start(vm, words, library, env):
    """Start a program and wait until it rests after its first frame."""
    vm.run(["rm", "-f", _COMMIT_TIME], check=True)
    job = vm.start(words, env={**env, "LD_PRELOAD": library, "COMMIT_TIME": _COMMIT_TIME})
    for _ in range(300):
        if vm.run(["test", "-s", _COMMIT_TIME]).status == 0:
            break
        if not job.running:
            raise VMError(f"{words} ended with {job.status}: {job.stderr}")
        vm.run("sleep 0.2", check=True)
    else:
        raise VMError(f"{words} shows no frame; it said: {job.stderr}")
    # It may still be preparing things that the first frame does not need.
    vm.run("sleep 5", timeout=300, check=True)
    return job


def _stop(job):
    """Stop a program. Return the median cost of its later frames, if it has printed costs."""
    done = job.stop()
    if done.status:
        raise VMError(f"{job.command}: status {done.status}: {done.stderr}")
    costs = [int(line) for line in done.stdout.splitlines()[1:] if line.isdigit()]
    return round(median(costs[len(costs) // 2:])) if costs else None


def _library(vm):
    """Compile commit.c. Return its path in the guest."""
    with tempfile.TemporaryDirectory(dir=vm.folder) as folder:
        library = Path(folder) / "commit.so"
        subprocess.run([parts.TOOLS / "cross", vm.arch.cross, "--c", Path(__file__).with_name("commit.c"), library, "libdrm"],
                       check=True)
        library.rename(vm.out / library.name)
    return f"/out/{library.name}"
