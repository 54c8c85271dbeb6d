"""The version stands in one place, and all else agrees with it. Run by tools/test shell."""

import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def read(path):
    return (ROOT / path).read_text()


class Release(unittest.TestCase):
    version = re.search(r'static let number: StaticString = "(.+)"', read("Sources/System/Basics/CommandLine/CommandSyntax.swift"))[1]

    def test_the_version_is_semantic(self):
        self.assertRegex(self.version, r"^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$")

    def test_the_changelog_begins_with_it(self):
        first = re.search(r"^## (.+)$", read("CHANGELOG.md"), re.MULTILINE)[1]
        self.assertRegex(first, rf"^{re.escape(self.version)} \((unreleased|\d{{4}}-\d\d-\d\d)\)$")

    def test_no_other_file_states_it(self):
        places = [*(ROOT / "Sources").rglob("*.swift"), *(ROOT / "tools").rglob("*"), ROOT / "Package.swift"]
        stating = [path.relative_to(ROOT).as_posix() for path in places
                   if path.is_file() and "__pycache__" not in path.parts and f'"{self.version}"' in path.read_text(errors="replace")]
        self.assertEqual(stating, ["Sources/System/Basics/CommandLine/CommandSyntax.swift"])

    def test_the_package_index_documents_existing_targets(self):
        targets = re.search(r"documentation_targets: \[(.+)\]", read(".spi.yml"))[1].split(", ")
        for target in targets:
            self.assertIn(f'.library(name: "{target}", targets: ["{target}"])', read("Package.swift"))

    def test_every_article_is_listed(self):
        catalog = ROOT / "Sources/Control/StarSlider/StarSlider.docc"
        articles = {path.stem for path in catalog.glob("*.md")} - {"StarSlider"}
        self.assertEqual(set(re.findall(r"<doc:(\w+)>", (catalog / "StarSlider.md").read_text())), articles)
        self.assertGreaterEqual(len(articles), 5)
        shown = {name for article in catalog.glob("*.md") for name in re.findall(r"!\[.+\]\((.+)\)", article.read_text())}
        self.assertEqual(shown, {path.name for path in catalog.glob("*.png")})


if __name__ == "__main__":
    unittest.main()
