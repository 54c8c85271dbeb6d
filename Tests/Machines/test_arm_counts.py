"""star-kiosk's instructions on the arm64 kernel, the kernel's own included, stay within tools/budget-arm.txt."""

import unittest

from kiosk import board_program
from vmkit import count
from vmkit.arch import ARCHS


MOST = 1.15  # of a frame of the floor's, for one of star-kiosk's
BOOTS = 3    # at most, for one that is within every limit


class Counts(unittest.TestCase):

    def check(self, display):
        """One boot is within every limit.

        The kernel's slabs and the host's threads cost a boot up to 6 % more than another; what star-kiosk itself takes too
        much, it takes in each.
        """
        arch = ARCHS["arm64"]
        kiosk = board_program("star-kiosk", arch.cross)
        boots = []
        for _ in range(BOOTS):
            boots.append(self.excess(display, count.measure(arch, display, kiosk)))
            if not boots[-1]:
                return
        self.fail("; ".join(f"boot {number}: {', '.join(excess)}" for number, excess in enumerate(boots, 1)))

    def excess(self, display, counts):
        """What is above its limit, in words."""
        allowed = count.budget()
        excess = [f"{name} {value} for {allowed[name]}"
                  for name, value in counts.lines(display) if value > allowed[name]]
        if counts.ratio > MOST:
            excess.append(f"{counts.ratio:.3f} of the floor for {MOST}")
        return excess

    def test_virtio(self):
        """One buffer, and its damage told to the driver."""
        self.check("virtio")

    def test_bochs(self):
        """Two buffers that are flipped."""
        self.check("bochs")


if __name__ == "__main__":
    unittest.main()
