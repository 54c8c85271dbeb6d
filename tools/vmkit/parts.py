"""Debian's kernel, and for a foreign architecture its programs, unpacked once into a cache.

The guest runs Debian's stock kernel, so whatever works here works with the drivers of a kiosk in the field. A private apt state fetches
it from the host's mirror; the host's package database is neither read nor written. To move to a newer kernel, delete the cache.
"""

import fcntl
import hashlib
import lzma
import os
import pwd
import re
import shutil
import struct
import subprocess
import sys
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path

TOOLS = Path(__file__).resolve().parents[1]

# Modules that no emulated machine can use. Without them the cache has a quarter of the size.
_UNUSED = (
    "drivers/net", "drivers/infiniband", "drivers/scsi", "drivers/staging",
    "drivers/iio", "drivers/gpu/drm/amd", "drivers/gpu/drm/i915", "drivers/gpu/drm/nouveau", "drivers/gpu/drm/radeon",
    "net/ceph", "net/mac80211", "net/netfilter", "net/sched", "fs/btrfs", "fs/xfs", "fs/ocfs2", "fs/gfs2", "fs/nfs",
)


_SOUND = ("sound", "drivers/media")  # only the machines with a sound card use it; cards on USB require drivers/media/mc


@dataclass(frozen=True)
class Kernel:
    release: str   # as `uname -r` says
    image: Path    # what QEMU boots
    modules: Path  # the folder with modules.dep
    built: tuple[Path, ...] = ()  # modules that Debian does not ship

    def closure(self, names):
        """Return the paths of the named modules and their dependencies, in loading order.

        A built-in module has no file.
        """
        needs = {}
        for line in (self.modules / "modules.dep").read_text().splitlines():
            path, _, rest = line.partition(":")
            needs[module_name(path)] = (path, [module_name(other) for other in rest.split()])
        for path in self.built:
            needs[module_name(path)] = (path, run("modinfo", "-F", "depends", path).strip().split(","))
        builtin = {module_name(p) for p in (self.modules / "modules.builtin").read_text().split()}
        order = {}

        def add(name):
            if name in order or name in builtin:
                return
            if name not in needs:
                raise LookupError(f"kernel {self.release} has no module {name}")
            path, others = needs[name]
            for other in others:
                add(other)
            order[name] = self.modules / path

        for name in names:
            add(name.replace("-", "_"))
        return list(order.values())


def cache_folder(arch):
    """Return the cache folder, creating it if necessary."""
    folder = Path(os.environ.get("XDG_CACHE_HOME") or _home() / ".cache") / "star-slider" / "vm" / arch.name
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OSError(f"cannot create the cache {folder}: {error.strerror}; set XDG_CACHE_HOME to a writable folder") from error
    return folder


def _home():
    """Return $HOME, or else the home folder in passwd(5)."""
    try:
        return Path(os.environ.get("HOME") or pwd.getpwuid(os.getuid()).pw_dir)
    except KeyError:
        raise OSError(f"cannot create the cache: no HOME, and no user {os.getuid()}; set XDG_CACHE_HOME to a writable folder") from None


def kernel(arch, sound=False):
    """Return the cached kernel of `arch`, with or without drivers of sound cards. The first call fetches it (70 MB, about ten seconds)."""
    if sound:
        folder = cached(arch, "kernel-with-media", lambda arch, work: _kernel(arch, work, _UNUSED))
    else:
        folder = cached(arch, "kernel", lambda arch, work: _kernel(arch, work, _UNUSED + _SOUND))
    modules = next((folder / "modules").iterdir())
    return Kernel(modules.name, folder / "image", modules)


def with_module(arch, stock, source):
    """Return the kernel with a module of its source that Debian does not build, such as `drivers/gpu/drm/vkms`. The first call fetches
    the source and the headers (150 MB) and compiles it, only for the host's architecture."""
    if arch.cross:
        raise LookupError(f"{arch.name}: {source} cannot be compiled for another architecture than the host's")
    name = Path(source).name
    folder = cached(arch, f"{name}-{stock.release}", lambda arch, work: _module(arch, work, stock, source))
    return replace(stock, built=(*stock.built, folder / f"{name}.ko"))


def root(arch):
    """Return the folder that the guest sees as its system: the host's own, or one made from packages (100 MB).

    A changed list of packages makes a new folder.
    """
    if not arch.root:
        return Path("/")
    digest = hashlib.sha256(" ".join(arch.root).encode()).hexdigest()[:12]
    return cached(arch, f"root-{digest}", _root)


