"""The page of the kiosk in Chromium: visits by touch, mouse and keys, the check beside that of `star-kiosk`, and a picture of every screen.
Requires the pages of `tools/web` and the release build."""

import base64
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(REPOSITORY / "tools"))

from vmkit.picture import Picture  # noqa: E402

from browser import Browser  # noqa: E402
from surveys import ALL_KINDS, BROKEN, SMALL  # noqa: E402

PAGE = (REPOSITORY / ".build/web/kiosk.html").as_uri()
KIOSK = REPOSITORY / ".build/release/star-kiosk"
STARCTL = REPOSITORY / ".build/release/starctl"
PHRASES = REPOSITORY / "Sources/Kiosk/Phrases"


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


class CheckTests(KioskCase):
    def native(self, text):
        """Return the lines of `star-kiosk check`, without the name of the program."""
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "kiosk.conf").write_text(text)
            run = subprocess.run([KIOSK, "check", "kiosk.conf", "--board", "none", "--phrases", PHRASES], cwd=folder,
                                 capture_output=True, text=True, timeout=60)
        # The page has the translations of an installed kiosk.
        lines = run.stderr.replace(str(PHRASES), "/usr/share/star-slider/phrases").splitlines()
        return [line.removeprefix("star-kiosk: ") for line in lines], run.stdout.strip()

    def test_the_check_reports_what_the_program_reports(self):
        self.open()
        for name, text in BROKEN.items():
            with self.subTest(name):
                self.configure(text)
                found = self.browser.evaluate("[...element('found').children].map(each => each.textContent)")
                lines, verdict = self.native(text)
                self.assertEqual(found, lines)
                summary = self.browser.evaluate("element('summary').textContent")
                if verdict:
                    self.assertEqual(summary, verdict)
                else:
                    self.assertRegex(summary, r"^kiosk.conf: \d+ error")

    def test_a_rejected_configuration_leaves_the_last_valid_one_in_effect(self):
        self.open()
        self.configure(SMALL)
        self.configure(BROKEN["an unknown key"])
        self.assertEqual(self.shown(), "start")
        self.assertIn("keeps the last valid configuration", self.browser.evaluate("element('summary').textContent"))
        self.assertEqual(self.browser.evaluate("[...element('numbers').children].findIndex(each => each.className)"), 1)
        self.browser.evaluate("element('found').querySelector('button').click()")
        self.assertEqual(self.browser.evaluate("editor.value.slice(editor.selectionStart, editor.selectionEnd)"), "idel = 30")

    def test_a_picture_is_a_warning_that_says_what_the_page_lacks(self):
        self.open()
        self.configure(SMALL + "[theme]\nlogo = logo.png\nslides = a.png\n")
        self.assertEqual(self.browser.evaluate("[...element('found').children].map(each => each.textContent)"), [
            "kiosk.conf:8: warning: [theme] logo = logo.png: this page cannot open files, so it does not show or check the picture",
            "kiosk.conf:9: warning: [theme] slides = a.png: a.png: this page cannot open files, so it does not show or check the picture"])
        self.assertEqual(self.shown(), "start")


class SheetTests(KioskCase):
    def test_every_screen_is_drawn_at_every_size(self):
        self.open()
        for size in ("800x480", "480x800", "720x1280", "1024x600", "320x240"):
            for theme in "1234":
                with self.subTest(size=size, theme=theme):
                    self.configure(self.browser.evaluate("editor.defaultValue"), size=size, theme=theme)
                    self.browser.wait("[...element('sheet').querySelectorAll('img')].every(each => each.complete && each.src)")
                    names = self.browser.evaluate("[...element('sheet').querySelectorAll('figcaption')].map(each => each.textContent)")
                    self.assertEqual(len(names), 37)
                    self.assertEqual(names.count("question recommend"), 3)
                    # The most frequent color is the ground; a screen with a text has more than a few pixels of other colors.
                    drawn = self.browser.evaluate("""(async () => {
                        const counts = [];
                        for (const image of element('sheet').querySelectorAll('img')) {
                            await image.decode();
                            const copy = new OffscreenCanvas(image.naturalWidth, image.naturalHeight).getContext('2d');
                            copy.drawImage(image, 0, 0);
                            const words = new Uint32Array(copy.getImageData(0, 0, image.naturalWidth, image.naturalHeight).data.buffer);
                            counts.push(words.filter((word) => word !== words[0]).length);
                        }
                        return counts;
                    })()""")
                    self.assertGreater(min(drawn), 300)

    def test_screens_in_a_font_of_both_are_those_of_starctl(self):
        self.open()
        text = self.browser.evaluate("editor.defaultValue").replace("[theme]", "[theme]\nfonts = Noto Sans")
        self.browser.evaluate(f"editor.value = {text!r}")
        # Each picture is as large as the screen.
        pictures = self.browser.evaluate("""kiosk.check(editor.value, choices()).screens.map((screen, i) => {
            const copy = document.createElement('canvas');
            [copy.width, copy.height] = [800, 480];
            copy.getContext('2d').putImageData(kiosk.picture(i, 800, 480), 0, 0);
            return [screen.language, nameOf(screen).replace(' ', '-'), copy.toDataURL()];
        })""")
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "kiosk.conf").write_text(text)
            subprocess.run([STARCTL, "screens", "kiosk.conf", "--output", folder, "--phrases", PHRASES], cwd=folder, check=True)
            files = sorted(Path(folder).glob("en-*.png"), key=lambda each: int(each.name.split("-")[1]))
            native = {file.stem.split("-", 2)[2]: Picture.from_png(file.read_bytes()) for file in files}
        drawn = {name: Picture.from_png(base64.b64decode(url.split(",")[1])) for language, name, url in pictures if language == "en"}
        drawn.pop("language")
        self.assertEqual(list(drawn), list(native))
        for name, picture in drawn.items():
            with self.subTest(name):
                far = sum(abs(a - b) > 100 for mine, its in zip(picture.rows, native[name].rows) if mine != its
                          for a, b in zip(mine, its))
                # Edges of letters differ, because the browser rounds the places of letters in its own way.
                self.assertLess(far, 1500, "channels of pixels that differ by more than 100 of 255")

    def test_a_picture_can_be_enlarged(self):
        self.open()
        self.browser.wait("element('sheet').querySelector('img').naturalWidth > 0")
        self.browser.evaluate("element('sheet').querySelector('button').click()")
        self.browser.wait("element('enlarged').open && element('enlarged').querySelector('img').naturalWidth === 800")


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
