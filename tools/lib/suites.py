#!/usr/bin/env python3
"""Prints the test suites of the Swift files in the arguments, as one regular expression for `swift test --filter`.

A test file stands for its own suites. A source stands for the suites of its module that name one of its declarations, and if there are
none, for all of its module's.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SUITE = re.compile(r"^@Suite(?:\(.*\))? *(?:\n)?(?:\w+ )*?(?:struct|class|enum) (\w+)", re.M)
DECLARATION = re.compile(r"^(?:@\w+(?:\(.*\))? )*(?:\w+ )*?(?:struct|class|enum|protocol|extension|func|let|var) (\w+)", re.M)


def targets():
    """Returns the suites of each file of each test target."""
    found = {}
    for path in sorted((ROOT / "Tests").rglob("*.swift")):
        target = target_of(path)
        if target:
            found.setdefault(target, {})[path] = SUITE.findall(path.read_text())
    return found


def target_of(path):
    return next((part for part in path.relative_to(ROOT).parts[:-1] if part.endswith("Tests") and part != "Tests"), None)


def suites(path, found):
    """Returns the pairs of target and suite that a changed file concerns."""
    path, text = ROOT / path, (ROOT / path).read_text()
    declared = {path.stem.split("+")[0], *DECLARATION.findall(text)}
    if path.is_relative_to(ROOT / "Tests"):
        files = found.get(target_of(path), {})
        return {(target_of(path), suite) for file in files for suite in files[file] if file == path or suite in declared}
    target = next((f"{part}Tests" for part in reversed(path.parts[:-1]) if f"{part}Tests" in found), None)
    names = re.compile(r"\b(?:%s)\b" % "|".join(map(re.escape, declared)))
    files = found.get(target, {})
    chosen = [file for file in files if files[file] and names.search(file.read_text())] or files
    return {(target, suite) for file in chosen for suite in files[file]}


def main(words):
    found = targets()
    chosen = {pair for word in words for pair in suites(Path(word), found)}
    print("|".join(f"^{target}\\.{suite}/" for target, suite in sorted(chosen)))


if __name__ == "__main__":
    main(sys.argv[1:])
