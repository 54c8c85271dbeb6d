"""The base class of the fleet's tests."""

import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(REPOSITORY / "tools" / "fleet.d"))

from processes import Broker, Collector, FleetError, Gate, Kiosk, free_port, product, program, wait_until  # noqa: E402,F401
from services import Courier, StarCollector  # noqa: E402,F401


def try_seeds(case, attempt, seeds, what, side_by_side):
    """Call `attempt` with each seed. It returns lines that describe a failure, or nothing."""
    start = time.monotonic()
    with ThreadPoolExecutor(side_by_side) as pool:
        failures = [found for found in pool.map(attempt, seeds) if found]
    print(f"\n  {len(seeds)} {what}: {len(failures)} failures in {time.monotonic() - start:.0f} s", flush=True)
    case.assertEqual([], failures, "\n".join(line for found in failures[:5] for line in found))


class FleetCase(unittest.TestCase):
    """A kiosk `t1` with its journal, and processes that end with the test."""

    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="star-fleet-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.journal = self.folder / "state" / "journal.sqlite"
        self.journal.parent.mkdir()
        self.kiosk = Kiosk(self.journal)

    def broker(self, lines=(), persistent=False, start=True):
        place = self.folder / "broker"
        place.mkdir()
        broker = Broker(place, lines, persistent)
        self.addCleanup(broker.stop)
        return broker.start() if start else broker

    def collector(self, port, options=(), name="collector", quality=1):
        """Returns a collector that is subscribed."""
        collector = Collector(port, options=options, name=name, quality=quality).start()
        self.addCleanup(collector.stop)
        words = [*collector.words[:collector.words.index("-i")], "-t", "star-slider/probe/status", "-m", "{}"]
        words[0] = shutil.which("mosquitto_pub")

        def receives():
            subprocess.run([*words, *options], check=True, timeout=10)
            return any(topic.endswith("probe/status") for topic, _, _ in list(collector.messages))
        wait_until(receives, 10, "the collector to subscribe")
        return collector

    def courier(self, port, options=("--tls", "no"), start=True, kiosk="t1"):
        courier = Courier(self.journal, port, self.folder, kiosk, options)
        self.addCleanup(self._end, courier)
        return courier.start() if start else courier

    @staticmethod
    def _end(courier):
        courier.stop(9)

    def pending(self):
        """Returns the number of pending answers."""
        database = sqlite3.connect(f"file:{self.journal}?mode=ro", uri=True)
        try:
            return database.execute("SELECT count(*) FROM answers WHERE delivered_ms IS NULL").fetchone()[0]
        finally:
            database.close()

    def wait_for_all(self, collector, count, seconds=20):
        """Waits until `count` different answers have arrived and all are marked."""
        wait_until(
            lambda: len(collector.answers) >= count and self.pending() == 0, seconds,
            lambda: f"{count} answers; {len(collector.answers)} arrived, {self.pending()} pending; the courier's log:\n"
                    + "".join(path.read_text() for path in self.folder.glob("courier-*.log")))

    def assert_complete(self, collector, recorded=None):
        """Checks that exactly the recorded answers arrived, and that duplicates are equal."""
        recorded = self.kiosk.recorded if recorded is None else recorded
        self.assertEqual(len(set(recorded)), len(recorded))
        self.assertEqual(set(collector.answers), set(recorded))
        for payloads in collector.answers.values():
            self.assertEqual(len(set(payloads)), 1)
