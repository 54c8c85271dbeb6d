"""Making updates: the command of docs/integrators.md, other file systems, what an interrupted run left. Run by tools/test package, and as root."""

import os
import re
import tempfile
import unittest
from pathlib import Path

from board import REPOSITORY
from bundles import KEY, Bundles
from vmkit import parts


class MakingBundles(unittest.TestCase):

    def test_the_command_of_the_page(self):
        page = (REPOSITORY / "docs/integrators.md").read_text()
        command = re.search(r"(?m)^sudo (tools/image --settings .*)$", page)[1]
        with tempfile.TemporaryDirectory() as folder:
            folder = Path(folder)
            (folder / "tools").symlink_to(REPOSITORY / "tools")
            with self.assertRaisesRegex(RuntimeError, "no such folder"):
                parts.run("bash", "-ec", command, cwd=folder)
            (folder / "summer").mkdir()
            with self.assertRaisesRegex(RuntimeError, "it is empty"):
                parts.run("bash", "-ec", command, cwd=folder)
            (folder / "summer/logo.png").write_bytes(b"logo")
            parts.run("bash", "-ec", command, cwd=folder)
            certificate = folder / "certificate"
            certificate.write_text(parts.run("openssl", "x509", "-in", KEY))
            said = parts.run("rauc", f"--keyring={certificate}", "info", "--output-format=shell", folder / "summer.raucb")
            self.assertIn("RAUC_MF_COMPATIBLE='star-slider-generic-amd64'", said)
            self.assertRegex(said, r"RAUC_MF_VERSION='20\d{6}T\d{6}'")
            self.assertIn("RAUC_IMAGE_CLASS_0='settings'", said)

    def test_a_root_on_another_file_system(self):
        with tempfile.TemporaryDirectory() as folder, tempfile.NamedTemporaryFile(dir="/dev/shm") as root:
            root.write(os.urandom(1 << 16))  # RAUC refuses bundles of less than 4 KiB
            root.flush()
            self.assertNotEqual(Path(folder).stat().st_dev, Path(root.name).stat().st_dev)
            bundles = Bundles("generic-amd64", None, folder)
            left = Path(folder) / "update.raucb.tree"
            left.mkdir()
            (left / "root.img").write_text("half")
            self.assertTrue(bundles.make("update.raucb", f'bundle_root "$1" "$2" {root.name}', "1").exists())
            self.assertFalse(left.exists())


if __name__ == "__main__":
    unittest.main()
