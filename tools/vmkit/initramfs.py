"""The guest's first root: busybox, kernel modules, small C helpers and `init.sh`. About 5 MB.

Programs are not packed. The guest sees files read-only over 9p: the host's own, at the same paths as on
the host, so the guest can run any program of the host; or a
foreign architecture's packages. The guest's own files (busybox, helpers) are in /vm.
"""

import hashlib
import os
import subprocess
from pathlib import Path

from . import parts

_HERE = Path(__file__).parent
_HELPERS = ("job", "fb", "kdmode", "launch", "unprivileged")


def build(arch, kernel, loads, destination, init="init.sh"):
    """Write an initramfs that loads the modules `loads`: pairs of a name and its parameters.

    `init` loads them in this order with insmod, each after its dependencies.
    """
    archive = Newc()
    for folder in ("dev", "proc", "sys", "tmp", "run", "var", "vm", "vm/root", "host", "out"):
        archive.folder(folder)
    archive.file("init", (_HERE / init).read_bytes())
    archive.file("vm/busybox", _busybox(arch).read_bytes())
    for name in _HELPERS:
        archive.file(f"vm/{name}", helper(arch, name).read_bytes())
    archive.file("vm/modules", _modules(archive, kernel, loads).encode())
    destination.write_bytes(archive.finish())


def _modules(archive, kernel, loads):
    """Pack the modules. Return the lines `file parameters` for init.sh, dependencies first."""
    parameters = {name.replace("-", "_"): options for name, options in loads}
    lines = []
    for path in kernel.closure(list(parameters)):
        name = parts.module_name(path)
        archive.file(f"vm/{name}.ko", path.read_bytes())
        lines.append(f"{name}.ko {parameters.get(name, '')}".rstrip())
    return "\n".join(lines) + "\n"


def helper(arch, name):
    """Compile a C helper statically, once per version of its source. Return the program."""
    source = _HERE / f"{name}.c"
    digest = hashlib.sha256(source.read_bytes()).hexdigest()[:12]
    program = parts.cache_folder(arch) / f"{name}-{digest}"
    if not program.exists():
        fresh = program.with_suffix(f".{os.getpid()}")  # two machines may start at once
        if arch.cross:
            command = [parts.TOOLS / "cross", arch.cross, "--static", "--c", source, fresh]
        else:
            command = ["gcc", "-O2", "-Wall", "-static", "-s", "-o", fresh, source]
        subprocess.run(command, check=True)
        fresh.rename(program)
    return program


def _busybox(arch):
    root = parts.root(arch)
    return next(path for path in (root / "bin/busybox", root / "usr/bin/busybox") if path.exists())


class Newc:
    """Return a cpio archive in the kernel's format ("newc"), uncompressed, since unpacking would cost boot time."""

    def __init__(self):
        self._parts = []
        self._count = 0

    def folder(self, name):
        self._entry(name, 0o040755, b"")

    def file(self, name, content):
        self._entry(name, 0o100755, content)

    def finish(self):
        self._entry("TRAILER!!!", 0, b"")
        return b"".join(self._parts)

    def _entry(self, name, mode, content):
        self._count += 1
        path = name.encode() + b"\0"
        # inode, mode, uid, gid, links, mtime, size, device, special device, name size, checksum
        fields = (self._count, mode, 0, 0, 1, 0, len(content), 0, 0, 0, 0, len(path), 0)
        header = b"070701" + b"".join(b"%08x" % field for field in fields)
        self._parts += [_padded(header + path), _padded(content)]


def _padded(data):
    return data + bytes(-len(data) % 4)
