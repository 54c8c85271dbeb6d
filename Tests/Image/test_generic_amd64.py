"""The image for PCs, from the box to stars: it starts in QEMU, and its card is written to as by an operator. Run by tools/image --try."""

import json
import os
import shutil
import subprocess
import tempfile
import unittest

from board import REPOSITORY, Board, Card, screens

BOARD = "generic-amd64"

VALID = """[theme]
fonts = DejaVu Sans

[question trial]

[text en]
question trial = How was our trial?
"""
BROKEN = VALID.replace("fonts", "fonds")
SAID = "The card: kiosk.conf:2: [theme] fonds = DejaVu Sans: unknown key; did you mean fonts?"
MESSAGE = """[question star-card]
kind = message
"""


class FromTheBox(unittest.TestCase):

    def setUp(self):
        folder = tempfile.mkdtemp(prefix="star-image-")
        self.addCleanup(shutil.rmtree, folder)
        self.card = Card(os.environ["STAR_IMAGE"], folder)

    def answers(self):
        """Return the question of each answer on the card."""
        journal = self.card.data() / "lib/star-slider/journal.sqlite"
        said = subprocess.run([REPOSITORY / ".build/release/starctl", "export", "--format", "jsonl", "--journal", journal],
                              check=True, capture_output=True, text=True).stdout
        return [json.loads(line)["question"] for line in said.splitlines()]

    def rate(self, board, before=0):
        """Choose stars and press Enter until another answer is on the card."""
        def rated():
            board.press("right", "ret")
            try:
                return len(self.answers()) > before
            except (RuntimeError, subprocess.CalledProcessError):
                return False  # the copy of a card in use may have half of a change

        board.wait_until(rated)

    def test_an_operators_card(self):
        """A valid configuration is in effect. A broken one is named on the first screen, and the stars stay."""
        self.card.put(kiosk_conf=VALID)
        stars = screens(VALID)["start"]
        with Board(BOARD, self.card) as board:
            board.wait_for(stars)
            self.rate(board)
        self.assertEqual(self.answers(), ["trial"])

        self.card.put(kiosk_conf=BROKEN)
        with Board(BOARD, self.card) as board:
            said = screens(VALID.replace("[question", f"{MESSAGE}\n[question", 1) + f"question star-card = {SAID}\n")
            board.wait_for(said["start"])
            self.rate(board, before=1)
        self.assertEqual(self.answers(), ["trial", "trial"])
        self.assertIn(SAID, self.card.log("star-card.service"))

    def test_a_lost_data_partition(self):
        """It is left as it is, and the first screen says that answers are lost at power-off."""
        empty = bytes(self.card.partitions["star-data"][1])
        self.card.write("star-data", empty)
        said = "question star-card = The data partition cannot be used: answers are lost at power-off.\n"
        with Board(BOARD, self.card) as board:
            board.wait_for(screens(SAMPLE.replace("[question", f"{MESSAGE}\n[question", 1) + said)["start"])
        self.assertEqual(self.card.read("star-data"), empty)

    def test_the_other_slot_comes_back(self):
        """A version that does not start is tried twice."""
        self.card.fill_slot_b(bytes(1 << 20))
        with Board(BOARD, self.card) as board:
            board.wait_for(screens(SAMPLE)["start"])
        self.assertEqual(self.card.entries(), ["star-a.conf", "star-b+0-2.conf"])

    def test_a_version_that_works_stays(self):
        self.card.fill_slot_b(self.card.read("star-root-a"))
        with Board(BOARD, self.card) as board:
            board.wait_for(screens(SAMPLE)["start"])
            board.wait_until(lambda: self.card.entries() == ["star-a.conf", "star-b.conf"])
        self.assertIn("slot b: this version works", self.card.log("star-health.service"))


# The image has no other font.
SAMPLE = "[theme]\nfonts = DejaVu Sans\n" + (REPOSITORY / "tools/image.d/root/usr/share/star-image/kiosk.conf").read_text()

if __name__ == "__main__":
    unittest.main()
