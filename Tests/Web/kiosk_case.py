"""The page of the kiosk in Chromium, for tests."""

import unittest
from pathlib import Path

from browser import Browser

REPOSITORY = Path(__file__).resolve().parent.parent.parent
PAGE = (REPOSITORY / ".build/web/kiosk.html").as_uri()


class KioskCase(unittest.TestCase):
    """One browser for all tests of a class; each opens the page anew."""

    @classmethod
    def setUpClass(cls):
        cls.browser = Browser()
        cls.addClassCleanup(cls.browser.__exit__)

    def open(self, **options):
        self.browser.messages.clear()
        self.browser.open(PAGE, **options)
        self.browser.wait("shownSize !== undefined")
        # Time passes at once where a test says so.
        self.browser.evaluate("(() => { const now = performance.now.bind(performance); window.skipped = 0; "
                              "performance.now = () => now() + skipped; })()")
        self.addCleanup(lambda: self.assertEqual(self.browser.messages, []))

    def configure(self, text, **choices):
        """Replace the configuration, and wait until it is checked."""
        for name, value in choices.items():
            self.browser.evaluate(f"element('{name}').value = {value!r}")
        self.browser.evaluate(f"editor.value = {text!r}; check()")
        self.browser.frame()

    def place(self, name, index=0):
        """Return where a button or a star is, in CSS pixels."""
        place = self.browser.evaluate(f"""(() => {{
            glass.scrollIntoView({{ block: "center" }});
            const box = canvas.getBoundingClientRect(), place = kiosk.place("{name}", {index});
            return place && [box.left + place[0] * box.width / canvas.width, box.top + place[1] * box.height / canvas.height];
        }})()""")
        self.assertIsNotNone(place, f"the screen has no {name} {index}: {self.shown()}")
        return place

    def tap(self, name, index=0):
        # An answer within 100 ms after another one does not count.
        self.browser.evaluate("skipped += 500")
        self.browser.touch("touchStart", self.place(name, index))
        self.browser.touch("touchEnd")

    def wait_for(self, seconds):
        """Let time pass on the page."""
        for _ in range(round(seconds)):
            self.browser.evaluate("skipped += 1000, act((functions) => functions.advance(performance.now()))")

    def shown(self):
        """Return the screen and its question."""
        shown = self.browser.evaluate("kiosk.describe()")
        return shown["screen"] + (" " + shown["question"] if shown["question"] else "")

    def answers(self):
        """Return the answers as the page lists them, the oldest first."""
        rows = self.browser.evaluate("[...element('answers').rows].map(row => [...row.cells].map(cell => cell.textContent))")
        return [(row[1], row[3]) for row in rows[::-1]]
