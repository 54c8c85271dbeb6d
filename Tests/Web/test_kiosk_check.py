"""The check of the kiosk's page beside that of `star-kiosk`, and its pictures of all screens beside those of `starctl`. Requires the pages of
`tools/web` and the release build."""

import base64
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from kiosk_case import REPOSITORY, KioskCase
from surveys import BROKEN, SMALL

sys.path.insert(0, str(REPOSITORY / "tools"))

from vmkit.picture import Picture  # noqa: E402

KIOSK = REPOSITORY / ".build/release/star-kiosk"
STARCTL = REPOSITORY / ".build/release/starctl"
PHRASES = REPOSITORY / "Sources/Kiosk/Phrases"


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

    def test_a_picture_is_shown_once_its_file_is_chosen(self):
        self.open()
        self.configure(SMALL + "[theme]\nlogo = art/logo.png\nslides = visit.png\n")
        found = "[...element('found').children].map(each => each.textContent)"
        missing = "not shown or checked, because this page does not have the file; choose it under Pictures"
        self.assertEqual(self.browser.evaluate(found), [
            f"kiosk.conf:8: warning: [theme] logo = art/logo.png: {missing}",
            f"kiosk.conf:9: warning: [theme] slides = visit.png: visit.png: {missing}"])
        plain = self.browser.evaluate("canvas.toDataURL()")
        with tempfile.TemporaryDirectory() as folder:
            logo = Path(folder, "logo.png")
            logo.write_bytes(Path(REPOSITORY, "docs/pictures/kiosk.png").read_bytes())
            root = self.browser.send("DOM.getDocument")["root"]["nodeId"]
            node = self.browser.send("DOM.querySelector", nodeId=root, selector="#pictures")["nodeId"]
            self.browser.send("DOM.setFileInputFiles", nodeId=node, files=[str(logo), str(REPOSITORY / "docs/pictures/visit.png")])
            self.browser.wait("element('found').children.length === 0")
        self.browser.frame()
        self.assertNotEqual(self.browser.evaluate("canvas.toDataURL()"), plain)


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
            copy.getContext('2d').putImageData(kiosk.screenPicture(i, 800, 480), 0, 0);
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


if __name__ == "__main__":
    unittest.main()
