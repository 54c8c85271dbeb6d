"""The kiosk on Debian's arm64 kernel, on a Cortex-A53."""

import unittest

import arm
import test_kiosk_configured as configured
import test_kiosk_durability as durability
import test_kiosk_lifecycle as lifecycle
import test_kiosk_screens as screens
import test_kiosk_touch as touch
import test_touch_to_light as touch_to_light

globals().update(arm.scenarios(
    "arm64", __name__,
    screens.Virtio, screens.Rotated, touch.Kinds, touch.Moments, touch.Cables, touch.Decoys, touch.Grab,
    lifecycle.Ends, lifecycle.Consoles, lifecycle.Company, configured.Configured, durability.Killed,
    durability.PowerCut, durability.Refused,
    screens.Bochs, lifecycle.ConsolesOnBochs,
    arm.Simplefb, arm.Memory, arm.Profile, touch_to_light.Handover,
))

if __name__ == "__main__":
    unittest.main()
