"""A whole Debian on a disk, with systemd, for what is installed rather than run: packages, services, logins.

    with DebianMachine(root_image(arch.ARCHS["amd64"], ["libdrm2"], folder)) as vm:
        vm.run("systemctl is-system-running --wait")

The root is made by mmdebstrap from the host's own Debian sources and cached; a machine gets a copy, to spoil.
"""

import fcntl
import hashlib
import os
import tempfile
from pathlib import Path

from . import parts
from .machine import Machine

# systemd as the first process, devices with Debian's own groups and rights, panels to touch; and what keeps the whole of
# Perl out, which would merge /usr where that is not done yet.
_SYSTEM = ("systemd-sysv", "udev", "dbus", "evemu-tools", "usr-is-merged")

# The number counts changes in how the image is made.
_RECIPE = "1"
_SIZE = "600M"  # sparse: a third of it is there

# A terminal has no use for them, and they are half of the files.
_LEFT_OUT = ("/usr/share/man/*", "/usr/share/doc/*", "/usr/share/locale/*", "/usr/share/info/*")

# In mmdebstrap's own mount namespace, where owners are right even for a user who is not root. The second mount shows the
# root without what is mounted in it: /proc, /sys, devices. policy-rc.d is mmdebstrap's until it ends: while it is there, no
# package starts its service.
_WRITE_IMAGE = """
rm -rf "$1"/var/lib/apt/lists/* "$1"/var/cache/apt/*
mkdir "$1.plain" && mount --bind "$1" "$1.plain" && mke2fs -q -t ext4 -d "$1.plain" {image} {size} &&
  debugfs -w -R 'rm /usr/sbin/policy-rc.d' {image}
status=$?
umount "$1.plain" && rmdir "$1.plain" && exit $status
"""


class DebianMachine(Machine):
    """A machine that boots the Debian on `disk`. Commands reach it as they do any other, as root.

    Of the host it sees only /out and /run/vm; what it needs beside is in its image.
    """

    init = "system.sh"
    # The image is fresh, and each character on the serial line takes its time.
    _QUICK = ("systemd.condition-needs-update=no systemd.firstboot=no fsck.mode=skip "
              "systemd.show_status=no systemd.getty_auto=no")

    def __init__(self, disk, append="", boot_timeout=120, **configuration):
        super().__init__(disk=disk, append=f"{self._QUICK} {append}", boot_timeout=boot_timeout, **configuration)

    def power_off(self, timeout=60):
        """Shut down in order: services stop, the disk is unmounted."""
        self.run("systemctl poweroff --no-block", check=True)
        self.qemu.process.wait(timeout)


def root_image(arch, packages, folder):
    """A fresh root in `folder`: a minimal Debian with `packages` and what they need. Its path.

    The first call for these packages makes it (40 MB to fetch, a minute); later ones copy it.
    """
    words = " ".join((_RECIPE, *_SYSTEM, *sorted(packages)))
    cache = parts.cache_folder(arch)
    image = cache / f"root-{hashlib.sha256(words.encode()).hexdigest()[:12]}.img"
    with open(cache / "root.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not image.exists():
            # Two sets of packages are in use at a time; a third one takes the place of the one that was not used longest.
            for old in sorted(cache.glob("root-*.img*"), key=lambda path: path.stat().st_mtime)[:-1]:
                old.unlink()
            _build(arch, (*_SYSTEM, *sorted(packages)), image)
        os.utime(image)
        copy = Path(folder) / "root.img"
        _copy(image, copy)
    return copy


def _build(arch, packages, image):
    with tempfile.TemporaryDirectory(prefix="star-root-", dir=roomy()) as work:
        os.chmod(work, 0o777)  # mmdebstrap's root may be another user than ours
        fresh = Path(work) / "root.img"
        options = [f"--dpkgopt=path-exclude={path}" for path in _LEFT_OUT]
        # Nobody minds a torn image: it is thrown away.
        options += ["--dpkgopt=force-unsafe-io"]
        sources, suite = _sources(arch, Path(work) / "apt")
        parts.run(
            "mmdebstrap", "--variant=apt", "--format=null", f"--architectures={arch.name}",
            f"--include={','.join(packages)}", *options, f"--customize-hook={_WRITE_IMAGE.format(image=fresh, size=_SIZE)}",
            suite, "/dev/null", *sources, env={"TMPDIR": work})
        torn = image.with_suffix(".part")
        _copy(fresh, torn)
        torn.rename(image)  # whole or not at all


def _sources(arch, work):
    """The host's own Debian sources as apt's lines, and the suite that most packages come from."""
    work.mkdir()
    flags = parts.Packages(arch, work).flags
    said = parts.run("apt-get", *flags, "indextargets", "--format", "$(REPO_URI) $(RELEASE) $(COMPONENT)",
                     "Created-By: Packages", "Origin: Debian", cwd=work)
    lines = [f"deb {line}" for line in said.splitlines()]
    if not lines:
        raise RuntimeError("this host has no package sources of Debian's own, so there is nothing to make a root from")
    return lines, lines[0].split()[2]


def roomy():
    """Where half a gigabyte is written fastest: memory, if there is enough. dpkg waits for the disk at every file."""
    memory = Path("/dev/shm")
    try:
        state = os.statvfs(memory)
        if os.access(memory, os.W_OK) and state.f_bavail * state.f_frsize > 2 << 30:
            return memory
    except OSError:
        pass
    return None


def _copy(source, destination):
    parts.run("cp", "--sparse=always", source, destination)
