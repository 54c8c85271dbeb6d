"""Each test that the conformance report cites exists, and the report of the sample in docs cites one for each clause that is met."""

import importlib.machinery
import importlib.util
import json
import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ROOT / "Sources/Kiosk/Kiosk/Conformance"
CITED = re.compile(r'"(\w+Tests\.\w+|test_\w+\.test_\w+)"')


def known():
    """Return every `Suite.function` of the tests in Swift, and every `file.function` of those in Python."""
    loader = importlib.machinery.SourceFileLoader("check_contract", str(ROOT / "tools/check-contract"))
    contract = importlib.util.module_from_spec(importlib.util.spec_from_loader("check_contract", loader))
    loader.exec_module(contract)
    python = {f"{file.stem}.{name}" for file in ROOT.glob("Tests/**/test_*.py")
              for name in re.findall(r"^ +def (test_\w+)", file.read_text(), re.M)}
    return contract.tests(ROOT / "Tests") | python


def missing(source, tests):
    """Return the tests that a source cites and that do not exist."""
    return [name for name in CITED.findall(source) if name not in tests]


class ConformanceReport(unittest.TestCase):
    def test_the_tests_it_cites_exist(self):
        source = "".join(file.read_text() for file in SOURCES.glob("*.swift"))
        self.assertGreater(len(set(CITED.findall(source))), 15)
        self.assertEqual(missing(source, known()), [])

    def test_a_missing_test_is_found(self):
        self.assertEqual(missing('shownBy: "NoTests.none", "test_none.test_none")', known()), ["NoTests.none", "test_none.test_none"])

    def test_the_report_of_the_sample(self):
        report = json.loads((ROOT / "docs/conformance.json").read_text())
        tests = known()
        outcomes = [clause["outcome"] for clause in report["clauses"]]
        self.assertEqual(report["counts"], {name: outcomes.count(name) for name in report["counts"]})
        for clause in report["clauses"]:
            with self.subTest(clause["clause"]):
                self.assertTrue(clause["reason"] and clause["title"])
                self.assertTrue(set(clause.get("tests", [])) <= tests)
                self.assertTrue(clause["outcome"] != "met" or clause["tests"])
        page = (ROOT / "docs/conformance.html").read_text()
        for clause in report["clauses"]:
            self.assertIn(f'<span class="number">{clause["clause"]}</span>', page)


if __name__ == "__main__":
    unittest.main()
