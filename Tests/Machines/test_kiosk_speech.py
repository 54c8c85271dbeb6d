"""Speech: whole visits with four keys in three languages, compared with the lines that star-voice reads; headphones; readers that end."""

import time
import unittest

from spoken import TEXTS, TOUCH, SpokenCase, lines
from vmkit import panels

CHOOSE = {"en": "Choose with the arrow keys, then press Enter", "de": "Mit den Pfeiltasten wählen, dann Eingabe drücken",
          "ar": "اختر بمفاتيح الأسهم ثم اضغط مفتاح الإدخال"}

# For each key of the visit, what is said to it: commands, and texts of the language.
VISITS = {
    "en": [
        (None, ["volume 50", "rate 100", "How was our service?", "Press Enter to begin"]),
        (panels.KEY_ENTER, ["stop", "Question 1 of 2", "How was our service?", "Stars, 1 to 5", "Not rated", CHOOSE["en"]]),
        (panels.KEY_NEXT, ["stop", "1 of 5", "Very poor"]),
        (panels.KEY_NEXT, ["stop", "2 of 5", "Poor"]),
        (panels.KEY_ENTER, ["stop", "What went wrong?", "2 answers", "Several answers are possible", "The waiting time", "Not selected",
                            "1 of 2", CHOOSE["en"]]),
        (panels.KEY_NEXT, ["stop", "The staff", "Not selected", "2 of 2"]),
        (panels.KEY_ENTER, ["stop", "Selected"]),
        (panels.KEY_NEXT, ["stop", "Done", "1 of 2"]),
        (panels.KEY_ENTER, ["stop", "Question 2 of 2", "What did you use?", "2 answers", "Several answers are possible", "The bus",
                            "Not selected", "1 of 2", CHOOSE["en"]]),
        (panels.KEY_BACK, ["stop", "Start over", "Press Enter again to start over", "2 of 2"]),
        (panels.KEY_PREVIOUS, ["stop", "Done", "1 of 2"]),
        (panels.KEY_HELP, ["stop", "Question 2 of 2", "What did you use?", "2 answers", "Several answers are possible", "Done", "1 of 2",
                           CHOOSE["en"]]),
        (panels.KEY_VOLUMEUP, ["stop", "volume 60", "Volume 60 percent"]),
        (panels.KEY_ENTER, ["tone 880 250", "stop", "Thank you!"]),
        (None, ["volume 50", "rate 100", "How was our service?", "Press Enter to begin"]),
    ],
    "de": [
        (None, ["volume 50", "rate 100", "Wie war unser Service?", "Zum Beginnen Eingabe drücken"]),
        (panels.KEY_ENTER, ["stop", "Frage 1 von 2", "Wie war unser Service?", "Sterne, 1 bis 5", "Nicht bewertet", CHOOSE["de"]]),
        (panels.KEY_NEXT, ["stop", "1 von 5", "Sehr schlecht"]),
        (panels.KEY_NEXT, ["stop", "2 von 5", "Schlecht"]),
        (panels.KEY_ENTER, ["stop", "Was hat Ihnen nicht gefallen?", "2 Antworten", "Mehrere Antworten sind möglich", "Die Wartezeit",
                            "Nicht ausgewählt", "1 von 2", CHOOSE["de"]]),
        (panels.KEY_NEXT, ["stop", "Das Personal", "Nicht ausgewählt", "2 von 2"]),
        (panels.KEY_ENTER, ["stop", "Ausgewählt"]),
        (panels.KEY_NEXT, ["stop", "Fertig", "1 von 2"]),
        (panels.KEY_ENTER, ["stop", "Frage 2 von 2", "Was haben Sie benutzt?", "2 Antworten", "Mehrere Antworten sind möglich", "Der Bus",
                            "Nicht ausgewählt", "1 von 2", CHOOSE["de"]]),
        (panels.KEY_BACK, ["stop", "Von vorn", "Noch einmal Eingabe drücken, um von vorn zu beginnen", "2 von 2"]),
        (panels.KEY_PREVIOUS, ["stop", "Fertig", "1 von 2"]),
        (panels.KEY_HELP, ["stop", "Frage 2 von 2", "Was haben Sie benutzt?", "2 Antworten", "Mehrere Antworten sind möglich", "Fertig",
                           "1 von 2", CHOOSE["de"]]),
        (panels.KEY_VOLUMEUP, ["stop", "volume 60", "Lautstärke 60 Prozent"]),
        (panels.KEY_ENTER, ["tone 880 250", "stop", "Vielen Dank!"]),
        (None, ["volume 50", "rate 100", "Wie war unser Service?", "Zum Beginnen Eingabe drücken"]),
    ],
    "ar": [
        (None, ["volume 50", "rate 100", "كيف كانت خدمتنا؟", "اضغط مفتاح الإدخال للبدء"]),
        (panels.KEY_ENTER, ["stop", "السؤال 1 من 2", "كيف كانت خدمتنا؟", "النجوم من 1 إلى 5", "دون تقييم", CHOOSE["ar"]]),
        (panels.KEY_NEXT, ["stop", "1 من 5", "سيئة جدًا"]),
        (panels.KEY_NEXT, ["stop", "2 من 5", "سيئة"]),
        (panels.KEY_ENTER, ["stop", "ما الذي لم يعجبك؟", "عدد الإجابات 2", "يمكن اختيار عدة إجابات", "وقت الانتظار", "غير محدد", "1 من 2",
                            CHOOSE["ar"]]),
        (panels.KEY_NEXT, ["stop", "الموظفون", "غير محدد", "2 من 2"]),
        (panels.KEY_ENTER, ["stop", "محدد"]),
        (panels.KEY_NEXT, ["stop", "تم", "1 من 2"]),
        (panels.KEY_ENTER, ["stop", "السؤال 2 من 2", "ماذا استخدمت؟", "عدد الإجابات 2", "يمكن اختيار عدة إجابات", "الحافلة", "غير محدد",
                            "1 من 2", CHOOSE["ar"]]),
        (panels.KEY_BACK, ["stop", "ابدأ من جديد", "اضغط مفتاح الإدخال مرة أخرى للبدء من جديد", "2 من 2"]),
        (panels.KEY_PREVIOUS, ["stop", "تم", "1 من 2"]),
        (panels.KEY_HELP, ["stop", "السؤال 2 من 2", "ماذا استخدمت؟", "عدد الإجابات 2", "يمكن اختيار عدة إجابات", "تم", "1 من 2",
                           CHOOSE["ar"]]),
        (panels.KEY_VOLUMEUP, ["stop", "volume 60", "مستوى الصوت 60 بالمئة"]),
        (panels.KEY_ENTER, ["tone 880 250", "stop", "شكرًا لك!"]),
        (None, ["volume 50", "rate 100", "كيف كانت خدمتنا؟", "اضغط مفتاح الإدخال للبدء"]),
    ],
}


