#!/usr/bin/env python3
"""dependencies.py SYSROOT PROGRAM... - the packages that programs for another architecture need, as a Depends field.

What dpkg-shlibdeps does, which looks into this machine's package database only: for each library that a program needs,
the package that has it, and the oldest version that has all the symbols that the program takes from it. SYSROOT holds
the libraries, and below .control the control files of the packages that they came in. Only libraries that a program
names itself count; those that libraries need are their packages' business.
"""

import re
import subprocess
import sys
from dataclasses import dataclass, field
from functools import cmp_to_key
from pathlib import Path


class Unresolved(Exception):
    """A library or a symbol that no package of the sysroot has."""


@dataclass
class Library:
    """What one package says about one library."""

    template: str                                 # as in "libdrm2 #MINVER#"
    symbols: dict = field(default_factory=dict)   # "name@VERSION" -> the oldest package version with it


def main(sysroot, programs):
    libraries = read_libraries(Path(sysroot) / ".control")
    print(", ".join(depends((read_program(path) for path in programs), libraries)))


def depends(programs, libraries):
    """The parts of a Depends field for programs: pairs of needed libraries and undefined symbols."""
    oldest = {}  # template -> version, "" where any will do
    for needed, symbols in programs:
        providers = [(soname, *_provider(soname, libraries)) for soname in needed]
        for _, template, _ in providers:
            oldest.setdefault(template, "")
        for symbol in symbols:
            for _, template, known in providers:
                if symbol in known:
                    oldest[template] = newest(oldest[template], known[symbol])
                    break
            else:
                # Libraries without a list of symbols have one version for all of them.
                if all(known for *_, known in providers):
                    raise Unresolved(f"no library has {symbol}; among {', '.join(needed)}")
    return sorted({_filled(template, version) for template, version in oldest.items()})


def _provider(soname, libraries):
    if soname not in libraries:
        raise Unresolved(f"no package of the sysroot has {soname}; add it to sysroot_packages in tools/lib/sysroot.sh")
    library = libraries[soname]
    return library.template, library.symbols


def _filled(template, version):
    return template.replace("#MINVER#", f"(>= {version})" if version else "").strip()


def newest(one, other):
    """The later of two versions; "" is before all."""
    return max(one, other, key=cmp_to_key(_compare))


def _compare(one, other):
    """Less than, equal to or greater than 0, as dpkg orders versions."""
    if one == other:
        return 0
    return -1 if subprocess.run(["dpkg", "--compare-versions", one, "lt", other]).returncode == 0 else 1


def read_libraries(control):
    """Sonames to libraries, from the symbols files (deb-symbols(5)) or else the shlibs files (deb-shlibs(5))."""
    libraries = {}
    for package in sorted(control.iterdir()):
        if (package / "shlibs").exists():
            libraries.update(read_shlibs((package / "shlibs").read_text()))
    for package in sorted(control.iterdir()):
        if (package / "symbols").exists():
            libraries.update(read_symbols((package / "symbols").read_text()))
    return libraries


def read_symbols(text):
    """A symbols file: "SONAME TEMPLATE" heads a library's lines " NAME@VERSION MINIMUM [NUMBER]"."""
    libraries = {}
    for line in text.splitlines():
        if line.startswith(" "):
            name, minimum, *number = line.split()
            # NUMBER is for the inner parts of a library, which bind a program to that very version: none of ours may.
            if not number or number == ["0"]:
                library.symbols[name] = minimum
        elif line and not line.startswith(("|", "*", "#")):
            soname, template = line.split(maxsplit=1)
            library = libraries[soname] = Library(template)
    return libraries


def read_shlibs(text):
    """A shlibs file: "[TYPE:] LIBRARY VERSION DEPENDENCY" a line; the soname is LIBRARY.so.VERSION."""
    libraries = {}
    for line in text.splitlines():
        if line and not line.startswith(("#", "udeb:")):
            name, version, template = line.removeprefix("deb:").split(maxsplit=2)
            libraries[f"{name}.so.{version}"] = Library(template)
    return libraries


def read_program(path):
    """The libraries that an ELF file names, and the symbols that it lacks, as symbols files write them."""
    dynamic = _readelf("--dynamic", path)
    needed = re.findall(r"\(NEEDED\)\s+Shared library: \[(.+)\]", dynamic)
    symbols = []
    for line in _readelf("--dyn-syms", path).splitlines():
        words = line.split()
        # Number, value, size, type, binding, visibility, section, name; weak ones may be missing.
        if len(words) >= 8 and words[6] == "UND" and words[4] == "GLOBAL":
            name, _, version = words[7].partition("@")
            symbols.append(f"{name}@{version or 'Base'}")
    return needed, symbols


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
