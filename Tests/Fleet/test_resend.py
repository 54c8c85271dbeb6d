"""Sequence numbers, and answers that are sent again on request."""

import contextlib
import random
import socket
import sqlite3
import subprocess
import threading
import time
import unittest

from packets import read_packet
from parts import FleetCase, Gate, Kiosk, program, wait_until
from schema import check


class Resend(FleetCase):
    def start(self, answers, options=("--tls", "no", "--heartbeat", "10")):
        self.port = self.broker().port
        self.received = self.collector(self.port)
        self.kiosk.run(answers, visit=100)
        self.sender = self.courier(self.port, options)
        self.wait_for_all(self.received, answers)
        wait_until(lambda: self.received.of("heartbeat"), 5, "a heartbeat")
        return self.received.of("answer")[0]["journal"]

    def request(self, payload, kiosk="t1", *options):
        subprocess.run([program("mosquitto_pub"), "-p", str(self.port), "-V", "5", "-q", "1", "-t",
                        f"star-slider/{kiosk}/resend", "-s", *options], input=payload, check=True, timeout=10)

    def marks(self):
        with sqlite3.connect(f"file:{self.journal}?mode=ro", uri=True) as database:
            return database.execute("SELECT sequence, delivered_ms FROM answers ORDER BY sequence").fetchall()

    def repeated(self):
        """Returns how often each sequence number came beyond the first time."""
        counts = {}
        for answer in self.received.of("answer"):
            counts[answer["sequence"]] = counts.get(answer["sequence"], -1) + 1
        return {number: count for number, count in counts.items() if count}

    def test_every_answer_says_where_it_is_stored(self):
        journal = self.start(25)
        answers = self.received.of("answer")
        self.assertEqual([answer["sequence"] for answer in answers], list(range(1, 26)))
        self.assertEqual({answer["journal"] for answer in answers}, {journal})
        for kind in ("status", "heartbeat"):
            message = [message for message in self.received.of(kind) if message][-1]
            check(kind, message)
            self.assertEqual((message["journal"], message["sequence"]), (journal, 25))
        # Another journal in its place counts from 1.
        for path in self.journal.parent.iterdir():
            path.unlink()
        Kiosk(self.journal).run(2)
        wait_until(lambda: len(self.received.answers) == 27, 10, self.sender.said)
        new = self.received.of("answer")[25:]
        self.assertEqual([answer["sequence"] for answer in new], [1, 2])
        self.assertEqual(len({answer["journal"] for answer in new} | {journal}), 2)

    def test_a_range_is_sent_again_and_changes_no_mark(self):
        journal = self.start(200)
        before = self.marks()
        start = time.monotonic()
        self.request(f"{journal} 11 60".encode())
        wait_until(lambda: self.received.of("resent"), 10, self.sender.said)
        # 50 answers in slices of 10, one every 200 ms.
        self.assertTrue(0.9 < time.monotonic() - start < 12, time.monotonic() - start)
        self.assertEqual(self.repeated(), {number: 1 for number in range(11, 61)})
        report = self.received.of("resent")[0]
        check("resent", report)
        self.assertEqual(report, {"kiosk": "t1", "journal": journal, "first": 11, "last": 60, "absent": []})
        self.assertEqual(self.marks(), before)
        self.assert_complete(self.received)
        # New answers arrive meanwhile, each once.
        self.request(f"{journal} 1 200".encode())
        self.kiosk = Kiosk(self.journal)
        self.kiosk.run(100)
        wait_until(lambda: len(self.received.answers) == 300, 3, self.sender.said)
        self.assertEqual(len(self.received.of("resent")), 1)
        wait_until(lambda: len(self.received.of("resent")) == 2, 10, self.sender.said)
        self.assertEqual({number for number in self.repeated() if number > 200}, set())
        self.assertEqual(self.pending(), 0)

    def test_what_the_journal_lacks_is_reported(self):
        journal = self.start(30)
        with sqlite3.connect(self.journal) as database:
            database.execute("DELETE FROM answers WHERE sequence IN (1, 2, 3, 17)")
            database.execute("PRAGMA ignore_check_constraints = 1")
            database.execute("UPDATE answers SET steps = 999 WHERE sequence = 20")
        self.request(f"{journal} 2 40".encode())
        other = "00000000-0000-4000-8000-000000000000"
        self.request(f"{other} 5 6".encode())
        wait_until(lambda: len(self.received.of("resent")) == 2, 10, self.sender.said)
        own, foreign = self.received.of("resent")
        self.assertEqual(own["absent"], [[2, 3], [17, 17], [20, 20], [31, 40]])
        self.assertEqual((foreign["journal"], foreign["absent"]), (other, [[5, 6]]))
        self.assertEqual(self.repeated(), {number: 1 for number in range(4, 31) if number not in (17, 20)})

    def test_hostile_requests_are_refused(self):
        journal = self.start(50)
        before = self.marks()
        dice = random.Random(23)
        for payload in (b"\0" * 100, f"{journal} 1 9223372036854775807".encode(), f"{journal} 0 3".encode(),
                        f"{journal} 9 3".encode(), b"x" * 1_000_000, b"\xff\xfe 1 2", f"{journal} 1 1001".encode(),
                        *(dice.randbytes(dice.randrange(80)) for _ in range(20))):
            self.request(payload)
        wait_until(lambda: "rejected a request to send answers again" in self.sender.said(), 5, self.sender.said)
        # Of many requests at once some wait and the rest is dropped.
        lines = "".join(f"{journal} {number} 50\n" for number in range(1, 51)).encode()
        subprocess.run([program("mosquitto_pub"), "-p", str(self.port), "-V", "5", "-q", "1", "-t", "star-slider/t1/resend", "-l"],
                       input=lines, check=True, timeout=10)
        wait_until(lambda: "8 others are waiting" in self.sender.said(), 5, self.sender.said)
        # Retained requests and those of other kiosks count for nothing.
        self.request(f"{journal} 1 1".encode(), "t2")
        wait_until(lambda: len(self.received.of("resent")) == 8, 20, self.sender.said)
        time.sleep(1)
        self.assertEqual(len(self.received.of("resent")), 8)
        self.assertIsNone(self.sender.process.poll())
        self.assertNotIn("crashed", self.sender.said())
        self.assertEqual(self.marks(), before)
        self.assertLess(self.sender.status("VmHWM"), 24 * 1024)

    def test_a_retained_request_is_ignored(self):
        journal = self.start(5)
        self.sender.stop()
        self.request(f"{journal} 1 5".encode(), "t1", "-r")
        self.sender.start()
        wait_until(lambda: self.sender.said().count("connected to") == 2, 5, self.sender.said)
        time.sleep(1.5)
        self.assertEqual(self.received.of("resent"), [])

    def test_a_lost_connection_drops_requests(self):
        broker = self.broker()
        self.port = broker.port
        self.received = self.collector(broker.port)
        gate = Gate(broker.port)
        gate.open()
        self.addCleanup(gate.shut)
        self.kiosk.run(500, visit=100)
        self.sender = self.courier(gate.port)
        self.wait_for_all(self.received, 500)
        journal = self.received.of("answer")[0]["journal"]
        before = self.marks()
        self.request(f"{journal} 1 500".encode())
        wait_until(lambda: self.received.duplicates > 0, 10, self.sender.said)
        gate.shut()
        gate.open()
        wait_until(lambda: self.sender.said().count("connected to") == 2, 10, self.sender.said)
        time.sleep(1)
        self.assertLess(self.received.duplicates, 300)
        self.assertEqual(self.received.of("resent"), [])
        # The next request is carried out.
        self.request(f"{journal} 499 500".encode())
        wait_until(lambda: self.received.of("resent"), 10, self.sender.said)
        self.assertEqual(self.marks(), before)

    def test_answers_flow_where_subscribing_is_forbidden(self):
        """Mosquitto refuses no subscription; other brokers do, or close the connection."""
        for refusal in ("a reason code", "closing"):
            with self.subTest(refusal):
                broker = StrictBroker(closes=refusal == "closing")
                self.addCleanup(broker.server.close)
                self.journal = self.folder / "state" / f"{len(refusal)}.sqlite"
                Kiosk(self.journal).run(10)
                courier = self.courier(broker.port, kiosk=f"t{len(refusal)}")
                wait_until(lambda: self.pending() == 0, 10, courier.said)
                Kiosk(self.journal).run(10)
                wait_until(lambda: self.pending() == 0, 10, courier.said)
                # It is not tried on each connection.
                self.assertEqual((broker.connections, broker.subscriptions), (2, 1) if broker.closes else (1, 1))
                self.assertEqual("refused the subscription: Not authorized" in courier.said(), not broker.closes)
                courier.stop()


class StrictBroker:
    """A broker that accepts every message and no subscription."""

    def __init__(self, closes):
        self.closes = closes
        self.connections = self.subscriptions = 0
        self.server = socket.create_server(("127.0.0.1", 0))
        self.port = self.server.getsockname()[1]
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self):
        with contextlib.suppress(OSError):
            while True:
                client, _ = self.server.accept()
                self.connections += 1
                with client, client.makefile("rb") as stream, contextlib.suppress(OSError, IndexError):
                    while self._answer(client, *read_packet(stream.read)):
                        pass

    def _answer(self, client, kind, body):
        """Returns whether the connection stays."""
        if kind >> 4 == 1:
            client.sendall(bytes.fromhex("2003000000"))
        elif kind >> 4 == 3 and kind & 6:
            topic = int.from_bytes(body[:2], "big")
            client.sendall(b"\x40\x02" + body[2 + topic:4 + topic])
        elif kind >> 4 == 8:
            self.subscriptions += 1
            if self.closes:
                return False
            client.sendall(b"\x90\x04" + body[:2] + b"\x00\x87")
        return kind >> 4 != 14


if __name__ == "__main__":
    unittest.main()
