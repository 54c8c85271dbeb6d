"""The folders that tools/lib/sysroot.sh makes of packages, and the sources that it takes them from. Run by tools/test shell."""

import os
import platform
import subprocess
import tempfile
import unittest
from pathlib import Path

LIB = Path(__file__).resolve().parents[2] / "tools/lib"
OWN = platform.freedesktop_os_release()["VERSION_CODENAME"]


class Sysroot(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def bash(self, script, *words):
        done = subprocess.run(["bash", "-euc", f'. "$1/messages.sh"; . "$1/sysroot.sh"; shift; {script}', "test", LIB, *words],
                              capture_output=True, text=True, env={**os.environ, "PATH": f"{self.folder}:{os.environ['PATH']}"})
        return done.stdout + done.stderr

    def test_lib_is_a_link(self):
        """Debian 12's packages have files in /lib, Debian 13's only in /usr/lib."""
        for place in "lib", "usr/lib":
            root = self.folder / place / "root"
            (root / place).mkdir(parents=True)
            (root / place / "libm.so.6").touch()
            self.assertEqual(self.bash('merge_usr "$1"', root), "")
            self.assertEqual(os.readlink(root / "lib"), "usr/lib")
            self.assertTrue((root / "usr/lib/libm.so.6").exists())
            self.assertFalse((root / "lib64").is_symlink())

    def apt(self, *lines):
        """Put an apt-get in front of the real one. It knows these sources."""
        program = self.folder / "apt-get"
        program.write_text("#!/bin/sh\n" + "".join(f"echo '{line}'\n" for line in lines))
        program.chmod(0o755)

    def test_sources_name_the_suite(self):
        self.apt(f"deb http://debian.example/{OWN} {OWN} main", f"deb http://debian.example/{OWN} {OWN}-security main")
        self.assertEqual(self.bash("sources_of forky").splitlines(),
                         [f"deb http://debian.example/{OWN} forky main", f"deb http://debian.example/{OWN} forky-security main"])

    def test_a_host_without_sources(self):
        self.apt()
        self.assertRegex(self.bash("sources_of trixie; echo more"), r"^(.*: )?cannot find Debian's package sources: [^\n]*\n$")


if __name__ == "__main__":
    unittest.main()
