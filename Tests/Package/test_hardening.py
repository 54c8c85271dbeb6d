"""The check of the programs' hardening finds each flag that is missing. Run by tools/check-package."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools/package.d"))

import hardening  # noqa: E402

SOURCE = """
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) { char text[16]; strcpy(text, argv[argc - 1]); return puts(text); }
"""
ALL = {"pie": ["-fPIE", "-pie"], "relro": ["-Wl,-z,relro"], "now": ["-Wl,-z,now"], "stack": ["-Wl,-z,noexecstack"],
       "protector": ["-fstack-protector-strong"], "fortify": ["-O2", "-U_FORTIFY_SOURCE", "-D_FORTIFY_SOURCE=2"], "path": []}
WITHOUT = {"pie": ["-fno-PIE", "-no-pie"], "relro": ["-Wl,-z,norelro"], "now": ["-Wl,-z,lazy"], "stack": ["-Wl,-z,execstack"],
           "protector": ["-fno-stack-protector"], "fortify": ["-O2", "-U_FORTIFY_SOURCE"], "path": ["-Wl,-rpath,/tmp"]}


class Hardening(unittest.TestCase):
    def lacks(self, flags):
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder) / "program"
            words = [word for group in flags.values() for word in group]
            subprocess.run(["gcc", "-x", "c", *words, "-o", program, "-"], input=SOURCE, text=True, check=True, capture_output=True)
            return hardening.read(program)

    def test_a_hardened_program_lacks_nothing(self):
        self.assertEqual(self.lacks(ALL), [])

    def test_each_missing_flag_is_found(self):
        for name, words in {"pie": "PIE", "relro": "RELRO", "now": "-z now", "stack": "not executable", "protector": "stack protector",
                            "fortify": "FORTIFY", "path": "RPATH"}.items():
            found = self.lacks(ALL | {name: WITHOUT[name]})
            self.assertTrue(any(words in lacking for lacking in found), (name, found))


if __name__ == "__main__":
    unittest.main()
