"""The image for PCs, from the box to stars: it starts in QEMU, and its card is written to as by an operator. Run by tools/image --try."""

import json
import os
import shutil
import subprocess
import tempfile
import unittest

from board import REPOSITORY, Board, Card, screens
from kiosk import starctl
from power import PowerCuts
from updating import Updating

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


# The image has no other font.
SAMPLE = "[theme]\nfonts = DejaVu Sans\n" + (REPOSITORY / "tools/image.d/root/usr/share/star-image/kiosk.conf").read_text()


class FromTheBox(Updating, PowerCuts, unittest.TestCase):
    BOARD = "generic-amd64"
    SAMPLE, VALID, BROKEN, OTHER = SAMPLE, VALID, BROKEN, VALID.replace("trial?", "update?")

    def setUp(self):
        folder = tempfile.mkdtemp(prefix="star-image-")
        self.addCleanup(shutil.rmtree, folder)
        self.card = Card.copy(os.environ["STAR_IMAGE"], folder)

    def said(self, line, configuration=SAMPLE):
        """Return a configuration whose first screen is the line."""
        return configuration.replace("[question", f"{MESSAGE}\n[question", 1) + f"question star-card = {line}\n"

    def answers(self, card=None):
        """Return the question of each answer on a card, by default the one in the board."""
        journal = (card or self.card).data() / "lib/star-slider/journal.sqlite"
        said = subprocess.run([starctl(), "export", "--format", "jsonl", "--journal", journal],
                              check=True, capture_output=True, text=True).stdout
        return [json.loads(line)["question"] for line in said.splitlines()]

    def rate(self, board, before=0, card=None):
        """Choose stars and press Enter until another answer is on the card, or on the one that `card` returns."""
        def rated():
            board.press("right", "ret")
            try:
                return len(self.answers(card and card())) > before
            except (RuntimeError, subprocess.CalledProcessError):
                return False  # the copy of a card in use may have half of a change

        board.wait_until(rated)

    def test_an_operators_card(self):
        """A valid configuration is in effect. A broken one is named on the first screen, and the stars stay."""
        self.card.put(kiosk_conf=VALID)
        stars = screens(VALID)["start"]
        with Board(self.BOARD, self.card) as board:
            board.wait_for(stars)
            self.rate(board)
        self.assertEqual(self.answers(), ["trial"])

        self.card.put(kiosk_conf=BROKEN)
        with Board(self.BOARD, self.card) as board:
            board.wait_for(screens(self.said(SAID, VALID))["start"])
            self.rate(board, before=1)
        self.assertEqual(self.answers(), ["trial", "trial"])
        self.assertIn(SAID, self.card.log("star-card.service"))

    def test_a_lost_data_partition(self):
        """It is left as it is, and the first screen says that answers are lost at power-off."""
        empty = bytes(self.card.partitions["star-data"][1])
        self.card.write("star-data", empty)
        with Board(self.BOARD, self.card) as board:
            board.wait_for(screens(self.said("The data partition cannot be used: answers are lost at power-off."))["start"])
        self.assertEqual(self.card.read("star-data"), empty)


if __name__ == "__main__":
    unittest.main()
