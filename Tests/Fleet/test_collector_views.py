"""The views for charts, and how answers are dated."""

import time
import unittest

from collector_case import DAY, CollectorCase, answer, heartbeat, now


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
        self.answered("""(VALUES ('busy', interval '0'), ('dead', interval '2 days'), ('quiet', interval '2 days')) k (kiosk, silent),
            generate_series(now() - interval '28 days', now() - interval '1 minute', interval '15 minutes') t
          WHERE t < now() - silent AND extract(hour FROM t AT TIME ZONE 'UTC') BETWEEN 8 AND 17
            AND (kiosk <> 'quiet' OR (extract(hour FROM t AT TIME ZONE 'UTC') = 9 AND extract(minute FROM t) < 15))""")
        # The dead one misses about 80 answers, which its own silence makes fewer. The quiet one has one a day, so nothing is known yet.
        self.assertEqual(self.store.query("SELECT kiosk FROM star.silent_kiosks"), "dead")
        self.assertGreater(float(self.store.query("SELECT expected_answers FROM star.silent_kiosks")), 50)

    def test_images_and_their_updates(self):
        """The newest heartbeat counts. A kiosk without an image, or with an unknown version, has none."""
        self.start()
        images = "SELECT kiosk, image, update_state FROM star.kiosks ORDER BY kiosk"
        for kiosk, more in (("k1", {"image": {"version": "0.2.0~1", "slot": "a", "update": "trying", "more": [{}]}}), ("k2", {}),
                            ("k3", {"image": {"version": None, "slot": None, "update": "failed", "detail": "x" * 5000}}), ("k4", {"image": None})):
            self.publish(heartbeat(kiosk=kiosk, **more), kiosk=kiosk, kind="heartbeat")
        self.wait_for(images, "k1|0.2.0~1|trying\nk2||\nk3||failed\nk4||")
        self.publish(heartbeat(monotonic_ns=3_000_000_000, image={"version": "0.3.0", "slot": "b", "update": "done"}), kind="heartbeat")
        self.wait_for(images + " LIMIT 1", "k1|0.3.0|done")
        self.publish(heartbeat(monotonic_ns=4_000_000_000), kind="heartbeat")
        self.wait_for(images + " LIMIT 1", "k1||")


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


if __name__ == "__main__":
    unittest.main()
