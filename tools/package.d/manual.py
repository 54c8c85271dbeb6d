#!/usr/bin/env python3
"""manual.py VERSION DATE [PAGE...] < help - prints a manual page made from a program's --help, so that the two agree.

The help's first line is "NAME: description.", followed by "usage: ..." with its continuation lines, and the rest. PAGEs,
such as kiosk.conf(5), go to the section SEE ALSO.
"""

import sys


def page(text, version, date, *others):
    """Return the page's source in man(7)."""
    about, _, rest = text.partition("\n")
    name, separator, what = about.partition(": ")
    usage, _, body = rest.strip("\n").partition("\n\n")
    if not separator or not usage.startswith("usage: "):
        raise ValueError("the help does not begin with 'NAME: description.' and 'usage: NAME'")
    lines = [
        f'.TH {name.upper()} 1 "{date}" "{name} {version}" "Star slider"',
        ".SH NAME", f"{_escaped(name)} \\- {_escaped(what.rstrip('.'))}",
        ".SH SYNOPSIS", *_verbatim(usage.removeprefix("usage: "), indent=len("usage: ")),
        ".SH DESCRIPTION", *_verbatim(body),
    ]
    others = [other for other in others if other != f"{name}(1)"]
    if others:
        lines += [".SH SEE ALSO", _escaped(", ".join(others))]
    return "\n".join(lines) + "\n"


def _verbatim(text, indent=0):
    """Return the lines unchanged, in a fixed-width block."""
    lines = [line.removeprefix(" " * indent) for line in text.splitlines()]
    return [".nf", *("\\&" + _escaped(line) if line else "" for line in lines), ".fi"]


def _escaped(text):
    return text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("`", "\\(ga")


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit("usage: manual.py VERSION DATE [PAGE...] < help")
    try:
        print(page(sys.stdin.read(), *sys.argv[1:]), end="")
    except ValueError as error:
        sys.exit(f"manual.py: {error}")
