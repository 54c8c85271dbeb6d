"""Counts of visits by day: from the kiosk's file through star-courier to star-collector's tables."""

import json
import os
import subprocess
import time
import unittest

from collector_case import DAY, CollectorCase, answer, now
from parts import REPOSITORY, product, wait_until
from schema import check

HOURLY = ("--tls", "no", "--heartbeat", "1")


def today(days=0):
    return time.strftime("%Y-%m-%d", time.gmtime(time.time() + days * 86_400))


def file(rows, written=None):
    """Returns the content of a kiosk's file: KioskStatus/DayCounts.swift. A row is a key and a count."""
    text = "".join([f"star-slider counts 1 {written or now()}\n", *(f"{key} {count}\n" for key, count in sorted(rows.items()))]).encode()
    checksum = 0xcbf29ce484222325
    for byte in text:
        checksum = (checksum ^ byte) * 0x100000001b3 % 2 ** 64
    return text + f"end {checksum:x}\n".encode()


def day(date=None, counts=(("left", "staff", 3),), **changes):
    """Returns a message of the kiosk k1."""
    return {"kiosk": "k1", "day": date or today(), "written_ms": now(), "counts": [
        {"language": "de", "way": "touch", "step": step, "question": question, "count": count} for step, question, count in counts]} | changes


