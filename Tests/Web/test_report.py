"""The page of `starctl report` in Chromium: its widths, its directions, its tables, on paper. Requires the release build."""

import base64
import pathlib
import sqlite3
import subprocess
import tempfile
import unittest

from browser import Browser

REPOSITORY = pathlib.Path(__file__).resolve().parent.parent.parent
PROGRAMS = REPOSITORY / ".build/release"
PHRASES = REPOSITORY / "Sources/Kiosk/Phrases/Report"
WIDTHS = (360, 800, 1400)
LONG = "waiting for a <b>very</b> long time " + "Donaudampfschifffahrtsgesellschaftskapitän" * 2


def journal(path, kiosk, answers):
    """Record answers through the kiosk's journal, and spread them over eight weeks."""
    subprocess.run([PROGRAMS / "simulate-kiosk", path, kiosk, str(answers), "0", "2"], check=True, capture_output=True)
    with sqlite3.connect(path) as database:
        database.execute("UPDATE answers SET wall_ms = wall_ms - (sequence * 7919000 % 4838400) * 1000")
        database.execute("UPDATE answers SET reasons = json_array(?) WHERE sequence % 50 = 0", [LONG])
    database.close()


class ReportPageTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="star-slider-report-")
        cls.addClassCleanup(folder.cleanup)
        root = pathlib.Path(folder.name)
        journals = []
        for kiosk, answers in (("gate", 900), ("a kiosk with the name of a whole street, and its house", 500)):
            journals.append(root / f"{answers}.db")
            journal(journals[-1], kiosk, answers)
        cls.pages = {}
        for language in ("en", "de", "ar"):
            command = [PROGRAMS / "starctl", "report", *journals, "--phrases", PHRASES, "--language", language, "--output", root / language]
            subprocess.run(command, check=True, capture_output=True)
            cls.pages[language] = (root / language / "index.html").as_uri()
        cls.browser = Browser()
        cls.addClassCleanup(cls.browser.__exit__)

    def test_nothing_overflows(self):
        for language, page in self.pages.items():
            for width in WIDTHS:
                for scheme in ("light", "dark"):
                    with self.subTest(language=language, width=width, scheme=scheme):
                        self.browser.open(page, width=width, height=900, prefers_color_scheme=scheme)
                        self.browser.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
                        self.browser.frame()
                        self.assertLessEqual(self.browser.evaluate("document.documentElement.scrollWidth"), width)
                        wide = self.browser.evaluate("""[...document.querySelectorAll("td, th, dd, dt, li, summary, figcaption, h2")]
                            .filter(each => each.clientWidth > 1 && each.scrollWidth > each.clientWidth + 1).map(each => each.innerText)""")
                        self.assertEqual([text for text in wide if text], [])

    def test_every_chart_has_a_name_and_a_table(self):
        self.browser.open(self.pages["en"], width=800, height=900)
        names = self.browser.evaluate("[...document.querySelectorAll('svg[role=img]')].map(each => each.getAttribute('aria-label'))")
        self.assertGreaterEqual(len(names), 6)
        self.assertNotIn("", names)
        unnamed = self.browser.evaluate("document.querySelectorAll('svg:not([role=img]):not([aria-hidden])').length")
        self.assertEqual(unnamed, 0)
        without = self.browser.evaluate("[...document.querySelectorAll('figure')].filter(each => !each.querySelector('table tbody tr')).length")
        self.assertEqual(without, 0)
        self.assertEqual(self.browser.evaluate("document.querySelectorAll('script').length"), 0)

    def test_bars_are_as_long_as_their_shares(self):
        self.browser.open(self.pages["en"], width=800, height=900)
        lists = self.browser.evaluate("""[...document.querySelectorAll('ol:not(.kiosks)')].map(list => [...list.children].map(item =>
            [Number(item.querySelector('.what').lastChild.data.replace(/\\D/g, '')),
             item.querySelector('rect').getBoundingClientRect().width / item.querySelector('svg').getBoundingClientRect().width]))""")
        self.assertGreaterEqual(len(lists), 2)
        for bars in lists:
            most = max(count for count, _ in bars)
            for count, width in bars:
                self.assertAlmostEqual(width, count / most, delta=0.02)

    def test_dots_stand_at_their_means(self):
        self.browser.open(self.pages["en"], width=800, height=900)
        kiosks = self.browser.evaluate("""[...document.querySelectorAll('.kiosks')].map(list => {
            const ends = [...list.nextElementSibling.children].map(each => Number(each.innerText));
            return [ends, [...list.children].map(item => {
                const [box, dot] = [item.querySelector('svg'), item.querySelector('circle:last-of-type')].map(each => each.getBoundingClientRect());
                return [Number(item.querySelector('b').innerText), (dot.left + dot.width / 2 - box.left) / box.width]; })]; })""")
        self.assertGreaterEqual(len(kiosks), 2)
        for (low, high), dots in kiosks:
            for mean, place in dots:
                self.assertAlmostEqual(place, (mean - low) / (high - low), delta=0.02)

    def test_arabic_runs_from_the_right(self):
        self.browser.open(self.pages["ar"], width=800, height=900)
        left, right = self.browser.evaluate("""(() => {
            const bar = document.querySelector('.bar');
            const [a, b] = [bar, bar.querySelector('rect')].map(each => each.getBoundingClientRect());
            return [b.left - a.left, a.right - b.right]; })()""")
        self.assertGreaterEqual(left, right)
        self.assertLess(right, 2)

    def test_prints_on_a4(self):
        self.browser.open(self.pages["en"], width=800, height=900)
        # Inches.
        paper = self.browser.send("Page.printToPDF", preferCSSPageSize=True, printBackground=True)
        content = base64.b64decode(paper["data"])
        self.assertTrue(content.startswith(b"%PDF"))
        self.assertRegex(content, rb"/MediaBox \[0 0 59[45][.0-9]* 84[12][.0-9]*\]")


if __name__ == "__main__":
    unittest.main()
