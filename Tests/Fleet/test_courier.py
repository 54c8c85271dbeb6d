"""star-courier with a real Mosquitto: no answer is lost, and duplicates carry the same UUID."""

import contextlib
import os
import signal
import socket
import sqlite3
import subprocess
import threading
import time
import unittest

from parts import FleetCase, Gate, product, wait_until
from schema import check


class Delivery(FleetCase):
    def test_answers_status_and_heartbeat_arrive_as_documented(self):
        broker = self.broker()
        collector = self.collector(broker.port)
        self.kiosk.run(7)
        courier = self.courier(broker.port, ("--tls", "no", "--heartbeat", "1"))
        self.wait_for_all(collector, 7)
        wait_until(lambda: len(collector.of("heartbeat")) >= 2, 5, "two heartbeats")
        self.assert_complete(collector)
        for answer in collector.of("answer"):
            check("answer", answer)
        answers = [(answer["version"], answer["kind"], answer["steps"], answer["value"], answer["chosen"])
                   for answer in collector.of("answer")]
        stars = [(5, "stars", steps, steps / 2, []) for steps in range(2, 7)]
        self.assertEqual(answers, [(5, "stars", 0, 0, []), (5, "choice", 0, None, ["queue", "desk"]), *stars])
        heartbeat = collector.of("heartbeat")[-1]
        check("heartbeat", heartbeat)
        self.assertEqual((heartbeat["kiosk"], heartbeat["backlog"]), ("t1", 0))
        self.assertIn("kiosk_not_running", heartbeat["faults"])
        self.assertEqual(heartbeat["last_answer_ms"], collector.of("answer")[-1]["wall_ms"])
        # The retained status tells a late subscriber that the kiosk is online, and later that its courier was killed.
        late = self.collector(broker.port, name="late")
        wait_until(lambda: any(t == "star-slider/t1/status" and r for t, r, _ in list(late.messages)), 5, "the retained status")
        self.assertEqual([s["status"] for s in late.of("status") if s.get("kiosk") == "t1"], ["online"])
        courier.stop(signal.SIGKILL)
        wait_until(lambda: late.of("status")[-1].get("status") == "offline", 5, "the last will")
        for status in (s for s in late.of("status") if s):
            check("status", status)
        # A subscriber after that receives the retained will.
        last = self.collector(broker.port, name="last")
        wait_until(lambda: [s["status"] for s in last.of("status") if s.get("kiosk") == "t1"] == ["offline"], 5,
                   "the retained will")

    def test_answers_without_a_kiosk_get_this_ones(self):
        """Journals of schema version 1 have no kiosk IDs."""
        broker = self.broker()
        collector = self.collector(broker.port)
        self.kiosk.run(2)
        database = sqlite3.connect(self.journal)
        self.addCleanup(database.close)
        with database:
            database.execute("UPDATE answers SET kiosk = ''")
        self.courier(broker.port)
        self.wait_for_all(collector, 2)
        self.assertEqual([answer["kiosk"] for answer in collector.of("answer")], ["t1", "t1"])

    def test_answers_of_an_earlier_schema_are_delivered_after_the_kiosk_has_migrated_it(self):
        """Answers that were pending in a journal of schema version 2."""
        broker = self.broker()
        collector = self.collector(broker.port)
        self.kiosk.run(3, visit=1)
        for path in self.journal.parent.glob("journal.sqlite-*"):
            path.unlink()
        database = sqlite3.connect(self.journal)
        with database:
            for column in ("kind", "chosen"):
                database.execute(f"ALTER TABLE answers DROP COLUMN {column}")
            database.execute("ALTER TABLE answers RENAME COLUMN kiosk TO terminal")
            database.execute("DROP TABLE journal")
            database.execute("PRAGMA user_version = 2")
        database.close()
        courier = self.courier(broker.port)
        wait_until(lambda: "start the kiosk, which migrates it" in courier.said(), 10, "the courier to wait")
        self.kiosk.run(2, visit=1)
        self.wait_for_all(collector, 5)
        self.assert_complete(collector)
        self.assertEqual({answer["kind"] for answer in collector.of("answer")}, {"stars"})

    def test_a_signal_ends_it_at_once_and_publishes_the_will(self):
        broker = self.broker()
        collector = self.collector(broker.port)
        self.kiosk.run(3)
        courier = self.courier(broker.port)
        self.wait_for_all(collector, 3)
        start = time.monotonic()
        self.assertEqual(courier.stop(), 0)
        # A second, and four for a loaded machine.
        self.assertLess(time.monotonic() - start, 5)
        wait_until(lambda: collector.of("status")[-1].get("status") == "offline", 5, "the will")

    def test_a_stopped_broker_does_not_delay_the_end(self):
        broker = self.broker()
        collector = self.collector(broker.port)
        self.kiosk.run(2)
        courier = self.courier(broker.port, ("--tls", "no", "--heartbeat", "1"))
        self.wait_for_all(collector, 2)
        broker.process.send_signal(signal.SIGSTOP)
        self.addCleanup(broker.process.send_signal, signal.SIGCONT)
        # In flight and never acknowledged: the courier waits two seconds for them, and sleeps meanwhile, although a heartbeat is due.
        self.kiosk.run(3)
        time.sleep(1.5)
        before = courier.status("voluntary_ctxt_switches")
        start = time.monotonic()
        courier.process.send_signal(signal.SIGTERM)
        time.sleep(1.5)
        self.assertLess(courier.status("voluntary_ctxt_switches") - before, 6)
        self.assertEqual(courier.stop(), 0)
        self.assertTrue(1.5 < time.monotonic() - start < 12, time.monotonic() - start)
        self.assertEqual(self.pending(), 3)

    def test_idle_it_does_not_wake(self):
        broker = self.broker()
        collector = self.collector(broker.port)
        self.kiosk.run(2)
        courier = self.courier(broker.port)
        self.wait_for_all(collector, 2)

        def wakeups(seconds):
            before = courier.status("voluntary_ctxt_switches")
            time.sleep(seconds)
            return courier.status("voluntary_ctxt_switches") - before
        # On a loaded machine it may still have acknowledgments to read.
        wait_until(lambda: wakeups(0.7) == 0, 5, "the courier to be idle")
        self.assertEqual(wakeups(3), 0)
        # The next answer is sent at once, long before the next heartbeat.
        self.kiosk.run(2)
        self.wait_for_all(collector, 4, 3)

    def test_a_server_that_is_not_a_broker(self):
        server = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(server.close)

        def answer():
            with contextlib.suppress(OSError):
                while True:
                    client, _ = server.accept()
                    with client:
                        client.recv(4096)
                        client.sendall(b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n")
                        time.sleep(0.5)
        threading.Thread(target=answer, daemon=True).start()
        self.kiosk.run(1)
        courier = self.courier(server.getsockname()[1])
        wait_until(lambda: "no connection to" in courier.said(), 5, courier.said)
        self.assertIn(": the server is not an MQTT broker; check its name and port; trying again", courier.said())

    def test_without_a_broker_it_reports_that_and_exits_with_0(self):
        courier = self.courier(0, start=False)
        done = subprocess.run(courier.words[:1] + ["--journal", "nowhere"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0)
        self.assertIn("no broker is configured", done.stderr)


class Configured(FleetCase):
    def test_it_sends_only_to_the_broker_that_its_file_names_now(self):
        """Copies of an earlier configuration, wherever they are, have no effect. An error that only concerns the kiosk does not stop it."""
        broker = self.broker()
        collector = self.collector(broker.port)
        self.kiosk.run(3)
        good = f"[kiosk]\nid = t1\n[courier]\nbroker = 127.0.0.1:{broker.port}\ntls = no\n"
        (self.folder / "private").mkdir()
        for folder in (self.journal.parent, self.folder / "private"):
            (folder / "last-good.conf").write_text(good)
        file = self.folder / "kiosk.conf"
        words = [product("star-courier"), "--journal", str(self.journal), "--config", str(file)]
        environment = os.environ | {"STATE_DIRECTORY": f"{self.journal.parent}:{self.folder / 'private'}"}
        for text, status in (("", 2), ("nonsense\n", 2), (good + "keepalive = soon\n", 2), (good.replace(":", ":x"), 2),
                             (good + "[fleet]\nsnapshots = explode\n", 2), ("[slider]\nstars = 7\n", 0)):
            with self.subTest(text):
                file.write_text(text)
                done = subprocess.run(words, env=environment, capture_output=True, text=True, timeout=20)
                self.assertEqual((done.returncode, collector.answers), (status, {}), done.stderr)
                self.assertNotIn("instead", done.stderr)
        file.write_text(good.replace("id = t1", "id = t1\nname = Tür\nplace = Berlin / Zoo") + "[slider]\nstars = many\n")
        courier = subprocess.Popen(words, env=environment, stderr=subprocess.DEVNULL)
        self.addCleanup(courier.wait, 10)
        self.addCleanup(courier.terminate)
        self.wait_for_all(collector, 3)
        status = collector.of("status")[-1]
        self.assertEqual((status["name"], status["place"]), ("Tür", ["Berlin", "Zoo"]))


class Trouble(FleetCase):
    def test_absent_at_start(self):
        broker = self.broker(start=False)
        # The journal does not exist yet, either.
        courier = self.courier(broker.port)
        wait_until(lambda: "connection" in courier.said(), 5, "a report")
        self.kiosk.run(50)
        broker.start()
        # The collector subscribes before the next attempt, which is at least a second later.
        collector = self.collector(broker.port)
        self.wait_for_all(collector, 50)
        self.assert_complete(collector)

    def test_killed_in_mid_flight_and_restarted_empty(self):
        broker = self.broker()
        gate = Gate(broker.port)
        gate.open()
        self.addCleanup(gate.shut)
        collectors = [self.collector(broker.port, quality=0)]
        self.courier(gate.port, ("--tls", "no", "--heartbeat", "1"))
        self.kiosk.start(3_000, rate=400)
        for _ in range(3):
            arrived = len(collectors[-1].answers)
            wait_until(lambda: len(collectors[-1].answers) > arrived + 100, 15, "answers in flight")
            # The broker is killed between answers, and has no state when it starts again.
            broker.stop(signal.SIGKILL)
            gate.shut()
            # The broker wrote answers to the collector's socket before it acknowledged them.
            collectors[-1].wait_for_end()
            collectors[-1].stop()
            broker.start()
            collectors.append(self.collector(broker.port, quality=0))
            gate.open()
        self.kiosk.wait()
        wait_until(lambda: self.pending() == 0, 20, lambda: f"{self.pending()} answers to be delivered")
        wait_until(lambda: set().union(*(c.answers.copy() for c in collectors)) >= set(self.kiosk.recorded), 10,
                   "the last answers to be read")
        collectors[-1].stop()
        total = collectors[0]
        for collector in collectors[1:]:
            for uuid, payloads in list(collector.answers.items()):
                total.answers.setdefault(uuid, []).extend(payloads)
        self.assert_complete(total)

    def test_a_courier_that_is_killed_loses_nothing(self):
        broker = self.broker()
        collector = self.collector(broker.port)
        courier = self.courier(broker.port)
        self.kiosk.start(1_500, rate=500)
        for _ in range(5):
            arrived = len(collector.answers)
            wait_until(lambda: len(collector.answers) > arrived + 50, 10, "answers in flight")
            courier.stop(signal.SIGKILL)
            courier.start()
        self.kiosk.wait()
        self.wait_for_all(collector, 1_500)
        self.assert_complete(collector)
        # Per restart at most a window in flight and four acknowledged, which wait to be marked while the kiosk holds the journal's lock.
        self.assertLessEqual(collector.duplicates, 5 * (32 + 4 * 32))

    def test_a_damaged_journal_is_left_for_its_successor(self):
        broker = self.broker()
        collector = self.collector(broker.port)
        self.kiosk.run(400)
        courier = self.courier(broker.port, ("--tls", "no", "--heartbeat", "1"))
        self.wait_for_all(collector, 400)
        with self.journal.open("r+b") as file:
            for page in range(3, 20):
                file.seek(page * 4096)
                file.write(b"\xa5" * 4096)
        self.kiosk.run(5)
        wait_until(lambda: len(collector.answers) == 405, 10, courier.said)
        self.assert_complete(collector)
        self.assertEqual(len(list(self.journal.parent.glob("journal.sqlite.damaged-*Z"))), 1)
        wait_until(lambda: "journal_damaged" in collector.of("heartbeat")[-1]["faults"], 5, "the fault in the heartbeat")


    def test_a_damaged_journal_is_reported_once(self):
        """As root, SQLite changes the owner of the journal's companions, which woke the courier to open it again, 2,300 times a second."""
        broker = self.broker()
        self.kiosk.run(50)
        with self.journal.open("r+b") as file:
            size = file.seek(0, 2)
            file.seek(4096)
            file.write(b"\xa5" * (size - 4096))
        courier = self.courier(broker.port, ("--tls", "no", "--heartbeat", "1"))
        wait_until(lambda: "damaged" in courier.said(), 5, courier.said)
        before = courier.status("voluntary_ctxt_switches")
        time.sleep(3)
        self.assertEqual(courier.said().count("damaged"), 1, courier.said()[:2000])
        self.assertLess(courier.status("voluntary_ctxt_switches") - before, 30)


if __name__ == "__main__":
    unittest.main()
