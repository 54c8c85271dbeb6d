"""Alerts after clocks that were ahead, after retained statuses, and of a kiosk that raises too many."""

import unittest

from collector_case import DAY, answer, heartbeat, now
from parts import wait_until
from test_alerts import QUICK, AlertCase


class AlertClocks(AlertCase):
    def test_a_retained_online_is_no_sign_of_life(self):
        self.begin()
        self.status("online")
        self.wait_for("SELECT status FROM star.latest", "online")
        self.collectors[0].stop()
        # A day without a sign of it, in which collectors have watched.
        self.store.query("UPDATE star.statuses SET since = since - interval '26 h', received_at = received_at - interval '26 h';"
                         "UPDATE star.watching SET since = now() - interval '27 h', seen = now()")
        self.collectors[0].start()
        self.hears("k1 offline  raised")
        self.assertEqual(self.store.query("SELECT last_sign < now() - interval '25 h' FROM star.latest"), "t")
        # What the kiosk itself publishes is one.
        self.status("online")
        self.hears("k1 offline  raised", "k1 offline  ended")

    def test_times_in_the_future_silence_nothing(self):
        self.begin()
        self.status("online")
        self.publish(heartbeat(), kind="heartbeat")
        self.wait_for("SELECT count(*) FROM star.heartbeats", "1")
        self.looks()
        self.store.query("UPDATE star.statuses SET since = since + interval '1 year', received_at = received_at + interval '1 year',"
                         " heard_at = heard_at + interval '1 year';"
                         "UPDATE star.heartbeats SET received_at = received_at + interval '1 year';"
                         "UPDATE star.watching SET since = since + interval '1 year', seen = seen + interval '1 year'")
        self.status("offline")
        # The new boot of the kiosk has a smaller time since its start, and no ID.
        self.publish(heartbeat(faults=["disk_full"], monotonic_ns=1), kind="heartbeat")
        self.hears("k1 offline  raised", "k1 fault disk_full raised")
        self.assertEqual(self.store.query("SELECT max(received_at) <= now() FROM star.heartbeats"), "t")

    def test_a_kiosk_whose_clock_is_ahead_still_raises_low(self):
        self.begin()
        self.publish(*(answer(number, steps=10, wall_ms=now() + DAY - 600_000) for number in range(1, 11)))
        self.stored(10)
        self.publish(*(answer(number, steps=1) for number in range(11, 21)))
        self.hears("k1 low overall raised")

    def test_a_kiosk_whose_clock_is_behind_raises_low_and_is_not_silent(self):
        """It has neither a clock of its own nor a time server, and lost its power two days ago."""
        self.begin()
        self.answered("""(VALUES ('k1')) k (kiosk),
            generate_series(now() - interval '28 days', now() - interval '2 days', interval '15 minutes') t""")
        self.assertEqual(self.store.query("SELECT kiosk FROM star.silent_kiosks"), "k1")
        self.publish(heartbeat(wall_ms=now() - 2 * DAY, wall_synchronised=False), kind="heartbeat")
        self.publish(*(answer(number, steps=1, wall_ms=now() - 2 * DAY, wall_synchronised=False) for number in range(1, 11)))
        self.hears("k1 low overall raised")
        self.assertEqual(self.store.query("SELECT kiosk FROM star.silent_kiosks"), "")

    def test_many_alerts_of_one_kiosk_delay_no_other_one(self):
        self.begin()
        for turn in range(4):
            self.publish(heartbeat(faults=[f"fault_{turn}_{i}" for i in range(64)], monotonic_ns=3_000_000_000 + turn), kind="heartbeat")
            self.wait_for("SELECT faults[1] FROM star.heartbeats WHERE kiosk = 'k1'", f"fault_{turn}_0")
            self.looks()
        self.publish(heartbeat(faults=["disk_full"], kiosk="k2"), kind="heartbeat", kiosk="k2")
        wait_until(lambda: "k2 fault disk_full raised" in self.heard, 20, lambda: str(self.heard))
        self.assertEqual(self.store.number("SELECT count(*) FROM star.alerts WHERE kiosk = 'k1'"), 60)
        # Messages are due in turn among the kiosks.
        self.collectors[0].stop()
        self.store.query("UPDATE star.alert_log SET publish_at = now(), published = 0, ended_at = NULL")
        first = self.store.query("SELECT message::json ->> 'kiosk' FROM star.announce(2)").splitlines()
        self.assertEqual(sorted(first), ["k1", "k2"])


if __name__ == "__main__":
    unittest.main()
