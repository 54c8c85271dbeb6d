"""Alerts: each is raised once and ended once, as a row and as a message, whatever collectors and broker do."""

import json
import time
import unittest

import schema
from collector_case import SCHEMA, SCHEMAS, CollectorCase, answer, heartbeat, now
from parts import Collector, wait_until

QUICK = ("--patience", "1", "--offline-after", "1")


class AlertCase(CollectorCase):
    def begin(self, collectors=1, options=QUICK, **settings):
        self.start(collectors, options, **settings)
        self.listen()

    def listen(self):
        self.listener = Collector(self.port, options=("-t", "star-slider/alerts"), name="listener").start()
        self.addCleanup(self.listener.stop)

    @property
    def heard(self):
        """The messages in short, in order."""
        messages = [json.loads(payload) for topic, _, payload in list(self.listener.messages) if topic == "star-slider/alerts"]
        for message in messages:
            schema.check("alert", message)
        return [f"{one['kiosk']} {one['alert']} {one['detail']} {one['state']}" for one in messages]

    def hears(self, *messages, seconds=20):
        """Waits for exactly these messages, in any order."""
        wait_until(lambda: len(self.heard) >= len(messages), seconds,
                   lambda: f"{messages}; heard {self.heard}\n" + self.store.query("TABLE star.alert_log") + self.collectors[0].said())
        self.assertEqual(sorted(self.heard), sorted(messages))

    def looks(self, times=2):
        """Waits until the collectors have looked for alerts again."""
        for _ in range(times):
            seen = self.store.query("SELECT seen FROM star.watching")
            wait_until(lambda: self.store.query("SELECT seen FROM star.watching") != seen, 20, "a look for alerts")

    def status(self, status, kiosk="k1"):
        self.publish({"kiosk": kiosk, "status": status, "journal": None, "sequence": None}, kiosk=kiosk, kind="status", retained=True)

    def alerts(self):
        return self.store.query("SELECT kiosk, alert, detail, ended_at IS NULL FROM star.alerts ORDER BY id").splitlines()


