"""One spelling, and one place for each word: docs/glossary.md. Run by tools/test shell."""

import re
import subprocess
import unittest
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
# British spellings, as the stems of words. `synchronised` and `cancelled` are keys of messages and names of the Swift library's kind.
STEMS = ("colour", "grey", "centre", "centring", "behaviour", "neighbour", "metres?\\b", "rasteris", "recognis", "initialis",
         "optimis", "labelled(?!by)", "judgement", "acknowledgement", "licence", "favour", "honour", "normalis", "specialis(?!t)", "serialis(?!t)")
BRITISH = re.compile("|".join(STEMS), re.IGNORECASE)
# Texts in other languages, and what another program or a person has written.
EXCEPTIONS = ("/Phrases/", "Tests/Goldens/", "Tests/Recordings/", "/Corpora/", "Tests/Tools/test_glossary.py")
# Colors and keys that a person may write in a configuration.
WRITTEN = ('("grey"', '"colour = red"')


class Glossary(unittest.TestCase):
    def test_spelling_is_american(self):
        files = subprocess.run(["git", "ls-files"], cwd=REPOSITORY, capture_output=True, text=True, check=True).stdout.splitlines()
        found, seen = [], 0
        for name in files:
            path = REPOSITORY / name
            if any(part in name for part in EXCEPTIONS) or not path.is_file() or path.suffix in (".png", ".ppm"):
                continue
            seen += 1
            for number, line in enumerate(path.read_text(errors="replace").splitlines(), 1):
                if BRITISH.search(line) and not any(part in line for part in WRITTEN):
                    found.append(f"{name}:{number}: {line.strip()[:120]}")
        self.assertGreater(seen, 500)
        self.assertEqual(found, [])

    def test_terms_are_in_order_and_defined_once(self):
        page = (REPOSITORY / "docs/glossary.md").read_text().split("## Verbs")[0]
        terms = [line.split("|")[1].strip(" `").lower() for line in page.splitlines() if line.startswith("| ")][2:]
        self.assertGreater(len(terms), 50)
        self.assertEqual(terms, sorted(terms))
        self.assertEqual(len(terms), len(set(terms)))


if __name__ == "__main__":
    unittest.main()