class Delivery(CollectorCase):
    """star-courier with a real Mosquitto."""

    def write(self, rows, **more):
        path = self.journal.with_name("journal.sqlite.counts")
        draft = path.with_suffix(".draft")
        draft.write_bytes(file(rows, **more))
        draft.rename(path)
        return path

    @staticmethod
    def days(collector):
        return [(message["day"], [c["count"] for c in message["counts"]]) for message in collector.of("day")]

    def test_days_that_have_changed_are_published(self):
        broker = self.broker()
        collector = self.collector(broker.port)
        self.kiosk.run(2)
        self.write({"2026-11-29 de touch begun .": 4, "2026-11-30 de touch begun .": 5, "2026-11-30 . keypad left b": 2,
                    ". de touch begun .": 9})
        courier = self.courier(broker.port, HOURLY)
        first = [("2026-11-29", [4]), ("2026-11-30", [2, 5])]
        wait_until(lambda: len(self.days(collector)) >= 2, 10, courier.said)
        for message in collector.of("day"):
            check("day", message)
        self.assertEqual(self.days(collector), first)
        self.assertEqual(collector.of("day")[1]["counts"][0], {"language": "", "way": "keypad", "step": "left", "question": "b", "count": 2})
        # Writing the same anew changes nothing, and only the day that has changed is sent again.
        self.write({"2026-11-29 de touch begun .": 4, "2026-11-30 de touch begun .": 5, "2026-11-30 . keypad left b": 2}, written=5)
        time.sleep(2.5)
        self.assertEqual(self.days(collector), first)
        self.write({"2026-11-29 de touch begun .": 4, "2026-11-30 de touch begun .": 6})
        wait_until(lambda: len(self.days(collector)) >= 3, 10, courier.said)
        self.assertEqual(self.days(collector)[2:], [("2026-11-30", [6])])
        # A new day sends all of them, and so does a start.
        self.write({"2026-11-29 de touch begun .": 4, "2026-12-01 de touch begun .": 1})
        wait_until(lambda: len(self.days(collector)) >= 5, 10, courier.said)
        self.assertEqual(self.days(collector)[3:], [("2026-11-29", [4]), ("2026-12-01", [1])])
        courier.stop()
        self.courier(broker.port, HOURLY)
        wait_until(lambda: len(self.days(collector)) >= 7, 10, courier.said)
        self.assertEqual(self.days(collector)[5:], self.days(collector)[3:5])

    def test_files_that_no_kiosk_writes(self):
        """The courier warns once, and delivers answers."""
        broker = self.broker()
        collector = self.collector(broker.port)
        self.kiosk.run(2)
        path = self.journal.with_name("journal.sqlite.counts")
        courier = self.courier(broker.port, HOURLY)
        self.wait_for_all(collector, 2)
        whole = file({"2026-11-30 de touch begun .": 5})

        def put(make):
            path.unlink(missing_ok=True)
            before = courier.said().count("cannot send the counts of visits")
            make()
            wait_until(lambda: courier.said().count("cannot send the counts of visits") > before, 10, courier.said)

        # The log omits immediate repetitions, so reasons alternate.
        put(lambda: path.write_bytes(whole[:-3]))
        put(lambda: path.symlink_to("/etc/passwd"))
        put(lambda: path.write_bytes(whole.replace(b"begun", b"b\"gun")))
        put(lambda: os.mkfifo(path))
        put(lambda: path.write_bytes(b"x" * 600_000))
        self.kiosk.run(5)
        self.wait_for_all(collector, 7)
        self.assertEqual(self.days(collector), [])
        self.write({"2026-11-30 de touch begun .": 5})
        wait_until(lambda: self.days(collector) == [("2026-11-30", [5])], 10, courier.said)

    def test_a_broker_that_refuses_counts_gets_all_answers(self):
        rights = self.folder / "rights"
        rights.write_text("".join(f"topic write star-slider/+/{name}\n" for name in ("answer", "status", "heartbeat"))
                          + "topic read star-slider/#\n")
        broker = self.broker([f"acl_file {rights}"])
        collector = self.collector(broker.port)
        self.kiosk.run(100)
        self.write({"2026-11-30 de touch begun .": 5})
        courier = self.courier(broker.port, HOURLY)
        wait_until(lambda: "counts of a day at star-slider/t1/day" in courier.said(), 10, courier.said)
        self.kiosk.run(100)
        self.wait_for_all(collector, 200)
        time.sleep(3)
        self.assertEqual(courier.said().count("counts of a day"), 1, courier.said())
        self.assertEqual(self.days(collector), [])

    def test_from_the_glass_to_the_table(self):
        """A kiosk that plays its recorded visitor, a courier and a collector."""
        self.start()
        config = self.folder / "kiosk.conf"
        config.write_text("[kiosk]\nid = t1\ntrust-clock = yes\ntime-zone = UTC\nattract = no\n")
        environment = os.environ | {"XDG_RUNTIME_DIR": str(self.folder), "XDG_STATE_HOME": str(self.folder / "home")}
        visitor = REPOSITORY / "Sources/Shims/CVisitor/visitor.evemu"
        subprocess.run([product("star-kiosk"), "--config", str(config), "--journal", str(self.journal), "--display", "memory",
                        "--touch", f"replay:{visitor}"],
                       cwd=self.folder, env=environment, check=True, timeout=60, stdout=subprocess.DEVNULL)
        status = subprocess.run([product("star-kiosk"), "--config", str(config), "--journal", str(self.journal), "status"],
                                cwd=self.folder, env=environment, text=True, stdout=subprocess.PIPE, timeout=60, check=False)
        visits = json.loads(status.stdout)["visits"]
        self.assertIn(visits["day"], (today(), today(-1)))
        self.assertGreaterEqual(visits["finished"], 1)
        self.assertEqual(visits["begun"], visits["finished"] + visits["left"] + visits["started_over"])
        self.courier(self.port, HOURLY)
        self.wait_for("SELECT kiosk, language, way, begun, finished FROM star.visits", f"t1||touch|{visits['begun']}|{visits['finished']}")


