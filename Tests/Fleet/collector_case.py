"""The base class of the tests of star-collector, and messages of a kiosk."""

import atexit
import functools
import json
import shutil
import subprocess
import tempfile
import time
import uuid
from pathlib import Path

from parts import REPOSITORY, FleetCase, StarCollector, program, wait_until
from postgres import Postgres

# The machine does not crash in a test, only processes do.
FAST = ("fsync = off", "shared_buffers = 16MB")
JOURNAL = "b3a1f09c-58cc-4372-a567-0e02b2c3d479"
DAY = 86_400_000

SCHEMAS = sorted((REPOSITORY / "Sources/Answers/Collector/Schema").glob("schema?.sql"))
SCHEMA = len(SCHEMAS)  # the version of a migrated database


@functools.cache
def template():
    """Returns a stopped server with the database `star`, from which each test's server is copied."""
    folder = tempfile.mkdtemp(prefix="star-fleet-template-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    server = Postgres(Path(folder) / "server", FAST).start()
    server.stop()
    return server


class CollectorCase(FleetCase):
    def database(self, settings=(), **options):
        database = Postgres(self.folder / "database", (*FAST, *settings), template=template(), **options).start()
        self.addCleanup(database.stop)
        return database

    def start(self, collectors=1, options=("--patience", "1"), **settings):
        self.store = self.database(**settings)
        self.port = self.broker(persistent=True).port
        self.collectors = [self.collecting(str(number), options) for number in range(collectors)]
        for collector in self.collectors:
            wait_until(lambda: f"port {self.port}" in collector.said(), 20, collector.said)

    def collecting(self, name="one", options=("--patience", "1"), address=None, start=True):
        collector = StarCollector(self.port, address or self.store.address, self.folder, name, options)
        self.addCleanup(collector.crash)
        return collector.start() if start else collector

    def publish(self, *messages, kiosk="k1", kind="answer", quality="1", retained=False):
        """Publishes messages at one topic: objects as JSON, and bytes as they are."""
        for message in messages:
            payload = message if isinstance(message, bytes) else json.dumps(message).encode()
            subprocess.run([program("mosquitto_pub"), "-p", str(self.port), "-V", "5", "-q", quality, "-t",
                            f"star-slider/{kiosk}/{kind}", "-s", *(["-r"] if retained else [])],
                           input=payload, check=True, timeout=30)

    def stored(self, count):
        wait_until(lambda: self.store.number("SELECT count(*) FROM star.answers") >= count, 20,
                   lambda: f"{count} answers:\n" + self.collectors[0].said(), pause=0.1)
        self.assertEqual(self.store.number("SELECT count(*) FROM star.answers"), count)

    def answered(self, rows):
        """Store answers of five stars from up to two months ago, one for each row of a kiosk and a time t. `rows` follows FROM."""
        self.store.query(f"""
          SELECT star.make_room(now() - interval '1 month' * m) FROM generate_series(0, 2) m;
          INSERT INTO star.answers (uuid, kiosk, answered_at, time_source, question, kind, value, fraction, steps, steps_per_star,
            star_count, reasons, chosen, language, flags, visit, wall_ms, wall_synchronised, monotonic_ns, boot_id)
          SELECT gen_random_uuid(), kiosk, t, 'kiosk', '', 'stars', 5, 1, 5, 1, 5, '{{}}', '{{}}', '', '{{}}', gen_random_uuid(), 0, true, 0, ''
          FROM {rows}""")

    def wait_for(self, sql, result, seconds=15):
        wait_until(lambda: self.store.query(sql) == result, seconds, lambda: f"{sql}: {self.store.query(sql)}", pause=0.1)


def now():
    return int(time.time() * 1000)


def answer(number=1, **changes):
    """Returns an answer of the kiosk k1."""
    name = str(uuid.uuid4())
    return {
        "uuid": name, "stars": 2.5, "steps": 5, "steps_per_star": 2, "star_count": 5, "fraction": 0.5, "wall": None, "wall_ms": now(),
        "monotonic_ns": 1_000_000_000, "boot_id": "boot-1", "visit": name, "question": "overall", "reasons": [], "language": "de",
        "flags": [], "kiosk": "k1", "wall_synchronised": True, "wall_repaired_ms": None, "version": 5, "kind": "stars",
        "value": 2.5, "chosen": [], "journal": JOURNAL, "sequence": number} | changes


def heartbeat(**changes):
    return {
        "kiosk": "k1", "version": "0.2.0", "board": "a board", "uptime_s": 1, "wall_ms": now(), "wall_synchronised": True,
        "monotonic_ns": 2_000_000_000, "boot_id": "boot-1", "backlog": 0, "last_answer_ms": None, "journal": JOURNAL, "sequence": 0,
        "temperature_mc": 41_000, "faults": []} | changes
