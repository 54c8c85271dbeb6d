"""A question whose code hands the visit over to a phone, in English and Arabic, by finger and by keypad: ZBar reads the code."""

import functools
import json
import subprocess
import tempfile
import unittest
from pathlib import Path

from keypads import PHRASES, KeyCase
from kiosk import exported, starctl
from test_kiosk_kinds import ENTER, NEXT, TEXTS, Tapping
from vmkit import panels
from vmkit.picture import Picture

QUESTIONS = """[kiosk]
id = gate-7
attract = no
idle = 600
animation = no
qr-url = https://example.org/comment?v={visit}&k={kiosk}
[question visit]
[question tell]
kind = comment
[question bye]
kind = message
"""
WORDS = {"en": "Tell us more: scan this code.", "ar": "أخبرنا المزيد: امسح هذا الرمز."}
# The code on a screen of 800x480, in English; in Arabic it is on the left.
CODE = (420, 20, 360, 362)
FOUR_STARS = (551, 264)


def configuration(language):
    texts = [line for line in TEXTS[language].splitlines() if line.startswith(("[", "question visit", "question bye"))]
    return QUESTIONS + "\n".join([*texts, "question tell = " + WORDS[language], ""])


@functools.cache
def pictures(language):
    """Return the screens of the questions as `starctl screens` draws them in memory."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder)
        (path / "kiosk.conf").write_text(configuration(language))
        subprocess.run([starctl(), "screens", path / "kiosk.conf", "--phrases", PHRASES, "--output", path], check=True)
        return [Picture.from_png(next(path.glob(f"*-question-{name}.png")).read_bytes()) for name in ("visit", "tell", "bye")]


def without_code(picture, language):
    """Return the picture with a black square in place of the code, which differs for every visit."""
    x, y, width, height = CODE
    x = x if language == "en" else 800 - x - width
    rows = [row[:3 * x] + bytes(3 * width) + row[3 * (x + width):] if y <= number < y + height else row
            for number, row in enumerate(picture.rows)]
    return Picture(picture.width, picture.height, tuple(rows))


class Comment(KeyCase):

    def start_survey(self, language):
        self.kiosk_command()  # names the journal
        (self.vm.out / "comment.conf").write_text(configuration(language))
        job = self.vm.start([self.kiosk, "--config", "/out/comment.conf", "--phrases", PHRASES, "--journal", self.journal])
        job.wait_for("drawing to ", timeout=120)
        self.assert_shows(pictures(language)[0], timeout=60)
        return job

    def visit_in(self, picture):
        """Return the visit that a picture's code names."""
        path = self.vm.out / "code.png"
        picture.write_png(path)
        address = subprocess.run(["zbarimg", "--quiet", "--raw", path], check=True, capture_output=True, text=True).stdout
        start, end = "https://example.org/comment?v=", "&k=gate-7\n"
        self.assertTrue(address.startswith(start) and address.endswith(end), address)
        return address[len(start):-len(end)]

    def assert_answered(self, job, language, visits):
        """Check that the journal has exactly these visits, each with a star and a comment."""
        self.assert_shows(pictures(language)[0], timeout=20)  # the thanks are over
        self.assertEqual(job.stop().status, 0, job.stderr)
        answers = [json.loads(line) for line in exported(self.vm.out / Path(self.journal).name).splitlines()]
        expected = [row for visit in visits for row in ((visit, "visit", "stars", 4), (visit, "tell", "comment", None))]
        self.assertEqual(
            [(answer["visit"], answer["question"], answer["kind"], answer["value"]) for answer in answers], expected)
        self.assertEqual(len(set(visits)), len(visits))

    def visit_by_finger(self, language):
        finger = self.add_finger(kind=Tapping)
        job = self.start_survey(language)
        job.wait_for("touchscreen /dev/")
        stars, tell, bye = pictures(language)
        code, visits = without_code(tell, language), []

        def tap(x, y):
            finger.tap((x if language == "en" else 799 - x, y))

        for _ in range(2):
            self.assert_shows(stars, timeout=20)
            tap(*FOUR_STARS)
            shown = self.vm.wait_for_picture(lambda picture: without_code(picture, language) == code, timeout=10)
            visits.append(self.visit_in(shown))
            tap(*NEXT)
            self.assert_shows(bye)
            tap(*NEXT)
        self.assert_answered(job, language, visits)

    def visit_by_keypad(self, language):
        keypad = self.add_keypad()
        job = self.start_survey(language)
        self.wait_for_keys(job, keypad)
        keypad.press(ENTER)  # the first key shows the focus
        forward = panels.KEY_RIGHT if language == "en" else panels.KEY_LEFT
        shown = self.change(lambda: keypad.press(*[forward] * 4, ENTER, interval=0.06))
        visit = self.visit_in(shown)
        self.change(lambda: keypad.press(ENTER))
        self.change(lambda: keypad.press(ENTER))
        self.assert_answered(job, language, [visit])

    def test_english_by_finger(self):
        self.visit_by_finger("en")

    def test_arabic_by_finger(self):
        self.visit_by_finger("ar")

    def test_english_by_keypad(self):
        self.visit_by_keypad("en")

    def test_arabic_by_keypad(self):
        self.visit_by_keypad("ar")


if __name__ == "__main__":
    unittest.main()
