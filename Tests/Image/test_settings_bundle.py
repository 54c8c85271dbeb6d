"""The command of docs/integrators.md for an update of settings. Run by tools/test package, and as root."""

import re
import tempfile
import unittest
from pathlib import Path

from board import REPOSITORY
from bundles import KEY
from vmkit import parts


class SettingsBundle(unittest.TestCase):

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


if __name__ == "__main__":
    unittest.main()
