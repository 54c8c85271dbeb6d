"""The scenarios of the x86-64 machines, on the kernels of Arm boards.

A test module for an architecture is a list of those that it takes:

    globals().update(arm.scenarios("arm64", __name__, screens.Virtio, ...))
"""

import re

from kiosk import KioskCase
from test_kiosk_screens import Visits


def scenarios(arch, module, *cases):
    """The test cases again, by the same names, on machines of `arch`."""
    return {case.__name__: type(case.__name__, (case,), {"arch": arch, "__module__": module}) for case in cases}


class Simplefb(Visits):
    """A frame buffer that the firmware left: RGB565, and rows that are no multiple of 16 bytes."""

    display = "simplefb"
    pixels = "RGB565"

    def test_by_itself(self):
        self.visit(name=r"^fbdev:/dev/fb0 800x480 RGB565")


class Memory(KioskCase):
    """What the program keeps for itself, 800x480, after a rating.

    Counted are the pages that no other process shares (Private_Clean and Private_Dirty of smaps_rollup): its heap, stack,
    tiles, relocated data, and the pages of program and libraries that only it uses here. The screen's dumb buffers are the
    driver's memory and not among them; the kernel does not count such mappings.
    """

    MOST = 2048  # kilobytes

    def test_private_memory(self):
        finger = self.add_finger()
        job = self.start_kiosk("--display", "kms")
        finger.press(1)
        finger.move(5)
        finger.lift()
        self.assert_stars(5, thanks=True)
        rollup = self.vm.run(f"cat /proc/{job.pid}/smaps_rollup", check=True).stdout
        kilobytes = {name: int(count) for name, count in re.findall(r"^(\w+): +(\d+) kB$", rollup, re.MULTILINE)}
        self.assertLessEqual(kilobytes["Private_Clean"] + kilobytes["Private_Dirty"], self.MOST, rollup)
