"""The sizes of Swift files and types: at most 300 lines, and at most 15 stored properties.

A type that stores more has several subjects. Each of them is a type that owns its values, with the functions that use them.
"""

import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
MOST_LINES = 300
MOST_PROPERTIES = 15

# Types that store more, with their number. A number may only fall.
EXCEPTIONS = {}

TOKEN = re.compile(r"(?P<name>[A-Za-z_]\w*)|(?P<line>\n)|(?P<open>[({\[])|(?P<close>[)}\]])|(?P<mark>==+|[^\s\w]|\d\w*)")
ARGUMENTS = re.compile(r"(?<=\w)<(?=\S)[^<>{}=;]*(?<=\S)>")  # of a generic type
COMMENT = re.compile(r"/\*|\*/")
INTERPOLATION = re.compile(r'[()]|#*"(?:"")?')
LITERAL = re.compile(r'//[^\n]*|/\*|#*"(?:"")?|^[ \t]*\#(?:if|elseif|else|endif)\b[^\n]*', re.MULTILINE)


def end_of_comment(text, at):
    depth = 1
    while depth:
        mark = COMMENT.search(text, at)
        depth += 1 if mark[0] == "/*" else -1
        at = mark.end()
    return at


def end_of_string(text, at, quote):
    pounds = quote.rstrip('"')
    mark = re.compile(rf'\\{pounds}\(|\\{pounds}.|{quote.lstrip("#")}{pounds}', re.DOTALL)
    while True:
        found = mark.search(text, at)
        at = found.end()
        if not found[0].startswith("\\"):
            return at
        if found[0].endswith("("):
            depth = 1
            while depth:
                part = INTERPOLATION.search(text, at)
                at = part.end()
                if '"' in part[0]:
                    at = end_of_string(text, at, part[0])
                else:
                    depth += 1 if part[0] == "(" else -1


def code(text):
    """The text without the content of strings, comments, the lines of conditional compilation, and arguments of generic types."""
    parts, at = [], 0
    while found := LITERAL.search(text, at):
        parts.append(text[at:found.start()])
        at = found.end()
        if found[0] == "/*":
            at = end_of_comment(text, at)
        elif found[0].strip("#") in ('"', '"""'):
            at = end_of_string(text, at, found[0])
            parts.append("x0")
    text = "".join(parts) + text[at:]
    while (shorter := ARGUMENTS.sub("", text.replace("->", "\u2192"))) != text:
        text = shorter
    return text


class Reader:
    """Reads declarations. `properties` has the names that each type stores; branches of `#if` that store the same name count once."""

    def __init__(self, text):
        self.tokens = [(found.lastgroup, found[0]) for found in TOKEN.finditer(code(text))]
        self.at = 0
        self.properties = {}
        self.read([], None)
        if self.at != len(self.tokens):
            raise ValueError("a closing bracket without its opening one")

    def peek(self, ahead=0):
        return self.tokens[self.at + ahead] if self.at + ahead < len(self.tokens) else ("end", "")

    def next(self):
        self.at += 1
        return self.tokens[self.at - 1]

    def skip_lines(self):
        while self.peek()[0] == "line":
            self.at += 1

    def read(self, path, owner):
        """Reads to the closing bracket. `owner` has the names of the type's properties; `None` in functions and extensions."""
        is_static = False
        while self.peek()[0] not in ("close", "end"):
            after_dot = self.at > 0 and self.tokens[self.at - 1][1] == "."
            kind, text = self.next()
            if kind == "open":
                self.read(path, None)
                if self.next()[0] != "close":
                    raise ValueError("an opening bracket without its closing one")
                is_static = is_static and text != "{"
            elif after_dot or kind != "name":
                continue
            elif text in ("struct", "class", "actor", "enum", "extension", "protocol") and self.peek()[0] == "name":
                if text == "class" and self.peek()[1] in ("func", "var", "let", "subscript"):
                    is_static = True
                elif text == "extension" or self.peek(1)[1] in ("{", ":", "<", "where"):
                    self.read_type(path, text)
                    is_static = False
            elif text == "static":
                is_static = True
            elif text in ("func", "init", "subscript", "typealias", "case"):
                is_static = False
            elif text in ("let", "var") and owner is not None:
                names = self.bindings()
                owner.update(() if is_static else names)
                is_static = False

    def read_type(self, path, keyword):
        name = self.next()[1]
        while self.peek()[1] != "{":
            name += "." + self.peek(1)[1] if self.peek()[1] == "." and name else ""
            self.at += 1
        self.at += 1
        path = [*path, name.split(".")[0] if keyword != "extension" else name]
        owner = self.properties.setdefault(".".join(path), set()) if keyword in ("struct", "class", "actor") else None
        self.read(path, owner)
        self.at += 1

    def bindings(self):
        """Reads what follows `let` or `var`, and returns the names that are stored."""
        stored = set()
        while True:
            names = [self.next()[1]]
            if names == ["("]:
                names = []
                while (token := self.next())[1] != ")":
                    names += [token[1]] if token[0] == "name" else []
            is_stored = not self.skip_to_end("=,{") or self.peek()[1] != "{" or self.is_observed()
            stored.update(names if is_stored else ())
            if self.peek()[1] in ("=", "{"):
                self.skip_to_end(",")
            if self.peek()[1] != ",":
                return stored
            self.at += 1
            self.skip_lines()

    def skip_to_end(self, stops):
        """Skips to one of the `stops` and returns true, or to the end of the declaration."""
        while True:
            kind, text = self.peek()
            if kind == "line":
                before, start = self.tokens[self.at - 1], self.at
                self.skip_lines()
                after = self.peek()
                continues = before[1] in "=:,.+-" or after[1] in ("{", "=", ".", "?", ":", "\u2192", "+", "-", "&", "|")
                if not continues:
                    self.at = start
                    return False
            elif kind in ("close", "end") or text == ";":
                return False
            elif text in stops:
                return True
            elif self.next()[0] == "open":
                self.read([], None)
                self.at += 1

    def is_observed(self):
        start = self.at
        self.at += 1
        self.skip_lines()
        first = self.peek()[1]
        self.at = start
        return first in ("willSet", "didSet")


