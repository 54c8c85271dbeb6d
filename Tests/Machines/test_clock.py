"""The wall clock is set under a program that watches it, in a guest, since a test must not set the host's clock."""

import json
import re
import unittest

from kiosk import KioskCase
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


class FakeHardwareClock(KioskCase):
    """A board without a clock chip: it starts with the time of its last shutdown, after the hours of every day."""
    display = "none"
    configuration = "[kiosk]\ntime-zone = UTC\nhours = Mo-Su 08:00-18:00\nservice-pin = 4711\n"

    def status(self):
        said = self.vm.run([*self.environment, self.kiosk, "status"]).stdout
        report = json.loads(said)["kiosk"] if said else None
        return (report["view"], report["faults"]) if report else None

    def wait_for(self, wanted):
        for _ in range(120):
            if (found := self.status()) == wanted:
                return
            self.vm.run("sleep 0.5")
        self.fail(f"{found}, not {wanted}")

    def test_it_is_open_until_a_time_server_is_reached(self):
        self.environment = ["env", "STATE_DIRECTORY=/tmp/s", "RUNTIME_DIRECTORY=/tmp/r"]
        (self.vm.out / "hours.conf").write_text(self.configuration)
        self.vm.run("mkdir -p /tmp/s /tmp/r; rm -rf /run/systemd; date -u -s '2026-11-25 18:17:01'", check=True)
        job = self.vm.start([*self.environment, self.kiosk, "--config", "/out/hours.conf", "--display", "memory", "--touch", "none"])
        self.wait_for(("question", ["clock_not_synchronised"]))
        # The operator sets the clock, but no time server confirms it.
        self.vm.run("date -u -s '2026-11-25 19:00:00'", check=True)
        self.wait_for(("question", ["clock_not_synchronised"]))
        # A time server confirms it without a jump.
        self.vm.run("mkdir -p /run/systemd/timesync && touch /run/systemd/timesync/synchronized", check=True)
        self.wait_for(("closed", []))
        self.vm.run("date -u -s '2026-11-26 09:00:00'", check=True)
        self.wait_for(("question", []))
        self.assertEqual(job.stop().status, 0, job.stderr)


if __name__ == "__main__":
    unittest.main()
