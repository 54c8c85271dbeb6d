"""The page of the kiosk in Chromium: visits by touch, mouse and keys, its widths and its names. Requires the pages of `tools/web`."""

import time
import unittest

from kiosk_case import REPOSITORY, KioskCase
from surveys import ALL_KINDS, SMALL


class VisitTests(KioskCase):
    def test_a_visit_answers_every_kind_of_question(self):
        self.open()
        self.configure(ALL_KINDS, motion="3")
        steps = [("question a", ("star", 1)), ("reasons a", ("option", 1)), ("reasons a", ("done", 0)), ("question b", ("option", 4)),
                 ("question c", ("option", 9)), ("question d", ("option", 0)), ("question d", ("option", 2)),
                 ("question d", ("done", 0)), ("question e", ("option", 0)), ("question f", ("option", 5)), ("question g", ("done", 0)),
                 ("question h", ("done", 0))]
        for screen, step in steps:
            self.assertEqual(self.shown(), screen)
            self.tap(*step)
        self.assertEqual(self.shown(), "thanks")
        self.assertEqual(self.answers(), [
            ("a", "2 of 5 stars, because of dear"), ("b", "5 of 5"), ("c", "9 of 10"), ("d", "bus, car"),
            ("e", "yes"), ("f", "6 of 7"), ("h", "code shown")])
        self.wait_for(3)
        self.assertEqual(self.shown(), "question a")

    def test_the_sample_begins_with_a_tap_on_a_star(self):
        self.open()
        self.assertEqual(self.browser.evaluate("element('summary').textContent"), "kiosk.conf: no errors")
        self.assertEqual(self.shown(), "start")
        self.tap("star", 4)
        self.assertEqual(self.shown(), "question recommend")
        self.assertEqual(self.browser.evaluate("element('shown').textContent"),
                         "On the screen: question recommend, en. How likely are you to recommend us?")

    def test_the_mouse_rates(self):
        self.open(is_touch=False)
        self.configure(SMALL, motion="3")
        place = self.place("star", 3)
        for kind in ("mousePressed", "mouseReleased"):
            self.browser.mouse(kind, *place)
        self.assertEqual(self.answers(), [("service", "4 of 5 stars")])

    def test_keys_rate_and_page_keys_stay_the_browsers_outside_of_the_screen(self):
        self.open()
        self.configure(SMALL, motion="3")
        self.browser.evaluate("glass.focus()")
        self.browser.key("Enter")
        self.assertEqual(self.shown(), "question service")
        for key in ("ArrowRight", "ArrowRight", "Enter"):
            self.browser.evaluate("skipped += 500")
            self.browser.key(key)
        self.assertEqual(self.answers(), [("service", "2 of 5 stars")])

    def test_an_idle_visit_ends_after_a_warning(self):
        self.open()
        self.configure(ALL_KINDS, motion="3")
        self.tap("star", 4)
        self.assertEqual(self.shown(), "question b")
        self.wait_for(21)
        self.assertRegex(self.browser.evaluate("element('countdown').textContent"), r"^The visit ends in \d+ s without a touch.$")
        self.wait_for(10)
        self.assertEqual(self.shown(), "question a")
        self.assertEqual(self.answers(), [("a", "5 of 5 stars (visit not finished)")])

    def test_a_visitor_chooses_a_language(self):
        self.open()
        self.tap("languages")
        self.assertEqual(self.shown(), "language")
        self.tap("language", 2)
        self.assertEqual(self.browser.evaluate("kiosk.describe().language"), "ar")
        # Values grow to the left.
        self.tap("star", 4)
        self.tap("done")
        self.assertEqual(self.shown(), "question rooms")

    def test_a_visitor_asks_for_more_contrast(self):
        self.open()
        self.configure("[kiosk]\naccess = yes\n" + SMALL.replace("[kiosk]\n", ""), motion="3")
        ground = "[...canvas.getContext('2d').getImageData(400, 2, 1, 1).data]"
        before = self.browser.evaluate(ground)
        self.tap("contrast")
        self.assertEqual(self.shown(), "question service")
        self.assertNotEqual(self.browser.evaluate(ground), before)
        self.tap("star", 2)
        self.assertEqual(self.answers(), [("service", "3 of 5 stars")])

    def test_a_finger_that_holds_the_corner_starts_the_cleaning(self):
        self.open()
        self.configure(ALL_KINDS, motion="3")
        left, top = self.browser.evaluate("(box => [box.left, box.top])(canvas.getBoundingClientRect())")
        self.browser.touch("touchStart", (left + 3, top + 3))
        self.wait_for(4)
        self.assertEqual(self.shown(), "cleaning")
        self.browser.touch("touchEnd")
        self.wait_for(31)
        self.assertEqual(self.shown(), "question a")

    def test_all_screens_move_and_end_still(self):
        self.open()
        self.configure(SMALL, motion="1")
        self.tap("star", 4)
        frames = set()
        for _ in range(12):
            frames.add(self.browser.evaluate("canvas.toDataURL().length"))
            time.sleep(0.05)
        self.assertGreater(len(frames), 3, "the thank-you screen appears in several frames")


class PageTests(KioskCase):
    def test_no_size_scrolls_sideways_or_asks_a_network(self):
        for width, height in ((320, 480), (360, 640), (800, 1024), (1400, 900)):
            for scheme in ("light", "dark"):
                self.open(width=width, height=height, prefers_color_scheme=scheme)
                self.assertLessEqual(self.browser.evaluate("document.documentElement.scrollWidth"), width)
        loaded = self.browser.evaluate("performance.getEntriesByType('resource').map(each => each.name)"
                                       ".filter(each => !each.startsWith('blob:file:'))")
        self.assertEqual(loaded, [], "the page loads only its own files")

    def test_every_control_has_a_name(self):
        self.open()
        nameless = self.browser.evaluate("""[...document.querySelectorAll('button, select, textarea, [tabindex], dialog')]
            .filter(each => !(each.ariaLabel || each.labels?.length || each.textContent.trim())).map(each => each.outerHTML)""")
        self.assertEqual(nameless, [])

    def test_a_visitor_who_wants_less_motion_gets_less(self):
        self.open(prefers_reduced_motion="reduce")
        self.assertEqual(self.browser.evaluate("element('motion').value"), "2")

    def test_the_pages_and_the_readme_are_linked(self):
        self.open()
        for page in ("index.html", "kiosk.html"):
            self.browser.open((REPOSITORY / ".build/web" / page).as_uri())
            links = self.browser.evaluate("[...document.querySelectorAll('nav a')].map(each => each.getAttribute('href'))")
            self.assertEqual(links, ["index.html", "kiosk.html", "README.md"])
            for link in links:
                self.assertTrue((REPOSITORY / ".build/web" / link).is_file())


if __name__ == "__main__":
    unittest.main()
