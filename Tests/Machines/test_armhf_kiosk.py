"""The kiosk on Debian's armmp kernel, on a Cortex-A15: with 32 bits. One scenario for each device interface."""

import unittest

import arm
import test_kiosk_durability as durability
import test_kiosk_lifecycle as lifecycle
import test_kiosk_screens as screens
import test_kiosk_touch as touch
import test_touch_to_light as touch_to_light

globals().update(arm.scenarios(
    "armhf", __name__,
    screens.Virtio, touch.Kinds, lifecycle.Ends, durability.PowerCut, arm.Simplefb, arm.Memory,
    arm.StaticBench, arm.Profile, touch_to_light.Handover,
))

if __name__ == "__main__":
    unittest.main()
