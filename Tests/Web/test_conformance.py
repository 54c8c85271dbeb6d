"""The page of `star-kiosk check --standard`, as docs/conformance.html has it, in Chromium: its widths and schemes, its anchors, on paper."""

import pathlib
import unittest

from browser import Browser

PAGE = (pathlib.Path(__file__).resolve().parents[2] / "docs/conformance.html").as_uri()


class ConformancePageTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.browser = Browser()
        cls.addClassCleanup(cls.browser.__exit__)

    def test_nothing_overflows(self):
        for width in (360, 800, 1400):
            for scheme in ("light", "dark"):
                with self.subTest(width=width, scheme=scheme):
                    self.browser.open(PAGE, width=width, height=900, prefers_color_scheme=scheme)
                    self.assertLessEqual(self.browser.evaluate("document.documentElement.scrollWidth"), width)
                    wide = self.browser.evaluate("""[...document.querySelectorAll("dd, dt, li, p, h2, h3")]
                        .filter(each => each.clientWidth > 1 && each.scrollWidth > each.clientWidth + 1).map(each => each.innerText)""")
                    self.assertEqual(wide, [])

    def test_every_unmet_clause_is_linked(self):
        self.browser.open(PAGE, width=800, height=900)
        self.assertEqual(self.browser.evaluate("document.querySelectorAll('article').length > 60"), True)
        self.assertEqual(self.browser.evaluate("""[...document.querySelectorAll(".unmet a")].map(each => each.hash.slice(1))
            .filter(id => !document.getElementById(id)?.classList.contains("not-met"))"""), [])
        self.assertEqual(self.browser.evaluate("""document.querySelectorAll(".unmet a").length
            - document.querySelectorAll("article.not-met").length"""), 0)
        self.assertEqual(self.browser.messages, [])


if __name__ == "__main__":
    unittest.main()
