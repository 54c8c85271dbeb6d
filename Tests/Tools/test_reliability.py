"""Each row of docs/reliability.md has a command that exists, with its options and tests. Run by tools/test shell."""

import re
import subprocess
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/reliability.md"


def rows(text):
    """Return the cells of each row of the tables whose last column is headed "command"."""
    found, inside = [], False
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not line.startswith("|"):
            inside = False
        elif cells[-1] == "command":
            inside = True
        elif inside and not re.fullmatch("-+", cells[-1]):
            found.append(cells)
    return found


def suites():
    return set(re.findall(r"@Suite[\s\S]{0,300}?\b(?:struct|class|actor|enum) (\w+)",
                          "".join(file.read_text() for file in ROOT.glob("Tests/**/*.swift"))))


class Reliability(unittest.TestCase):
    def test_every_row_has_a_command(self):
        found = rows(PAGE.read_text())
        self.assertGreater(len(found), 12)
        for cells in found:
            with self.subTest(cells[0]):
                self.assertTrue(all(cells))
                self.assertRegex(cells[-1], "^`[^`]+`$")

    def test_the_commands_exist(self):
        known, helps = suites(), {}
        for cells in rows(PAGE.read_text()):
            words = cells[-1].strip("`").split()
            with self.subTest(cells[-1]):
                if words[:3] == ["swift", "test", "--filter"]:
                    self.assertLessEqual(set(words[3].strip("'").split("|")), known)
                    continue
                tool = ROOT / words[0]
                self.assertTrue(words[0].startswith("tools/") and tool.is_file(), words[0])
                if tool not in helps:
                    helps[tool] = subprocess.run([tool, "--help"], capture_output=True, text=True).stdout
                for option in filter(lambda word: word.startswith("--"), words[1:]):
                    self.assertIn(option, helps[tool])
                if words[0] == "tools/test":
                    for step in words[1:]:
                        self.assertIn(f"step_{step}()", tool.read_text())

    def test_a_wrong_row_is_found(self):
        table = "| tried | command |\n| --- | --- |\n| a | `tools/none` |\n\n| tried | how |\n| --- | --- |\n| b | c |\n"
        self.assertEqual(rows(table), [["a", "`tools/none`"]])


if __name__ == "__main__":
    unittest.main()
