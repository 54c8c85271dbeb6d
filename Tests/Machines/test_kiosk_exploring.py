"""Whole visits by touch without sight, in three languages: a finger explores the glass, and two taps choose what was said last."""

import re
import time
import unittest

from spoken import TEXTS, SpokenCase, lines
from vmkit import panels

# What is said when speech begins, by the question, at the third star, at the first answer, when that is chosen, by its button, and at the end.
VISITS = {
    "en": (["How was our service?", "Press Enter to begin", "Or slide a finger over the screen, and tap twice to choose"],
           ["Question 1 of 2", "How was our service?", "Stars, 1 to 5", "Choose with the arrow keys, then press Enter"], ["3 of 5", "Fair"],
           ["Question 2 of 2", "What did you use?", "2 answers", "Several answers are possible", "Choose with the arrow keys, then press Enter"],
           ["The bus", "Not selected", "1 of 2"], ["Selected"], ["Done", "1 of 2"], ["Thank you!"]),
    "de": (["Wie war unser Service?", "Zum Beginnen Eingabe drücken", "Oder mit einem Finger über den Bildschirm gleiten und zum Wählen zweimal tippen"],
           ["Frage 1 von 2", "Wie war unser Service?", "Sterne, 1 bis 5", "Mit den Pfeiltasten wählen, dann Eingabe drücken"], ["3 von 5", "Mittel"],
           ["Frage 2 von 2", "Was haben Sie benutzt?", "2 Antworten", "Mehrere Antworten sind möglich", "Mit den Pfeiltasten wählen, dann Eingabe drücken"],
           ["Der Bus", "Nicht ausgewählt", "1 von 2"], ["Ausgewählt"], ["Fertig", "1 von 2"], ["Vielen Dank!"]),
    "ar": (["كيف كانت خدمتنا؟", "اضغط مفتاح الإدخال للبدء", "أو حرّك إصبعك على الشاشة وانقر مرتين للاختيار"],
           ["السؤال 1 من 2", "كيف كانت خدمتنا؟", "النجوم من 1 إلى 5", "اختر بمفاتيح الأسهم ثم اضغط مفتاح الإدخال"], ["3 من 5", "مقبولة"],
           ["السؤال 2 من 2", "ماذا استخدمت؟", "عدد الإجابات 2", "يمكن اختيار عدة إجابات", "اختر بمفاتيح الأسهم ثم اضغط مفتاح الإدخال"],
           ["الحافلة", "غير محدد", "1 من 2"], ["محدد"], ["تم", "1 من 2"], ["شكرًا لك!"]),
}


class Exploring(SpokenCase):
    taps = 0

    def said_since(self, count):
        """Return the texts after the first lines. Tones and silences are not among them."""
        return [line for line in self.read()[count:] if line.startswith("say ")]

    def find(self, tag, xs, ys, words):
        """Slide a finger over places until it rests on what is to be said."""
        expected, count = lines(tag, words), len(self.read())
        gesture = self.finger.gesture
        places = [(x, y) for x in xs for y in ys]
        gesture.press(*places[0])
        # A busy machine may say it too late, when the finger is elsewhere.
        for place in places * 3:
            gesture.move([place], steps=4)
            self.finger.play()
            time.sleep(0.6)
            if self.said_since(count)[-len(expected):] == expected:
                break
        self.assertEqual(self.said_since(count)[-len(expected):], expected)
        gesture.release()
        self.finger.play()
        time.sleep(0.7)

    def choose(self, tag, words):
        """Tap twice at the lower edge until something is said: a busy machine's taps may be too slow for two. No hand finds a place again."""
        expected, count = lines(tag, words), len(self.read())
        for _ in range(10):
            self.taps += 1
            place = (790 - 11 * (self.taps % 20), 470)
            self.finger.gesture.wait(1).tap(*place, hold=0.08).wait(0.15).tap(*place, hold=0.08)
            self.finger.play()
            deadline = time.monotonic() + 3
            while len(self.said_since(count)) < len(expected) and time.monotonic() < deadline:
                time.sleep(0.05)
            if self.said_since(count):
                break
        self.assertEqual(self.said_since(count), expected)
        time.sleep(0.7)

    def test_whole_visits_by_touch(self):
        keypad = self.add_keypad(panels.four_keys())
        self.finger = self.add_finger()
        for tag, (start, first, stars, second, tile, selected, done, end) in VISITS.items():
            with self.subTest(tag):
                self.said.unlink(missing_ok=True)
                reader = self.start_reader()
                job = self.start_speaking("on-demand", TEXTS[tag])
                self.wait_for_keys(job, keypad)
                job.wait_for("touchscreen /dev/")
                keypad.press(panels.KEY_HELP)
                self.wait_for_lines(["volume 50", "rate 100", *lines(tag, start)])
                self.choose(tag, first)
                self.find(tag, [400], range(20, 470, 40), stars)
                tones = [int(hertz) for hertz in re.findall(r"tone (\d+) 40", "\n".join(self.read()))]
                self.assertEqual(set(tones), {494})
                self.choose(tag, second)
                self.find(tag, [600 if tag == "ar" else 200], range(20, 470, 30), tile)
                self.choose(tag, selected)
                self.find(tag, range(60, 760, 40), [420], done)
                self.choose(tag, end)
                self.assertEqual(self.faults(), [])
                self.assertEqual(job.stop().status, 0, job.stderr)
                reader.stop()


if __name__ == "__main__":
    unittest.main()
