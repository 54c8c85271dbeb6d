"""A framebuffer that exists when the kernel starts, as a board's firmware sets it up: a node in the device tree.

The stock kernel's simplefb driver exposes it as /dev/fb0, with any depth and any pitch. Only boards with a
device tree have it: Arm boards, not PCs.
"""

import subprocess
from dataclasses import dataclass


@dataclass(frozen=True)
class FrameBuffer:
    """An RGB565 framebuffer in reserved RAM."""

    address: int  # bytes
    width: int    # pixels
    height: int   # rows
    pitch: int    # bytes from one row to the next

    @property
    def length(self):
        """Size in bytes, rounded up to whole pages."""
        return -(-self.pitch * self.height // 4096) * 4096

    @property
    def info(self):
        """The fields of `Screen.framebuffer`."""
        return {
            "xres": self.width, "yres": self.height, "line_length": self.pitch, "bits_per_pixel": 16,
            "xoffset": 0, "yoffset": 0, "red.offset": 11, "red.length": 5, "green.offset": 5, "green.length": 6,
            "blue.offset": 0, "blue.length": 5,
        }

    def source(self):
        """Return the nodes to add: the reserved memory, and the framebuffer in it."""
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
    """Write the device tree of the board that the command `emulator` starts, with the framebuffer. Return the file."""
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
