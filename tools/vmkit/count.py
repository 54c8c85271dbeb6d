"""Exact numbers of instructions, the kernel's included, on a machine whose clock counts them.

A machine with `counts=True` lets its clock go on by a nanosecond for each instruction, so what star-kiosk --trace writes
down as moments are instructions. They say nothing of caches, memory or clock speed: they are never a time.
"""

import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from . import panels, parts
from .gestures import Gesture
from .machine import Machine
from .qemu import VMError

DISPLAYS = ("virtio", "bochs")  # one buffer and its damage; two buffers that are flipped
BUDGET = parts.TOOLS / "budget-arm.txt"

_STEPS = 100  # of a drag; the first half warms up
_TRIES = 4  # drags, at most, until the host disturbs neither program's presents
_LIBRARY = 1000  # more instructions than that a present does not take in star-kiosk beside the kernel's; some 300 it does


@dataclass(frozen=True)
class Counts:
    """Instructions on one kind of screen."""

    drag_frame: int     # from "the panel is readable" to "the present has returned"; see _Frames
    floor_frame: int    # the same of a program that draws nothing
    first_frame: int    # the program's, kernel and all, from exec until it sleeps with its first frame on the screen
    idle_minute: int    # the program's, kernel and all, in a minute in which nothing happens

    @property
    def ratio(self):
        return self.drag_frame / self.floor_frame

    def lines(self, display):
        """Name and count, as the budget has them."""
        return [(f"{display}-{name.replace('_', '-')}", value) for name, value in vars(self).items()]


def measure(arch, display, kiosk, size=(800, 480)):
    """Boot a counting machine and count; `kiosk` is the program, built for `arch`."""
    if not arch.cross:
        raise VMError(f"{arch.name}: instructions are counted on Arm; there is valgrind for this host (tools/budget)")
    with Machine(display=display, size=size, arch=arch.name, counts=True, boot_timeout=120) as vm:
        panel = panels.panel("type-b", (0, size[0] - 1), (0, size[1] - 1))
        plugged = vm.add_panel(panel.evemu())
        words = ["launch", kiosk, "--display", "kms", "--step", "continuous", "--journal", "/tmp/count.sqlite",
                 "--trace", "/tmp/frames"]
        job = _start(vm, words)
        before = _run_time(vm, job)
        first = before - int(job.stdout.split()[0])
        vm.run("sleep 60", timeout=120, check=True)
        idle = _run_time(vm, job) - before
        way = "flip" if "2 buffers" in job.stderr else "dirty"
        floor_words = ["launch", _floor(vm), plugged, way, "8", "140"]
        ours, theirs = _Frames(), _Frames()
        for _ in range(_TRIES):
            _drag(vm, plugged, Gesture(panel), job or _start(vm, words), size)
            job = None
            ours.add(vm.run(["cat", "/tmp/frames"], check=True).stdout)
            floor = vm.start(floor_words)
            floor.wait_for("ready")
            _drag(vm, plugged, Gesture(panel), floor, size)
            theirs.add(floor.stdout.partition("ready\n")[2])
            if abs(ours.present - theirs.present) < _LIBRARY:
                break
        return Counts(ours.cost, theirs.cost, first, idle)


def _start(vm, words):
    """The terminal, asleep with its first frame on the screen."""
    job = vm.start(words)
    job.wait_for("touched by ", timeout=60)
    vm.run("sleep 1", check=True)
    return job


def _drag(vm, plugged, gesture, job, size):
    """Press, move across, end the program while the finger is down, and lift."""
    width, height = size
    gesture.press(width // 8, height // 2).move([(width * 7 // 8, height // 2)], steps=_STEPS)
    vm.play(plugged, gesture.take())
    done = job.stop()
    if done.status:
        raise VMError(f"{job.command}: status {done.status}: {done.stderr}")
    vm.play(plugged, gesture.release().take())


class _Frames:
    """What the frames of some drags cost: the median of what comes before the present, and a present without the host.

    A present is the same in each frame, but for the host: where the answer of its screen comes before the call returns, the
    kernel takes it in at once (2,300 instructions on virtio). How often, the host's other threads decide. So of a drag's
    presents the tenth of a hundred is taken, from below, and of all drags the least of those.
    """

    def __init__(self):
        self.own, self.present = None, None

    def add(self, text):
        """A drag more; a line has the moments when the program woke, when it presented, and when that was done."""
        frames = [tuple(map(int, line.split())) for line in text.splitlines()]
        if len(frames) < _STEPS * 3 // 4:  # a step may join the one before while a flip is under way
            raise VMError(f"only {len(frames)} frames in a drag of {_STEPS} steps")
        own = median(painted - woken for woken, painted, _ in frames[-_STEPS // 2:])
        presents = [presented - painted for _, painted, presented in frames]
        usual = median(presents)
        presents = sorted(present for present in presents if present > usual // 2)  # no pixel differs: nothing is presented
        present = presents[len(presents) // 10]
        self.own = min(own, self.own or own)
        self.present = min(present, self.present or present)

    @property
    def cost(self):
        return round(self.own + self.present)


def _run_time(vm, job):
    """Nanoseconds, that is, instructions, that a sleeping program has had so far, in the kernel and out of it.

    What it waited for (files of the host, a worker of the kernel) is not among them: waiting is no instruction.
    """
    return int(vm.run(["cat", f"/proc/{job.pid}/schedstat"], check=True).stdout.split()[0])


def _floor(vm):
    """The program that draws nothing, linked as star-kiosk is; its place in the guest."""
    with tempfile.TemporaryDirectory(dir=vm.folder) as folder:
        program = Path(folder) / "floor"
        subprocess.run([parts.TOOLS / "cross", vm.arch.cross, "--c", Path(__file__).with_name("floor.c"), program,
                        "libdrm", "libevdev"], check=True)
        program.rename(vm.out / "floor")
    return "/out/floor"


def budget():
    """What is allowed: names to counts."""
    lines = (line.split() for line in BUDGET.read_text().splitlines() if line and not line.startswith("#"))
    return {name: int(count) for name, count in lines}


def write_budget(counted):
    """5 % above what was counted, pairs of a name and a count; the comments stay."""
    comments = [line for line in BUDGET.read_text().splitlines() if line.startswith("#")]
    BUDGET.write_text("\n".join(comments + [f"{name} {count + count // 20}" for name, count in counted]) + "\n")
