"""Boards: the profile of QEMU's machine, machines without a profile, and the findings of `star-kiosk doctor`."""

import json
import shutil
import unittest

from kiosk import KioskCase
from machines import REPOSITORY
from vmkit import panels

PROFILES = REPOSITORY / "boards"
UNPRIVILEGED = ["/usr/bin/setpriv", "--reuid", "65534", "--regid", "65534"]


class Doctor(KioskCase):
    def doctor(self, *options, user=(), profiles=PROFILES):
        """Return the doctor's findings by subject, and its exit status."""
        done = self.vm.run([*user, self.kiosk, "doctor", "--json", "--boards", profiles, *options],
                           env={"STATE_DIRECTORY": "/out/state"})
        findings = {}
        for finding in json.loads(done.stdout):
            findings.setdefault(finding["subject"], []).append((finding["level"], finding["text"]))
        return findings, done

    def levels(self, findings, subject):
        return {level for level, _ in findings[subject]}

    def setUp(self):
        super().setUp()
        self.vm.run("mkdir -p /out/state && chmod 777 /out/state", check=True)

    def test_this_machine_and_nothing_missing(self):
        self.add_finger()
        findings, done = self.doctor()
        self.assertEqual(done.status, 0, done.stdout + done.stderr)
        self.assertIn("Standard PC (Q35 + ICH9, 2009), x86_64", findings["board"][0][1])
        level, text = findings["profile"][0]
        self.assertEqual(level, "ok")
        self.assertTrue(text.startswith("qemu-q35, QEMU q35 (x86-64)"), text)
        self.assertIn("ok", self.levels(findings, "screen"))
        self.assertIn("ok", self.levels(findings, "touch"))
        self.assertEqual(self.levels(findings, "console"), {"ok"})

    def test_a_machine_without_a_profile(self):
        """Without a profile everything is detected, which is a note, and nothing is missing."""
        self.add_finger()
        self.vm.run("mkdir -p /out/none")
        found = "; the kiosk detects the hardware, or uses the configuration"
        for folder, why in [
            ("/out/none", "no profile in /out/none fits this board"),
            ("/out/nowhere", "cannot list /out/nowhere: no such file or directory; pass --boards FOLDER"),
        ]:
            findings, done = self.doctor(profiles=folder)
            self.assertEqual(done.status, 0, done.stdout)
            self.assertEqual(findings["profile"], [("note", why + found)])

    def test_the_wrong_groups_are_told_and_the_right_ones_suffice(self):
        finger = self.add_finger()
        nodes = f"/dev/dri/card0 {finger.plugged.path}"
        self.addCleanup(self.vm.run, f"chown 0:0 {nodes}; chmod 600 {nodes}")
        numbers = {"video": 44, "input": 65533}  # Debian's number, and one without a name here
        self.vm.run(f"chgrp {numbers['video']} /dev/dri/card0; chgrp {numbers['input']} {finger.plugged.path}; "
                    f"chmod 660 {nodes}; chmod 600 /dev/fb0", check=True)
        findings, done = self.doctor(user=[*UNPRIVILEGED, "--clear-groups"])
        self.assertEqual(done.status, 1)
        said = [text for level, text in findings["screen"] + findings["touch"] if level == "missing"]
        self.assertTrue(any("card0" in text and "add the user to the group video" in text for text in said), said)
        self.assertTrue(any(finger.plugged.path in text and "add the user to group input" in text for text in said), said)
        self.assertIn("requirements are missing", done.stderr)
        # With one of the groups, the other is still reported.
        findings, done = self.doctor(user=[*UNPRIVILEGED, "--groups", str(numbers["video"])])
        self.assertEqual(done.status, 1)
        self.assertIn("ok", self.levels(findings, "screen"))
        self.assertEqual(self.levels(findings, "touch") - {"note"}, {"missing"})
        findings, done = self.doctor(user=[*UNPRIVILEGED, "--groups", f"{numbers['video']},{numbers['input']}"])
        self.assertEqual(done.status, 0, done.stdout)
        self.assertRegex(findings["user"][0][1], r"^65534, in the groups .*\bvideo\b")

    def test_missing_nodes_are_told(self):
        """No touchscreen, and then no screen either."""
        findings, done = self.doctor()
        self.assertEqual(done.status, 1)
        self.assertIn("missing", self.levels(findings, "touch"))
        self.vm.run("mkdir /dev/away; mv /dev/dri /dev/fb0 /dev/away", check=True)
        self.addCleanup(self.vm.run, "mv /dev/away/* /dev; rmdir /dev/away")
        findings, done = self.doctor()
        self.assertEqual(done.status, 1)
        self.assertIn("no /dev/dri/card*", findings["screen"][0][1])


class Profile(KioskCase):
    """A profile's settings apply unless the configuration sets them."""

    def test_turned_by_its_board(self):
        folder = self.vm.out / "boards" / "turned"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "board.conf").write_text(
            "[board]\ntitle = A turned Q35\nproduct = Standard PC (Q35\n[screen]\nrotate = 180\n"
            "[touch]\ninvert-x = yes\nmatch = star type-b\n"
            "[sources]\nboard.product = qemu: here\nscreen.rotate = qemu: here\n"
            "touch.invert-x = qemu: here\ntouch.match = qemu: here\n")
        self.rotation = 180
        first = self.add_finger(panels.panel("single"))
        finger = self.add_finger(panels.panel("type-b"))
        command = [self.kiosk, "--step", "half", "--boards", "/out/boards", "--journal", "/out/turned.sqlite"]
        job = self.vm.start(command)
        job.wait_for("touchscreen /dev/")
        self.assertIn("board turned: A turned Q35", job.stderr)
        self.assertIn('"star type-b panel"', job.stderr)
        self.assertLess(first.plugged.path, finger.plugged.path)
        self.assert_stars(None)
        # Rotated by 180 degrees with an inverted x axis.
        finger.tap(5.5 - 4)
        self.assert_stars(4, thanks=True)
        self.assertEqual(job.stop().status, 0, job.stderr)

    def test_calibrated_by_its_board(self):
        """A matrix that mirrors the panel. A measured calibration would take precedence."""
        folder = self.vm.out / "boards" / "mirrored"
        folder.mkdir(parents=True, exist_ok=True)
        self.addCleanup(shutil.rmtree, folder)
        (folder / "board.conf").write_text(
            "[board]\ntitle = A mirrored Q35\nproduct = Standard PC (Q35\n[touch]\ncalibration = -1 0 1 0 1 0\n"
            "[sources]\nboard.product = qemu: here\ntouch.calibration = qemu: here\n")
        finger = self.add_finger()
        job = self.vm.start([self.kiosk, "--step", "half", "--boards", "/out/boards", "--board", "mirrored",
                             "--journal", "/out/mirrored.sqlite"])
        job.wait_for("touchscreen /dev/")
        self.assertIn("calibrated by the board's profile", job.stderr)
        self.assert_stars(None)
        finger.tap(5.5 - 4)
        self.assert_stars(4, thanks=True)
        self.assertEqual(job.stop().status, 0, job.stderr)


if __name__ == "__main__":
    unittest.main()
