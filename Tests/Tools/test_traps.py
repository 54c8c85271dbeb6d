"""A trap prints one line with its address. tools/check-cross shows the same for Embedded Swift."""

import re
import signal
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SHIM = ROOT / "Sources/Shims/CLinux"

PROGRAM = """
#include "CLinux.h"
__attribute__((noinline)) void trapping(void) { __builtin_trap(); }
int main(int argc, char **argv) {
  cl_report_traps("probe: stopped by a trap at ");
  if (argc > 1) raise(SIGILL);
  trapping();
}
"""


class Traps(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="star-traps-")
        self.addCleanup(folder.cleanup)
        self.program = Path(folder.name) / "probe"
        (Path(folder.name) / "probe.c").write_text(PROGRAM)
        subprocess.run(["clang", "-O1", "-fPIE", "-pie", "-fuse-ld=lld", "-I", SHIM / "include", "-o", self.program,
                        self.program.with_suffix(".c"), SHIM / "shim.c"], check=True)

    def test_a_trap_prints_its_place_in_the_program(self):
        done = subprocess.run([self.program], capture_output=True, text=True)
        self.assertEqual(done.returncode, -signal.SIGILL)
        self.assertRegex(done.stderr, r"\Aprobe: stopped by a trap at 0x[0-9a-f]+ in the program; this is a bug\n\Z")
        place = int(re.search("0x([0-9a-f]+)", done.stderr).group(1), 16)
        symbols = subprocess.run(["nm", "-S", self.program], capture_output=True, text=True, check=True).stdout
        start, size = re.search(r"(\w+) (\w+) T trapping", symbols).groups()
        self.assertIn(place, range(int(start, 16), int(start, 16) + int(size, 16)))

    def test_a_signal_from_a_program_prints_nothing(self):
        done = subprocess.run([self.program, "raise"], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (-signal.SIGILL, ""))


if __name__ == "__main__":
    unittest.main()
