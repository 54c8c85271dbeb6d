"""star-collector with a real Mosquitto and a real PostgreSQL: what is stored, and what bad input does."""

import json
import os
import subprocess
import time
import unittest
import uuid

from parts import REPOSITORY, Collector, FleetCase, Kiosk, StarCollector, free_port, program, wait_until
from postgres import Postgres

JOURNAL = "b3a1f09c-58cc-4372-a567-0e02b2c3d479"
DAY = 86_400_000


class CollectorCase(FleetCase):
    def database(self, **options):
        database = Postgres(self.folder / "database", **options).start()
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
                   lambda: f"{count} answers:\n" + self.collectors[0].said())
        self.assertEqual(self.store.number("SELECT count(*) FROM star.answers"), count)

    def wait_for(self, sql, result, seconds=15):
        wait_until(lambda: self.store.query(sql) == result, seconds, lambda: f"{sql}: {self.store.query(sql)}")


def now():
    return int(time.time() * 1000)


def answer(number=1, **changes):
    """Returns an answer of the kiosk k1."""
    name = str(uuid.uuid4())
    return {
        "uuid": name, "stars": 2.5, "steps": 5, "steps_per_star": 2, "star_count": 5, "fraction": 0.5, "wall": None, "wall_ms": now(),
        "monotonic_ns": 1_000_000_000, "boot_id": "boot-1", "visit": name, "question": "overall", "reasons": [], "language": "de",
        "flags": [], "terminal": "k1", "wall_synchronised": True, "wall_repaired_ms": None, "version": 4, "kind": "stars",
        "value": 2.5, "chosen": [], "journal": JOURNAL, "sequence": number} | changes


def heartbeat(**changes):
    return {
        "terminal": "k1", "version": "0.2.0", "board": "a board", "uptime_s": 1, "wall_ms": now(), "wall_synchronised": True,
        "monotonic_ns": 2_000_000_000, "boot_id": "boot-1", "backlog": 0, "last_answer_ms": None, "journal": JOURNAL, "sequence": 0,
        "temperature_mc": 41_000, "faults": []} | changes


