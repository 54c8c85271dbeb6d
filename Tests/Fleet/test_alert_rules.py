"""Names and places of kiosks, limits for figures, and the operator's program for alerts."""

import http.server
import json
import os
import re
import signal
import threading
import unittest
from pathlib import Path

from collector_case import DAY, SCHEMA, answer, heartbeat, now
from parts import REPOSITORY, wait_until
from test_alerts import QUICK, AlertCase


class Rules(AlertCase):
    def visitors(self, *values, first=1, **changes):
        """Publishes answers of one kind with these values."""
        self.publish(*(answer(first + number, steps=value, steps_per_star=1, stars=value, value=value, **changes)
                       for number, value in enumerate(values)), kiosk=changes.get("kiosk", "k1"))

    def check_soon(self):
        """Lets the collector check the rules at its next look, instead of once a minute."""
        self.store.query("UPDATE star.watching SET limits_checked = NULL")

    def hears_soon(self, *messages):
        self.check_soon()
        self.hears(*messages)

    def test_shares(self):
        self.begin(options=(*QUICK, "--low-answers", "1000/1000", "--low-share", "service=30/10/24", "--low-share", "*=60/4/1"))
        self.visitors(1, 1, 1, 5, 5, 5, 5, 5, 5, question="service", star_count=5)
        self.check_soon()
        self.looks(3)
        self.assertEqual(self.heard, [], "too few answers")
        self.visitors(5, first=10, question="service", star_count=5)
        self.hears_soon("k1 share service raised")
        self.assertEqual(self.store.query("SELECT note FROM star.alerts"), "30 % of 10 answers were low")
        # 3 of 20 are half of 30 %, and 3 of 21 are less.
        self.visitors(*[5] * 10, first=11, question="service", star_count=5)
        self.stored(20)
        self.check_soon()
        self.looks(3)
        self.assertEqual(self.alerts(), ["k1|share|service|t"])
        self.visitors(4, first=21, question="service", star_count=5)
        self.hears_soon("k1 share service raised", "k1 share service ended")
        # Another question, to which only the rule for every question applies. Marked visits do not count.
        self.visitors(2, 2, 9, first=22, kind="nps", question="recommend", star_count=10)
        self.visitors(0, 0, first=25, kind="nps", question="recommend", star_count=10, flags=["burst"])
        self.stored(26)
        self.check_soon()
        self.looks(3)
        self.assertEqual(len(self.heard), 2)
        self.visitors(9, 6, first=27, kind="nps", question="recommend", star_count=10)
        self.hears_soon("k1 share service raised", "k1 share service ended", "k1 share recommend raised")

    def test_indices(self):
        self.begin(options=(*QUICK, "--low-answers", "1000/1000", "--low-index", "recommend=10/5/168", "--low-index", "overall=50/2/1"))
        # 2 promoters and 2 detractors of 5: 0. With two more promoters, 2 of 7: 29.
        self.visitors(9, 10, 0, 6, 8, kind="nps", question="recommend", star_count=10)
        self.hears_soon("k1 index recommend raised")
        self.assertEqual(self.store.query("SELECT note FROM star.alerts"), "index 0 of 5 answers")
        self.visitors(9, 9, first=6, kind="nps", question="recommend", star_count=10)
        self.hears_soon("k1 index recommend raised", "k1 index recommend ended")
        # One of three is satisfied, then three of five: 60.
        self.visitors(4, 3, 3, first=8, star_count=5)
        self.hears_soon("k1 index recommend raised", "k1 index recommend ended", "k1 index overall raised")
        self.visitors(4, 5, first=11, star_count=5)
        self.hears_soon("k1 index recommend raised", "k1 index recommend ended", "k1 index overall raised", "k1 index overall ended")

    def test_limits_that_do_not_decide(self):
        """A limit with too few answers, another kind of question, an empty window, and open alerts change nothing."""
        self.begin(options=(*QUICK, "--low-answers", "1000/1000", "--low-share", "service=30/4/24", "--low-share", "*=60/50/1",
                            "--low-index", "best=98/2/24"))
        self.visitors(1, 1, 5, 5, question="service", star_count=5)
        self.hears_soon("k1 share service raised")
        self.visitors(*[5] * 10, first=5, question="service", star_count=5)
        self.hears_soon("k1 share service raised", "k1 share service ended")
        # Ten promoters are followed by satisfied visitors: those count, because theirs is the newest kind.
        self.visitors(*[0] * 4, first=15, kind="nps", question="best", star_count=10)
        self.visitors(3, 5, first=19, question="best", star_count=5)
        self.hears_soon("k1 share service raised", "k1 share service ended", "k1 index best raised")
        self.assertEqual(self.store.query("SELECT note FROM star.alerts WHERE alert = 'index'"), "index 50 of 2 answers")
        # No answers in the window: the alert stays, for a day. A day ago may be another month.
        self.store.query("SELECT star.make_room(now() - interval '25 hours'); "
                         "UPDATE star.answers SET answered_at = answered_at - interval '25 hours'")
        self.check_soon()
        self.looks(3)
        self.assertEqual(self.alerts()[-1], "k1|index|best|t")
        self.visitors(5, 5, first=21, question="best", star_count=5)
        self.hears_soon("k1 share service raised", "k1 share service ended", "k1 index best raised", "k1 index best ended")

    def test_a_clock_that_is_behind(self):
        """The answers count by the time since the boot's newest heartbeat, in each period."""
        self.begin(options=(*QUICK, "--low-answers", "1000/1000", "--low-share", "*=50/4/2", "--low-index", "*=50/4/1344"))
        hour = 3_600_000_000_000
        for kiosk, behind in (("k1", 0), ("k2", 3), ("k3", 40), ("k4", 70)):
            changes = {"kiosk": kiosk, "wall_ms": now() - behind * DAY, "wall_synchronised": False, "boot_id": "boot-" + kiosk}
            self.publish(heartbeat(**changes | {"monotonic_ns": 9 * hour}), kiosk=kiosk, kind="heartbeat")
            # Four of them are older than two hours.
            self.visitors(5, 5, 5, 5, star_count=5, monotonic_ns=6 * hour, **changes)
            self.visitors(1, 1, 1, 1, 1, first=5, star_count=5, monotonic_ns=9 * hour - 60_000_000_000, **changes)
        self.stored(36)
        self.check_soon()
        wait_until(lambda: len(self.alerts()) >= 8, 20, lambda: str(self.alerts()))
        self.assertEqual(sorted(self.alerts()), [f"k{n}|{alert}|overall|t" for n in range(1, 5) for alert in ("index", "share")])
        self.assertEqual(self.store.query("SELECT DISTINCT alert, note FROM star.alerts ORDER BY 1"),
                         "index|index 44 of 9 answers\nshare|100 % of 5 answers were low")

    def test_the_answers_are_read_once(self):
        self.start()
        self.answered("(VALUES ('k1')) k (kiosk), generate_series(now() - interval '50 days', now(), interval '1 minute') t")
        self.store.query("ANALYZE star.answers")

        def rows_read(periods):
            self.store.query("SELECT pg_stat_reset()")
            limits = ", ".join(f'{{"alert": "share", "question": "*", "bound": 90, "needed": 9, "hours": {1344 - 40 * n}}}' for n in range(periods))
            self.store.query(f"SELECT star.watch_limits({SCHEMA}, '[{limits}]')")
            read = ("SELECT coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0) FROM pg_stat_user_tables "
                    "WHERE relname LIKE 'answers%'")
            wait_until(lambda: self.store.number(read) > 0, 20, "the statistics")
            return self.store.number(read)
        self.assertLess(rows_read(30), 2 * rows_read(1))

    def test_a_limit_that_is_removed_ends_its_alert(self):
        options = (*QUICK, "--low-answers", "1000/1000")
        self.begin(options=(*options, "--low-share", "*=50/1/24"))
        self.visitors(1)
        self.hears_soon("k1 share overall raised")
        self.collectors[0].stop()
        self.collectors = [self.collecting("0", options)]
        self.hears_soon("k1 share overall raised", "k1 share overall ended")

    def test_names_and_places(self):
        self.begin()
        self.publish({"kiosk": "k1", "status": "online", "journal": None, "sequence": None, "groups": [], "name": "Gate 3, Süd",
                      "place": ["Berlin", "Hauptbahnhof"]}, kind="status", retained=True)
        self.status("online", kiosk="k2")
        self.wait_for("SELECT kiosk, name, place FROM star.kiosks ORDER BY kiosk", "k1|Gate 3, Süd|{Berlin,Hauptbahnhof}\nk2||{}")
        self.publish({"kiosk": "k1", "status": "offline", "journal": None, "sequence": None, "name": "Gate 3, Süd",
                      "place": ["Berlin", "Hauptbahnhof"]}, kind="status", retained=True)
        self.status("offline", kiosk="k2")
        self.hears("k1 offline  raised", "k2 offline  raised")
        messages = {one["kiosk"]: one for one in map(json.loads, (payload for _, _, payload in self.listener.messages))}
        self.assertEqual([messages["k1"]["name"], messages["k1"]["place"]], ["Gate 3, Süd", ["Berlin", "Hauptbahnhof"]])
        self.assertEqual([messages["k2"]["name"], messages["k2"]["place"]], [None, []])


