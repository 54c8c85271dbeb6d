"""Each step in docs/touch-to-pixels.md names a function of the file beside it. Run by tools/test shell."""

import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ROW = re.compile(r"^\| .+ \| `(.+)` \| `(\w+)` \|$", re.M)


def missing(page):
    """Return the rows whose file or function does not exist, and the number of rows."""
    rows = ROW.findall(page)
    return [(file, name) for file, name in rows if not (path := ROOT / "Sources" / file).is_file()
            or not re.search(rf"\bfunc {name}\b", path.read_text())], len(rows)


class TouchToPixels(unittest.TestCase):
    def test_the_functions_exist(self):
        found, count = missing((ROOT / "docs/touch-to-pixels.md").read_text())
        self.assertEqual(found, [])
        self.assertGreater(count, 15)

    def test_a_wrong_row_is_found(self):
        self.assertEqual(missing("| A step. | `Control/StarSlider/Rating/Gesture.swift` | `none` |\n")[0], [("Control/StarSlider/Rating/Gesture.swift", "none")])


if __name__ == "__main__":
    unittest.main()