class Stored(CollectorCase):
    def test_what_kiosks_send_is_in_the_tables(self):
        self.start(collectors=2)
        self.kiosk.run(100)
        courier = self.courier(self.port, ("--tls", "no", "--heartbeat", "10"))
        self.stored(100)
        self.assertEqual(set(self.store.query("SELECT uuid FROM star.answers").split()), set(self.kiosk.recorded))
        self.assertEqual(self.store.query("SELECT count(*), min(sequence), max(sequence) FROM star.answers"), "100|1|100")
        self.assertEqual(self.store.query("SELECT kind, count(*), count(value) FROM star.answers GROUP BY 1 ORDER BY 1"),
                         "choice|8|0\nstars|92|92")
        self.wait_for("SELECT kiosk, status, backlog, faults @> '{kiosk_not_running}' FROM star.kiosks", "t1|online|0|t")
        self.wait_for("SELECT kiosk, arrived, settled, missing FROM star.streams", "t1|{[1,101)}|100|{}")
        # A second time, and with two collectors: nothing is new.
        journal = self.store.query("SELECT DISTINCT journal FROM star.answers")
        self.publish(f"{journal} 1 100".encode(), kiosk="t1", kind="resend")
        time.sleep(3)
        self.stored(100)
        courier.stop(9)
        self.wait_for("SELECT status FROM star.statuses", "offline")
        for collector in self.collectors:
            self.assertEqual(collector.stop(), 0)
        said = "".join(collector.said() for collector in self.collectors)
        self.assertIn(" known ones", said)
        self.assertNotIn("refused the message", said)

    def test_missing_answers_are_asked_for_until_they_arrive(self):
        self.start()
        asked = Collector(self.port, options=("-t", "star-slider/+/resend"), name="asked").start()
        self.addCleanup(asked.stop)
        self.publish(answer(1), answer(2), answer(5))
        self.stored(3)
        self.wait_for("SELECT kiosk, first, last, answers FROM star.gaps", "k1|3|4|2")
        wait_until(lambda: any(payload == f"{JOURNAL} 3 4" for _, _, payload in list(asked.messages)), 10, "a request")
        # The heartbeat tells of the last ones; not while some of them may be on their way.
        self.publish(answer(3))
        self.publish(heartbeat(sequence=9, backlog=2), kind="heartbeat")
        self.wait_for("SELECT first, last FROM star.gaps", "4|4")
        self.publish(heartbeat(sequence=9, monotonic_ns=3_000_000_000), kind="heartbeat")
        self.wait_for("SELECT first, last FROM star.gaps ORDER BY 1", "4|4\n6|9")
        # What the kiosk no longer has is lost, and not asked for again.
        self.publish({"terminal": "k1", "journal": JOURNAL, "first": 4, "last": 9, "absent": [[4, 4], [7, 9]]}, kind="resent")
        self.publish(answer(6))
        self.wait_for("SELECT count(*) FROM star.gaps", "0")
        self.assertEqual(self.store.query("SELECT first, last FROM star.lost ORDER BY 1"), "4|4\n7|9")
        time.sleep(2)
        count = len(asked.messages)
        time.sleep(3)
        self.assertEqual(len(asked.messages), count)

    def test_what_a_killed_collector_held_is_asked_for(self):
        self.start(options=("--patience", "1", "--batch", "100000"))
        journal = self.journal
        # A lock keeps it from storing what it has acknowledged.
        Kiosk(journal, "k1").run(300, visit=100)
        lock = subprocess.Popen(["psql", "-Xq", "-h", str(self.store.folder), "-U", "postgres", "star"], stdin=subprocess.PIPE, text=True)
        self.addCleanup(lock.wait)
        lock.stdin.write("BEGIN; LOCK TABLE star.schema IN ACCESS EXCLUSIVE MODE;\n")
        lock.stdin.flush()
        time.sleep(0.5)
        self.courier(self.port, ("--tls", "no", "--heartbeat", "10"), terminal="k1")
        wait_until(lambda: self.pending() == 0, 20, "the broker to take all answers")
        time.sleep(1)
        self.collectors[0].crash()
        lock.stdin.write("ROLLBACK;\n")
        lock.stdin.close()
        lock.wait(10)
        self.collectors[0].start()
        self.stored(300)
        self.wait_for("SELECT count(*) FROM star.gaps", "0")

    def test_copied_cards_and_renamed_kiosks_count_by_their_own_numbers(self):
        self.start()
        first = [answer(number) for number in (1, 2)]
        self.publish(*first)
        # A copy of the card sends the same answers, and its own under the same numbers.
        self.publish(*first, answer(3), kiosk="k2")
        self.publish(answer(3))
        self.stored(4)
        self.wait_for("SELECT kiosk, arrived, missing FROM star.streams ORDER BY 1", "k1|{[1,4)}|{}\nk2|{[1,4)}|{}")
        self.assertEqual(self.store.query("SELECT kiosk, recorded_as FROM star.answers ORDER BY 1, 2 LIMIT 3 OFFSET 3"), "k2|k1")


