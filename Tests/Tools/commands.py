"""Which commands a step of tools/test calls, and which Debian packages it asks for."""

import ast
import re
from pathlib import Path

import shellwords

ROOT = Path(__file__).resolve().parents[2]
TOOLS = ROOT / "tools"
# Python modules are looked for beside the importing file, and here.
IMPORTS = [TOOLS, TOOLS / "fleet.d", TOOLS / "package.d", TOOLS / "peers.d", ROOT / "Tests/Machines"]
BUILTINS = set(". : [ [[ break cd compgen continue declare echo eval exit export false local mapfile printf pwd read return set shift "
               "source test trap true type ulimit umask unset wait".split())
# The interpreters whose next word is a file of this repository.
INTERPRETERS = {"python3", "bash", "sh", "."}
# These build only the modules that need no C library.
WITHOUT_LIBRARIES = {"tools/check-library", "tools/reference"}
# These tests import tools whose commands they do not run.
ARITHMETIC = ("Tests/Peers", "Tests/Tools/test_fleet_processes.py")
# Names of packages and languages, which are also names of commands.
NOT_COMMANDS = {"tools/vmkit/arch.py", "Tests/Tools/commands.py", "Tests/Tools/test_packages.py"}
# These run their commands on a test machine.
GUESTS = {"Tests/Machines/broker.py"}


def shell_files():
    files = [path for path in sorted(TOOLS.rglob("*")) if path.is_file() and
             re.match(rb"#!.*\bbash\n|# shellcheck shell=", path.read_bytes()[:60])]
    return {str(path.relative_to(ROOT)): shellwords.read(path.read_text()) for path in files}


