"""The kiosk on Debian's arm64 kernel, on a Cortex-A53: each device interface, and what depends on the processor. x86-64 runs the rest."""

import unittest

import arm
import test_kiosk_durability as durability
import test_kiosk_lifecycle as lifecycle
import test_kiosk_screens as screens
import test_kiosk_touch as touch
import test_touch_to_light as touch_to_light

globals().update(arm.scenarios(
    "arm64", __name__,
    screens.Virtio, screens.Bochs, touch.Kinds, lifecycle.Ends, durability.Killed, durability.PowerCut,
    arm.Simplefb, arm.Memory, arm.Profile, touch_to_light.Handover,
))

if __name__ == "__main__":
    unittest.main()
