"""Random brokers: every answer that can arrive does, and what a broker refuses is named and stays in the journal.

STAR_RANDOM_BROKERS sets the number of brokers, STAR_RANDOM_SEED the first one.
"""

import os
import shutil
import socket
import sqlite3
import tempfile
import time
import unittest
from pathlib import Path

from parts import Courier, Kiosk, try_seeds
from random_broker import RandomBroker

COUNT = int(os.environ.get("STAR_RANDOM_BROKERS", "24"))
SEED = int(os.environ.get("STAR_RANDOM_SEED", "1"))
# These never acknowledge the status, which uses up what they receive at once, and end the connection at one answer: every second connection
# was without a status, and always tried that answer.
KNOWN = [10_489, 10_660]
ANSWERS = 12
REASONS = str([f"waiting-at-the-counter-number-{i:02}" for i in range(32)]).replace("'", '"')


def has_two_addresses():
    """Whether ::1 comes before 127.0.0.1 as an address of localhost."""
    try:
        found = [entry[4][0] for entry in socket.getaddrinfo("localhost", 1, type=socket.SOCK_STREAM)]
    except OSError:
        return False
    return "127.0.0.1" in found and found[0] == "::1"


class RandomBrokers(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp(prefix="star-random-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        (cls.folder / "state").mkdir()
        cls.template = cls.folder / "state" / "journal.sqlite"
        Kiosk(cls.template).run(ANSWERS)
        database = sqlite3.connect(cls.template)
        database.execute("PRAGMA journal_mode = DELETE")
        cls.names = dict(database.execute("SELECT sequence, uuid FROM answers"))
        database.close()

    def deliver(self, seed):
        """Returns what is wrong with a delivery; empty if nothing is."""
        broker = RandomBroker(seed, ANSWERS)
        if broker.addresses != "one" and not has_two_addresses():
            broker.host = "127.0.0.1"
        folder = self.folder / str(seed)
        folder.mkdir()
        journal = folder / "journal.sqlite"
        shutil.copy(self.template, journal)
        database = sqlite3.connect(journal, isolation_level=None)
        for number in broker.large:
            database.execute("UPDATE answers SET reasons = ? WHERE sequence = ?", (REASONS, number))
        courier = Courier(journal, broker.port, folder, "t1", ("--tls", "no"))
        courier.words[courier.words.index("--broker") + 1] = f"{broker.host}:{broker.port}"
        kept = set(self.names) if broker.kept is None else broker.kept

        def pending():
            return {row[0] for row in database.execute("SELECT sequence FROM answers WHERE delivered_ms IS NULL")}

        def unnamed():
            said = courier.said()
            return {number for number in kept if f"as number {number}\n" not in said}
        courier.start()
        try:
            # What a healthy courier needs depends on the machine, so this only ends a run that will never succeed.
            end = time.monotonic() + 300
            while time.monotonic() < end and (pending() != kept or unnamed()):
                time.sleep(0.1)
            wrong = []
            arrived = {number for number, name in self.names.items() if name in broker.stored}
            if pending() != kept:
                wrong.append(f"pending {sorted(pending())}, kept by the broker {sorted(kept)}")
            if arrived != set(self.names) - kept:
                wrong.append(f"arrived {sorted(arrived)}, kept by the broker {sorted(kept)}")
            if unnamed():
                wrong.append(f"not named: {sorted(unnamed())}")
            if courier.process.poll() is not None:
                wrong.append("the courier has ended")
            wrong += map(str, broker.failures)
            start = time.monotonic()
            if courier.stop() != 0:
                wrong.append("its exit status is not 0")
            # Five seconds, and as many for a loaded machine.
            if time.monotonic() - start > 10:
                wrong.append(f"it took {time.monotonic() - start:.1f} s to end")
            return wrong and [f"seed {seed}: {vars(broker)}", *wrong, courier.said()]
        finally:
            courier.crash()
            broker.stop()
            database.close()
            shutil.rmtree(folder, ignore_errors=True)

    def test_every_answer_that_can_arrive_does(self):
        try_seeds(self, self.deliver, [*KNOWN, *range(SEED, SEED + COUNT)], "brokers", side_by_side=24)


if __name__ == "__main__":
    unittest.main()
