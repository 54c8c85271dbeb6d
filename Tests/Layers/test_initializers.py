"""Classes that a kiosk opens again and again: devices, files and connections.

If the designated initializer of a class fails before all properties have values, Embedded Swift 6.3 loses the memory of the object. A
convenience initializer that fails before it calls the designated one has not allocated the object yet.
"""

import pathlib
import re
import unittest

SOURCES = pathlib.Path(__file__).resolve().parents[2] / "Sources"
# Their programs are not built as Embedded Swift, or measure and end.
OTHER_PLACES = ("Answers/Collector", "Display/WindowDisplay", "Programs/star-bench", "Programs/star-collector", "Programs/starctl")

# Their initializers are called once in a program's life, or fail only when all properties have values or no memory is left.
EXCEPTIONS = {"AnswerRecorder", "AnswerStore", "AtomicCommitter", "BlackBoxRing", "BrokerConnection", "Connection", "Console", "ControlInbox", "Delivery",
              "EventCounters", "FleetAgent", "LiveTouch", "MemoryDisplay", "ReplayTouch", "ReplayedKiosk", "Speech", "Supervisor", "TouchPanel",
              "VirtualTouchscreen"}

# Theirs are called once for each configuration, picture or text. A configuration that fails costs a kilobyte.
CONFIGURED = {"FontCollection", "FontFinder", "PNGReader", "Paragraph", "Photo", "PictureMemory", "ScreenChange", "ScreenSet", "SliderParts",
              "StarPictures", "StarSlider", "StarTick", "Typesetter"}

WORDS = r"((?:@\w+(?:\([^)]*\))?\s+|(?:package|public|internal|private|fileprivate|final|convenience|override|required)\s+)*)"
TYPE = re.compile(rf"^( *){WORDS}(class|struct|enum|extension|actor)\s+(\w+)", re.MULTILINE)
INITIALIZER = re.compile(rf"^( *){WORDS}init(?:\?|\b[^{{]*\)\s*throws)", re.MULTILINE)


def failing(text):
    """The classes with a designated initializer that can fail."""
    text = re.sub(r"//[^\n]*", "", text)
    types = [(found.start(), len(found[1]), found[3], found[4]) for found in TYPE.finditer(text)]
    classes = set()
    for found in INITIALIZER.finditer(text):
        around = [one for one in types if one[0] < found.start() and one[1] < len(found[1])]
        if around and around[-1][2] == "class" and "convenience" not in found[2]:
            classes.add(around[-1][3])
    return classes


class Initializers(unittest.TestCase):
    def test_no_object_is_lost(self):
        found = set()
        for file in SOURCES.rglob("*.swift"):
            if not file.relative_to(SOURCES).as_posix().startswith(OTHER_PLACES):
                found |= failing(file.read_text())
        self.assertEqual(found, EXCEPTIONS | CONFIGURED)

    def test_declarations(self):
        for body, is_found in (("init(_ x: Int) { }", False), ("init?(_ x: Int) { }", True), ("private init(\n    _ x: Int\n  ) throws(E) { }", True),
                               ("@export(interface) package convenience init() throws(E) { }", False), ("package init?() { }", True)):
            for kind in ("final class", "struct"):
                with self.subTest(body=body, kind=kind):
                    self.assertEqual(failing(f"package {kind} A: B {{\n  {body}\n}}\n"), {"A"} if is_found and "class" in kind else set())


if __name__ == "__main__":
    unittest.main()
