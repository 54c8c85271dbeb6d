"""The trial of every board: its card starts, and shows the stars that the card's configuration describes. An answer is on the card."""

import json
import os
import shutil
import subprocess
import tempfile

from board import SAMPLE, Board, Card, screens
from kiosk import starctl

VALID = """[theme]
fonts = DejaVu Sans

[question trial]

[text en]
question trial = How was our trial?
"""
MESSAGE = """[question star-card]
kind = message
"""


def said(line, configuration=SAMPLE):
    """Return a configuration whose first screen is the line."""
    return configuration.replace("[question", f"{MESSAGE}\n[question", 1) + f"question star-card = {line}\n"


class FirstStart:
    """A card with an image of `board`. A test case inherits from it."""

    board = ""
    has_keypad = True

    def setUp(self):
        folder = tempfile.mkdtemp(prefix="star-image-")
        self.addCleanup(shutil.rmtree, folder)
        self.card = Card.copy(os.environ["STAR_IMAGE"], folder)

    def answers(self, card=None):
        """Return the question of each answer on a card, by default the one in the board."""
        journal = (card or self.card).data() / "lib/star-slider/journal.sqlite"
        done = subprocess.run([starctl(), "export", "--format", "jsonl", "--journal", journal], check=True, capture_output=True, text=True)
        return [json.loads(line)["question"] for line in done.stdout.splitlines()]

    def rate(self, board, before=0, card=None):
        """Choose stars and press Enter until another answer is on the card, or on the one that `card` returns."""
        def rated():
            board.press("right", "ret")
            return len(self.answers_in_use(card and card()) or []) > before

        board.wait_until(rated)

    def answers_in_use(self, card=None):
        """Return the answers on a card that the board writes to, or None: a copy of it may have half of a change."""
        try:
            return self.answers(card)
        except (RuntimeError, subprocess.CalledProcessError):
            return None

    def starts(self, configuration):
        """Return the first screen of a configuration."""
        return screens(configuration, self.board)["start"]

    def test_an_operators_card(self):
        self.card.put(kiosk_conf=VALID)
        with Board(self.board, self.card) as board:
            board.wait_for(self.starts(VALID))
            if self.has_keypad:
                self.rate(board)
            else:
                board.wait_until(lambda: self.answers_in_use() is not None)
        self.assertEqual(self.answers(), ["trial"] if self.has_keypad else [])
