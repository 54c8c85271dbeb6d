#!/usr/bin/env python3
"""kernel.py TREE LIST BUSYBOX ROOT INITRAMFS [unsigned]: puts the modules of LIST from the unpacked kernel TREE into ROOT, and those that it
loads first into the file INITRAMFS, with init and Busybox. "unsigned" removes the modules' signatures: checking them is a fifth of a start."""

import lzma
import shutil
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from vmkit import parts  # noqa: E402
from vmkit.initramfs import Newc  # noqa: E402

_SIGNED = b"~Module signature appended~\n"
# Lists of the kernel's build, from which depmod makes modules.dep and the like.
_LISTS = ("modules.order", "modules.builtin", "modules.builtin.modinfo")


def read(text):
    """Return the lines of each section."""
    sections, lines = {}, []
    for line in text.splitlines():
        line = line.strip()
        if line.startswith("["):
            lines = sections.setdefault(line.strip("[]"), [])
        elif line and not line.startswith("#"):
            lines.append(line)
    return sections


def chosen(kernel, first, later):
    """Return the modules' paths below the kernel's folder. A module that this architecture's kernel lacks is left out."""
    folders = tuple(f"kernel/{folder}" if folder.endswith(".ko") else f"kernel/{folder}/" for folder in later)
    known = [line.partition(":")[0] for line in (kernel.modules / "modules.dep").read_text().splitlines()]
    names = [*available(kernel, first), *(parts.module_name(path) for path in known if path.startswith(folders))]
    return [path.relative_to(kernel.modules) for path in kernel.closure(names)]


def available(kernel, names):
    found = []
    for name in names:
        try:
            kernel.closure([name])
            found.append(name)
        except LookupError:
            pass
    return found


def unsigned(module):
    """Return a module without its signature, in front of whose end are 12 bytes; the last four are the signature's size."""
    if not module.endswith(_SIGNED):
        return module
    end = len(module) - len(_SIGNED)
    return module[:end - 12 - int.from_bytes(module[end - 4:end], "big")]


def content(path, change):
    """Return a module, changed, and not compressed."""
    module = path.read_bytes()
    return change(lzma.decompress(module) if path.suffix == ".xz" else module)


def copy(kernel, paths, root, change):
    folder = root / "usr/lib/modules" / kernel.release
    for path in paths:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path.with_suffix("" if path.suffix == ".xz" else path.suffix)).write_bytes(content(kernel.modules / path, change))
    for name in _LISTS:
        shutil.copy2(kernel.modules / name, folder)
    parts.run("depmod", "-b", root, kernel.release)


def initramfs(kernel, first, busybox, change):
    """Return the first root: Busybox, the modules of disks and file systems, and init."""
    archive = Newc()
    modules = f"lib/modules/{kernel.release}"
    for folder in ("bin", "dev", "proc", "sys", "root", "lib", "lib/modules", modules):
        archive.folder(folder)
    archive.file("init", (HERE / "init").read_bytes())
    archive.file("bin/busybox", busybox.read_bytes())
    names = []
    with tempfile.TemporaryDirectory() as staging:
        folder = Path(staging) / modules
        folder.mkdir(parents=True)
        for path in kernel.closure(available(kernel, first)):
            names.append(parts.module_name(path))
            (folder / f"{names[-1]}.ko").write_bytes(content(path, change))
        for name in _LISTS:
            shutil.copy(kernel.modules / name, folder)
        parts.run("depmod", "-b", staging, kernel.release)
        for file in (*(f"{name}.ko" for name in names), "modules.dep", "modules.alias"):
            archive.file(f"{modules}/{file}", (folder / file).read_bytes())
    archive.file("modules", "".join(f"{name}\n" for name in names).encode())
    return archive.finish()


def main(tree, modules, busybox, root, destination, *words):
    change = unsigned if words else bytes
    folder = next((tree / "usr/lib/modules").iterdir())
    parts.run("depmod", "-b", tree, folder.name)
    kernel = parts.Kernel(folder.name, tree / "boot", folder)
    sections = read(modules.read_text())
    copy(kernel, chosen(kernel, sections["first"], sections["later"]), root, change)
    destination.write_bytes(initramfs(kernel, sections["first"], busybox, change))


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
