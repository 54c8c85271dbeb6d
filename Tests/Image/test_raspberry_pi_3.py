"""The image for Raspberry Pi 3, without its firmware and graphics. Run by tools/image --try."""

import unittest

from first_start import FirstStart


class RaspberryPi3(FirstStart, unittest.TestCase):

    board = "raspberry-pi-3"
    has_keypad = False  # QEMU's USB of the board loses keys


if __name__ == "__main__":
    unittest.main()