def cached(arch, name, build):
    """Return the folder `name` of the cache. `build` receives a working folder and returns the finished one."""
    cache = cache_folder(arch)
    with open(cache / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # two machines may start at once
        folder = cache / name
        if not folder.exists():
            with tempfile.TemporaryDirectory(dir=cache, prefix="fetch-") as work:
                build(arch, Path(work)).rename(folder)  # atomic
    return folder


def _kernel(arch, work, unused_modules):
    packages = Packages(arch, work)
    tree, folder = work / "tree", work / "kernel"
    packages.unpack([packages.dependency(arch.kernel, "linux-image-")], tree)
    image = next((tree / "boot").glob("vmlinuz-*"))
    release = image.name.removeprefix("vmlinuz-")
    modules = next(path for path in (tree / "usr/lib/modules", tree / "lib/modules") if path.exists())
    for unused in unused_modules:
        shutil.rmtree(modules / release / "kernel" / unused, ignore_errors=True)
    run("depmod", "-b", modules.parents[1], release)  # Debian does this on installation
    folder.mkdir()
    (folder / "image").write_bytes(uncompressed(image.read_bytes()))
    (folder / "modules").mkdir()
    (modules / release).rename(folder / "modules" / release)
    return folder


def _module(arch, work, stock, source):
    """Compile a module with the kernel's headers, which are meant to be installed in /usr/src."""
    packages = Packages(arch, work)
    tree, version = work / "tree", re.match(r"\d+\.\d+", stock.release).group()
    headers = packages.dependency(f"linux-headers-{stock.release}", "linux-headers-")
    kbuild = packages.dependency(f"linux-headers-{stock.release}", "linux-kbuild-")
    packages.unpack([f"linux-headers-{stock.release}", headers, kbuild, f"linux-source-{version}"], tree)
    sources = tree / "usr/src"
    run("tar", "-xf", sources / f"linux-source-{version}.tar.xz", "-C", work, f"linux-source-{version}/{source}")
    build = sources / f"linux-headers-{stock.release}"
    makefile = build / "Makefile"
    makefile.write_text(makefile.read_text().replace("/usr/src/", f"{sources}/"))
    folder = work / f"linux-source-{version}" / source
    name = folder.name
    run("make", "-C", build, f"M={folder}", "CC=gcc", f"CONFIG_DRM_{name.upper()}=m", "modules")
    run("strip", "--strip-debug", folder / f"{name}.ko")
    finished = work / "finished"
    finished.mkdir()
    (folder / f"{name}.ko").rename(finished / f"{name}.ko")
    return finished


def _root(arch, work):
    """Unpack packages without running their scripts, which libraries and simple programs do not need. In Debian 12 some files are still
    in /lib."""
    folder = work / "root"
    Packages(arch, work).unpack(arch.root, folder)
    for name in ("bin", "sbin", "lib", "lib64"):
        old = folder / name
        if old.is_dir() and not old.is_symlink():
            shutil.copytree(old, folder / "usr" / name, symlinks=True, dirs_exist_ok=True)
            shutil.rmtree(old)
        if (folder / "usr" / name).exists():
            old.symlink_to(f"usr/{name}")
    return folder


_NEWER_NAMES = {"libicu72": "libicu76"}


class Packages:
    """Debian's packages of one architecture, through an apt state in the folder `work`. `flags` select it."""

    def __init__(self, arch, work):
        self._work = work
        state, cache = work / "state", work / "archives"
        (state / "lists/partial").mkdir(parents=True)
        (cache / "archives/partial").mkdir(parents=True)
        (state / "status").touch()  # no installed packages, independent of the host
        options = {
            "APT::Architecture": arch.name, "APT::Architectures": arch.name,
            "Dir::State": state, "Dir::State::status": state / "status", "Dir::Cache": cache,
            "APT::Sandbox::User": "root", "Acquire::Retries": 3,
        }
        self.flags = [word for key, value in options.items() for word in ("-o", f"{key}={value}")]
        try:
            run("apt-get", *self.flags, "-qq", "update", cwd=work)
        except RuntimeError as error:
            # A mirror that is being synchronised must not stop the tests; only the download below decides whether it fails.
            print(f"some of Debian's {arch.name} package lists could not be updated; continuing with the others: {error}",
                  file=sys.stderr)

    def dependency(self, package, prefix):
        """Return the newest package of its kind, which a metapackage depends on."""
        depends = run("apt-cache", *self.flags, "depends", package, cwd=self._work)
        return re.search(rf"Depends: ({re.escape(prefix)}\S+)", depends).group(1)

    def _name(self, package):
        """Return the package's name in the host's Debian. Debian 13 has others for libraries whose times have 64 bits."""
        for name in (package, package + "t64", _NEWER_NAMES.get(package, package)):
            try:
                # A virtual package is known but has no record of its own.
                if run("apt-cache", *self.flags, "show", name, cwd=self._work).startswith(f"Package: {name}\n"):
                    return name
            except RuntimeError:
                continue
        return package

    def unpack(self, names, folder):
        """Download the packages and unpack them into one folder."""
        downloads = self._work / "downloads"
        downloads.mkdir()
        run("apt-get", *self.flags, "-qq", "download", *map(self._name, names), cwd=downloads)
        for package in downloads.glob("*.deb"):
            run("dpkg", "-x", package, folder)


def uncompressed(image):
    """Return the ELF kernel inside a bzImage. Booting it directly skips decompression in the guest.

    Emulated decompression takes three to seven seconds per boot; on the host it takes one, once. The boot
    protocol locates the payload (payload_offset, payload_length). An image of another kind
    is returned unchanged.
    """
    if image[0x202:0x206] != b"HdrS":
        return image
    sectors = image[0x1F1] or 4
    offset, length = struct.unpack_from("<II", image, 0x248)
    start = (sectors + 1) * 512 + offset
    payload = image[start:start + length]
    if payload.startswith(b"\xfd7zXZ"):
        return lzma.LZMADecompressor().decompress(payload)
    return image


def module_name(path):
    return Path(path).name.partition(".")[0].replace("-", "_")


def run(*command, cwd=None, env=None):
    """Run a command of the host and return its standard output. An error contains the command's message."""
    done = subprocess.run([program(command[0]), *map(str, command[1:])], cwd=cwd, text=True, capture_output=True,
                          env={**os.environ, "LC_ALL": "C", **(env or {})})  # "Depends:" must not be translated
    if done.returncode:
        raise RuntimeError(f"{' '.join(map(str, command))}: {done.stderr.strip() or done.returncode}")
    return done.stdout


def program(name):
    """Return the path of a command of the host."""
    path = f"{os.environ['PATH']}:/usr/sbin:/sbin"  # depmod is in a folder of root's PATH
    found = shutil.which(str(name), path=path)
    if not found:
        raise FileNotFoundError(f"{name} is missing: apt-get install $(tools/vm --packages)")
    return found