def stored_properties(text):
    return {name: len(names) for name, names in Reader(text).properties.items()}


SAMPLE = r'''
import Basics
/// A `struct Comment { var a: Int }` in a comment. /* }
package struct Sample<T: Sendable>: Hashable where T: Equatable {
  package let first: [String: (Int, Int)], second = Pair<Int, String>(1, "}"), third: Int
  private(set) var fourth = """
    var text: Int { "\(call("{", ["}"]))"
    """
  let (fifth, sixth) = (1, 2) /* { /* nested */ } */
  var seventh: Int = 7 { didSet { print(seventh) } }
  var eighth: Int? {
    willSet { let local = 1 }
  }
  let ninth: (Int) -> Void =
    { value in let local = value }
  static let shared = Sample()
  static var computed: Int { 1 }
  package static var count: Int {
    var local = 0
    let other = 1
    return local + other
  }
  var getter: Int { tenth < 3 ? 1 : 2 }
  let (empty, quoted) = ("", "a\"}")
  var nextLine: Dictionary<Int, [Int]>
  {
    get { var local = 1; return [:] }
    set {}
  }
#if EMBEDDED
  var tenth: Int
#else
  var tenth: Int64
  var eleventh = #"a "quoted" } brace"#
#endif
  init(_ var1: Int, body: () -> Void = { let local = 2 }) { let local = 3; struct Local { var inner = 1, outer = 2 } }
  subscript(index: Int) -> Int { let local = 1; return local }
  struct Nested { let one: Int
    let two: Int }
  class final_ { class var shared: Int { 1 }; weak var one: Sample? }
  enum Kind { case a(Int), b; var name: String { "a" }; static var all = [1] }
  @inline(__always) lazy var twelfth = [1, 2]
    .map { $0 + 1 }
  unowned let thirteenth: Sample
}
extension Sample.Nested {
  var three: Int { 3 }
  struct Deep { var one: Int { didSet {} } }
}
protocol Shape { var area: Int { get } }
'''


class Sizes(unittest.TestCase):
    def test_properties_are_counted(self):
        self.assertEqual(stored_properties(SAMPLE), {
            "Sample": 15, "Sample.Local": 2, "Sample.Nested": 2, "Sample.final_": 1, "Sample.Nested.Deep": 1})

    def test_types_are_small(self):
        found = {}
        for file in sorted((ROOT / "Sources").rglob("*.swift")):
            with self.subTest(file.name):
                for name, count in stored_properties(file.read_text()).items():
                    found[name] = max(count, found.get(name, 0))
        self.assertGreater(len(found), 300)
        self.assertEqual({name: count for name, count in found.items() if count > MOST_PROPERTIES}, EXCEPTIONS)

    def test_files_are_short(self):
        lines = {file.name: file.read_text().count("\n") for file in (ROOT / "Sources").rglob("*.swift")}
        self.assertEqual({name: count for name, count in lines.items() if count > MOST_LINES}, {})


if __name__ == "__main__":
    unittest.main()
