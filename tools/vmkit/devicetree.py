"""A frame buffer that is there when the kernel starts, as a board's firmware leaves it: a node in the device tree.

The stock kernel's simplefb driver makes /dev/fb0 of it, with any depth and any length of rows. Only boards with a
device tree have it: Arm's, not the PC's.
"""

import subprocess
from dataclasses import dataclass


@dataclass(frozen=True)
class FrameBuffer:
    """RGB565 somewhere in RAM, out of the kernel's reach."""

    address: int  # bytes
    width: int    # pixels
    height: int   # rows
    pitch: int    # bytes from one row to the next

    @property
    def length(self):
        """Bytes, in whole pages."""
        return -(-self.pitch * self.height // 4096) * 4096

    @property
    def info(self):
        """As `Screen.framebuffer` names the kernel's fields."""
        return {
            "xres": self.width, "yres": self.height, "line_length": self.pitch, "bits_per_pixel": 16,
            "xoffset": 0, "yoffset": 0, "red.offset": 11, "red.length": 5, "green.offset": 5, "green.length": 6,
            "blue.offset": 0, "blue.length": 5,
        }

    def source(self):
        """The nodes to add: the memory that nobody else may have, and the frame buffer in it."""
        return f"""
/ {{
    reserved-memory {{
        #address-cells = <2>; #size-cells = <2>; ranges;
        framebuffer@{self.address:x} {{ reg = <0 {self.address:#x} 0 {self.length:#x}>; no-map; }};
    }};
    chosen {{
        #address-cells = <2>; #size-cells = <2>; ranges;
        framebuffer@{self.address:x} {{
            compatible = "simple-framebuffer"; format = "r5g6b5";
            reg = <0 {self.address:#x} 0 {self.length:#x}>;
            width = <{self.width}>; height = <{self.height}>; stride = <{self.pitch}>;
        }};
    }};
}};
"""


def write(framebuffer, emulator, folder):
    """The tree of the board that the command `emulator` starts, and the frame buffer; returns the file."""
    dumped, source, tree = (folder / f"board.{suffix}" for suffix in ("qemu", "dts", "dtb"))
    words = list(emulator)
    words[words.index("-M") + 1] += f",dumpdtb={dumped}"
    _run(*words)
    source.write_text(_run("dtc", "-q", "-I", "dtb", "-O", "dts", dumped) + framebuffer.source())
    _run("dtc", "-q", "-I", "dts", "-O", "dtb", "-o", tree, source)
    return tree


def _run(*command):
    try:
        done = subprocess.run([*map(str, command)], text=True, capture_output=True)
    except FileNotFoundError:
        raise FileNotFoundError(f"{command[0]} is missing: apt-get install $(tools/vm --packages)") from None
    if done.returncode:
        raise RuntimeError(f"{command[0]}: {done.stderr.strip() or done.returncode}")
    return done.stdout
