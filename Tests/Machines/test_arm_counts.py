"""star-kiosk's instructions on the arm64 kernel, the kernel's own included, stay within tools/budget-arm.txt."""

import unittest

from kiosk import board_program
from vmkit import count, whole
from vmkit.arch import ARCHS


MOST = 1.15  # limit for a frame of star-kiosk, in frames of the floor
BOOTS = 3    # boots at most, until one is within every limit


class Counts(unittest.TestCase):

    def check(self, measure):
        """At least one boot is within every limit. `measure` returns the excess of one boot of the machine with the program.

        The kernel's slabs and the host's threads make boots differ by up to 6 %. Excess of star-kiosk itself
        shows in each boot.
        """
        arch = ARCHS["arm64"]
        kiosk = board_program("star-kiosk", arch.cross)
        boots = []
        for _ in range(BOOTS):
            boots.append(measure(arch, kiosk))
            if not boots[-1]:
                return
        self.fail("; ".join(f"boot {number}: {', '.join(excess)}" for number, excess in enumerate(boots, 1)))

    def excess(self, counted):
        """Describe the counts above their limits."""
        allowed = count.budget()
        return [f"{name} {value} for {allowed[name]}" for name, value in counted if value > allowed[name]]

    def check_drag(self, display):
        def measure(arch, kiosk):
            counts = count.measure(arch, display, kiosk)
            ratio = [f"{counts.ratio:.3f} of the floor for {MOST}"] if counts.ratio > MOST else []
            return self.excess(counts.lines(display)) + ratio
        self.check(measure)

    def test_virtio(self):
        """One buffer, with damage reported to the driver."""
        self.check_drag("virtio")

    def test_bochs(self):
        """Two buffers with page flips."""
        self.check_drag("bochs")

    def test_starts(self):
        """With stars, and with words in one and in two languages."""
        self.check(lambda arch, kiosk: self.excess(whole.starts(arch, "virtio", kiosk)))


if __name__ == "__main__":
    unittest.main()
