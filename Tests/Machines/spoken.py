"""A kiosk that speaks on a real kernel, and what star-voice reads."""

import json
import re
import time
from pathlib import Path

from keypads import PHRASES, KeyCase

# The questions, then the texts of each language. Tests of Kiosk use it, too.
QUESTIONS, *SECTIONS = re.split(r"(?m)^(?=\[text )", (Path(__file__).parent / "spoken.conf").read_text(encoding="utf-8"))
TEXTS = {section[6:8]: section for section in SECTIONS}

TOUCH = "Or slide a finger over the screen, and tap twice to choose"
COMMANDS = ("stop", "volume ", "rate ", "tone ")


def lines(tag, said):
    """Return the lines that star-voice reads."""
    return [line if line.startswith(COMMANDS) else f"say {tag} {line}" for line in said]


class SpokenCase(KeyCase):
    runs = 0

    def setUp(self):
        super().setUp()
        SpokenCase.runs += 1
        self.said = self.vm.out / f"said-{SpokenCase.runs}"
        self.vm.run("rm -rf /run/star-voice && mkdir /run/star-voice && mkfifo /run/star-voice/utterances", check=True)

    def start_reader(self):
        return self.vm.start(f"exec cat /run/star-voice/utterances >> /out/{self.said.name}")

    def start_speaking(self, voice="always", texts=TEXTS["en"]):
        conf = self.vm.out / f"voice-{SpokenCase.runs}.conf"
        conf.write_text(f"[voice]\nvoice = {voice}\n" + QUESTIONS + texts, encoding="utf-8")
        job = self.vm.start(
            [self.kiosk_command()[0], "--config", f"/out/{conf.name}", "--phrases", PHRASES, "--journal", self.journal],
            env={"XDG_RUNTIME_DIR": "/run"})
        job.wait_for("drawing to ", timeout=120)
        return job

    def read(self):
        return self.said.read_text(encoding="utf-8").splitlines() if self.said.exists() else []

    def wait_for_lines(self, expected):
        deadline = time.monotonic() + 30
        while len(self.read()) < len(expected) and time.monotonic() < deadline:
            time.sleep(0.05)
        self.assertEqual(self.read(), expected)

    def faults(self):
        said = self.vm.run([self.kiosk, "status"], env={"XDG_RUNTIME_DIR": "/run"}, check=True).stdout
        return [fault for fault in json.loads(said)["faults"] if fault.startswith("voice")]
