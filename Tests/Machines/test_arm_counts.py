"""star-kiosk's instructions on the arm64 kernel, the kernel's own included, stay within tools/budget-arm.txt."""

import unittest

from kiosk import board_program
from vmkit import count, whole
from vmkit.arch import ARCHS


MOST = 1.16  # limit for a frame of star-kiosk, in frames of the floor
BOOTS = 3    # boots at most, until the least counts are within their limits


class Counts(unittest.TestCase):

    def check(self, measure):
        """The least counts of some boots are within their limits. `measure` boots the machine with the program, and returns pairs of name and
        count.

        The kernel's slabs and the host's threads add up to 6 % to some counts of a boot, a floor frame's among them. What star-kiosk itself
        adds is in every boot.
        """
        arch = ARCHS["arm64"]
        kiosk = board_program("star-kiosk", arch.cross)
        least = {}
        for _ in range(BOOTS):
            for name, value in measure(arch, kiosk):
                least[name] = min(value, least.get(name, value))
            excess = self.excess(least)
            if not excess:
                return
        self.fail(f"the least counts of {BOOTS} boots: {', '.join(excess)}")

    def excess(self, counts):
        """Describe the counts above their limits."""
        allowed = count.budget()
        excess = [f"{name} {value} for {allowed[name]}" for name, value in counts.items() if value > allowed[name]]
        for display in count.DISPLAYS:
            frame, floor = (counts.get(f"{display}-{name}-frame", 0) for name in ("drag", "floor"))
            if frame > MOST * floor:
                excess.append(f"a frame of {display} is {frame / floor:.3f} of the floor for {MOST}")
        return excess

    def check_drag(self, display):
        self.check(lambda arch, kiosk: count.measure(arch, display, kiosk).lines(display))

    def test_virtio(self):
        """One buffer, with damage reported to the driver."""
        self.check_drag("virtio")

    def test_bochs(self):
        """Two buffers with page flips."""
        self.check_drag("bochs")

    def test_starts(self):
        """With stars, and with words in one and in two languages."""
        self.check(lambda arch, kiosk: whole.starts(arch, "virtio", kiosk))


if __name__ == "__main__":
    unittest.main()
