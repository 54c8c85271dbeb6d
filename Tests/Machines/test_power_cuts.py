"""An answer whose "thank you" was shown survives a power cut at any moment, whatever the disk had not flushed.

    tools/powercuts --cuts 1000 --seed 1

The kiosk records answers from injected touches on a disk that logs each write and flush (vmkit.disklog). Each cut is
derived from the log: the flushed state, and a subset of the remaining writes. It is recovered as
at a boot, and read with `starctl export` and SQLite (vmkit.cuts).

Two controls show that the check can fail: the same kiosk without fsync(2), and the same cuts of a disk
that ignores flushes. Both must lose answers.
"""

import json
import os
import random
import subprocess
import tempfile
import unittest
from pathlib import Path

from kiosk import KioskCase, exported
from vmkit.cuts import Promise, judge
from vmkit.debian import roomy
from vmkit.disklog import Cut, Flush, LoggedDisk, Write

# tools/powercuts sets these; the defaults take about twenty seconds.
CUTS = int(os.environ.get("STAR_POWER_CUTS", 60))
SEED = int(os.environ.get("STAR_POWER_SEED", 1))
FULL = CUTS >= 500

# How often the kiosk starts on the same journal, and how many answers it records each time. The write-ahead log grows and is
# checkpointed at each end.
STARTS, ANSWERS = (4, 12) if FULL else (2, 4)
# Enough that no cut is late enough for all of them.
UNSYNCED_ANSWERS = 6 if FULL else 3
VALUES = (4, 2.5, 1, 5, 3.5)


