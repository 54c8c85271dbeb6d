"""Exact instruction counts, the kernel's included, on a machine whose clock counts instructions.

With `counts=True` a machine's clock advances by one nanosecond per instruction, so the times that star-kiosk --trace writes
are instruction counts. They say nothing about caches, memory or clock speed and must never be called a time.
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
IMAGE_STEPS = {(start, step): f"image-{start}-{step}" for start in ("first", "later") for step in ("picture", "answer")}

_STEPS = 100  # per drag; the first half warms up
_TRIES = 4  # drags at most, until the host has disturbed neither program's presents
_LIBRARY = 1000  # upper limit for star-kiosk's own instructions of a present, beside the kernel's; it takes about 300


@dataclass(frozen=True)
class Counts:
    """Instruction counts on one kind of screen."""

    drag_frame: int     # from "the panel is readable" to "the present has returned"; see _Frames
    floor_frame: int    # the same for a program that draws nothing
    first_frame: int    # the program's and the kernel's, from exec until it sleeps with its first frame on the screen
    ten_idle_minutes: int  # the program's and the kernel's, in ten minutes without input

    @property
    def ratio(self):
        return self.drag_frame / self.floor_frame

    def lines(self, display):
        """Return the name and the count for each line of the budget: those of star-kiosk."""
        return [(f"{display}-{name.replace('_', '-')}", value) for name, value in vars(self).items() if name != "floor_frame"]


def measure(arch, display, kiosk, size=(800, 480)):
    """Boot a counting machine and count. `kiosk` is the program, built for `arch`."""
    if not arch.cross:
        raise VMError(f"{arch.name}: instructions can be counted on Arm only; use tools/budget (valgrind) on this host")
    with Machine(display=display, size=size, arch=arch.name, counts=True, boot_timeout=120) as vm:
        panel = panels.panel("type-b", (0, size[0] - 1), (0, size[1] - 1))
        plugged = vm.add_panel(panel.evemu())
        words = ["launch", kiosk, "--display", "kms", "--step", "continuous", "--journal", "/tmp/count.sqlite",
                 "--trace", "/tmp/frames"]
        job = _start(vm, words)
        before = run_time(vm, job)
        first = before - int(job.stdout.split()[0])
        vm.run("sleep 600", timeout=120, check=True)  # an idle machine's clock jumps
        idle = run_time(vm, job) - before
        way = "flip" if "2 buffers" in job.stderr else "dirty"
        floor_words = ["launch", build_floor(vm), plugged, way, "8", "140"]
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
    """Start the kiosk and wait until it sleeps with its first frame on the screen."""
    job = vm.start(words)
    job.wait_for("touchscreen /dev/", timeout=60)
    vm.run("sleep 1", check=True)
    return job


def _drag(vm, plugged, gesture, job, size):
    """Press, move across, stop the program while the finger is down, and lift."""
    width, height = size
    gesture.press(width // 8, height // 2).move([(width * 7 // 8, height // 2)], steps=_STEPS)
    vm.play(plugged, gesture.take())
    done = job.stop()
    if done.status:
        raise VMError(f"{job.command}: status {done.status}: {done.stderr}")
    vm.play(plugged, gesture.release().take())


class _Frames:
    """The cost of the frames of some drags: the median before the present, and a present undisturbed by the host.

    A present costs the same in each frame, except that the host may answer before the call returns. The kernel then handles
    the answer at once (2,300 instructions on virtio). The host's other threads decide how often. Therefore the tenth
    percentile of a drag's presents is used, and the least of all drags.
    """

    def __init__(self):
        self.own, self.present = None, None

    def add(self, text):
        """Add a drag. Each line has the times at which the program woke, began to present, and had presented."""
        frames = [tuple(map(int, line.split())) for line in text.splitlines()]
        if len(frames) < _STEPS * 3 // 4:  # a step may join the previous one while a flip is pending
            raise VMError(f"only {len(frames)} frames in a drag of {_STEPS} steps")
        own = median(painted - woken for woken, painted, _ in frames[-_STEPS // 2:])
        presents = [presented - painted for _, painted, presented in frames]
        usual = median(presents)
        presents = sorted(present for present in presents if present > usual // 2)  # without damage nothing is presented
        present = presents[len(presents) // 10]
        self.own = min(own, self.own or own)
        self.present = min(present, self.present or present)

    @property
    def cost(self):
        return round(self.own + self.present)


def run_time(vm, job):
    """Return the instructions (nanoseconds of the counting clock) that a sleeping program has used, in and outside the kernel.

    Waiting for host files or for kernel threads is not included.
    """
    return int(vm.run(["cat", f"/proc/{job.pid}/schedstat"], check=True).stdout.split()[0])


def build_floor(vm):
    """Build the program that draws nothing, linked as star-kiosk is. Return its path in the guest."""
    with tempfile.TemporaryDirectory(dir=vm.folder) as folder:
        program = Path(folder) / "floor"
        subprocess.run([parts.TOOLS / "cross", vm.arch.cross, "--c", Path(__file__).with_name("floor.c"), program,
                        "libdrm", "libevdev"], check=True)
        program.rename(vm.out / "floor")
    return "/out/floor"


def budget():
    """Return the allowed count of each name."""
    lines = (line.split() for line in BUDGET.read_text().splitlines() if line and not line.startswith("#"))
    return {name: int(count) for name, count in lines}


def write_budget(counted):
    """Write budgets 5 % above the counted pairs of name and count. Comments and the budgets of images stay."""
    kept = [line for line in BUDGET.read_text().splitlines() if line.startswith(("#", "image-"))]
    BUDGET.write_text("\n".join(kept + [f"{name} {count + count // 20}" for name, count in counted]) + "\n")