class Alerts(AlertCase):
    def test_a_kiosk_that_is_offline_is_told_once_by_two_collectors(self):
        self.begin(collectors=2)
        self.status("online")
        self.status("online", kiosk="k2")
        self.status("offline")
        start = time.monotonic()
        self.hears("k1 offline  raised")
        self.assertLess(time.monotonic() - start, 60)
        # Neither a repeated status nor collectors that start again tell it a second time.
        self.status("offline")
        for collector in self.collectors:
            collector.crash()
            collector.start()
        self.looks()
        self.assertEqual(self.alerts(), ["k1|offline||t"])
        self.status("online")
        self.hears("k1 offline  raised", "k1 offline  ended")
        self.looks()
        self.assertEqual(self.alerts(), ["k1|offline||f"])
        self.assertEqual(len(self.heard), 2)
        # A second time it is another alert. A kiosk that no longer exists is not missed.
        self.status("offline")
        wait_until(lambda: len(self.heard) == 3, 20, lambda: str(self.heard))
        self.store.query("DELETE FROM star.statuses WHERE kiosk = 'k1'")
        wait_until(lambda: self.heard[3:] == ["k1 offline  ended"], 20, lambda: str(self.heard))

    def test_faults(self):
        self.begin()
        self.publish(heartbeat(faults=["disk_full", "no_touchscreen"]), kind="heartbeat")
        self.publish(heartbeat(kiosk="k2"), kiosk="k2", kind="heartbeat")
        raised = ["k1 fault disk_full raised", "k1 fault no_touchscreen raised"]
        self.hears(*raised)
        self.publish(heartbeat(faults=["no_touchscreen"], monotonic_ns=3_000_000_000), kind="heartbeat")
        self.hears(*raised, "k1 fault disk_full ended")
        # After a boot, the newest heartbeat counts, although its boot is another one.
        self.publish(heartbeat(boot_id="boot-2", monotonic_ns=1, faults=["update_failed"]), kind="heartbeat")
        self.hears(*raised, "k1 fault disk_full ended", "k1 fault update_failed raised", "k1 fault no_touchscreen ended")

    def test_many_low_answers(self):
        self.begin(options=(*QUICK, "--low-answers", "4/5"))
        low, good = {"steps": 4}, {"steps": 10}
        numbers = iter(range(1, 100))

        def visitors(*answers, **changes):
            self.publish(*(answer(next(numbers), **one, **changes) for one in answers))
        # Neither marked visits, nor other kiosks and questions, nor four of more than the last five.
        visitors(low, low, low, low, low, flags=["burst"])
        visitors(low, low, low, good, low, question="staff")
        visitors(low, low, good, low, good, low)
        self.stored(16)
        self.looks()
        self.hears("k1 low staff raised")
        self.assertEqual(self.store.query("SELECT note FROM star.alerts"), "4 of the last 5 answers were low")
        # Detractors are low.
        start = time.monotonic()
        visitors(*[{"steps": 6}] * 4, kind="nps", question="friends", steps_per_star=1, star_count=10)
        wait_until(lambda: self.heard[1:] == ["k1 low friends raised"], 60, lambda: str(self.heard))
        self.assertEqual(self.store.query("SELECT note FROM star.alert_log WHERE detail = 'friends'"), "4 of the last 4 answers were low")
        self.assertLess(time.monotonic() - start, 60)
        # It ends with half of them, and not before.
        visitors(good, question="staff")
        self.stored(21)
        self.looks()
        self.assertEqual(len(self.heard), 2)
        visitors(good, question="staff")
        wait_until(lambda: self.heard[2:] == ["k1 low staff ended"], 20, lambda: str(self.heard))

    def test_silent_kiosks(self):
        """Two kiosks with four answers in every hour have had none for two days; one of them is offline, which is its alert."""
        self.begin()
        self.status("offline", kiosk="away")
        self.store.query("""
          SELECT star.make_room(now() - interval '1 month' * m) FROM generate_series(0, 2) m;
          INSERT INTO star.answers (uuid, kiosk, answered_at, time_source, question, kind, value, fraction, steps, steps_per_star,
            star_count, reasons, chosen, language, flags, visit, wall_ms, wall_synchronised, monotonic_ns, boot_id)
          SELECT gen_random_uuid(), kiosk, t, 'kiosk', '', 'stars', 5, 1, 5, 1, 5, '{}', '{}', '', '{}', gen_random_uuid(), 0, true, 0, ''
          FROM (VALUES ('dead'), ('away')) k (kiosk),
            generate_series(now() - interval '28 days', now() - interval '2 days', interval '15 minutes') t""")
        self.hears("away offline  raised")
        # Collectors that have watched for less than ten minutes do not know yet.
        self.looks()
        self.assertEqual(len(self.heard), 1)
        self.store.query("UPDATE star.watching SET since = now() - interval '1 hour'")
        self.hears("away offline  raised", "dead silent  raised")
        self.looks()
        self.assertRegex(self.store.query("SELECT note FROM star.alerts WHERE alert = 'silent'"),
                         r"^no answer since \d{4}-\d\d-\d\d \d\d:\d\d; usual: 1\d\d\.\d$")
        self.publish(answer(1), kiosk="dead")
        self.hears("away offline  raised", "dead silent  raised", "dead silent  ended")


    def test_a_kiosk_without_a_sign_for_25_hours(self):
        """Its last status was online: it lost its power together with the network."""
        self.begin()
        for kiosk in ("dead", "alive"):
            self.status("online", kiosk=kiosk)
            self.publish(heartbeat(kiosk=kiosk), kiosk=kiosk, kind="heartbeat")
        self.wait_for("SELECT count(*) FROM star.heartbeats", "2")
        self.looks()
        # The collectors have watched for long.
        self.store.query("UPDATE star.watching SET since = now() - interval '2 days'")

        def last_sign(hours):
            for table in ("statuses", "heartbeats"):
                self.store.query(f"UPDATE star.{table} SET received_at = now() - interval '{hours} hours' WHERE kiosk = 'dead'")
        last_sign(24.9)
        self.looks()
        self.assertEqual(self.heard, [])
        last_sign(25.1)
        self.hears("dead offline  raised")
        self.assertRegex(self.store.query("SELECT note FROM star.alerts"), r"^no sign of it since \d{4}-\d\d-\d\d \d\d:\d\d$")
        # Its power is back.
        self.publish(heartbeat(kiosk="dead", monotonic_ns=3_000_000_000), kiosk="dead", kind="heartbeat")
        self.hears("dead offline  raised", "dead offline  ended")


    def test_two_machines_with_one_id(self):
        """A card was copied: two boots run at the same time. A kiosk that restarts, or whose clock is not synchronised, is one machine."""
        self.begin()
        hour, ns = 3_600_000, 3_600_000_000_000
        for kiosk, second in (("restarted", {"wall_ms": now() + 1000}), ("unsure", {"wall_synchronised": False}), ("copied", {})):
            first = {"boot_id": "a", "wall_ms": now() - (hour if kiosk == "restarted" else 0), "monotonic_ns": ns}
            for beat in (first, {"boot_id": "b", "monotonic_ns": ns} | second):
                self.publish(heartbeat(kiosk=kiosk, **beat), kiosk=kiosk, kind="heartbeat")
        self.wait_for("SELECT count(*) FROM star.heartbeats", "6")
        self.hears("copied fault duplicate_id raised")
        self.looks()
        # One of them has another ID now.
        self.store.query("UPDATE star.heartbeats SET received_at = now() - interval '2 days' WHERE boot_id = 'a'")
        self.hears("copied fault duplicate_id raised", "copied fault duplicate_id ended")

    def test_heartbeats_outlive_a_late_offline(self):
        """The last message of an earlier connection may arrive after "online"."""
        self.begin()
        self.status("online")
        self.status("offline")
        self.hears("k1 offline  raised")
        # The same two heartbeats before and after the minute.
        for number, heard in ((1, ["k1 offline  raised"]), (2, ["k1 offline  raised", "k1 offline  ended"])):
            for second in range(2):
                self.publish(heartbeat(monotonic_ns=number * 10**12 + second), kind="heartbeat")
                self.wait_for("SELECT monotonic_ns % 1000 FROM star.heartbeats", str(second))
            self.looks()
            self.hears(*heard)
            self.store.query("UPDATE star.statuses SET since = since - interval '2 minutes', received_at = received_at - interval '2 minutes'")
        self.assertEqual(self.store.query("SELECT status FROM star.kiosks"), "online")
        # The next "offline" counts, although the status was "offline" all the time.
        self.status("offline")
        self.hears("k1 offline  raised", "k1 offline  ended", "k1 offline  raised")

    def test_the_boots_of_one_kiosk_delay_no_alert(self):
        """A kiosk that starts again and again, or a client that invents boots."""
        self.begin()
        insert = """INSERT INTO star.heartbeats (kiosk, boot_id, monotonic_ns, wall_ms, wall_synchronised, version, board, uptime_s, faults,
            synchronised_wall_ms, synchronised_monotonic_ns)
          SELECT 'k9', 'boot-' || n, 1e9, ms, true, '', '', 1, '{}', ms, 1e9
          FROM (SELECT n, extract(epoch FROM now())::bigint * 1000 + n * 2000 AS ms FROM generate_series(1, 20000) n) boots"""
        self.store.query("ALTER TABLE star.heartbeats DISABLE TRIGGER drop_old_boots; " + insert)
        self.assertEqual(self.store.query("SET statement_timeout = '20s'; SELECT count(*) FROM star.duplicate_ids"), "0")
        self.publish(heartbeat(faults=["disk_full"], kiosk="k2"), kind="heartbeat", kiosk="k2")
        self.hears("k2 fault disk_full raised", seconds=30)
        self.store.query("ALTER TABLE star.heartbeats ENABLE TRIGGER drop_old_boots")
        self.publish(heartbeat(kiosk="k9", boot_id="new"), kind="heartbeat", kiosk="k9")
        self.wait_for("SELECT count(*), count(*) FILTER (WHERE boot_id = 'new') FROM star.heartbeats WHERE kiosk = 'k9'", "1000|1")


