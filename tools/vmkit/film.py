"""A film of a program's screen in the guest: each frame that the kernel scans out, with its time (film.c)."""

import struct
import subprocess
from dataclasses import dataclass
from pathlib import Path

from . import parts

_HEAD = struct.Struct("<qII")


@dataclass(frozen=True)
class Frame:
    time: float       # seconds of the guest's monotonic clock
    width: int
    height: int
    pixels: bytes     # XRGB8888, without padding between the rows

    def pixel(self, x, y):
        """Return red, green and blue."""
        at = 4 * (y * self.width + x)
        return self.pixels[at + 2], self.pixels[at + 1], self.pixels[at]


def library(vm):
    """Compile film.c. Return its path in the guest."""
    path = vm.out / "film.so"
    if not path.exists():
        subprocess.run([parts.TOOLS / "cross", vm.arch.cross, "--c", Path(__file__).with_name("film.c"), path, "libdrm"], check=True)
    return f"/out/{path.name}"


def size_of_frame(width, height):
    """Return the size of a frame in the film, in bytes."""
    return _HEAD.size + 4 * width * height


def frames(path):
    """Return the frames of a film."""
    data, found, at = Path(path).read_bytes(), [], 0
    while at < len(data):
        time, width, height = _HEAD.unpack_from(data, at)
        at += _HEAD.size
        found.append(Frame(time / 1e9, width, height, data[at:at + 4 * width * height]))
        at += 4 * width * height
    return found
