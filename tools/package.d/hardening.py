#!/usr/bin/env python3
"""Checks how programs are hardened, as checksec does, using readelf's output: hardening.py PROGRAM...

Prints the hardening that each program lacks, and exits with status 1 if any program lacks some.
"""

import re
import subprocess
import sys


def lacks(header, segments, dynamic, symbols):
    """Return the hardening that a program lacks, from the outputs of readelf -h, -lW, -dW and --dyn-syms -W."""
    stack = re.search(r"^\s*GNU_STACK .* (\S+)\s+\S+$", segments, re.M)
    imported = set(re.findall(r" UND (\w+)", symbols))
    return [lacking for lacking, found in [
        ("a random address (PIE)", re.search(r"Type:\s+DYN", header) and "INTERP" in segments),
        ("data that is read-only after relocation (RELRO)", "GNU_RELRO" in segments),
        ("functions bound at the start (-z now)", re.search(r"\((FLAGS_1|FLAGS)\).*\bNOW\b|\(BIND_NOW\)", dynamic)),
        ("a stack that is not executable", stack and "E" not in stack.group(1)),
        ("code without relocations", "(TEXTREL)" not in dynamic),
        ("the system's library path (no RPATH)", not re.search(r"\((RPATH|RUNPATH)\)", dynamic)),
        ("segments that are not both writable and executable", not re.search(r"^\s*LOAD .* RWE ", segments, re.M)),
        ("C functions with a stack protector", "__stack_chk_fail" in imported),
        ("C functions that check the size of their buffers (FORTIFY)", any(re.fullmatch(r"__\w+_chk", n) for n in imported)),
    ] if not found]


def read(program):
    def readelf(*options):
        return subprocess.run(["readelf", *options, "-W", program], check=True, capture_output=True, text=True).stdout
    return lacks(readelf("-h"), readelf("-l"), readelf("-d"), readelf("--dyn-syms"))


def main(programs):
    failed = False
    for program in programs:
        for lacking in read(program):
            print(f"{program} lacks {lacking}", file=sys.stderr)
            failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
