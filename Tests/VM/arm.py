"""The scenarios of the x86-64 machines, on the kernels of Arm boards.

A test module for an architecture is a list of those that it takes:

    globals().update(arm.scenarios("arm64", __name__, screens.Virtio, ...))
"""

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
