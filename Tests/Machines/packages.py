"""The Debian package, the one before it, and what it depends on."""

import functools
import re
import subprocess
from pathlib import Path

from machines import REPOSITORY


@functools.cache
def package(debian):
    """Build the package for an architecture from the working tree. Return its path."""
    done = subprocess.run([REPOSITORY / "tools/package", debian], capture_output=True, text=True)
    if done.returncode:
        raise AssertionError(f"tools/package {debian}: {done.stdout[-2000:]}{done.stderr[-4000:]}")
    return done.stdout.splitlines()[-1]


def older(package, folder):
    """Make a package from this one with kiosk.conf as a conffile, as until version 0.1.0. It starts nothing."""
    tree = Path(folder) / "older"
    subprocess.run(["dpkg-deb", "-R", package, tree], check=True)
    control = tree / "DEBIAN"
    for script in "preinst", "postinst", "prerm", "postrm":
        (control / script).unlink()
    file = tree / "etc/star-slider/kiosk.conf"
    file.parent.mkdir()
    file.write_text("; an older sample\n")
    with (control / "conffiles").open("a") as conffiles:
        conffiles.write("/etc/star-slider/kiosk.conf\n")
    described = (control / "control").read_text()
    (control / "control").write_text(re.sub(r"(?m)^Version: .*", "Version: 0.0.9-1", described))
    subprocess.run(["dpkg-deb", "--root-owner-group", "-Znone", "--build", tree, Path(folder) / "older.deb"], check=True,
                   stdout=subprocess.DEVNULL)
    return Path(folder) / "older.deb"


def dependencies(package):
    """Return the names of the packages that it depends on."""
    said = subprocess.run(["dpkg-deb", "-f", package, "Depends"], capture_output=True, text=True, check=True).stdout
    return re.findall(r"(?:^|, )([a-z0-9][a-z0-9.+-]*)", said.strip())
