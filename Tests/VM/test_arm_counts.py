"""star-kiosk's instructions on the arm64 kernel, the kernel's own included, stay within tools/budget-arm.txt."""

import unittest

from kiosk import board_program
from vmkit import count
from vmkit.arch import ARCHS


MOST = 1.15  # of a frame of the floor's, for one of star-kiosk's


class Counts(unittest.TestCase):

    def check(self, display):
        arch = ARCHS["arm64"]
        kiosk = board_program("star-kiosk", arch.cross)
        counts = count.measure(arch, display, kiosk)
        if counts.ratio > MOST:  # the kernel's slabs cost one or the other 3 % in some boots
            counts = count.measure(arch, display, kiosk)
        allowed = count.budget()
        for name, value in counts.lines(display):
            with self.subTest(name):
                self.assertLessEqual(value, allowed[name])
        with self.subTest("beside the floor"):
            self.assertLessEqual(counts.ratio, MOST)

    def test_virtio(self):
        """One buffer, and its damage told to the driver."""
        self.check("virtio")

    def test_bochs(self):
        """Two buffers that are flipped."""
        self.check("bochs")


if __name__ == "__main__":
    unittest.main()
