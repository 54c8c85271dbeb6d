"""star-courier with a real Mosquitto: no answer is lost, and duplicates carry the same UUID."""

import contextlib
import signal
import socket
import sqlite3
import subprocess
import threading
import time
import unittest

from parts import Collector, FleetCase, Gate, Kiosk, wait_until
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
        stars = [(4, "stars", steps, steps / 2, []) for steps in range(2, 7)]
        self.assertEqual(answers, [(4, "stars", 0, 0, []), (4, "choice", 0, None, ["queue", "desk"]), *stars])
        heartbeat = collector.of("heartbeat")[-1]
        check("heartbeat", heartbeat)
        self.assertEqual((heartbeat["terminal"], heartbeat["backlog"]), ("t1", 0))
        self.assertIn("kiosk_not_running", heartbeat["faults"])
        self.assertEqual(heartbeat["last_answer_ms"], collector.of("answer")[-1]["wall_ms"])
        # The retained status tells a late subscriber that the kiosk is online, and later that its courier was killed.
        late = self.collector(broker.port, name="late")
        wait_until(lambda: any(t == "star-slider/t1/status" and r for t, r, _ in list(late.messages)), 5, "the retained status")
        self.assertEqual([s["status"] for s in late.of("status") if s.get("terminal") == "t1"], ["online"])
        courier.stop(signal.SIGKILL)
        wait_until(lambda: late.of("status")[-1].get("status") == "offline", 5, "the last will")
        for status in (s for s in late.of("status") if s):
            check("status", status)
        # A subscriber after that receives the retained will.
        last = self.collector(broker.port, name="last")
        wait_until(lambda: [s["status"] for s in last.of("status") if s.get("terminal") == "t1"] == ["offline"], 5,
                   "the retained will")

    def test_answers_without_a_terminal_get_this_ones(self):
        """Journals of schema version 1 have no terminal IDs."""
        broker = self.broker()
        collector = self.collector(broker.port)
        self.kiosk.run(2)
        database = sqlite3.connect(self.journal)
        self.addCleanup(database.close)
        with database:
            database.execute("UPDATE answers SET terminal = ''")
        self.courier(broker.port)
        self.wait_for_all(collector, 2)
        self.assertEqual([answer["terminal"] for answer in collector.of("answer")], ["t1", "t1"])

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
        self.assertLess(time.monotonic() - start, 2.5)
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
        self.assertTrue(1.5 < time.monotonic() - start < 6, time.monotonic() - start)
        self.assertEqual(self.pending(), 3)

    def test_idle_it_does_not_wake(self):
        broker = self.broker()
        collector = self.collector(broker.port)
        self.kiosk.run(2)
        courier = self.courier(broker.port)
        self.wait_for_all(collector, 2)
        time.sleep(0.7)
        before = courier.status("voluntary_ctxt_switches")
        time.sleep(3)
        self.assertEqual(courier.status("voluntary_ctxt_switches"), before)
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
        # Per restart at most the answers in flight and those acknowledged but not marked.
        self.assertLessEqual(collector.duplicates, 5 * (32 + 64))

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


class Reload(FleetCase):
    def configured(self, broker, lines, **more):
        self.file = self.folder / "kiosk.conf"
        self.file.write_text("\n".join(["[courier]", "tls = no", *lines]) + "\n")
        return self.courier(broker.port, ("--config", str(self.file)), **more)

    def reload(self, courier, lines, said):
        count = courier.said().count(said)
        self.file.write_text("\n".join(["[courier]", "tls = no", *lines]) + "\n")
        courier.process.send_signal(signal.SIGHUP)
        wait_until(lambda: courier.said().count(said) > count, 5, courier.said)

    def test_a_new_configuration_while_sending(self):
        broker = self.broker()
        collector = self.collector(broker.port)
        self.kiosk.start(2_000, rate=500)
        courier = self.configured(broker, ["heartbeat = 3600"])
        wait_until(lambda: len(collector.answers) > 100, 10, courier.said)
        # An invalid file is rejected with all its errors, and sending continues.
        self.reload(courier, ["heartbeat = soon", "prefix = a//b"], "the previous configuration stays in effect")
        for line in (":3: [courier] heartbeat = soon", ":4: [courier] prefix = a//b"):
            self.assertIn(line, courier.said())
        self.reload(courier, ["ca = nowhere.pem", "tls = yes"], "the previous configuration stays in effect")
        # Other settings keep the connection.
        beats = len(collector.of("heartbeat"))
        self.reload(courier, ["heartbeat = 3"], "configuration reloaded")
        self.assertEqual(courier.said().count("connected to"), 1)
        # Settings of the connection renew it, and no answer in flight is lost.
        arrived = len(collector.answers)
        wait_until(lambda: len(collector.answers) > arrived + 50, 10, courier.said)
        self.reload(courier, ["heartbeat = 3", "window = 5"], "connected to")
        self.kiosk.wait()
        self.wait_for_all(collector, 2_000)
        self.assert_complete(collector)
        self.assertEqual(courier.said().count("connected to"), 2)
        self.assertLessEqual(collector.duplicates, 32 + 64)
        self.assertIsNone(courier.process.poll())
        wait_until(lambda: len(collector.of("heartbeat")) > beats + 1, 15, "the heartbeat of the new configuration")

    def test_a_new_prefix_applies_at_once_and_a_new_limit_after_a_restart(self):
        broker = self.broker()
        old, new = self.collector(broker.port), Collector(broker.port, prefix="shop/7", name="other").start()
        self.addCleanup(new.stop)
        courier = self.configured(broker, ["username = u"])
        # Warnings appear at the start and on every reload.
        self.assertEqual(self.said_when(courier, "are sent unencrypted"), 1)
        self.kiosk.run(2)
        self.wait_for_all(old, 2)
        self.reload(courier, ["username = u", "prefix = shop/7", "[terminal]", "keep-answers = 200"], "connected to")
        self.assertIn("[terminal] keep-answers takes effect only after a restart", courier.said())
        self.assertEqual(courier.said().count("are sent unencrypted"), 2)
        self.kiosk.run(2)
        wait_until(lambda: len(new.answers) == 2 and self.pending() == 0, 10, courier.said)
        wait_until(lambda: any(s.get("status") == "online" for s in new.of("status")), 5, "the status below the new prefix")
        wait_until(lambda: old.of("status")[-1].get("status") == "offline", 5, "the will below the old prefix")
        self.assertIsNone(courier.process.poll())

    def said_when(self, courier, text):
        wait_until(lambda: text in courier.said(), 5, courier.said)
        return courier.said().count(text)

    def test_without_a_file_a_hangup_ends_it(self):
        broker = self.broker()
        courier = self.courier(broker.port)
        wait_until(lambda: "connected to" in courier.said(), 5, courier.said)
        self.assertEqual(courier.stop(signal.SIGHUP), 0)

    def test_removing_the_broker_ends_it_with_0(self):
        broker = self.broker()
        courier = self.configured(broker, [f"broker = 127.0.0.1:{broker.port}"], start=False)
        courier.words = [*courier.words[:5], "--config", str(self.file)]
        courier.start()
        wait_until(lambda: "connected to" in courier.said(), 5, courier.said)
        self.reload(courier, [], "no broker is configured")
        self.assertEqual(courier.process.wait(5), 0)

    def test_invalid_prefixes_are_rejected(self):
        courier = self.courier(1, start=False)
        for prefix in ("$SYS/a", "a//b", "/a", "a/", "a+b", "#", "x" * 129):
            done = subprocess.run([*courier.words, "--prefix", prefix], capture_output=True, text=True, timeout=10)
            self.assertEqual(done.returncode, 2, prefix)
            self.assertIn("without +, #, control characters and empty levels that do not begin with $", done.stderr)


