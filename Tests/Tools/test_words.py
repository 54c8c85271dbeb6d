"""The tools' exit status for invalid arguments: docs/decisions/0019-exit-status.md. Run by tools/test shell."""

import subprocess
import unittest
from pathlib import Path

TOOLS = Path(__file__).resolve().parents[2] / "tools"


def run(tool, *words):
    # tools/test runs this at low priority beside everything else, where half a second of work has taken more than a minute.
    return subprocess.run([TOOLS / tool, *words], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=900)


def executables():
    return sorted(path.name for path in TOOLS.iterdir() if path.is_file() and path.stat().st_mode & 0o100)


class Words(unittest.TestCase):
    def expect_misuse(self, tool, *words):
        with self.subTest(tool=tool, words=words):
            ended = run(tool, *words)
            self.assertEqual(ended.returncode, 2, ended.stderr)
            self.assertEqual(ended.stdout, "")
            self.assertRegex(ended.stderr.splitlines()[-1], rf"^(tools/)?{tool}: .*")

    def test_unknown_options(self):
        self.assertIn("run", executables())
        for tool in executables():
            self.expect_misuse(tool, "--no-such-word")

    def test_words_that_are_missing_or_make_no_sense(self):
        for words in [("cross",), ("cross", "m68k"), ("cross", "x86_64", "--product"), ("cross", "x86_64", "--c", "x"),
                      ("cross", "x86_64", "--product", "none"), ("check-cross",), ("check-cross", "m68k"),
                      ("package",), ("package", "m68k"), ("package", "amd64", "armhf"), ("check-package", "m68k"),
                      ("package", "--suite"), ("package", "--suite", "sid", "amd64"), ("check-package", "--suite"), ("cross", "x86_64", "--suite"),
                      ("cross", "x86_64", "--static", "--suite", "trixie"),
                      ("release", "--suite"), ("release", "--suite", "sid"), ("release", "--architecture"), ("release", "--architecture", "m68k"),
                      ("release", "--output"), ("release", "--key"), ("release", "--key", "/none"), ("release", "--tag", "0.2.0"),
                      ("test", "none"), ("peers", "--batches", "many"), ("peers", "--json"),
                      ("budget", "--update", "--update"), ("vm", "--display", "window", "true"),
                      ("powercuts", "--cuts", "many"), ("reference", "StarSlider")]:
            self.expect_misuse(*words)

    def test_help(self):
        for tool in executables():
            with self.subTest(tool=tool):
                ended = run(tool, "--help")
                self.assertEqual((ended.returncode, ended.stderr), (0, ""))
                self.assertIn(f"tools/{tool}", ended.stdout)


if __name__ == "__main__":
    unittest.main()
