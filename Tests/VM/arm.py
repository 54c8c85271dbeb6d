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
    """What the program keeps for itself, 800x480, by smaps_rollup: below 2 MB while it waits for somebody, whoever shares a page.

    Private_Dirty are heap with the tiles, stack, data, relocations; Private_Clean are pages of program and libraries that nobody
    else happens to run, on these machines all of SQLite's and of the C library's. What only the start needed of those is gone when
    the first picture is there; what a rating needs comes back with it. This terminal has no words, so the libraries for text
    are not there at all. The screen's dumb buffers are the driver's memory; the kernel counts such mappings nowhere in smaps.
    """

    # Kilobytes.
    WAITING = 2048
    RATED = 3072

    def test_private_memory(self):
        finger = self.add_finger()
        job = self.start_kiosk("--display", "kms")
        waiting = self.private(job)
        finger.press(1)
        finger.move(5)
        finger.lift()
        self.assert_stars(5, thanks=True)
        rated = self.private(job)
        self.assertLessEqual(waiting, self.WAITING)
        self.assertLessEqual(rated, self.RATED)

    def private(self, job):
        rollup = self.vm.run(f"cat /proc/{job.pid}/smaps_rollup", check=True).stdout
        pages = {name: int(count) for name, count in re.findall(r"^(\w+): +(\d+) kB$", rollup, re.MULTILINE)}
        return pages["Private_Dirty"] + pages["Private_Clean"]