class Trouble(AlertCase):
    def test_after_a_break_the_news_comes_first(self):
        """A kiosk was offline when the collectors ended, and has been online for long when they come back."""
        self.begin(options=("--patience", "1", "--offline-after", "3"))
        self.status("offline")
        self.wait_for("SELECT status FROM star.statuses", "offline")
        self.collectors[0].stop()
        self.store.query("UPDATE star.statuses SET since = now() - interval '1 day', received_at = now() - interval '1 day'; "
                         "UPDATE star.watching SET since = now() - interval '1 day', seen = now() - interval '2 minutes'")
        self.status("online")
        self.collectors[0].start()
        self.wait_for("SELECT status FROM star.statuses", "online")
        self.looks(3)
        self.assertEqual(self.alerts(), [])
        self.assertEqual(self.heard, [])

    def test_a_message_is_published_until_the_broker_has_it(self):
        self.begin()
        self.collectors[0].crash()
        # Another collector has taken it, and died: it is due again after 30 s.
        self.store.query("INSERT INTO star.alert_log (kiosk, alert, detail, note) VALUES ('k1', 'fault', 'disk_full', '')")
        self.publish(heartbeat(faults=["disk_full"]), kind="heartbeat")
        self.assertIn('"state" : "raised"', self.store.query("SELECT message FROM star.announce(9)"))
        self.assertEqual(self.store.query("SELECT count(*) FROM star.announce(9)"), "0")
        self.collectors[0].start()
        self.looks()
        self.assertEqual(self.heard, [])
        # An end that comes first waits for it.
        self.publish(heartbeat(monotonic_ns=3_000_000_000), kind="heartbeat")
        self.wait_for("SELECT count(*) FROM star.alerts WHERE ended_at IS NOT NULL", "1")
        self.looks()
        self.assertEqual(self.heard, [])
        self.store.query("UPDATE star.alert_log SET publish_at = now()")
        wait_until(lambda: len(self.heard) == 2, 20, lambda: str(self.heard))
        self.assertEqual(self.heard, ["k1 fault disk_full raised", "k1 fault disk_full ended"])
        self.wait_for("SELECT published, publish_at IS NULL FROM star.alert_log", "2|t")

    def test_a_broker_that_forbids_alerts(self):
        rights = self.folder / "rights"
        allowed = "topic read star-slider/#\ntopic write star-slider/+/+\n"
        rights.write_text(allowed)
        self.store = self.database()
        broker = self.broker([f"acl_file {rights}"], persistent=True)
        self.port = broker.port
        collector = self.collecting(options=QUICK)
        self.collectors = [collector]
        self.listen()
        wait_until(lambda: f"port {self.port}" in collector.said(), 20, collector.said)
        self.publish(heartbeat(faults=["disk_full"]), kind="heartbeat")
        line = "the broker refused a message to star-slider/alerts: Not authorized; permit it in the broker's access list"
        wait_until(lambda: line in collector.said(), 20, collector.said)
        # Nothing else is stopped.
        self.publish(answer())
        self.stored(1)
        rights.write_text(allowed + "topic write star-slider/alerts\n")
        broker.reload()
        self.store.query("UPDATE star.alert_log SET publish_at = now()")
        self.hears("k1 fault disk_full raised")

    def test_a_database_of_version_1_is_migrated(self):
        self.store = self.database()
        self.store.query(SCHEMAS[0].read_text())
        self.store.query("INSERT INTO star.statuses VALUES ('k1', 'offline', now(), now())")
        self.port = self.broker(persistent=True).port
        self.collectors = [self.collecting(options=QUICK)]
        self.listen()
        wait_until(lambda: f"port {self.port}" in self.collectors[0].said(), 20, self.collectors[0].said)
        self.assertEqual(self.store.number("SELECT version FROM star.schema"), SCHEMA)
        self.publish(*(answer(number, steps=1) for number in range(1, 9)))
        self.hears("k1 low overall raised", "k1 offline  raised")


if __name__ == "__main__":
    unittest.main()