class PowerCuts(KioskCase):
    machine = None
    maxDiff = None

    @property
    def vm(self):
        return self.machine

    def test_thanked_answers_survive(self):
        with tempfile.TemporaryDirectory(prefix="star-cuts-", dir=roomy()) as folder:
            image = Path(folder) / "disk"
            # A board's block size, and large enough for a second superblock, as on every board.
            subprocess.run(["mke2fs", "-q", "-F", "-t", "ext4", "-b", "4096", image, "160M"], check=True,
                           stdout=subprocess.DEVNULL)
            with LoggedDisk(image) as disk:
                promises, unsynced, settled = self.play(disk)
                self.machine.power_cut()
            self.tell(f"{len(promises)} answers and {len(unsynced)} that nothing syncs: {len(disk.log)} writes and flushes")

            def verdict(name, count, journal, promises, first=0, **how):
                seeds = random.Random(f"{SEED} {name}").sample(range(1 << 30), count)
                cuts = [Cut.seeded(disk, seed, first) for seed in seeds]
                found = judge(disk, cuts, journal, promises, exported, folder, **how)
                self.tell(f"{name}: {found}")
                return found

            found = verdict("the kiosk", CUTS, "/journal.sqlite", promises)
            self.assertEqual((found.lost, found.faults[:5]), (0, []))
            self.assertGreater(found.promised, CUTS)
            few = max(CUTS // 10, 10)
            found = verdict("control, a kiosk whose fsync does nothing", few, "/control.sqlite", unsynced, settled)
            self.assertGreater(found.lost, 0)
            found = verdict("control, a disk that forgets flushes", few, "/journal.sqlite", promises, honest=False)
            self.assertGreater(found.lost, 0)

    def play(self, disk):
        """Run the session. Return the promises of the kiosk, those of the kiosk without fsync, and where the latter begin."""
        self.machine = self.fresh_machine(disk=disk.address)
        self.machine.run("mkdir /tmp/d && mount /dev/vda /tmp/d", check=True)
        self.finger = self.add_finger()
        promises = []
        for _ in range(STARTS):
            promises += self.visits(disk, "/tmp/d/journal.sqlite", ANSWERS)
        library = self.machine.out / "nosync.so"
        source = Path(__file__).parents[2] / "tools/vmkit/nosync.c"
        subprocess.run(["gcc", "-O1", "-shared", "-fPIC", "-o", library, source], check=True)
        # Its journal is on the disk before it starts, so that answers are lost, not the file.
        promises += self.visits(disk, "/tmp/d/control.sqlite", 0)
        self.machine.run("sync", check=True)
        settled = disk.completed
        unsynced = self.visits(disk, "/tmp/d/control.sqlite", UNSYNCED_ANSWERS, env={"LD_PRELOAD": "/out/nosync.so"})
        return promises, unsynced, settled

    def visits(self, disk, journal, count, **where):
        job = self.start_kiosk(journal=journal, **where)
        promises = []
        for i in range(count):
            value = VALUES[i % len(VALUES)]
            self.finger.tap(value)
            self.assert_stars(value, thanks=True)
            at = disk.completed  # recorded after "thank you" shows
            uuids = [json.loads(line)["uuid"] for line in job.stdout.splitlines()]
            self.assertEqual(len(uuids), i + 1)
            promises.append(Promise(uuids[-1], at))
        self.assertEqual(job.stop().status, 0)
        return promises

    def tell(self, line):
        if "STAR_POWER_TELL" in os.environ:
            print(line, flush=True)


class Log(unittest.TestCase):
    """The state after a cut of a handwritten log."""

    def disk(self, *log, rests):
        with tempfile.NamedTemporaryFile() as file:
            file.write(bytes(2048))
            file.flush()
            disk = LoggedDisk(file.name)
        self.addCleanup(disk.discard)
        disk.log, disk.rests = list(log), list(rests)
        return disk

    def after(self, disk, cut, **how):
        content = bytearray(2048)
        for offset, data in disk.arrived(cut, **how):
            content[offset:offset + len(data)] = data
        return bytes(content)

    def test_a_flush_covers_what_was_answered_when_it_came(self):
        disk = self.disk(Write(0, b"a" * 512, False), Write(512, b"b" * 512, False), Flush(1), rests=[0, 1, 3])
        after = self.after(disk, Cut(3, 3, "none", 0))
        self.assertEqual(after, b"a" * 512 + bytes(1536))

    def test_a_flush_that_was_not_answered_covers_nothing(self):
        disk = self.disk(Write(0, b"a" * 512, False), Flush(1), rests=[0, 1, 2])
        self.assertEqual(self.after(disk, Cut(2, 1, "none", 0)), bytes(2048))

    def test_a_write_through_is_there_once_it_was_answered(self):
        disk = self.disk(Write(0, b"a" * 512, True), rests=[0, 1])
        self.assertEqual(self.after(disk, Cut(1, 1, "none", 0))[:512], b"a" * 512)
        self.assertEqual(self.after(disk, Cut(1, 0, "none", 0)), bytes(2048))

    def test_of_what_is_cached_any_part_may_be_there(self):
        disk = self.disk(Write(0, b"a" * 1024, False), Write(1024, b"b" * 1024, False), rests=[0, 1, 2])
        left = {keep: {self.after(disk, Cut(2, 2, keep, seed)) for seed in range(200)} for keep in ("none", "all", "some", "torn")}
        self.assertEqual(left["none"], {bytes(2048)})
        self.assertEqual(left["all"], {b"a" * 1024 + b"b" * 1024})
        self.assertEqual(len(left["some"]), 4)
        self.assertEqual(len(left["torn"]), 16)

    def test_a_dishonest_disk_keeps_nothing_for_a_flush(self):
        disk = self.disk(Write(0, b"a" * 512, False), Flush(1), rests=[0, 1, 2])
        self.assertEqual(self.after(disk, Cut(2, 2, "none", 0), honest=False), bytes(2048))

    def test_a_seed_is_a_cut_and_all_moments_come(self):
        disk = self.disk(Write(0, b"a" * 512, False), Flush(1), Write(0, b"b" * 512, False), rests=[0, 1, 3])
        cuts = {Cut.seeded(disk, seed) for seed in range(300)}
        self.assertEqual(Cut.seeded(disk, 7), Cut.seeded(disk, 7))
        self.assertEqual({(cut.arrived, cut.answered) for cut in cuts}, {(0, 0), (1, 0), (1, 1), (2, 1), (3, 1), (3, 3)})


if __name__ == "__main__":
    unittest.main()
