"""The image for 64-bit Arm boards with UEFI. Run by tools/image --try."""

import unittest

from first_start import FirstStart
from updating import Updating


class GenericArm64(FirstStart, Updating, unittest.TestCase):

    board = "generic-arm64"


if __name__ == "__main__":
    unittest.main()