class Command(AlertCase):
    """The operator's program, here a script that fails until a file exists."""

    def script(self, text):
        path = self.folder / "tell"
        path.write_text("#!/bin/sh\n" + text)
        path.chmod(0o755)
        return path

    @staticmethod
    def runs(pid):
        """Whether a process exists and is no zombie."""
        try:
            return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
        except FileNotFoundError:
            return False

    def told(self):
        path = self.folder / "told"
        return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []

    def test_it_is_run_once_for_each_message(self):
        told = self.folder / "told"
        self.begin(options=(*QUICK, "--alert-command", str(self.script(f"cat >>{told}; ls -l /proc/self/fd | grep -c socket: >>{told}.files; true"))))
        self.status("offline")
        self.hears("k1 offline  raised")
        self.status("online")
        self.hears("k1 offline  raised", "k1 offline  ended")
        wait_until(lambda: len(self.told()) == 2, 20, lambda: str(self.told()))
        self.assertEqual([(one["kiosk"], one["state"]) for one in self.told()], [("k1", "raised"), ("k1", "ended")])
        self.wait_for("SELECT told, tell_at IS NULL, published, publish_at IS NULL FROM star.alert_log", "2|t|2|t")
        self.assertEqual(set((self.folder / "told.files").read_text().split()) - {"0"}, set(), "a connection is open in the program")

    def test_the_one_of_the_page(self):
        page = (REPOSITORY / "docs" / "chart.md").read_text()
        text = re.search(r"```sh\n#!/bin/sh\n(.*?)```", page, re.S)[1]
        received = []

        class Hook(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                received.append((self.headers["Content-Type"], json.loads(self.rfile.read(int(self.headers["Content-Length"])))))
                self.send_response(200)
                self.end_headers()

            def log_message(self, *_):
                pass

        with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Hook) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            self.assertIn(" https://hooks.example.org/stars\n", text)
            script = self.script(text.replace("https://hooks.example.org", f"http://127.0.0.1:{server.server_port}"))
            self.begin(options=(*QUICK, "--alert-command", str(script)))
            self.status("offline")
            wait_until(lambda: received, 30, self.collectors[0].said)
            self.wait_for("SELECT told FROM star.alert_log", "1")
            self.assertEqual((received[0][0], received[0][1]["kiosk"]), ("application/json", "k1"))
            server.shutdown()

    def test_one_that_fails_is_run_again(self):
        told, mended = self.folder / "told", self.folder / "mended"
        self.begin(options=(*QUICK, "--alert-command", str(self.script(f"test -e {mended} || exit 3; cat >>{told}"))))
        self.status("offline")
        wait_until(lambda: "tell failed with status 3" in self.collectors[0].said(), 30, self.collectors[0].said)
        # The broker's subscribers are told all the same, and once.
        self.hears("k1 offline  raised")
        self.status("online")
        self.hears("k1 offline  raised", "k1 offline  ended")
        self.assertEqual(self.store.query("SELECT told FROM star.alert_log"), "0")
        mended.touch()
        # Instead of a minute.
        self.store.query("UPDATE star.alert_log SET tell_at = now()")
        wait_until(lambda: [one["state"] for one in self.told()] == ["raised", "ended"], 30, self.collectors[0].said)
        self.hears("k1 offline  raised", "k1 offline  ended")
        # Stale news are not told.
        self.store.query("UPDATE star.alert_log SET told = 1, tell_at = now(), ended_at = now() - interval '25 hours'")
        self.looks(3)
        self.assertEqual(len(self.told()), 2)

    def test_several_collectors_run_it_once(self):
        told = self.folder / "told"
        self.begin(collectors=2, options=(*QUICK, "--alert-command", str(self.script(f"sleep 1; cat >>{told}"))))
        for number in range(12):
            self.status("offline", kiosk=f"k{number}")
        wait_until(lambda: len(self.told()) >= 12, 60, lambda: str(len(self.told())))
        self.looks(3)
        self.assertEqual(len({one["id"] for one in self.told()}), len(self.told()))

    def test_one_that_is_missing_or_hangs_stops_nothing(self):
        self.begin(options=(*QUICK, "--alert-command", str(self.folder / "missing")))
        self.status("offline")
        wait_until(lambda: "missing is no program that this user may execute" in self.collectors[0].said(), 30, self.collectors[0].said)
        self.collectors[0].stop()
        # It leaves a program of its own behind, which in a service ends with the control group.
        pids = self.folder / "pids"
        self.addCleanup(lambda: [os.kill(int(pid), signal.SIGKILL) for pid in pids.read_text().split() if self.runs(pid)])
        hanging = self.script(f"sleep 600 & echo $$ $! >>{pids}; wait")
        self.collectors = [self.collecting("0", (*QUICK, "--alert-command", str(hanging)))]
        self.store.query("UPDATE star.alert_log SET tell_at = now()")
        wait_until(lambda: pids.exists() and len(pids.read_text().split()) == 2, 30, self.collectors[0].said)
        self.publish(answer(1))
        self.stored(1)
        wait_until(lambda: "tell took more than 20 s" in self.collectors[0].said(), 60, self.collectors[0].said)
        for pid in pids.read_text().split():
            wait_until(lambda pid=pid: not self.runs(pid), 10, f"the end of {pid}")
        # The program ends with the collector, too.
        self.store.query("UPDATE star.alert_log SET tell_at = now()")
        wait_until(lambda: len(pids.read_text().split()) == 4, 60, self.collectors[0].said)
        self.collectors[0].crash()
        wait_until(lambda: not self.runs(pids.read_text().split()[2]), 10, "the program's end")


if __name__ == "__main__":
    unittest.main()
