"""star-collector with a real Mosquitto and a real PostgreSQL: what is stored, and what bad messages do."""

import subprocess
import time
import unittest

from collector_case import JOURNAL, CollectorCase, answer, heartbeat
from parts import Collector, Kiosk, StarCollector, wait_until


class Stored(CollectorCase):
    def test_what_kiosks_send_is_in_the_tables(self):
        self.start(collectors=2)
        self.kiosk.run(100)
        courier = self.courier(self.port, ("--tls", "no", "--heartbeat", "2"))
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
        self.assertNotIn("rejected the message", said)

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
        self.publish({"kiosk": "k1", "journal": JOURNAL, "first": 4, "last": 9, "absent": [[4, 4], [7, 9]]}, kind="resent")
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
        Kiosk(journal, "k1").run(120, visit=40)
        lock = subprocess.Popen(["psql", "-Xq", "-h", str(self.store.folder), "-U", "postgres", "star"], stdin=subprocess.PIPE, text=True)
        self.addCleanup(lock.wait)
        lock.stdin.write("BEGIN; LOCK TABLE star.schema IN ACCESS EXCLUSIVE MODE;\n")
        lock.stdin.flush()
        time.sleep(0.5)
        self.courier(self.port, ("--tls", "no", "--heartbeat", "2"), kiosk="k1")
        wait_until(lambda: self.pending() == 0, 20, "the broker to take all answers")
        time.sleep(1)
        self.collectors[0].crash()
        lock.stdin.write("ROLLBACK;\n")
        lock.stdin.close()
        lock.wait(10)
        self.collectors[0].start()
        self.stored(120)
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


class BadInput(CollectorCase):
    def test_bad_messages_stop_no_other(self):
        self.start()
        bad = [answer(2, uuid="f47ac10b"), answer(3, steps=99), b"", b"{", b"\xff\xfe", b"[]", b"null", b"{}", b"x" * 100_000, b"x" * 10_000_000,
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
        for line in ("the message at star-slider/k1/answer: its uuid is not a UUID", "it has 100000 bytes, more than 65536",
                     "the message at star-slider/gate/7/answer: a kiosk's ID has no slash",
                     "its steps are 99, more than the 10 of its scale (2 for each star)",
                     "it is not a JSON object", "its boot_id is not a string"):
            self.assertIn("rejected ", said)
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
        wait_until(lambda: collector.said().count("set aside a row (answer) of k1: ") == 2, 5, collector.said)
        self.assertEqual(self.store.query("SELECT kiosk, kind FROM star.set_aside"), "k1|answer\nk1|answer")
        self.wait_for("SELECT first, last FROM star.gaps ORDER BY 1", "3|3\n9|9")

    def test_options_that_cannot_work(self):
        for words, line in {
            (): "no broker; pass --broker HOST",
            ("--broker", "b", "--prefix", "a/+"): "without +, #",
            ("--broker", "b", "--name", "a/b"): "must have at most 100 bytes without +, #, /",
            ("--broker", "b", "--batch", "0"): "must be a number from 1 to 100000",
            ("--broker", "b", "--key", "k"): "requires certificate",
            ("--broker", "b", "word"): "unexpected argument word",
            ("--broker", "b", "--low-share", "service=30/20"): "must be QUESTION=PERCENT/LEAST/HOURS",
            ("--broker", "b", "--low-share", "service=0/20/24"): "PERCENT from 1 to 100",
            ("--broker", "b", "--low-index", "service=101/20/24"): "INDEX from -100 to 100",
            ("--broker", "b", "--low-index", "a'b=10/20/24"): "with the ID of a question or *",
            ("--broker", "b", "--low-index", "q=10/0/24"): "must be QUESTION=INDEX/LEAST/HOURS",
            ("--broker", "b", "--low-index", "q=10/1/1345"): "up to 1344 hours",
        }.items():
            with self.subTest(words):
                collector = StarCollector(1, "", self.folder)
                done = subprocess.run([collector.words[0], *words], capture_output=True, text=True, timeout=10)
                self.assertEqual(done.returncode, 2, done.stderr)
                self.assertIn(line, done.stderr)


if __name__ == "__main__":
    unittest.main()
