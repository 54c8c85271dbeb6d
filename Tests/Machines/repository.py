"""A package in an apt repository, which a web server in the guest shows: docs/integrators.md, section 6."""

import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from machines import REPOSITORY

HOST = "packages.example.org"

# Only this repository is there, and its server is the guest itself. Its certificate would be of an authority that no Debian knows.
SERVE = f"""
rm -f /etc/apt/sources.list /etc/apt/sources.list.d/*
echo 127.0.0.1 {HOST} > /etc/hosts
busybox httpd -p 127.0.0.1:80 -h /out/repository
"""


def make(package, suite, folder):
    """Make a repository with the package in the folder, signed with a key of its own, as tools/release does."""
    pool = Path(folder) / "pool" / suite
    pool.mkdir(parents=True)
    shutil.copy(package, pool)
    with tempfile.TemporaryDirectory(prefix="star-key-") as home:
        epoch = subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=REPOSITORY, capture_output=True, text=True, check=True).stdout.strip()
        environment = {**os.environ, "GNUPGHOME": home, "SOURCE_DATE_EPOCH": epoch}
        subprocess.run(["gpg", "--batch", "--quiet", "--passphrase", "", "--faked-system-time", epoch, "--quick-generate-key", "test", "ed25519",
                        "sign", "never"], env=environment, check=True, capture_output=True)
        subprocess.run([REPOSITORY / "tools/release.d/make-repository", folder], env=environment, check=True)
        subprocess.run(["gpgconf", "--kill", "all"], env=environment, check=True)


def lines():
    """Return the three lines of the page, as they are printed, but for TLS. The user of the guest is root."""
    page = (REPOSITORY / "docs/integrators.md").read_text()
    block, = re.findall(r"```sh\n([^`]*signed-by[^`]*)```", page)
    if len(block.splitlines()) != 3:
        raise AssertionError(f"not three lines:\n{block}")
    return 'set -e; exec < /dev/null; sudo() { "$@"; }\n' + block.replace(f"https://{HOST}", f"http://{HOST}")