class Speech(SpokenCase):

    def test_whole_visits_with_four_keys(self):
        keypad = self.add_keypad(panels.four_keys())
        for tag, visit in VISITS.items():
            with self.subTest(tag):
                self.said.unlink(missing_ok=True)
                reader = self.start_reader()
                job = self.start_speaking(texts=TEXTS[tag])
                self.wait_for_keys(job, keypad)
                expected = []
                for key, said in visit:
                    if key is not None:
                        keypad.press(key)
                    expected += lines(tag, said)
                    self.wait_for_lines(expected)
                self.assertEqual(self.faults(), [])
                self.assertEqual(job.stop().status, 0, job.stderr)
                reader.stop()

    def switch(self, jack, *states, interval=0.1):
        text = ""
        for i, state in enumerate(states):
            seconds, micro = divmod(round((i + 1) * interval * 1_000_000), 1_000_000)
            moment = f"{seconds}.{micro:06d}"
            text += (f"E: {moment} {panels.EV_SW:04x} {panels.SW_HEADPHONE_INSERT:04x} {state}\n"
                     f"E: {moment} {panels.EV_SYN:04x} {panels.SYN_REPORT:04x} 0\n")
        self.vm.play(jack.plugged, jack.device.evemu() + text)

    def test_headphones(self):
        keypad, jack = self.add_keypad(panels.four_keys()), self.add_keypad(panels.headphones())
        self.start_reader()
        job = self.start_speaking("on-demand")
        self.wait_for_keys(job, keypad)
        job.wait_for(f'headphones or keys for speech connected: {jack.plugged.path}, "{jack.device.name}"')
        keypad.press(panels.KEY_ENTER, panels.KEY_NEXT)
        # A plug that makes and breaks contact is none, until it settles.
        self.switch(jack, *[1, 0] * 20)
        time.sleep(0.5)
        self.assertEqual(self.read(), [])
        self.switch(jack, 1)
        question = ["Question 1 of 2", "How was our service?", "Stars, 1 to 5", "1 of 5", "Very poor", CHOOSE["en"]]
        expected = lines("en", ["volume 50", "rate 100", *question, TOUCH])
        self.wait_for_lines(expected)
        keypad.press(panels.KEY_HELP)
        expected += lines("en", ["stop", *question])
        self.wait_for_lines(expected)
        self.switch(jack, 0)
        expected += ["stop"]
        self.wait_for_lines(expected)
        # Headphones that are plugged in at the start speak with the first key: the switch may be stuck.
        self.assertEqual(job.stop().status, 0, job.stderr)
        self.switch(jack, 1)
        # The first reader has ended with the kiosk.
        self.start_reader()
        job = self.start_speaking("on-demand")
        self.wait_for_keys(job, keypad)
        time.sleep(1)
        self.assertEqual(self.read(), expected)
        keypad.press(panels.KEY_ENTER)
        expected += lines("en", ["volume 50", "rate 100", "Question 1 of 2", "How was our service?", "Stars, 1 to 5", "Not rated",
                                 CHOOSE["en"], TOUCH])
        self.wait_for_lines(expected)
        self.assertEqual(job.stop().status, 0, job.stderr)

    def test_a_reader_that_is_killed_twenty_times_in_a_visit(self):
        keypad = self.add_keypad(panels.four_keys())
        reader = self.start_reader()
        job = self.start_speaking()
        self.wait_for_keys(job, keypad)
        keypad.press(panels.KEY_ENTER)
        for _ in range(20):
            reader.stop()
            keypad.press(panels.KEY_HELP)
            reader = self.start_reader()
        self.wait_for(lambda: self.faults() == ["voice_silent"])
        # It ends once lines are read again for five seconds.
        time.sleep(6)
        keypad.press(panels.KEY_HELP)
        self.wait_for(lambda: not self.faults())
        # The visit has gone on.
        keypad.press(*[panels.KEY_NEXT] * 3, panels.KEY_ENTER, interval=0.15)
        self.wait_for(lambda: "say en Question 2 of 2" in self.read())
        self.assertEqual(job.stop().status, 0, job.stderr)
        self.assertEqual(job.stderr.count("the kiosk is not heard"), 1, job.stderr)

    def wait_for(self, condition):
        deadline = time.monotonic() + 20
        while not condition() and time.monotonic() < deadline:
            time.sleep(0.05)
        self.assertTrue(condition())


if __name__ == "__main__":
    unittest.main()
