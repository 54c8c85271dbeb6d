"""`tools/vm` as its users call it. Each test boots once, so there are few."""

import os
import pwd
import struct
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from machines import REPOSITORY
from vmkit import arch, panels, parts
from vmkit.gestures import Gesture
from vmkit.picture import Picture


def vm(*arguments):
    command = [sys.executable, REPOSITORY / "tools/vm", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=120)


class CommandLine(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_output_status_and_picture(self):
        picture = self.folder / "screen.png"
        done = vm("--size", "640x480", "--picture", picture, "--", "echo out; echo err >&2; exit 7")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (7, "out\n", "err\n"))
        self.assertEqual(Picture.from_png(picture.read_bytes()).width, 640)

    def test_a_recording_is_played_once_the_command_is_ready(self):
        recording = self.folder / "tap.evemu"
        recording.write_text(Gesture(panels.panel()).tap(300, 200).evemu())
        done = vm("--display", "none", "--touch", "type-b", "--play", recording, "--when", "waiting", "--after", "0.2",
                  "--out", self.folder, "--", "exec 4</dev/input/event1; echo waiting; exec cat <&4 >/out/events")
        self.assertEqual((done.returncode, done.stdout), (128 + 15, "waiting\n"))  # --after stopped it
        events = list(struct.iter_unpack("<qqHHi", (self.folder / "events").read_bytes()))
        self.assertEqual([value for *_, code, value in events if code == panels.BTN_TOUCH], [1, 0])

    def test_a_timeout_has_timeouts_status(self):
        done = vm("--display", "none", "--timeout", "1", "--", "sleep", "100")
        self.assertEqual(done.returncode, 124)
        self.assertIn("still running after 1 s", done.stderr)

    def test_a_machine_that_does_not_boot_says_why(self):
        done = vm("--display", "none", "--append", "rdinit=/nowhere", "--", "true")
        self.assertEqual(done.returncode, 125)
        self.assertIn("Kernel panic - not syncing", done.stderr)

    def test_another_processor(self):
        done = vm("arm64", "--display", "none", "--", "uname", "-m")
        self.assertEqual((done.returncode, done.stdout), (0, "aarch64\n"), done.stderr)

    def test_packages(self):
        packages = vm("--packages").stdout.split()
        self.assertIn("qemu-system-x86", packages)
        self.assertIn("qemu-system-arm", packages)

    def test_the_cache_without_a_home(self):
        own = pwd.getpwuid(os.getuid()).pw_dir + "/.cache"
        for environment, folder in (({"HOME": "/h"}, "/h/.cache"), ({"HOME": "/h", "XDG_CACHE_HOME": "/x"}, "/x"),
                                    ({}, own), ({"HOME": ""}, own)):
            with mock.patch.dict(os.environ, environment, clear=True), mock.patch.object(Path, "mkdir"):
                self.assertEqual(parts.cache_folder(arch.ARCHS["arm64"]), Path(folder, "star-slider/vm/arm64"))
        with mock.patch.dict(os.environ, clear=True), mock.patch("pwd.getpwuid", side_effect=KeyError):
            with self.assertRaisesRegex(OSError, "set XDG_CACHE_HOME to a writable folder"):
                parts.cache_folder(arch.ARCHS["arm64"])

    def test_no_command(self):
        self.assertEqual(vm().returncode, 2)


if __name__ == "__main__":
    unittest.main()