class Amounts(FleetCase):
    def test_a_backlog_of_a_hundred_thousand_answers(self):
        Kiosk(self.journal).run(100_000, visit=2_000)
        broker = self.broker()
        collector = self.collector(broker.port)
        start = time.monotonic()
        courier = self.courier(broker.port)
        self.wait_for_all(collector, 100_000, 60)
        seconds = time.monotonic() - start
        peak = courier.status("VmHWM")
        print(f"\n  backlog of 100,000 answers: {seconds:.1f} s, peak memory {peak} KiB", flush=True)
        # Only a window of answers is in memory; the backlog would need 50 MB more.
        self.assertLess(peak, 24 * 1024)
        database = sqlite3.connect(self.journal)
        self.addCleanup(database.close)
        names = {row[0] for row in database.execute("SELECT uuid FROM answers")}
        self.assertEqual(set(collector.answers), names)
        self.assertEqual(collector.duplicates, 0)

    def test_a_full_disk(self):
        disk = self.journal.parent
        mounted = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=384k", "tmpfs", str(disk)], capture_output=True)
        if mounted.returncode:
            self.skipTest("mounting a file system requires CAP_SYS_ADMIN")
        self.addCleanup(subprocess.run, ["umount", "-l", str(disk)])
        broker = self.broker()
        collector = self.collector(broker.port)
        self.kiosk.start(2_000, visit=1)
        # Waits until nothing more fits; the kiosk keeps trying.
        wait_until(lambda: self.is_stuck(), 20, "the disk to be full")
        courier = self.courier(broker.port)
        # All recorded answers arrive, even if marking them fails.
        wait_until(lambda: set(collector.answers) >= set(self.kiosk.recorded), 20, courier.said)
        subprocess.run(["mount", "-o", "remount,size=8m", str(disk)], check=True)
        self.assertIn("the disk is full", self.kiosk.wait())
        self.wait_for_all(collector, 2_000, 30)
        self.assert_complete(collector)

    def is_stuck(self):
        before = len(self.kiosk.recorded)
        time.sleep(0.3)
        return before > 0 and len(self.kiosk.recorded) == before

    def test_sending_stops_while_the_journal_is_not_writable(self):
        broker = self.broker()
        collector = self.collector(broker.port)
        self.kiosk.run(1_000, visit=100)
        other = sqlite3.connect(self.journal, isolation_level=None)
        self.addCleanup(other.close)
        other.execute("BEGIN IMMEDIATE")
        courier = self.courier(broker.port, ("--tls", "no", "--heartbeat", "1", "--window", "8"))
        wait_until(lambda: any("journal_not_writable" in beat["faults"] for beat in collector.of("heartbeat")), 15, courier.said)
        self.assertIn("another program holds a lock", courier.said())
        # The courier keeps a few windows of unmarked answers in memory and then stops sending.
        self.assertEqual(self.pending(), 1_000)
        self.assertTrue(4 * 8 <= len(collector.answers) < 5 * 8, len(collector.answers))
        other.execute("ROLLBACK")
        self.wait_for_all(collector, 1_000)
        self.assert_complete(collector)
        self.assertEqual(collector.duplicates, 0)


if __name__ == "__main__":
    unittest.main()
