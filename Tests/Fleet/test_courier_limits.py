"""star-courier's configuration while it runs, large backlogs and full disks."""

import signal
import sqlite3
import subprocess
import time
import unittest

from parts import Collector, FleetCase, Kiosk, wait_until


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
        self.reload(courier, ["username = u", "prefix = shop/7", "[kiosk]", "keep-answers = 200"], "connected to")
        self.assertIn("[kiosk] keep-answers takes effect only after a restart", courier.said())
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
