"""Reads which commands a bash script calls, function by function."""

import re
from dataclasses import dataclass, field

KEYWORDS = {"if", "then", "elif", "else", "fi", "while", "until", "do", "done", "for", "case", "esac", "in", "!", "{", "}", "time", "function"}
# These run the command that follows their options.
PREFIXES = {"exec", "env", "xargs", "nice", "when_idle", "command", "sudo"}


@dataclass
class Script:
    """The commands of a script, each a list of words as they are written, by function; those outside of functions are under ""."""

    commands: dict = field(default_factory=dict)
    arrays: dict = field(default_factory=dict)  # name of an array -> the words that are ever put into it

    def called(self, function):
        return self.commands.get(function, [])


class Reader:
    """Follows bash's grammar as far as these scripts need it: quotes, expansions, here documents, arrays, cases."""

    def __init__(self, text):
        self.text, self.at, self.script, self.function, self.waiting = text, 0, Script(), "", []
        self.sink = self.keep  # takes the words of each command

    def read(self):
        while self.at < len(self.text):
            self.commands("")
            self.at += 1  # a bracket without a partner
        return self.script

    def peek(self, word):
        return self.text.startswith(word, self.at)

    def commands(self, end):
        """Read up to the closing bracket `end`."""
        words, word, cases, labels = [], None, 0, False

        def finish():
            nonlocal words, word
            if word is not None:
                words.append(word)
            word = None
            if words:
                self.sink(words)
            words = []

        while self.at < len(self.text):
            mark = self.text[self.at]
            if labels and word is None and not words and self.peek("esac"):
                labels, cases = False, cases - 1
            if labels:  # skip a label, up to its bracket
                if mark in "\"'":
                    self.quoted(mark)
                elif mark == "#":
                    self.line()
                    continue
                elif mark == ")":
                    labels = False
                self.at += 1
            elif mark == end and (end == ")" or word is None and not words):
                finish()
                return
            elif mark == "{" and word is None and not words and self.text[self.at + 1] in " \n":
                self.at += 1
                self.commands("}")
                self.at += 1
            elif mark == "\\":
                if not self.peek("\\\n"):
                    word = (word or "") + self.text[self.at + 1 : self.at + 2]
                self.at += 2
            elif mark in "\"'":
                word = (word or "") + self.quoted(mark)
                self.at += 1
            elif mark == "$" or self.peek("<(") or self.peek(">("):
                word = (word or "") + self.expansion()
            elif mark == "#" and word is None:
                self.line()
            elif self.peek("<<<"):
                self.at += 3
            elif self.peek("<<"):
                self.here()
            elif mark in " \t":
                if word is not None:
                    words.append(word)
                word = None
                self.at += 1
                if words[-1:] == ["in"] and words[0] == "case":
                    words, cases, labels = [], cases + 1, True
            elif mark == "(" and word is not None and re.fullmatch(r"\w+\+?=", word):
                self.array(word.rstrip("+="))
                word = None
            elif mark == "(" and word is not None and self.peek("()"):
                name, word = word, None
                self.at += 2
                self.body(name)
            elif mark in ";\n|&()":
                if words[:1] == ["case"] and word == "in":
                    words, word, cases, labels = [], None, cases + 1, True
                elif mark == "&" and self.text[self.at - 1 : self.at] in "<>" or self.peek("&>"):
                    pass  # part of a redirection
                else:
                    finish()
                    if self.peek(";;") and cases:
                        labels = True
                        self.at += 1
                self.at += 1
                if mark == "\n":
                    self.documents()
            else:
                word = (word or "") + mark
                self.at += 1
                if word == "esac" and not words and cases:
                    cases -= 1
        finish()

    def body(self, name):
        """A function's body, which ends with the bracket of its own depth."""
        while self.text[self.at] in " \n":
            self.at += 1
        opening = self.text[self.at]
        self.at += 1
        outer, self.function = self.function, name
        self.script.commands.setdefault(name, [])
        self.commands(")" if opening == "(" else "}")
        self.at += 1
        self.function = outer

    def keep(self, words):
        words = list(words)
        while words and (words[0] in KEYWORDS or re.match(r"\w+\+?=", words[0]) or re.match(r"([0-9]*|\{\w+\})[<>]", words[0])):
            if words[0] == "for":
                return
            if re.fullmatch(r"[0-9]*[<>]+", words.pop(0)) and words:
                words.pop(0)
        if words:
            self.script.commands.setdefault(self.function, []).append(words)

    def line(self):
        self.at = (self.text + "\n").find("\n", self.at)

    def quoted(self, mark):
        """Return a quoted text without its quotes. The position is then at the closing one."""
        self.at += 1
        said = ""
        while self.at < len(self.text) and self.text[self.at] != mark:
            if mark == '"' and self.text[self.at] == "\\":
                said += self.text[self.at + 1]
                self.at += 2
            elif mark == '"' and self.text[self.at] == "$":
                said += self.expansion()
            else:
                said += self.text[self.at]
                self.at += 1
        return said

    def expansion(self):
        """Read the commands in $(...) and <(...). Return variables as they are written, and other expansions as a dollar sign."""
        if self.peek("$(("):
            self.at = self.text.index("))", self.at) + 2
            return "$"
        if self.text[self.at + 1 : self.at + 2] == "(":
            self.at += 2
            outer, self.sink = self.sink, self.keep
            self.commands(")")
            self.sink = outer
            self.at += 1
            return "$"
        if self.peek("${"):
            depth, start = 0, self.at
            while True:
                if self.peek("$("):
                    self.expansion()
                    continue
                if self.text[self.at] == "\\":
                    self.at += 1
                elif self.text[self.at] == "{":
                    depth += 1
                elif self.text[self.at] == "}":
                    depth -= 1
                    if depth == 0:
                        break
                self.at += 1
            self.at += 1
            found = re.fullmatch(r"\$\{(\w+)(?:\[@\])?(:\?)?\}", self.text[start : self.at])
            return f"${found[1]}" if found else "$"
        found = re.compile(r"\$(\w+|.)?").match(self.text, self.at)
        self.at = found.end()
        return found[0]

    def array(self, name):
        """Read `name=(...)`; its words are no commands."""
        outer, self.sink = self.sink, self.script.arrays.setdefault(name, []).extend
        self.at += 1
        self.commands(")")
        self.at += 1
        self.sink = outer

    def here(self):
        found = re.compile(r"<<-?\s*(['\"]?)(\w+)\1").match(self.text, self.at)
        self.waiting.append((found[2], bool(found[1])))
        self.at = found.end()

    def documents(self):
        """Skip here documents; those without quotes may contain $(...)."""
        for end, is_literal in self.waiting:
            stop = re.compile(rf"^{end}$", re.M).search(self.text, self.at)
            document = self.text[self.at : stop.start()]
            if not is_literal:
                inner = Reader('"' + document.replace('"', "'") + '"')
                inner.script, inner.function = self.script, self.function
                inner.quoted('"')
            self.at = stop.end()
        self.waiting = []


def read(text):
    return Reader(text).read()


def program(words):
    """Return the words from the program on: without `exec`, `env X=1`, `xargs -0` and the like."""
    words = list(words)
    while words and words[0] in PREFIXES:
        words.pop(0)
        while words and (words[0].startswith("-") or "=" in words[0]):
            words.pop(0)
    return words
