"""star-kiosk's instructions on the arm64 kernel, the kernel's own included, stay within tools/budget-arm.txt."""

import unittest

from kiosk import board_program
from vmkit import count
from vmkit.arch import ARCHS


MOST = 1.15  # limit for a frame of star-kiosk, in frames of the floor
BOOTS = 3    # boots at most, until one is within every limit


class Counts(unittest.TestCase):

    def check(self, display):
        """At least one boot is within every limit.

        The kernel's slabs and the host's threads make boots differ by up to 6 %. Excess of star-kiosk itself
        shows in each boot.
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
        """Describe the counts above their limits."""
        allowed = count.budget()
        excess = [f"{name} {value} for {allowed[name]}"
                  for name, value in counts.lines(display) if value > allowed[name]]
        if counts.ratio > MOST:
            excess.append(f"{counts.ratio:.3f} of the floor for {MOST}")
        return excess

    def test_virtio(self):
        """One buffer, with damage reported to the driver."""
        self.check("virtio")

    def test_bochs(self):
        """Two buffers with page flips."""
        self.check("bochs")


if __name__ == "__main__":
    unittest.main()
