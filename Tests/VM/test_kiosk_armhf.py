"""The kiosk on Debian's armmp kernel, on a Cortex-A15: 32 bits. What has nothing to do with the processor is left to arm64."""

import unittest

import arm
import test_kiosk_durability as durability
import test_kiosk_lifecycle as lifecycle
import test_kiosk_screens as screens
import test_kiosk_touch as touch

globals().update(arm.scenarios(
    "armhf", __name__,
    screens.Virtio, screens.Rotated, touch.Kinds, touch.Moments, touch.Cables, lifecycle.Ends, durability.Killed,
    durability.PowerCut,
    screens.Bochs,
    arm.Simplefb, arm.Memory,
))

if __name__ == "__main__":
    unittest.main()
