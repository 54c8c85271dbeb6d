"""star-kiosk's instructions on the arm64 kernel, the kernel's own included, stay within tools/budget-arm.txt."""

import unittest

from kiosk import board_program
from vmkit import count, whole
from vmkit.arch import ARCHS
from vmkit.debian import OWN_SUITE

BOOTS = 3  # boots at most, until the least counts are within their budgets
# The budgets were counted on Debian 12's kernel. That of Debian 13, Linux 6.12, executes 7 % more for a start with stars.
ALLOWED = 1 if OWN_SUITE == "bookworm" else 1.1


class Counts(unittest.TestCase):

    def check(self, measure):
        """The least counts of some boots are within their budgets. `measure` boots the machine with the program, and returns pairs of name and
        count.

        The kernel's slabs and the host's threads add up to 6 % to some counts of a boot. What star-kiosk itself adds is in every boot.
        """
        arch = ARCHS["arm64"]
        kiosk = board_program("star-kiosk", arch.cross)
        allowed, least = {name: value * ALLOWED for name, value in count.budget().items()}, {}
        for _ in range(BOOTS):
            for name, value in measure(arch, kiosk):
                least[name] = min(value, least.get(name, value))
            excess = [f"{name} {value} for {allowed[name]:.0f}" for name, value in least.items() if value > allowed[name]]
            if not excess:
                return
        self.fail(f"the least counts of {BOOTS} boots: {', '.join(excess)}")

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