class Step:
    """Follows what one step calls, from its function in tools/test on."""

    def __init__(self, scripts, known, name):
        self.scripts, self.known = scripts, known
        self.commands, self.packages, self.seen = {}, set(), set()
        sourced = ((file, script) for file, script in scripts.items() if file.startswith(("tools/lib/", "tools/image.d/")))
        self.libraries = {name: file for file, script in sourced for name in script.commands if name}
        self.shell("tools/test", f"step_{name}")

    def add(self, command, file):
        self.commands.setdefault(command, file)

    def shell(self, file, function=""):
        if (file, function) in self.seen:
            return
        self.seen.add((file, function))
        script = self.scripts[file]
        for words in script.called(function):
            words = [self.resolved(word, file) for word in shellwords.program(words)]
            while words and re.fullmatch(r"\$\w+", words[0]) and script.arrays.get(words[0][1:]):
                words[:1] = script.arrays[words[0][1:]]  # "${words[@]}"
            if words:
                self.command(words, script, file)
        for name, words in script.arrays.items():  # a command that is called through an array
            if function == "" and words and f"${name}" in {w[0] for c in script.commands.values() for w in map(shellwords.program, c) if w}:
                self.add(words[0], file)

    def command(self, words, script, file):
        name = words[0]
        if name in script.commands:
            self.function(file, name, words)
        elif name in self.libraries:
            self.function(self.libraries[name], name, words, script)
        elif name.startswith("tools/"):
            self.file(name)
        elif re.fullmatch(r"[a-z][\w+.-]*|g\+\+", name) and name not in BUILTINS:
            self.add(name, file)
            if name == "swift" and words[1:2] in (["build"], ["test"], ["run"]) and file not in WITHOUT_LIBRARIES:
                self.add("swift build", file)
            if words[:2] == ["swift", "test"]:
                for path in sorted((ROOT / "Tests").glob("*/*/**/*.swift")):
                    self.swift(path)
        if name in INTERPRETERS or name == "timeout":
            for word in words[1:]:
                if word.startswith("tools/"):
                    self.file(word)
            if "-s" in words:
                for path in sorted((ROOT / words[words.index("-s") + 1]).glob("test_*.py")):
                    self.python(path)

    def function(self, file, name, words, caller=None):
        if name == "require_packages":
            for word in words[2:]:
                array = re.fullmatch(r"\$(\w+)", word)
                self.packages |= set((caller or self.scripts[file]).arrays.get(array[1], []) if array else [word])
        elif name == "on_test_machines":
            self.machines(words[1])
        elif name == "require_libraries":
            rows = re.search(r"library_table='\n(.*?)'", (TOOLS / "lib/libraries.sh").read_text(), re.S)[1]
            self.packages |= {row.split("|")[0] for row in rows.splitlines()} | {"pkg-config"}
        else:
            self.shell(file, name)

    def machines(self, step):
        self.packages |= machine_packages()
        for path in sorted((ROOT / "Tests/Machines").glob("test_*.py")):
            kind = path.stem.removeprefix("test_").split("_")[0]
            if {"arm": "arm", "arm64": "arm", "armhf": "arm", "debian": "debian", "kiosk": "kiosk"}.get(kind, "vm") == step:
                self.python(path)
        self.shell("tools/test", "on_test_machines")

    def file(self, name):
        path = ROOT / name
        if name in self.scripts:
            self.shell(name)
        elif path.is_file() and path.read_bytes()[:40].startswith((b"#!/usr/bin/env python3", b'"""')):
            self.python(path)

    def resolved(self, word, file):
        """Return `$here/x` and the like as paths in this repository."""
        for name, place in (("$here", "tools"), ("$parts", "tools/package.d"), ("$image", "tools/image.d")):
            if word.startswith(name + "/"):
                word = place + word[len(name):]
        return str(Path(word)) if word.startswith("tools/") else re.sub(r"^\$(tools|toolchain/bin|)/", "", word)

    def python(self, path):
        file = str(path.relative_to(ROOT))
        if path in self.seen or file in NOT_COMMANDS | GUESTS:
            return
        self.seen.add(path)
        tree = ast.parse(path.read_text())
        docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in ("subprocess.run", "subprocess.Popen", "subprocess.check_output"):
                first = node.args[0].elts[:1] if node.args and isinstance(node.args[0], (ast.List, ast.Tuple)) else []
                if first and isinstance(first[0], ast.Constant):
                    self.name(first[0].value, file)
            if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] in ("program", "which") and node.args:
                if isinstance(node.args[0], ast.Constant):
                    self.name(node.args[0].value, file)
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "parts.run" and isinstance(node.args[0], ast.Constant):
                self.name(node.args[0].value, file)
            if isinstance(node, (ast.List, ast.Tuple)) and [word.value for word in node.elts[:2] if isinstance(word, ast.Constant)] == ["swift", "build"]:
                self.add("swift build", file)
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
                self.text(node.value, file)
            if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div) and isinstance(node.right, ast.Constant):
                folder = ast.unparse(node.left).split(".")[-1]
                if not file.startswith(ARITHMETIC) and folder in ("TOOLS", "ROOT", "REPOSITORY"):
                    self.file(f"tools/{node.right.value}" if folder == "TOOLS" else str(node.right.value))
            for module in [alias.name for alias in getattr(node, "names", [])] if isinstance(node, ast.Import) else \
                    [node.module or "", *(f"{node.module or ''}.{alias.name}" for alias in node.names)] if isinstance(node, ast.ImportFrom) else []:
                for folder in (path.parent,) if file.startswith(ARITHMETIC) else (path.parent, *IMPORTS):
                    found = folder / (module.strip(".").replace(".", "/") + ".py")
                    if found.is_file():
                        self.python(found)
                        break

    def name(self, word, file):
        if isinstance(word, str) and "/" not in word:
            self.add(word, file)

    def swift(self, path):
        text = path.read_text()
        file = str(path.relative_to(ROOT))
        for name in re.findall(r'"/(?:usr/)?s?bin/([a-z][\w+.-]*)"', text):
            self.add(name, file)
        # Single words, and the commands of a line for a shell.
        for literal in re.findall(r'"([a-z][\w+.-]*)"', text):
            self.text(literal, file)
        for line in re.findall(r'"([a-z][^"\n]* [^"\n]*)"', text):
            for word in re.findall(r"(?:^|[;|&] *)([a-z][\w+.-]*) ", line):
                self.text(word, file)

    def text(self, text, file):
        """A text that is the name of a command counts as a call, as do its path and the first words of a shell script that starts one."""
        for word in (text, *re.findall(r"^exec ([a-z]+) ", text), *re.findall(r"/usr/s?bin/([a-z][\w+.-]*)", text)):
            if word in self.known and (len(word) > 2 or word == "cc"):  # "ar" is also a language
                self.add(word, file)


def machine_packages():
    import sys
    sys.path.insert(0, str(TOOLS))
    from vmkit import arch
    return set(arch.HOST_PACKAGES)
