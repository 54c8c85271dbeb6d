"""What `apt purge` keeps: postrm, run in a folder in place of the root."""

import os
import subprocess
import tempfile
import unittest
from pathlib import Path

POSTRM = Path(__file__).resolve().parents[2] / "tools/package.d/postrm"


class Purge(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        self.own = self.root / "var/lib/star-slider-kiosk"
        self.own.mkdir(parents=True)
        helper = self.root / "bin/dpkg-maintscript-helper"
        helper.parent.mkdir()
        helper.write_text("#!/bin/sh\n")
        helper.chmod(0o755)

    def purge(self):
        path = f"{self.root}/bin:{os.environ['PATH']}"
        subprocess.run(["sh", POSTRM, "purge"], env={"PATH": path, "DPKG_ROOT": str(self.root)}, check=True, capture_output=True, timeout=20)
        return sorted(path.name for path in self.own.iterdir()) if self.own.exists() else None

    def test_ledgers_and_answers_stay(self):
        for name in ("ledger", "ledger-0011", "last-good.conf", "touch-calibration", "current", "trial", "pin-pause", "starts", "update", "unknown"):
            (self.own / name).write_text("x\n")
        (self.own / "empty.sqlite.spill").write_bytes(bytes(65536))
        (self.own / "journal.sqlite.spill").write_bytes(b'{"uuid":1}\n' + bytes(65525))
        self.assertEqual(self.purge(), ["journal.sqlite.spill", "ledger", "ledger-0011", "unknown"])

    def test_without_any_the_folder_goes(self):
        """Black boxes show values of answers, and once the kiosk is gone, nothing erases them after a month."""
        (self.own / "last-good.conf").write_text("x\n")
        (self.own / "blackbox").mkdir()
        (self.own / "blackbox/1-fault.blackbox").write_text("x\n")
        (self.own / "journal.sqlite.spill").write_bytes(bytes(65536))
        self.assertIsNone(self.purge())

    def test_links_are_not_followed(self):
        outside = self.root / "outside"
        outside.write_bytes(bytes(10))
        (self.own / "journal.sqlite.spill").symlink_to(outside)
        (self.own / "current").symlink_to(outside)
        self.assertEqual(self.purge(), ["journal.sqlite.spill"])
        self.assertEqual(outside.read_bytes(), bytes(10))


if __name__ == "__main__":
    unittest.main()