class Views(CollectorCase):
    """The interface for charts: right to the digit."""

    def test_figures(self):
        self.start()
        monday = 1_790_000_000_000 // (7 * DAY) * 7 * DAY + 4 * DAY - 70 * 7 * DAY
        answers = []
        for number in range(60):
            kind, steps, count = [("stars", number % 6, 5), ("nps", number % 11, 10), ("faces", number % 4 + 1, 4),
                                  ("choice", 0, 1)][number % 4]
            answers.append(answer(
                number + 1, kind=kind, question=kind, steps=steps, steps_per_star=1, star_count=count,
                wall_ms=monday + number // 20 * DAY + number % 3 * 3_600_000 + 1,
                reasons=["slow"] if kind == "stars" and steps < 3 else [], chosen=["red", "blue"] if kind == "choice" else [],
                flags=[["burst"], ["partial"], [], []][number % 5 % 4] if number % 5 < 2 else []))
        for kiosk, part in (("k1", answers[:40]), ("k2", answers[40:])):
            self.publish(*part, kiosk=kiosk)
        self.stored(60)
        counted = [dict(a, kiosk="k1" if i < 40 else "k2") for i, a in enumerate(answers) if "burst" not in a["flags"]]
        self.assertEqual(self.store.number("SELECT count(*) FROM star.answers_counted"), len(counted))
        self.assertLess(len(counted), 60)

        def group(key, of=counted):
            groups = {}
            for one in of:
                groups.setdefault(key(one), []).append(one)
            return groups

        def day(one):
            return time.strftime("%Y-%m-%d", time.gmtime(one["wall_ms"] / 1000))

        def expect(sql, key, figures, of=counted):
            rows = [row.split("|") for row in self.store.query("SET timezone = 'UTC'; " + sql).splitlines()]
            wanted = [[str(part) for part in key] + [str(figure) for figure in figures(group)]
                      for key, group in sorted(group(key, of).items())]
            self.assertEqual(sorted(rows), sorted(wanted))

        def mean(group):
            if group[0]["kind"] == "choice":
                return ""
            return f"{sum(one['steps'] for one in group) / len(group):.6f}"

        expect("SELECT day, kiosk, question, kind, answers, visits, round(mean_value::numeric, 6) FROM star.daily",
               lambda one: (day(one), one["kiosk"], one["question"], one["kind"]), lambda g: (len(g), len(g), mean(g)))
        expect("SELECT weekday, hour, kiosk, question, answers, round(mean_value::numeric, 6) FROM star.hour_of_week",
               lambda one: ((one["wall_ms"] // DAY + 3) % 7 + 1, one["wall_ms"] // 3_600_000 % 24, one["kiosk"], one["question"]),
               lambda g: (len(g), mean(g)))
        expect("SELECT kiosk, question, answers, round(mean_value::numeric, 6) FROM star.by_kiosk",
               lambda one: (one["kiosk"], one["question"]), lambda g: (len(g), mean(g)))
        chosen = [dict(one, reason=reason) for one in counted for reason in one["reasons"] + one["chosen"]]
        expect("SELECT day, kiosk, question, reason, answers FROM star.reasons",
               lambda one: (day(one), one["kiosk"], one["question"], one["reason"]), lambda g: (len(g),), chosen)

        def score(group):
            high, low = (sum(test(one["steps"]) for one in group) for test in (lambda s: s >= 9, lambda s: s <= 6))
            return len(group), high, low, f"{100 * (high - low) / len(group):.4f}"
        expect("SELECT day, kiosk, answers, promoters, detractors, round(nps, 4) FROM star.nps", lambda one: (day(one), one["kiosk"]),
               score, [one for one in counted if one["kind"] == "nps"])

        def satisfaction(group):
            good = sum(one["steps"] * 4 >= one["star_count"] * 3 for one in group)
            return len(group), good, f"{100 * good / len(group):.4f}"
        expect("SELECT day, kiosk, question, answers, satisfied, round(csat, 4) FROM star.csat",
               lambda one: (day(one), one["kiosk"], one["question"]), satisfaction,
               [one for one in counted if one["kind"] in ("stars", "faces")])

    def test_kiosks_that_are_silent_in_their_opening_hours(self):
        """Three kiosks with four answers in each of ten hours a day; one has been silent for two days, one since a moment ago."""
        self.start()
        self.store.query("""
          SELECT star.make_room(now() - interval '1 month' * m) FROM generate_series(0, 2) m;
          INSERT INTO star.answers (uuid, kiosk, answered_at, time_source, question, kind, value, fraction, steps, steps_per_star,
            star_count, reasons, chosen, language, flags, visit, wall_ms, wall_synchronised, monotonic_ns, boot_id)
          SELECT gen_random_uuid(), kiosk, t, 'kiosk', '', 'stars', 5, 1, 5, 1, 5, '{}', '{}', '', '{}', gen_random_uuid(), 0, true, 0, ''
          FROM (VALUES ('busy', interval '0'), ('dead', interval '2 days'), ('quiet', interval '2 days')) k (kiosk, silent),
            generate_series(now() - interval '28 days', now() - interval '1 minute', interval '15 minutes') t
          WHERE t < now() - silent AND extract(hour FROM t AT TIME ZONE 'UTC') BETWEEN 8 AND 17
            AND (kiosk <> 'quiet' OR (extract(hour FROM t AT TIME ZONE 'UTC') = 9 AND extract(minute FROM t) < 15))""")
        # The dead one misses about 80 answers, which its own silence makes fewer. The quiet one has one a day, so nothing is known yet.
        self.assertEqual(self.store.query("SELECT kiosk FROM star.silent_kiosks"), "dead")
        self.assertGreater(float(self.store.query("SELECT expected_answers FROM star.silent_kiosks")), 50)


class Dates(CollectorCase):
    def rows(self):
        return self.store.query(
            "SELECT sequence, time_source, round(extract(epoch FROM answered_at) * 1000), tableoid::regclass FROM star.answers "
            "ORDER BY sequence")

    @staticmethod
    def partition(moment):
        return time.strftime("star.answers_%Y_%m", time.gmtime(moment / 1000))

    def test_a_later_heartbeat_of_the_boot_dates_answers(self):
        self.start()
        then = now()
        wrong = then - 40 * DAY
        self.publish(
            # A clock that is 40 days late, and one of 1970.
            answer(1, wall_ms=wrong, wall_synchronised=False, monotonic_ns=1_000_000_000),
            answer(2, wall_ms=5_000, wall_synchronised=False, monotonic_ns=2_000_000_000),
            # Of another boot, of another kiosk, and right already.
            answer(3, wall_ms=wrong, wall_synchronised=False, boot_id="boot-0"),
            answer(4, wall_ms=wrong, wall_synchronised=False, wall_repaired_ms=then - DAY),
            answer(5, wall_ms=then - 2 * DAY))
        self.publish(answer(6, wall_ms=wrong, wall_synchronised=False), kiosk="k2")
        self.stored(6)
        self.assertEqual([row.split("|")[1] for row in self.rows().splitlines()],
                         ["unsure", "arrival", "unsure", "kiosk", "kiosk", "unsure"])
        self.publish(heartbeat(wall_ms=wrong, wall_synchronised=False), kind="heartbeat")
        self.publish(heartbeat(wall_ms=then, monotonic_ns=10_000_000_000), kind="heartbeat")
        self.wait_for("SELECT count(*) FROM star.answers WHERE time_source = 'heartbeat'", "2")
        # An answer that comes only now, and one after a heartbeat whose clock is not synchronised any more.
        self.publish(heartbeat(wall_ms=wrong, monotonic_ns=11_000_000_000, wall_synchronised=False), kind="heartbeat")
        self.publish(answer(7, wall_ms=wrong, wall_synchronised=False, monotonic_ns=4_000_000_000))
        self.stored(7)
        dates = [("heartbeat", then - 9_000), ("heartbeat", then - 8_000), ("unsure", wrong), ("kiosk", then - DAY),
                 ("kiosk", then - 2 * DAY), ("unsure", wrong), ("heartbeat", then - 6_000)]
        wanted = [f"{number}|{source}|{moment}|{self.partition(moment)}" for number, (source, moment) in enumerate(dates, 1)]
        self.assertEqual(self.rows().splitlines(), wanted)

    def test_a_clock_in_the_future(self):
        self.start()
        far = now() + 400 * DAY
        self.publish(answer(1, wall_ms=far), answer(2, wall_ms=2**62), answer(3, wall_ms=-2**62, wall_synchronised=False), answer(4))
        self.publish(heartbeat(wall_ms=far, sequence=4), kind="heartbeat")
        self.stored(4)
        self.assertEqual(self.store.query("SELECT sequence, time_source, wall_ms FROM star.answers ORDER BY 1").splitlines()[:3],
                         [f"1|arrival|{far}", f"2|arrival|{2**62}", f"3|arrival|{-2**62}"])
        self.assertEqual(self.store.number("SELECT count(*) FROM star.answers WHERE answered_at > now() + interval '1 minute'"), 0)
        self.assertIn("the clock of k1 is in the future; its answers are dated by their arrival", self.collectors[0].said())
        # The right heartbeat dates them.
        self.publish(heartbeat(monotonic_ns=5_000_000_000, sequence=4), kind="heartbeat")
        self.wait_for("SELECT string_agg(time_source, ' ' ORDER BY sequence) FROM star.answers",
                      "heartbeat heartbeat heartbeat kiosk")


class BadInput(CollectorCase):
    def test_bad_messages_stop_no_other(self):
        self.start()
        bad = [answer(2, uuid="f47ac10b"), answer(3, steps=99), b"", b"{", b"\xff\xfe", b"[]", b"null", b"{}", b"x" * 10_000_000,
               b"[" * 60_000, answer(4, question="x" * 60_000), answer(5, question="a\0b"), answer(6, wall_ms="now")]
        self.publish(answer(1))
        for message in bad:
            if message:
                self.publish(message)
        self.publish(answer(7), kiosk="gate/7")
        for kind in ("heartbeat", "status", "resent"):
            self.publish(b"{}", kind=kind)
        self.publish(answer(8))
        self.stored(2)
        said = self.collectors[0].said()
        for line in ("the message at star-slider/k1/answer: its uuid is not a UUID", "it has 10000000 bytes, more than 65536",
                     "the message at star-slider/gate/7/answer: a kiosk's ID has no slash", "its steps 99 are beyond 2 times 5",
                     "it is not a JSON object", "its boot_id is not a text"):
            self.assertIn("refused ", said)
            self.assertIn(line, said)
        # The numbers of the refused ones are missing: nothing is forgotten.
        self.wait_for("SELECT first, last FROM star.gaps WHERE kiosk = 'k1'", "2|7")
        self.assertIsNone(self.collectors[0].process.poll())

    def test_a_row_that_the_database_refuses_stops_no_other(self):
        self.start()
        self.store.query("ALTER TABLE star.answers ADD CHECK (question <> 'poison')")
        collector = self.collectors[0]
        collector.stop()
        self.publish(*(answer(number, question="poison" if number in (3, 9) else "overall") for number in range(1, 13)))
        collector.start()
        self.stored(10)
        wait_until(lambda: collector.said().count("refused a message: ") == 2, 5, collector.said)
        self.wait_for("SELECT first, last FROM star.gaps ORDER BY 1", "3|3\n9|9")

    def test_a_wrong_password(self):
        self.store = self.database()
        self.store.query("CREATE ROLE writer LOGIN PASSWORD 'right'; GRANT ALL ON DATABASE star TO writer")
        self.store.configure(access=("local all writer scram-sha-256", "local all all trust"))
        self.store.query("SELECT pg_reload_conf()")
        self.port = self.broker(persistent=True).port
        secret = self.folder / "pgpass"
        secret.write_text("*:*:*:writer:wrong\n")
        secret.chmod(0o600)
        collector = self.collecting(address=f"host={self.store.folder} user=writer dbname=star passfile={secret}")
        wait_until(lambda: "password authentication failed for user" in collector.said(), 10, collector.said)
        self.assertEqual(collector.said().count("\n"), 1)
        self.assertIsNone(collector.process.poll())
        # It reads the file for each connection.
        secret.write_text("*:*:*:writer:right\n")
        wait_until(lambda: f"port {self.port}" in collector.said(), 20, collector.said)
        self.collectors = [collector]
        self.publish(answer())
        self.stored(1)

    def test_a_database_that_is_down(self):
        self.start()
        collector = self.collectors[0]
        self.publish(answer(1))
        self.stored(1)
        self.store.stop()
        # The first message finds it out. Until the database is back, the broker keeps the others.
        self.publish(*(answer(number) for number in range(2, 6)))
        wait_until(lambda: "trying again" in collector.said(), 10, collector.said)
        self.publish(*(answer(number) for number in range(6, 10)))
        self.assertIsNone(collector.process.poll())
        self.store.start()
        self.stored(9)
        self.assertEqual(self.store.number("SELECT count(*) FROM star.gaps"), 0)

    def test_a_database_that_never_was(self):
        self.store = self.database()
        self.port = free_port()
        for address, line in {
            f"host={self.folder}/none dbname=star": "No such file or directory",
            f"host={self.store.folder} user=postgres dbname=other": 'database "other" does not exist',
            "postgresql://[": "cannot connect to the database",
            "host=127.0.0.1 port=1 dbname=star": "Connection refused",
        }.items():
            with self.subTest(address):
                collector = self.collecting(str(len(address)), address=address)
                wait_until(lambda: line in collector.said(), 15, collector.said)
                self.assertTrue(collector.said().endswith("; trying again\n"), collector.said())
                self.assertEqual(collector.said().count("\n"), 1)
                self.assertEqual(collector.stop(), 0)

    def test_schemas_that_are_not_ours(self):
        self.start()
        collector = self.collectors[0]
        line = "its schema version is 2; this program supports 1; install the star-collector that belongs to it"
        # While it runs, and at its start.
        self.store.query("UPDATE star.schema SET version = 2")
        self.publish(answer(1))
        wait_until(lambda: line in collector.said(), 10, collector.said)
        second = self.collecting("second")
        wait_until(lambda: line in second.said(), 10, second.said)
        self.assertEqual(self.store.number("SELECT count(*) FROM star.answers"), 0)
        # Nothing was lost meanwhile.
        self.store.query("UPDATE star.schema SET version = 1")
        self.stored(1)
        self.store.query("CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0", database="postgres")
        third = self.collecting("third", address=self.store.address.replace("=star", "=latin"))
        wait_until(lambda: "its encoding is not UTF8; create another one: createdb -E UTF8" in third.said(), 10, third.said)
        self.store.query("CREATE DATABASE foreign_schema; ", database="postgres")
        self.store.query("CREATE SCHEMA star; CREATE TABLE star.things (x integer)", database="foreign_schema")
        fourth = self.collecting("fourth", address=self.store.address.replace("=star", "=foreign_schema"))
        wait_until(lambda: 'schema "star" already exists' in fourth.said(), 10, fourth.said)

    def test_collectors_that_start_at_once_create_one_schema(self):
        self.store = self.database()
        self.port = self.broker(persistent=True).port
        collectors = [self.collecting(str(number)) for number in range(6)]
        for collector in collectors:
            wait_until(lambda: f"port {self.port}" in collector.said(), 20, collector.said)
            self.assertEqual(collector.said().count("\n"), 2, collector.said())
        self.assertEqual(self.store.query("SELECT version FROM star.schema"), "1")

    def test_options_that_cannot_work(self):
        for words, line in {
            (): "no broker; pass --broker HOST",
            ("--broker", "b", "--prefix", "a/+"): "without +, #",
            ("--broker", "b", "--name", "a/b"): "must have at most 100 bytes without +, #, /",
            ("--broker", "b", "--batch", "0"): "must be a number from 1 to 100000",
            ("--broker", "b", "--ca", "/nowhere"): "cannot open /nowhere: no such file",
            ("--broker", "b", "word"): "unexpected word word",
        }.items():
            with self.subTest(words):
                collector = StarCollector(1, "", self.folder)
                done = subprocess.run([collector.words[0], *words], capture_output=True, text=True, timeout=10)
                self.assertEqual(done.returncode, 2, done.stderr)
                self.assertIn(line, done.stderr)


class Documented(CollectorCase):
    """The snippets of docs/chart.md, with this test's ports and folders."""

    def test_the_page_from_stand_to_chart(self):
        page = (REPOSITORY / "docs" / "chart.md").read_text()
        blocks = [block.split("\n", 1) for block in page.split("```")[1::2]]
        broker = next(text for _, text in blocks if text.startswith("per_listener_settings"))
        (self.folder / "rights").write_text(next(text for _, text in blocks if text.startswith("pattern write")))
        passwords = self.folder / "passwords"
        for index, user in enumerate(("collector", "gate-7", "gate-8")):
            subprocess.run(["mosquitto_passwd", "-b", *(["-c"] if index == 0 else []), passwords, user, f"{user}'s"], check=True,
                           stderr=subprocess.DEVNULL)
        lines = broker.replace("/etc/mosquitto/passwords", str(passwords)).replace("/etc/mosquitto/rights", str(self.folder / "rights"))
        # Certificates are tested elsewhere (test_brokers.py); the test's broker has its own listener and queue.
        left_out = ("listener", "certfile", "keyfile", "max_queued")
        self.port = self.broker([line for line in lines.splitlines() if not line.startswith(left_out)], persistent=True).port
        # The collector's options and user, and the commands for the database.
        self.store = self.database()
        commands = [line for _, text in blocks for line in text.splitlines() if line.startswith("sudo -u postgres")]
        self.assertEqual(len(commands), 3)
        self.store.query("DROP DATABASE star", database="postgres")
        for command in commands:
            subprocess.run(command.removeprefix("sudo -u postgres "), shell=True, check=True, stdout=subprocess.DEVNULL,
                           env=os.environ | {"PGHOST": str(self.store.folder), "PGUSER": "postgres"})
        self.assertEqual(self.store.query("SHOW timezone"), "Europe/Berlin")
        options = next(line for _, text in blocks for line in text.splitlines() if line.startswith("OPTIONS=")).removeprefix("OPTIONS=")
        (self.folder / "secret").write_text("collector's\n")
        options = options.replace("localhost", f"localhost:{self.port}").replace("/etc/star-collector.password", str(self.folder / "secret"))
        collector = self.collecting(start=False)
        collector.words = [collector.words[0], *options.split(), "--patience", "1"]
        os.environ |= {"PGHOST": str(self.store.folder), "PGUSER": "_star-collector"}
        self.addCleanup(lambda: [os.environ.pop(name) for name in ("PGHOST", "PGUSER")])
        self.collectors = [collector.start()]
        wait_until(lambda: f"port {self.port}" in collector.said(), 20, collector.said)
        # A kiosk with the settings of the page.
        settings = next(text for kind, text in blocks if kind == "ini")
        (self.folder / "gate-7").write_text("gate-7's\n")
        file = self.folder / "kiosk.conf"
        file.write_text(settings.replace("broker.example.org", f"127.0.0.1:{self.port}\ntls = no").replace(
            "/etc/star-slider/broker.password", str(self.folder / "gate-7")))
        Kiosk(self.journal, "gate-7").run(20)
        courier = self.courier(self.port, start=False)
        courier.words = [courier.words[0], "--journal", str(self.journal), "--config", str(file)]
        courier.start()
        self.stored(20)
        self.wait_for("SELECT kiosk, status, board <> '' FROM star.kiosks", "gate-7|online|t")
        # A missing answer comes again, so the collector may ask and the kiosk may hear it.
        self.store.query("DELETE FROM star.answers WHERE sequence = 7; DELETE FROM star.received WHERE uuid NOT IN "
                         "(SELECT uuid FROM star.answers); UPDATE star.streams SET arrived = '{[1,7),[8,21)}'")
        self.stored(20)
        self.wait_for("SELECT count(*) FROM star.gaps", "0")
        # Another kiosk can neither write in its name nor ask.
        for topic, message in (("gate-7/answer", json.dumps(answer(99))), ("gate-7/resend", f"{JOURNAL} 1 9")):
            subprocess.run([program("mosquitto_pub"), "-p", str(self.port), "-V", "5", "-q", "1", "-u", "gate-8", "-P", "gate-8's", "-t",
                            f"star-slider/{topic}", "-m", message], timeout=10, stderr=subprocess.DEVNULL)
        time.sleep(1)
        self.stored(20)
        self.assertNotIn("resend", courier.said())


if __name__ == "__main__":
    unittest.main()
