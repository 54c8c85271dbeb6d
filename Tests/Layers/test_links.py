"""Every symbolic link leads to a file of the tree: a file that moves takes the links to it along."""

import pathlib
import subprocess
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Links(unittest.TestCase):
    def test_lead_to_files_of_the_tree(self):
        listing = subprocess.run(["git", "-C", ROOT, "ls-files", "-s"], capture_output=True, text=True, check=True).stdout
        entries = [line.split(maxsplit=3) for line in listing.splitlines()]
        files = {ROOT / path for *_, path in entries}
        links = [ROOT / path for mode, *_, path in entries if mode == "120000"]
        self.assertTrue(links)
        for link in links:
            self.assertIn(link.resolve(), files, link)


if __name__ == "__main__":
    unittest.main()
