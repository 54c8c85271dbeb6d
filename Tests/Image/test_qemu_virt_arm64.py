"""The image for U-Boot on QEMU's board "virt": its slots. Run by tools/image --try."""

import os
import random
import tempfile
import unittest
from pathlib import Path

import count
import uboot
from board import PATIENCE, SAMPLE, Board, Card
from first_start import FirstStart
from updating import Updating
from vmkit.count import IMAGE_STEPS, budget
from vmkit.disklog import Cut, LoggedDisk, Write


def cuts(disk, partition, count):
    """Return power cuts between the first write to the partition and the next entries of the log after its last one."""
    start, size = partition
    places = [index for index, entry in enumerate(disk.log) if isinstance(entry, Write) and start <= entry.offset < start + size]
    found = []
    for seed in range(count):
        arrived = random.Random(seed).randint(places[0], min(places[-1] + 10, len(disk.log)))
        found.append(Cut(arrived, disk.arrived_with(arrived), ("none", "all", "some", "torn")[seed % 4], seed))
    return found


class QemuVirtArm64(FirstStart, Updating, unittest.TestCase):

    board = "qemu-virt-arm64"

    def is_updated(self, card):
        return uboot.state(card) == {"star_order": "b a", "star_a": "good", "star_b": "good"}

    def is_taken_back(self, card):
        return uboot.state(card) == {"star_order": "b a", "star_a": "good", "star_b": "0"}

    def test_power_cuts(self):
        """Whenever power fails while the loader takes a new kernel, the slot that U-Boot starts then is complete."""
        new = self.card.files("a")
        self.card.copy_kernel("older")
        self.card.write("star-root-b", self.card.read("star-root-a"))
        uboot.set_state(self.card, "a b", "good", "good")
        self.card.add_words('systemd.run="/usr/lib/star-image/loader set-primary b" systemd.run_success_action=poweroff')
        whole = {"a": self.card.files("a"), "b": new}
        started = []
        with LoggedDisk(self.card.path) as disk:
            with Board(self.board, self.card, disk.address) as board:
                board.qemu.process.wait(PATIENCE)
            for cut in cuts(disk, self.card.partitions["star-loader"], 40) + cuts(disk, self.card.partitions["star-env"], 20):
                with self.subTest(cut), tempfile.TemporaryDirectory(dir=self.card.folder) as folder:
                    card = Card(disk.write(cut, Path(folder) / "card.img"), folder)
                    started.append(uboot.first_slot(card))
                    self.assertEqual(card.files(started[-1]), whole[started[-1]])
        self.assertEqual(set(started), {"a", "b"})

    def test_the_starts_keep_their_budgets(self):
        """tools/budget-arm.txt. What else the host does changes the moments of the taps, so the least counts of three runs must."""
        least = {}
        for _ in range(3):
            counts = dict(zip(("first", "later"), count.measure(os.environ["STAR_IMAGE"])))
            for (start, step), name in IMAGE_STEPS.items():
                least[name] = min(counts[start][step], least.get(name, counts[start][step]))
            excess = {name: value for name, value in least.items() if value > budget()[name]}
            if not excess:
                return
        self.fail(f"over the budget: {excess}")

    def test_an_unreadable_state(self):
        """Both slots have attempts again, and the one that starts is confirmed."""
        self.card.write("star-env", bytes(512))
        with Board(self.board, self.card) as board:
            board.wait_for(self.starts(SAMPLE))
            board.wait_until(lambda: uboot.state(self.card) == {"star_order": "a b", "star_a": "good", "star_b": "2"})


if __name__ == "__main__":
    unittest.main()
