"""A complete Debian on a disk, with systemd, to test packages, services and logins.

    with DebianMachine(root_image(arch.ARCHS["amd64"], ["libdrm2"], folder)) as vm:
        vm.run("systemctl is-system-running --wait")

mmdebstrap makes the root from the host's Debian sources. It is cached, and each machine gets a copy.
"""

import fcntl
import hashlib
import os
import platform
import tempfile
from pathlib import Path

from . import parts
from .machine import Machine

# systemd as the first process, devices with Debian's groups and modes, touch panels; and a package that avoids a dependency on all of
# Perl, which would merge /usr.
_SYSTEM = ("systemd-sysv", "udev", "dbus", "evemu-tools", "usr-is-merged")

# The suite of the host's Debian.
OWN_SUITE = platform.freedesktop_os_release().get("VERSION_CODENAME", "unknown")

# The number changes when the way the image is made changes.
_RECIPE = "1"
_SIZE = "600M"  # sparse: a third is used

# A kiosk does not use these, and they are half of the files.
_LEFT_OUT = ("/usr/share/man/*", "/usr/share/doc/*", "/usr/share/locale/*", "/usr/share/info/*")

# Runs in mmdebstrap's mount namespace, where file owners are correct even without root. The second mount shows the
# root without /proc, /sys and devices. mmdebstrap's policy-rc.d, which prevents packages from starting their services,
# must not get into the image.
_WRITE_IMAGE = """
rm -rf "$1"/var/lib/apt/lists/* "$1"/var/cache/apt/*
mkdir "$1.plain" && mount --bind "$1" "$1.plain" && mke2fs -q -t ext4 -d "$1.plain" {image} {size} &&
  debugfs -w -R 'rm /usr/sbin/policy-rc.d' {image}
status=$?
umount "$1.plain" && rmdir "$1.plain" && exit $status
"""


class DebianMachine(Machine):
    """A machine that boots the Debian on `disk`. Commands run as root.

    Of the host it sees only /out and /run/vm. Everything else that it needs is in its image.
    """

    init = "system.sh"
    # The image is fresh, so no check is needed, and output on the serial line is slow.
    _QUICK = ("systemd.condition-needs-update=no systemd.firstboot=no fsck.mode=skip "
              "systemd.show_status=no systemd.getty_auto=no")

    def __init__(self, disk, append="", boot_timeout=120, **configuration):
        super().__init__(disk=disk, append=f"{self._QUICK} {append}", boot_timeout=boot_timeout, **configuration)

    def power_off(self, timeout=60):
        """Shut down cleanly: services stop, the disk is unmounted."""
        self.run("systemctl poweroff --no-block", check=True)
        self.qemu.process.wait(timeout)


def root_image(arch, packages, folder, suite=OWN_SUITE):
    """Create a root in `folder`: a minimal Debian of `suite` with `packages` and their dependencies. Return its path.

    The first call for these packages takes a minute and fetches 40 MB; later calls copy the cached root.
    """
    words = " ".join((_RECIPE, suite, *_SYSTEM, *sorted(packages)))
    cache = parts.cache_folder(arch)
    image = cache / f"root-{hashlib.sha256(words.encode()).hexdigest()[:12]}.img"
    with open(cache / "root.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not image.exists():
            # The cache keeps two sets of packages and drops the least recently used one.
            for old in sorted(cache.glob("root-*.img*"), key=lambda path: path.stat().st_mtime)[:-1]:
                old.unlink()
            _build(arch, (*_SYSTEM, *sorted(packages)), image, suite)
        os.utime(image)
        copy = Path(folder) / "root.img"
        copy_image(image, copy)
    return copy


def _build(arch, packages, image, suite):
    with tempfile.TemporaryDirectory(prefix="star-root-", dir=roomy()) as work:
        os.chmod(work, 0o777)  # mmdebstrap's root may be another user
        fresh = Path(work) / "root.img"
        options = [f"--dpkgopt=path-exclude={path}" for path in _LEFT_OUT]
        # An incomplete image is discarded, so syncing is unnecessary.
        options += ["--dpkgopt=force-unsafe-io"]
        sources = _sources(arch, Path(work) / "apt", suite)
        parts.run(
            "mmdebstrap", "--variant=apt", "--format=null", f"--architectures={arch.name}",
            f"--include={','.join(packages)}", *options, f"--customize-hook={_WRITE_IMAGE.format(image=fresh, size=_SIZE)}",
            suite, "/dev/null", *sources, env={"TMPDIR": work})
        torn = image.with_suffix(".part")
        copy_image(fresh, torn)
        torn.rename(image)  # atomic


def _sources(arch, work, suite):
    """Return the host's Debian sources as apt lines for `suite`."""
    work.mkdir()
    flags = parts.Packages(arch, work).flags
    said = parts.run("apt-get", *flags, "indextargets", "--format", "$(REPO_URI) $(RELEASE) $(COMPONENT)",
                     "Created-By: Packages", "Origin: Debian", cwd=work)
    lines = [f"deb {line}".replace(f" {OWN_SUITE}", f" {suite}") for line in said.splitlines()]
    if not lines:
        raise RuntimeError("this host has no Debian package sources, so no root can be made; add one to /etc/apt/sources.list")
    return lines


def roomy():
    """Return the folder in which half a gigabyte is written fastest: in memory if there is enough, because dpkg syncs every file."""
    memory = Path("/dev/shm")
    try:
        state = os.statvfs(memory)
        if os.access(memory, os.W_OK) and state.f_bavail * state.f_frsize > 2 << 30:
            return memory
    except OSError:
        pass
    return None


def copy_image(source, destination):
    """Copy a disk; what is empty takes no room."""
    parts.run("cp", "--sparse=always", source, destination)
