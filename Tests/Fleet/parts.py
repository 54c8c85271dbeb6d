"""What the fleet's tests share: a folder, a broker, and helpers that end with the test."""

import shutil
import sqlite3
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(REPOSITORY / "tools" / "fleet.d"))

from processes import Broker, Collector, Courier, Gate, Kiosk, wait_until  # noqa: E402,F401


class FleetCase(unittest.TestCase):
    """One terminal `t1` with its journal, and whatever a test starts; all of it ends with the test."""

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
        """One that is subscribed already."""
        collector = Collector(port, options=options, name=name, quality=quality).start()
        self.addCleanup(collector.stop)
        words = [*collector.words[:collector.words.index("-i")], "-t", "star-slider/probe/status", "-m", "{}"]
        words[0] = shutil.which("mosquitto_pub")

        def hears():
            subprocess.run([*words, *options], check=True, timeout=10)
            return any(topic.endswith("probe/status") for topic, _, _ in list(collector.messages))
        wait_until(hears, 10, "the collector to hear")
        return collector

    def courier(self, port, options=("--tls", "no"), start=True, terminal="t1"):
        courier = Courier(self.journal, port, self.folder, terminal, options)
        self.addCleanup(self._end, courier)
        return courier.start() if start else courier

    @staticmethod
    def _end(courier):
        courier.stop(9)

    def waiting(self):
        """How many answers of the journal are not marked as delivered."""
        database = sqlite3.connect(f"file:{self.journal}?mode=ro", uri=True)
        try:
            return database.execute("SELECT count(*) FROM answers WHERE delivered_ms IS NULL").fetchone()[0]
        finally:
            database.close()

    def wait_for_all(self, collector, count, seconds=20):
        """Until `count` different answers have arrived and all are marked."""
        wait_until(
            lambda: len(collector.answers) >= count and self.waiting() == 0, seconds,
            lambda: f"{count} answers; {len(collector.answers)} came, {self.waiting()} wait; the courier said:\n"
                    + "".join(path.read_text() for path in self.folder.glob("courier-*.log")))

    def assert_complete(self, collector, recorded=None):
        """What arrived is what was thanked for, and what came twice was the same both times."""
        recorded = self.kiosk.recorded if recorded is None else recorded
        self.assertEqual(len(set(recorded)), len(recorded))
        self.assertEqual(set(collector.answers), set(recorded))
        for payloads in collector.answers.values():
            self.assertEqual(len(set(payloads)), 1)
