"""The Debian package, the one before it, what it depends on, and what a machine has besides."""

import functools
import re
import subprocess
from pathlib import Path

from machines import REPOSITORY
from vmkit.debian import OWN_SUITE

# What the package of before has left: a journal and a secret of its only user.
ONE_USER = """
systemd-sysusers star-slider.conf
install -d -m 750 -o _star-slider -g _star-slider /var/lib/star-slider
umask 027
for seconds in 3 15 60; do
  STATE_DIRECTORY=/var/lib/star-slider timeout -s TERM $seconds setpriv --reuid _star-slider --regid _star-slider --clear-groups \\
    star-kiosk --display memory --touch none
  if [ -e /var/lib/star-slider/journal.sqlite ]; then break; fi
done
install -m 400 -o _star-slider /dev/null /etc/star-slider/password
stat -c '%U:%G %a' /var/lib/star-slider /var/lib/star-slider/journal.sqlite
"""

# What star-voice loads, and what turns a card's volume up.
VOICE = ("libespeak-ng1", "libasound2", "alsa-utils")

# A network that never comes up.
SLOW_NETWORK = """
[Unit]
DefaultDependencies=no
Wants=network.target
Before=network.target shutdown.target
Conflicts=shutdown.target
[Service]
Type=oneshot
ExecStart=/bin/sleep infinity
"""


@functools.cache
def package(debian, suite=OWN_SUITE):
    """Build the package for an architecture from the working tree. Return its path."""
    done = subprocess.run([REPOSITORY / "tools/package", "--suite", suite, debian], capture_output=True, text=True)
    if done.returncode:
        raise AssertionError(f"tools/package --suite {suite} {debian}: {done.stdout[-2000:]}{done.stderr[-4000:]}")
    return done.stdout.splitlines()[-1]


def older(package, folder):
    """Make a package from this one with kiosk.conf as a conffile, one user and services in /lib, as until version 0.1.0. It starts nothing."""
    tree = Path(folder) / "older"
    subprocess.run(["dpkg-deb", "-R", package, tree], check=True)
    control = tree / "DEBIAN"
    for script in "preinst", "postinst", "prerm", "postrm":
        (control / script).unlink()
    (tree / "usr/lib/sysusers.d/star-slider.conf").write_text('u _star-slider - "Star rating terminal" /var/lib/star-slider\n')
    (tree / "lib").mkdir()
    (tree / "usr/lib/systemd").rename(tree / "lib/systemd")
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
