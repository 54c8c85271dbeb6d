"""A visit through a survey of every kind of question, in English and Arabic, by finger and by keypad."""

import functools
import json
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from keypads import PHRASES, KeyCase
from kiosk import Finger, exported, starctl
from vmkit import panels
from vmkit.picture import Picture

QUESTIONS = """
[kiosk]
attract = no
idle = 600
motion = none
[question visit]
[question food]
kind = faces
[question friend]
kind = nps
[question easy]
kind = effort
[question found]
kind = yes-no
[question way]
kind = choice
options = foot, bus, car
[question used]
kind = choice
options = cafe, desk, lifts
several = yes
[question bye]
kind = message
"""
TEXTS = {
    "en": """[text en]
question visit = How was your visit?
question food = How was the food?
question friend = Would you recommend us?
ends friend = Not at all likely, Very likely
question easy = How easy was it?
ends easy = Very difficult, Very easy
question found = Did you find everything?
question way = How did you come here?
question used = What did you use?
question bye = We are open on Sunday.
option foot = On foot
option bus = By bus
option car = By car
option cafe = The café
option desk = The help desk
option lifts = The lifts
""",
    "ar": """[text ar]
question visit = كيف كانت زيارتك؟
question food = كيف كان الطعام؟
question friend = هل توصي بنا لصديق؟
ends friend = غير محتمل إطلاقًا, محتمل جدًا
question easy = هل كان الأمر سهلًا؟
ends easy = صعب جدًا, سهل جدًا
question found = هل وجدت كل شيء؟
question way = كيف أتيت إلى هنا؟
question used = ماذا استخدمت؟
question bye = نفتح يوم الأحد.
option foot = سيرًا على الأقدام
option bus = بالحافلة
option car = بالسيارة
option cafe = المقهى
option desk = مكتب المساعدة
option lifts = المصاعد
"""}
IDS = ["visit", "food", "friend", "easy", "found", "way", "used", "bye"]

# What is tapped on each screen of 800x480, from left to right, and what the keys do there: forward is right in English.
NEXT = (653, 426)
TAPS = [[(31 + 3 * 152 + 64, 264)], [(31 + 1 * 152 + 64, 264)], [(20 + 9 * 69 + 35, 264)], [(22 + 5 * 108 + 54, 264)],
        [(543, 267)], [(590, 230)], [(210, 230), (400, 333), NEXT], [NEXT]]
FORWARD, ENTER, DOWN = "forward", panels.KEY_ENTER, panels.KEY_DOWN
KEYS = [[FORWARD] * 4 + [ENTER], [FORWARD, ENTER], [FORWARD] * 9 + [ENTER], [FORWARD] * 5 + [ENTER], [FORWARD, ENTER],
        [FORWARD, ENTER], [ENTER, DOWN, ENTER, DOWN, FORWARD, ENTER], [ENTER]]
ANSWERS = [("visit", "stars", 4, []), ("food", "faces", 2, []), ("friend", "nps", 9, []), ("easy", "effort", 6, []),
           ("found", "yes-no", 0, []), ("way", "choice", None, ["bus"]), ("used", "choice", None, ["cafe", "lifts"])]


@functools.cache
def pictures(language):
    """Return the screens of the questions as `starctl screens` draws them in memory."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder)
        (path / "kiosk.conf").write_text(QUESTIONS + TEXTS[language])
        subprocess.run([starctl(), "screens", path / "kiosk.conf", "--phrases", PHRASES, "--output", path], check=True)
        return [Picture.from_png(next(path.glob(f"*-question-{name}.png")).read_bytes()) for name in IDS]


class Tapping(Finger):
    """A finger that goes to pixels."""

    def at(self, place):
        return place


class Kinds(KeyCase):

    def start_survey(self, language, motion="none"):
        self.kiosk_command()  # names the journal
        questions = QUESTIONS.replace("motion = none", f"motion = {motion}")
        (self.vm.out / "kinds.conf").write_text(questions + TEXTS[language])
        job = self.vm.start([self.kiosk, "--config", "/out/kinds.conf", "--phrases", PHRASES, "--journal", self.journal])
        job.wait_for("drawing to ", timeout=120)
        self.assert_shows(pictures(language)[0], timeout=60)
        return job

    def assert_answered(self, job, language):
        """Check that the journal has exactly the visit's answers. Return them."""
        self.assert_shows(pictures(language)[0], timeout=20)  # the thanks are over
        self.assertEqual(job.stop().status, 0, job.stderr)
        answers = [json.loads(line) for line in exported(self.vm.out / Path(self.journal).name).splitlines()]
        self.assertEqual(
            [(answer["question"], answer["kind"], answer["value"], answer["chosen"]) for answer in answers], ANSWERS)
        self.assertEqual({answer["language"] for answer in answers}, {language})
        self.assertEqual(len({answer["visit"] for answer in answers}), 1)
        return answers

    def visit_by_finger(self, language, motion="none"):
        finger = self.add_finger(kind=Tapping)
        job = self.start_survey(language, motion)
        job.wait_for("touchscreen /dev/")
        for picture, taps in zip(pictures(language), TAPS):
            self.assert_shows(picture)
            time.sleep(0.5)  # as a visitor who reads: a sooner answer is marked as hasty
            for x, y in taps:
                finger.tap((x if language == "en" else 799 - x, y))
        self.assertEqual([answer["flags"] for answer in self.assert_answered(job, language)], [[]] * len(ANSWERS))

    def visit_by_keypad(self, language):
        keypad = self.add_keypad()
        job = self.start_survey(language)
        self.wait_for_keys(job, keypad)
        keypad.press(ENTER)  # the first key shows the focus
        forward = panels.KEY_RIGHT if language == "en" else panels.KEY_LEFT
        for keys in KEYS:
            self.change(lambda keys=keys: keypad.press(*[forward if key == FORWARD else key for key in keys], interval=0.06))
        self.assert_answered(job, language)

    def test_english_by_finger(self):
        self.visit_by_finger("en")

    def test_arabic_by_finger(self):
        self.visit_by_finger("ar")

    def test_english_with_motion(self):
        """Screens fade, stars pop: each change ends with the picture drawn in memory, and the answers are the same."""
        self.visit_by_finger("en", motion="full")

    def test_english_by_keypad(self):
        self.visit_by_keypad("en")

    def test_arabic_by_keypad(self):
        self.visit_by_keypad("ar")


if __name__ == "__main__":
    unittest.main()
