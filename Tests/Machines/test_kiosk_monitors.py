"""Monitors that are plugged in, replaced and unplugged while the kiosk runs: virtio-gpu's hotplug events."""

import json
import time
import unittest

from kiosk import STARS, KioskCase, preview

STATUS = {"RUNTIME_DIRECTORY": "/run"}
NONE = (0, 0)

# Starts a program to which socket(AF_NETLINK) fails with EAFNOSUPPORT: seccomp(2) on x86-64.
WITHOUT_NETLINK = """
import ctypes, os, struct, sys
rules = [(0x20, 0, 0, 0), (0x15, 0, 3, 41), (0x20, 0, 0, 16), (0x15, 0, 1, 16),
         (0x06, 0, 0, 0x50000 | 97), (0x06, 0, 0, 0x7fff0000)]
program = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *rule) for rule in rules))
libc = ctypes.CDLL(None)
assert libc.prctl(38, 1, 0, 0, 0) == 0
assert libc.prctl(22, 2, struct.pack("HxxxxxxQ", len(rules), ctypes.addressof(program))) == 0
os.execv(sys.argv[1], sys.argv[1:])
"""


class Monitors(KioskCase):
    """The picture, the touches and the fault follow the monitor."""

    def setUp(self):
        self.monitor = self.size
        self.finger = self.add_finger()
        self.addCleanup(self.vm.resize_display, *self.size)

    def stars_picture(self, value, thanks=False):
        return preview(self.monitor, value, thanks, "--format", self.pixels, "--stars", STARS, "--step", "half")

    def plug(self, size):
        """Replace the monitor. The finger still covers all of the picture."""
        self.vm.resize_display(*size)
        if size != NONE:
            self.monitor = self.finger.size = size

    def start_without_monitor(self, *words):
        self.plug(NONE)
        until = time.monotonic() + 30
        while self.vm.run("cat /sys/class/drm/card0-*/status").stdout != "disconnected\n":
            self.assertLess(time.monotonic(), until)
            self.vm.connector("detect")
        job = self.vm.start([*words, *self.kiosk_command()], env=STATUS)
        job.wait_for("waiting for a screen: cannot use /dev/dri/card0: no screen is connected (connectors: Virtual-1)")
        job.wait_for("touchscreen /dev/")
        return job

    def assert_faults(self, faults, timeout=20):
        until = time.monotonic() + timeout
        while True:
            said = self.vm.run([self.kiosk, "--journal", self.journal, "status"], env=STATUS).stdout
            if json.loads(said)["faults"] == faults or time.monotonic() > until:
                return self.assertEqual(json.loads(said)["faults"], faults)

    def assert_idle(self, job):
        """The kiosk does not wake up, and drops touches."""
        self.finger.tap(1)
        time.sleep(0.5)
        before = self.wakeups(job)
        time.sleep(3)
        self.assertEqual(self.wakeups(job), before)

    def rate(self, value):
        self.finger.press(value)
        self.assert_stars(value)
        self.finger.lift()
        self.assert_stars(value, thanks=True)

    def finish(self, job, answers):
        self.assertEqual(job.stop().status, 0, job.stderr)
        self.assert_answers(job, answers)

    def test_none_at_the_start(self):
        """Not the card's own /dev/fb0, which keeps the mode of the boot. As the service, it has no network."""
        job = self.start_without_monitor("unshare", "--net")
        self.assert_faults(["no_screen"])
        self.assertEqual(self.vm.console(), ("graphics", "process", 1))
        self.assert_idle(job)
        self.plug((1024, 600))
        self.assert_stars(None)
        self.assertIn("drawing to kms:/dev/dri/card0 Virtual-1 1024x600 ", job.stderr)
        self.assert_faults([])
        self.rate(4.5)
        self.finish(job, [4.5])

    def test_another_one_and_none(self):
        self.follow()

    def test_another_one_and_none_with_two_buffers(self):
        self.follow("--buffers", "flip")

    def follow(self, *options):
        job = self.start_kiosk(*options, env=STATUS)
        for size, value in (((1024, 600), 2), ((640, 480), 3.5)):
            self.finger.press(3)
            self.assert_stars(3)
            self.plug(size)
            self.assert_stars(None)  # the visit has ended
            self.finger.lift()
            self.rate(value)
            self.assert_stars(None)
        self.assert_faults([])

        self.plug(NONE)
        job.wait_for("waiting for a screen: ")
        self.assert_faults(["no_screen"])
        self.assert_idle(job)
        self.plug((640, 480))
        self.assert_stars(None)
        self.assert_faults([])
        self.rate(5)
        self.finish(job, [2, 3.5, 5])

    def test_another_one_while_away(self):
        """Another virtual terminal keeps the screen; the kiosk follows once it is back."""
        job = self.start_kiosk()
        self.vm.chvt(2)
        self.plug((1024, 600))
        time.sleep(0.5)
        self.assertNotIn("1024x600", job.stderr)
        self.vm.chvt(1)
        self.assert_stars(None)
        self.rate(4)
        self.finish(job, [4])

    def test_ended_without_one(self):
        job = self.start_without_monitor()
        self.finish(job, [])
        self.assertEqual(self.vm.console(), ("text", "auto", 1))

    def test_without_messages_of_the_kernel(self):
        """The connectors are then looked at every ten seconds."""
        job = self.start_without_monitor("python3", "-c", WITHOUT_NETLINK)
        self.plug((1024, 600))
        self.assert_stars(None, timeout=15)
        self.rate(3)
        self.finish(job, [3])


if __name__ == "__main__":
    unittest.main()
