"""The image for PCs: it starts in QEMU, its card is written to as by an operator, and it is updated. Run by tools/image --try."""

import unittest

from board import SAMPLE, Board
from first_start import VALID, FirstStart, said
from power import PowerCuts
from updating import BROKEN, Updating

SAID = "The card: kiosk.conf:2: [theme] fonds = DejaVu Sans: unknown key; did you mean fonts?"


class GenericAmd64(FirstStart, Updating, PowerCuts, unittest.TestCase):

    board = "generic-amd64"

    def test_a_broken_configuration(self):
        """It is named on the first screen, and the stars stay."""
        self.card.put(kiosk_conf=VALID)
        with Board(self.board, self.card) as board:
            board.wait_for(self.starts(VALID))
        self.card.put(kiosk_conf=BROKEN)
        with Board(self.board, self.card) as board:
            board.wait_for(self.starts(said(SAID, VALID)))
            self.rate(board)
        self.assertEqual(self.answers(), ["trial"])
        self.assertIn(SAID, self.card.log("star-card.service"))

    def test_a_later_start(self):
        """The initramfs starts a kiosk. The service's kiosk takes over its picture: the screen is never dark."""
        self.card.put(kiosk_conf=VALID)
        with Board(self.board, self.card) as board:
            board.wait_for(self.starts(VALID))
            self.rate(board)
            board.wait_until(lambda: self.drawn() == 1)
        with Board(self.board, self.card) as board:
            board.wait_for(self.starts(VALID))
            while self.drawn() < 3:  # the first kiosk's lines reach the journal when it ends
                for _ in range(20):
                    self.assertGreater(len(set(board.picture().rows)), 1)
            self.rate(board, 1)

    def drawn(self):
        """Return how many kiosks have said that they draw."""
        try:
            return self.card.log("star-kiosk.service").count("drawing to")
        except RuntimeError:
            return 0

    def test_a_damaged_data_partition(self):
        """It is repaired with the copies that its file system keeps, and the answer from before is there."""
        with Board(self.board, self.card) as board:
            board.wait_for(self.starts(SAMPLE))
            self.rate(board)
        before = self.answers()
        self.card.write("star-data", bytes(4096))  # the superblock
        with Board(self.board, self.card) as board:
            board.wait_for(self.starts(SAMPLE))
            self.rate(board, len(before))
        self.assertEqual(self.answers()[:len(before)], before)

    def test_a_lost_data_partition(self):
        """It is left as it is, and the first screen says that answers are lost at power-off."""
        empty = bytes(self.card.partitions["star-data"][1])
        self.card.write("star-data", empty)
        with Board(self.board, self.card) as board:
            board.wait_for(self.starts(said("The data partition cannot be used: answers are lost at power-off.")))
        self.assertEqual(self.card.read("star-data"), empty)


if __name__ == "__main__":
    unittest.main()
