"""What a change touches: the source files that name a kind of question, a phrase, a setting and a field of an answer.

docs/contributing.md has the table. A kind, phrase, setting or field that another file has to name makes the next one more expensive to add.
"""

import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOURCES = {str(file.relative_to(ROOT / "Sources")): file.read_text() for file in (ROOT / "Sources").rglob("*.swift")}
PHRASES = "Settings/Settings/Values/Phrase.swift"
TRANSLATIONS = sorted((ROOT / "Sources/Kiosk/Phrases").glob("*.ini"))


def naming(pattern, folder=""):
    """The source files in which a pattern occurs."""
    return {path for path, text in SOURCES.items() if path.startswith(folder) and re.search(pattern, text)}


class Changes(unittest.TestCase):
    def test_kind_of_question(self):
        """Two files of its own, and a line in each of five files: its row, the survey's question, its screen, the journal's and the report's names."""
        own = {"Kiosk/Survey/Questions/EffortQuestion.swift", "Kiosk/Screens/Questions/EffortScreen.swift"}
        shared = {"Settings/Settings/Values/QuestionKind.swift", "Kiosk/Kiosk/Model/Settings+Survey.swift",
                  "Kiosk/Screens/Questions/ScreenBuilder+Questions.swift", "Answers/Journal/Answer/Answer.swift",
                  "Programs/starctl/Report/ReportPhrase.swift"}
        self.assertEqual(naming("[Ee]ffort"), own | shared)
        self.assertLessEqual(len(shared), 5)

    def test_phrase(self):
        """One source file, and every translation."""
        rows = re.findall(r'case \.\w+: \("([a-z-]+)", "([^"]+)"', SOURCES[PHRASES])
        self.assertGreater(len(rows), 20)
        self.assertEqual(len(TRANSLATIONS), 13)
        for key, english in rows:
            for file in TRANSLATIONS:
                self.assertRegex(file.read_text(), rf"(?m)^{key} = ", file.name)
            if "-" in key:  # other keys are common words
                self.assertEqual(naming(f'"(?:{key}|{re.escape(english)})"'), {PHRASES})

    def test_setting(self):
        """The row of the schema, and the typed field."""
        schema = "Settings/Settings/Schema/SettingsSchema+Kiosk.swift"
        for key, field, file in [
            ("slide-seconds", "slideTime", "ThemeSettings"), ("burst-time", "burstTime", "KioskSettings"),
            ("pixel-shift", "pixelShift", "KioskSettings"), ("repeat-interval", "repeatInterval", "KioskSettings"),
        ]:
            self.assertEqual(naming(f'"{key}"'), {schema})
            self.assertEqual(naming(rf"\b{field}\b", "Settings/"), {schema, f"Settings/Settings/Values/{file}.swift"})

    def test_field_of_an_answer(self):
        """The property, and the row of `AnswerField.all`. Tests/Fleet/test_new_field.py adds a field, which arrives everywhere."""
        forms = naming(r"AnswerField\.(all|stored|recorded|exported)")
        self.assertEqual(forms, {f"Answers/{file}.swift" for file in (
            "Journal/Answer/AnswerText", "Journal/Answer/AnswerCSV", "Journal/SQL/AnswerRows", "Journal/SQL/Schema",
            "Collector/Messages/MessageForm")} | {"Programs/starctl/Export.swift"})
        row = SOURCES["Answers/Journal/Answer/AnswerField.swift"]
        for key in ("language", "question", "reasons", "chosen"):
            self.assertIn(f'"{key}"', row)
            for file in forms:
                self.assertNotRegex(re.sub("(?m)^ *///.*", "", SOURCES[file]), rf"\b{key}\b", file)


if __name__ == "__main__":
    unittest.main()
