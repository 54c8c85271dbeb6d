"""A fleet whose answers go to PostgreSQL while broker, database and collectors are killed at random.

At the end, the database must hold exactly the answers of the kiosks' journals, each once, and know of no gap.
"""

import random
import re
import sqlite3
import subprocess
import time

from postgres import Postgres
from processes import Broker, FleetError, Kiosk, product, wait_until
from services import Courier, StarCollector


class CollectedFleet:
    def __init__(self, folder, options):
        self.options = options
        self.folder = folder
        self.dice = random.Random(options.seed)
        self.end = time.monotonic() + options.timeout
        for name in ("broker", "logs"):
            (folder / name).mkdir()
        self.database = Postgres(folder / "database")
        # Messages that a broker has not saved, or that exceed its queue, are lost when it is killed.
        self.broker = Broker(folder / "broker", persistent=True, queue=options.queue)
        self.collectors = [
            StarCollector(self.broker.port, self.database.address, folder / "logs", str(number), ("--patience", "2"))
            for number in range(1, options.collectors + 1)]
        self.kiosks, self.couriers, self.journals = [], [], []
        for number in range(options.kiosks):
            name = f"kiosk-{number:03}"
            place = folder / name
            place.mkdir()
            self.journals.append(place / "journal.sqlite")
            self.kiosks.append(Kiosk(self.journals[-1], name))
            self.couriers.append(
                Courier(self.journals[-1], self.broker.port, folder / "logs", name, ("--tls", "no", "--heartbeat", "10")))

    @property
    def total(self):
        return self.options.kiosks * self.options.answers

    def run(self):
        start = time.monotonic()
        try:
            self.database.start()
            self.broker.start()
            for process in (*self.collectors, *self.couriers):
                process.start()
            for kiosk in self.kiosks:
                kiosk.start(self.options.answers, self.options.rate)
            if self.fills_queue:
                self.fill_queue(start)
            self.kill_at_random(start)
            for kiosk in self.kiosks:
                kiosk.wait(max(1, self.end - time.monotonic()))
            recorded = time.monotonic() - start
            self.wait_for_the_rest()
            return self.report(recorded, time.monotonic() - start)
        finally:
            for process in (*self.couriers, *self.collectors, self.broker, self.database):
                process.stop()

    @property
    def fills_queue(self):
        return self.options.queue and self.options.kills > 3

    @property
    def dropped(self):
        """How often the broker has dropped messages since its queue was full."""
        return self.broker.log.read_text().count("messages are being dropped")

    def fill_queue(self, start):
        """Kills all collectors and starts them again when the broker's queue is full: the kiosks have to send answers again."""
        for collector in self.collectors:
            wait_until(lambda: f"port {self.broker.port}" in collector.said(), 20, collector.said)
        for collector in self.collectors:
            collector.crash()
        wait_until(lambda: self.dropped, 20, "the broker's queue to be full; lower --queue")
        for collector in self.collectors:
            collector.start()
        print(f"  {time.monotonic() - start:5.1f} s: the broker's queue was full while the collectors were away", flush=True)

    def kill_at_random(self, start):
        """Kills the broker, the database or a collector while the kiosks record, and restarts it after up to two seconds."""
        seconds = self.options.answers / self.options.rate if self.options.rate else 10
        names = {"the broker": self.broker, "the database": self.database}
        names |= {f"collector {collector.name}": collector for collector in self.collectors}
        # Each of them is killed at least once, if there are enough kills.
        victims = [*names, *(self.dice.choice([*names]) for _ in range(self.options.kills))][:self.options.kills]
        self.dice.shuffle(victims)
        for number, victim in enumerate(victims, 1):
            moment = start + seconds * (number - self.dice.random()) / self.options.kills
            time.sleep(max(0, moment - time.monotonic()))
            names[victim].crash()
            pause = self.dice.uniform(0, 2)
            time.sleep(pause)
            names[victim].start()
            print(f"  {time.monotonic() - start:5.1f} s: {victim} was killed and away for {pause:.1f} s", flush=True)

    def wait_for_the_rest(self):
        """Waits until every answer is stored and no gap is left, or for the time limit."""
        while time.monotonic() < self.end:
            for process in (*self.couriers, *self.collectors):
                if process.process.poll() is not None:
                    raise FleetError(f"a process exited: {process.said()[-2000:]}")
            if self.count("answers") >= self.total and self.count("gaps") == 0:
                return
            time.sleep(0.5)

    def count(self, table):
        return self.database.number(f"SELECT count(*) FROM star.{table}")

    def report(self, recorded, seconds):
        journals = {}
        for kiosk, journal in zip(self.kiosks, self.journals):
            with sqlite3.connect(f"file:{journal}?mode=ro", uri=True) as database:
                for (uuid,) in database.execute("SELECT uuid FROM answers"):
                    journals[uuid] = kiosk.name
        stored = dict(line.split("|") for line in self.database.query("SELECT uuid, kiosk FROM star.answers").splitlines())
        rows, distinct = (self.database.number(f"SELECT count({what}) FROM star.answers") for what in ("*", "DISTINCT uuid"))
        gaps, lost = self.count("gaps"), self.count("lost")
        logs = "".join(collector.said() for collector in self.collectors)
        failures = []
        if len(journals) != self.total:
            failures.append(f"the journals hold {len(journals)} of {self.total} answers")
        if stored != journals:
            missing, strange = set(journals) - set(stored), set(stored) - set(journals)
            failures.append(f"{len(missing)} answers are missing, {len(strange)} are in no journal, "
                            f"{sum(stored[uuid] != journals[uuid] for uuid in set(stored) & set(journals))} of another kiosk")
        if rows != distinct:
            failures.append(f"{rows - distinct} answers are stored twice")
        if gaps or lost:
            failures.append(f"{gaps} gaps, {lost} lost:\n" + self.database.query("SELECT * FROM star.gaps LIMIT 5"))
        if "refused the message" in logs or "refused a message" in logs:
            failures.append("a collector refused messages: " + next(line for line in logs.splitlines() if "message" in line and "refused" in line))
        failures += self.compare_reports()
        for failure in failures:
            print("  " + failure)
        print(f"{self.options.kiosks} kiosks x {self.options.answers} answers, {self.options.kills} times kill -9: "
              f"{len(journals)} in journals, {distinct} in PostgreSQL, {rows - distinct} duplicates, {gaps} gaps; "
              f"the broker's queue was full {self.dropped} times; recorded in {recorded:.0f} s, complete after {seconds:.0f} s"
              f": {'FAILED' if failures else 'all arrived'}")
        return 1 if failures else 0

    def compare_reports(self):
        """Compares the report of the database with that of the journals, and its figures with SQL. Yields what differs."""
        pages = []
        for name, source in (("database", ["--database", self.database.address]), ("journals", self.journals)):
            place = self.folder / f"report-{name}"
            subprocess.run([product("starctl"), "report", *source, "--time-zone", "UTC", "--output", place], check=True, capture_output=True)
            pages.append((place / "index.html").read_text())
        if pages[0] != pages[1]:
            yield "the report of the database is not that of the journals"
        words = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", pages[0]))
        answers, visits, left_out = (self.database.number(f"SELECT count({what}) FROM star.{view}") for what, view in (
            ("*", "answers_counted"), ("DISTINCT visit", "answers_counted"), ("*", "answers WHERE flags && '{repeated}'")))
        wanted = [f"Answers {answers:,} Before: 0 Visits {visits:,} Before: 0 Kiosks {self.options.kiosks:,} ",
                  f"Left out of all figures: {left_out:,} "]
        for line in self.database.query(
                "SELECT round(avg(value)::numeric, 2), round((1.96 * stddev_samp(value) / sqrt(count(*)))::numeric, 2), count(*) "
                "FROM star.answers_counted WHERE kind = 'stars' GROUP BY question").splitlines():
            mean, margin, count = line.split("|")
            wanted.append(f"Mean {mean} ± {margin} (95 % interval) Answers {int(count):,} ")
        for figure in wanted:
            if figure not in words:
                yield f"the report has no '{figure}'"
        if not [figure for figure in wanted if figure not in words]:
            print(f"  the reports of database and journals are equal; {len(wanted)} figures are those of SQL: {wanted[0]}", flush=True)
