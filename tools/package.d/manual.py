#!/usr/bin/env python3
"""manual.py VERSION DATE [PAGE...] < help - a manual page of what a program says to --help, so that the two cannot disagree.

The help's first line is "NAME: what it is."; then come "usage: ..." with its continuation lines, and the rest. The pages,
as in kiosk.conf(5), are the ones to see also.
"""

import sys


def page(text, version, date, *others):
    """The page's source, in man(7)."""
    about, _, rest = text.partition("\n")
    name, separator, what = about.partition(": ")
    usage, _, body = rest.strip("\n").partition("\n\n")
    if not separator or not usage.startswith("usage: "):
        raise ValueError("the help has no 'NAME: what it is.' and no 'usage: NAME' after it")
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
    """Lines as they are, in the columns that they are in."""
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
