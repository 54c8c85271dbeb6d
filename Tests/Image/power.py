"""What is written when, and a power cut at any moment of an update: the next start finds a version whole, and the answers from before. A mixin
for the test of a board with systemd-boot.

The disk logs each write and flush (vmkit.disklog). A control shows that the check can fail: the same cuts of a disk that ignores flushes.
"""

import os
import random
import subprocess
import tempfile
import time
from pathlib import Path

from board import PATIENCE, SAMPLE, Board, Card
from vmkit import parts
from vmkit.debian import roomy
from vmkit.disklog import Cut, LoggedDisk, Write

CUTS = int(os.environ.get("STAR_IMAGE_CUTS", 20))
MINUTES = int(os.environ.get("STAR_IMAGE_MINUTES", 2))
SEED = int(os.environ.get("STAR_IMAGE_SEED", 1))


class Version:
    """What a slot must contain: the file system of its root, and the kernel from its unpacked root `tree`."""

    def __init__(self, root, tree):
        self.root = root.read_bytes().rstrip(b"\0")
        self.kernel = {name: (tree / "boot" / name).read_bytes() for name in ("linux", "initramfs")}


class PowerCuts:

    def test_only_the_data_partition_is_written(self):
        """An answer a minute, for STAR_IMAGE_MINUTES. STAR_IMAGE_TELL=1 prints how much was written."""
        folder = Path(tempfile.mkdtemp(prefix="star-writes-", dir=roomy()))
        self.addCleanup(subprocess.run, ["rm", "-rf", folder])
        first, size = self.card.partitions["star-data"]
        with LoggedDisk(self.card.path) as disk:
            with Board(self.board, self.card, disk.address) as board:
                board.wait_for(self.starts(SAMPLE))
                begun = len(disk.log)
                for _ in range(MINUTES):
                    board.press("right", "ret", "right", "ret")  # the first two may only leave the start screen
                    time.sleep(44)
            writes = [entry for entry in disk.log if isinstance(entry, Write)]
            card = Card(disk.write(Cut(len(disk.log), len(disk.log), "all", 0), folder / "end.img"), folder)
        self.assertEqual([write.offset for write in writes if not first <= write.offset < first + size], [])
        count = len(self.answers(card))
        self.assertGreaterEqual(count, MINUTES // 2)  # a busy machine may lose a key
        if "STAR_IMAGE_TELL" in os.environ:
            later = sum(len(entry.data) for entry in disk.log[begun:] if isinstance(entry, Write))
            print(f"{count} answers in {MINUTES} minutes: {later / 1e6:.1f} MB; the start before: "
                  f"{sum(len(write.data) for write in writes) / 1e6 - later / 1e6:.1f} MB")

    def test_power_cuts_during_an_update(self):
        bundles = self.bundles()
        newer = bundles.version() + ".1"
        versions = [Version(bundles.image, bundles.tree)]

        def change(tree):
            with open(tree / "boot/initramfs", "ab") as file:
                file.write(bytes(512))  # makes it another one; a kernel ignores what is after its end

        self.card.store(bundles.root("update.raucb", newer, change))
        versions.append(Version(bundles.changed, bundles.tree))
        folder = tempfile.mkdtemp(prefix="star-cuts-", dir=roomy())
        self.addCleanup(subprocess.run, ["rm", "-rf", folder])
        with LoggedDisk(self.card.path) as disk:
            def now():
                return Card(disk.write(Cut(len(disk.log), len(disk.log), "all", 0), Path(folder) / "now.img"), Path(folder))

            with Board(self.board, self.card, disk.address) as board:
                board.wait_for(self.starts(SAMPLE))
                self.rate(board, card=now)
                rated = disk.completed
                board.wait_until(lambda: self.is_updated(now()), timeout=2 * PATIENCE)
            verdicts = {}
            for honest in (True, False):
                seeds = random.Random(f"{SEED} {honest}").sample(range(1 << 30), CUTS)
                for cut in (Cut.seeded(disk, seed, rated) for seed in seeds):
                    card = Card(disk.write(cut, Path(folder) / "cut.img", honest), Path(folder))
                    verdicts.setdefault(honest, []).append((cut, fault(card, versions) or self.lost(card)))
        self.assertEqual([(cut, wrong) for cut, wrong in verdicts[True] if wrong], [])
        self.assertTrue(any(wrong for _, wrong in verdicts[False]), "the control lost nothing")

    def lost(self, card):
        """Return what is wrong with the answers on a card, or None."""
        try:
            return None if len(self.answers(card)) == 1 else "the answer is lost"
        except (RuntimeError, subprocess.CalledProcessError) as error:
            return f"the journal cannot be read: {error}"


def next_slot(card):
    """Return the slot that systemd-boot starts next; None if there is none."""
    versions = {}
    for name in card.entries():
        if "+0" not in name:
            lines = parts.run("mtype", "-i", card.fat("star-loader"), f"::loader/entries/{name}").splitlines()
            version = next((line.split()[1] for line in lines if line.startswith("version ")), None)
            if version is None:
                raise RuntimeError(f"{name} has no version")
            versions[name[5]] = int(version)
    return max(versions, key=versions.get, default=None)


def fault(card, versions):
    """Return what is wrong with the next start of a card, or None."""
    try:
        slot = next_slot(card)
        if slot is None:
            return "no slot can be started"
        content = card.read(f"star-root-{slot}")
        version = next((version for version in versions if content.startswith(version.root)), None)
        if version is None:
            return f"slot {slot}: its root is none of the versions"
        with tempfile.TemporaryDirectory(dir=card.folder) as folder:
            parts.run("mcopy", "-s", "-i", card.fat("star-loader"), f"::{slot}", f"{folder}/kernel")
            for name, content in version.kernel.items():
                if Path(folder, "kernel", name).read_bytes() != content:
                    return f"slot {slot}: its {name} differs"
    except RuntimeError as error:
        return str(error)
    return None
