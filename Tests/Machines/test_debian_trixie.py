"""A kiosk that moves from Debian 12 to Debian 13: on the new system, the package of the old one is upgraded to its own."""

import shutil
import unittest

import test_debian_package
from debian import PANEL_TAKEN
from packages import package

ICU = """\
Package: libicu72
Version: 72.1-3
Architecture: all
Maintainer: test <test@localhost>
Description: stands in for a library of Debian 12
"""


class Trixie(test_debian_package.Package):
    suite = "trixie"
    test_the_life_of_a_kiosk = None  # has its own place

    def test_the_upgrade_from_bookworm(self):
        self.boot()
        self.install_the_package_of_bookworm()
        self.rate(4)
        before = self.said()
        self.install_from_a_repository()
        self.assertRegex(self.command("dpkg-query -W -f '${Version}' star-slider"), r"\+deb13$")
        self.command("apt-get check")
        self.assert_says(PANEL_TAKEN, before)
        self.rate(2)
        self.rate(5)
        self.remove()
        self.purge()

    def install_the_package_of_bookworm(self):
        """An upgraded system still has the ICU of before, which Debian 13 lacks. An empty package stands in for it."""
        self.login = self.login_pictures()
        shutil.copy(package(self.debian, "bookworm"), self.vm.out / "bookworm.deb")
        (self.vm.out / "control").write_text(ICU)
        self.command("mkdir -p /root/icu/DEBIAN && cp /out/control /root/icu/DEBIAN && dpkg-deb --build /root/icu && "
                     "dpkg --install /root/icu.deb /out/bookworm.deb", timeout=60)
        self.assert_ready(timeout=20)


if __name__ == "__main__":
    unittest.main()
