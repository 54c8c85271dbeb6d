#!/usr/bin/env python3
"""dependencies.py SYSROOT PROGRAM... - prints the dependencies of programs for another architecture, as a Depends field.

Works like dpkg-shlibdeps, which can only use this machine's package database. For each library that a program needs, it finds the package
that contains it and the oldest version with all symbols that the program uses. SYSROOT contains the libraries and, in .control, the
control files of their packages. Only libraries that a program names directly count; their packages declare indirect dependencies.

A program lists the libraries that it loads at run time, and the symbols that it uses, in .note.dlopen
(https://systemd.io/ELF_DLOPEN_METADATA; `symbols` is our own key). They count like linked libraries, except for those that are only
suggested; tools/package names their packages.
"""

import json
import re
import struct
import subprocess
import sys
from dataclasses import dataclass, field
from functools import cmp_to_key
from pathlib import Path


class Unresolved(Exception):
    """A library or a symbol that no package of the sysroot contains."""


@dataclass
class Library:
    """The symbols of one library, as its package declares them."""

    template: str                                 # as in "libdrm2 #MINVER#"
    symbols: dict = field(default_factory=dict)   # "name@VERSION" -> the oldest package version with it


@dataclass
class Program:
    """The libraries that one program uses."""

    needed: list                                  # sonames
    symbols: list                                 # undefined symbols, "name@VERSION"
    loaded: list = field(default_factory=list)    # loaded at run time: (alternative sonames, symbol names)


DLOPEN_NOTE = 0x407c0c0a


def main(sysroot, programs):
    libraries = read_libraries(Path(sysroot) / ".control")
    print(", ".join(depends((read_program(path) for path in programs), libraries)))


def depends(programs, libraries):
    """Return the parts of a Depends field for the programs."""
    oldest = {}  # template -> version, "" for any version
    for program in programs:
        providers = [(soname, *_provider(soname, libraries)) for soname in program.needed]
        for _, template, _ in providers:
            oldest.setdefault(template, "")
        for symbol in program.symbols:
            for _, template, known in providers:
                if symbol in known:
                    oldest[template] = newest(oldest[template], known[symbol])
                    break
            else:
                # Libraries without a symbols file have the same version for all symbols.
                if all(known for *_, known in providers):
                    raise Unresolved(f"no library has {symbol}; among {', '.join(program.needed)}")
        for sonames, names in program.loaded:
            # The headers in the sysroot determine which alternative the program uses.
            soname = next((name for name in sonames if name in libraries), sonames[0])
            template, known = _provider(soname, libraries)
            oldest[template] = newest(oldest.get(template, ""), _oldest_with(names, known, soname))
    return sorted({_filled(template, version) for template, version in oldest.items()})


def _provider(soname, libraries):
    if soname not in libraries:
        raise Unresolved(f"no package of the sysroot has {soname}; add it to sysroot_packages in tools/lib/sysroot.sh")
    library = libraries[soname]
    return library.template, library.symbols


def _oldest_with(names, known, soname):
    """Return the oldest version in which dlsym(3) finds all names, whatever their symbol versions."""
    version = ""
    for name in names:
        having = [minimum for symbol, minimum in known.items() if symbol.partition("@")[0] == name]
        if known and not having:
            raise Unresolved(f"{soname} has no {name}")
        if having:
            version = newest(version, min(having, key=cmp_to_key(_compare)))
    return version


def _filled(template, version):
    return template.replace("#MINVER#", f"(>= {version})" if version else "").strip()


def newest(one, other):
    """Return the later of two versions; "" is the earliest."""
    return max(one, other, key=cmp_to_key(_compare))


def _compare(one, other):
    """Return a number less than, equal to or greater than 0, in dpkg's order of versions."""
    if one == other:
        return 0
    return -1 if subprocess.run(["dpkg", "--compare-versions", one, "lt", other]).returncode == 0 else 1


def read_libraries(control):
    """Map sonames to libraries, from the symbols files (deb-symbols(5)) or else the shlibs files (deb-shlibs(5))."""
    libraries = {}
    for package in sorted(control.iterdir()):
        if (package / "shlibs").exists():
            libraries.update(read_shlibs((package / "shlibs").read_text()))
    for package in sorted(control.iterdir()):
        if (package / "symbols").exists():
            libraries.update(read_symbols((package / "symbols").read_text()))
    return libraries


def read_symbols(text):
    """Parse a symbols file: "SONAME TEMPLATE" heads a library's lines " NAME@VERSION MINIMUM [NUMBER]"."""
    libraries = {}
    for line in text.splitlines():
        if line.startswith(" "):
            name, minimum, *number = line.split()
            # NUMBER marks internal symbols, which require exactly this version. None of our programs may use them.
            if not number or number == ["0"]:
                library.symbols[name] = minimum
        elif line and not line.startswith(("|", "*", "#")):
            soname, template = line.split(maxsplit=1)
            library = libraries[soname] = Library(template)
    return libraries


def read_shlibs(text):
    """Parse a shlibs file with lines "[TYPE:] LIBRARY VERSION DEPENDENCY"; the soname is LIBRARY.so.VERSION."""
    libraries = {}
    for line in text.splitlines():
        if line and not line.startswith(("#", "udeb:")):
            name, version, template = line.removeprefix("deb:").split(maxsplit=2)
            libraries[f"{name}.so.{version}"] = Library(template)
    return libraries


def read_program(path):
    """Read an ELF file: the libraries that it names, its undefined symbols in the notation of symbols files, and the
    libraries that it loads at run time."""
    dynamic = _readelf("--dynamic", path)
    needed = re.findall(r"\(NEEDED\)\s+Shared library: \[(.+)\]", dynamic)
    symbols = []
    for line in _readelf("--dyn-syms", path).splitlines():
        words = line.split()
        # The columns are number, value, size, type, binding, visibility, section and name; weak symbols may be missing.
        if len(words) >= 8 and words[6] == "UND" and words[4] == "GLOBAL":
            name, _, version = words[7].partition("@")
            symbols.append(f"{name}@{version or 'Base'}")
    # The columns are name, type, address, offset and size.
    place = re.search(r"\.note\.dlopen\s+NOTE\s+\w+\s+(\w+)\s+(\w+)", _readelf("--sections", path))
    loaded = []
    if place:
        offset, size = (int(word, 16) for word in place.groups())
        loaded = read_notes(Path(path).read_bytes()[offset:offset + size])
    return Program(needed, symbols, loaded)


def read_notes(data):
    """Return the required run-time libraries in a section of ELF notes."""
    loaded = []
    while data:
        owner_size, size, kind = struct.unpack_from("<III", data)
        start = 12 + _padded(owner_size)
        if kind == DLOPEN_NOTE:
            for entry in json.loads(data[start:start + size].rstrip(b"\0")):
                if entry.get("priority") != "suggested":
                    loaded.append((entry["soname"], entry["symbols"].split()))
        data = data[start + _padded(size):]
    return loaded


def _padded(size):
    return (size + 3) & ~3


def _readelf(what, path):
    done = subprocess.run(["readelf", "--wide", what, path], capture_output=True, text=True)
    if done.returncode:
        raise Unresolved(f"cannot read {path}: {done.stderr.strip()}")
    return done.stdout


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit("usage: dependencies.py SYSROOT PROGRAM...")
    try:
        main(sys.argv[1], sys.argv[2:])
    except (Unresolved, OSError) as error:
        sys.exit(f"dependencies.py: {error}")