class Stored(CollectorCase):
    """star-collector with a real PostgreSQL."""

    ROWS = "SELECT day, step, question, count FROM star.visit_counts WHERE kiosk = 'k1' ORDER BY 1, 2, 3"

    def test_the_newest_reading_counts(self):
        self.start()
        date, time_ms = today(), now()
        steps = [("touched", "", 9), ("begun", "", 5), ("finished", "", 2), ("left", "staff", 1), ("left", "", 1), ("started-over", "b", 1)]
        self.publish(day(counts=steps, written_ms=time_ms), kind="day")
        self.wait_for("SELECT touches, begun, finished, went_away, started_over FROM star.visits", "9|5|2|2|1")
        self.assertEqual(self.store.query("SELECT question, visits FROM star.visits_left ORDER BY 1"), "|1\nb|1\nstaff|1")
        # A late duplicate changes nothing, also within one batch.
        self.publish(day(counts=[("begun", "", 7)], written_ms=time_ms + 2), day(counts=[("begun", "", 6)], written_ms=time_ms + 1),
                     day(counts=[("begun", "", 4)], written_ms=time_ms - 1), answer(1), kind="day")
        self.publish(answer(1))
        self.stored(1)
        self.wait_for("SELECT count, written_ms FROM star.visit_counts WHERE step = 'begun'", f"7|{time_ms + 2}")
        # Others have their own counts.
        self.publish(day(counts=[("begun", "", 1)]), kind="day", kiosk="k2")
        self.publish(day(today(-3), counts=[("begun", "", 2)]), kind="day")
        self.publish(day(counts=[("begun", "", 3)], counts_of="later", extra={"x": 1}), kind="day")
        self.wait_for("SELECT kiosk, day, count FROM star.visit_counts WHERE step = 'begun' ORDER BY 1, 2",
                      f"k1|{today(-3)}|2\nk1|{date}|3\nk2|{date}|1")
        # The time of a clock that was ahead holds for at most that long.
        self.store.query(f"UPDATE star.visit_counts SET written_ms = {now() + DAY}")
        self.publish(day(counts=[("begun", "", 8)]), kind="day")
        self.wait_for(f"SELECT count FROM star.visit_counts WHERE step = 'begun' AND kiosk = 'k1' AND day = '{date}'", "8")

    def test_why_counts_are_refused(self):
        self.start()
        good = day()["counts"][0]
        many = [("left", f"q{number}", 1) for number in range(401)]
        cases = [
            (day("2026-02-30"), "its day is not a date"), (day("today"), "its day is not a date"), (day(5), "its day is not a string"),
            (day("2019-12-31"), "its day is 2019-12-31"), (day(today(4)), f"its day is {today(4)}"),
            (day(written_ms=now() + 2 * DAY), "its written_ms is "), (day(written_ms="x"), "its written_ms is not an integer"),
            (day() | {"counts": {}}, "its counts is not an array of objects"), (day() | {"counts": [5]}, "its counts is not an array of objects"),
            (day() | {"counts": None}, "its counts is not an array of objects"), (day(counts=many), "its counts is too long"),
            (day() | {"counts": [good, good | {"count": -1}]}, "its count is -1"), (day() | {"counts": [good | {"count": 1.5}]}, "its count is not an integer"),
            (day() | {"counts": [good | {"count": 10 ** 9 + 1}]}, "its count is 1000000001"),
            (day() | {"counts": [good | {"language": "x" * 65}]}, "its language is longer than 64 bytes"),
            (day() | {"counts": [good | {"question": None}]}, "its question is not a string"),
        ]
        said = self.collectors[0].said
        self.publish(*(message for message, _ in cases), kind="day")
        wait_until(lambda: said().count("rejected ") >= len(cases), 20, said)
        for _, reason in cases:
            self.assertIn(f"rejected the message at star-slider/k1/day: {reason}", said())
        self.assertEqual(self.store.query("SELECT (SELECT count(*) FROM star.visit_counts), (SELECT count(*) FROM star.set_aside)"), "0|0")
        self.publish(day(), kind="day")
        self.wait_for(self.ROWS, f"{today()}|left|staff|3")

    def test_a_client_that_invents_names_fills_no_disk(self):
        self.start()
        for start in range(0, 2000, 400):
            self.publish(day(counts=[("left", f"q{number:04}", 1) for number in range(start, start + 400)]), kind="day")
        self.publish(answer(1))
        self.stored(1)
        self.assertEqual(self.store.query("SELECT count(*) FROM star.visit_counts"), "1000")
        # What is stored is still updated.
        self.publish(day(counts=[("left", "q0000", 2), ("left", "q1999", 2)]), kind="day")
        self.wait_for("SELECT question, count FROM star.visit_counts WHERE count > 1", "q0000|2")


if __name__ == "__main__":
    unittest.main()
