"""The wall clock is set under a program that watches it, in a guest, since a test must not set the host's clock."""

import re
import unittest

from machines import REPOSITORY, MachineCase


class WallClock(MachineCase):
    display = "none"

    def test_every_jump_is_told(self):
        bundle = REPOSITORY / ".build/release/star-sliderPackageTests.xctest"
        if not bundle.exists():
            self.skipTest("the tests are not built: tools/test build")
        done = self.vm.run([bundle, "--testing-library", "swift-testing", "--filter", "everyJumpWakesOnce"],
                           env={"STAR_CLOCK_MAY_BE_SET": "1"}, timeout=60)
        self.assertEqual(done.status, 0, done.stdout + done.stderr)
        self.assertRegex(done.stdout + done.stderr, re.escape("everyJumpWakesOnce() passed"))


if __name__ == "__main__":
    unittest.main()
