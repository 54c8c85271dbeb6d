"""What PostgreSQL stores of a message, and which fields it refuses for which reason."""

import json
import unittest

from collector_case import JOURNAL, CollectorCase, answer, heartbeat, now
from parts import wait_until

LONG = "x" * 65
RESENT = {"kiosk": "k1", "journal": JOURNAL, "first": 1, "last": 9, "absent": []}
# The changes of an answer, and why it is then refused.
ANSWERS = [
    ({"uuid": "47ac10b-58cc-4372-a567-0e02b2c3d479"}, "its uuid is not a UUID"),
    ({"uuid": "g47ac10b-58cc-4372-a567-0e02b2c3d479"}, "its uuid is not a UUID"),
    ({"uuid": "f47ac10b-58cc-4372-a567-0e02b2c3d479\n"}, "its uuid is not a UUID"),
    ({"uuid": 5}, "its uuid is not a UUID"),
    ({"steps": 11}, "its steps are 11, more than the 10 of its scale (2 for each star)"),
    ({"steps": -1}, "its steps is -1"),
    ({"star_count": 99999999999}, "its star_count is 99999999999"),
    ({"star_count": 1001}, "its star_count is 1001"),
    ({"steps_per_star": 0}, "its steps_per_star is 0"),
    ({"steps_per_star": 1000001}, "its steps_per_star is 1000001"),
    ({"wall_ms": "now"}, "its wall_ms is not an integer"),
    ({"wall_ms": 1e99}, "its wall_ms is not an integer"),
    ({"wall_ms": 1.5}, "its wall_ms is not an integer"),
    ({"wall_ms": 2 ** 63}, "its wall_ms is not an integer"),
    ({"wall_repaired_ms": "now"}, "its wall_repaired_ms is not an integer"),
    ({"monotonic_ns": -1}, "its monotonic_ns is -1"),
    ({"monotonic_ns": 2 ** 63 - 1}, f"its monotonic_ns is {2 ** 63 - 1}"),
    ({"wall_synchronised": 0}, "its wall_synchronised is neither true nor false"),
    ({"reasons": [1, "a"]}, "its reasons is not an array of strings"),
    ({"reasons": "a"}, "its reasons is not an array of strings"),
    ({"reasons": ["a"] * 1001}, "its reasons is too long"),
    ({"chosen": ["a", "x" * 1025]}, "its chosen is too long"),
    ({"chosen": None}, "its chosen is not an array of strings"),
    ({"question": None}, "its question is not a string"),
    ({"question": "x" * 1025}, "its question is longer than 1024 bytes"),
    ({"question": "é" * 513}, "its question is longer than 1024 bytes"),
    ({"boot_id": LONG}, "its boot_id is longer than 64 bytes"),
    ({"language": LONG}, "its language is longer than 64 bytes"),
    ({"kind": LONG}, "its kind is longer than 64 bytes"),
    ({"sequence": 0}, "its sequence is 0"),
    ({"sequence": 2 ** 62}, f"its sequence is {2 ** 62}"),
    ({"journal": "x"}, "its journal is not a UUID"),
]
OTHERS = [
    ("survey", {"version": LONG}, "its version is longer than 64 bytes"),
    ("survey", {"words": []}, "its version is not a string"),
    ("status", {"status": LONG}, "its status is longer than 64 bytes"),
    ("status", {"status": "online", "groups": [LONG]}, "its groups is too long"),
    ("heartbeat", heartbeat(faults=["a"] * 65), "its faults is too long"),
    ("heartbeat", heartbeat(faults=[LONG]), "its faults is too long"),
    ("heartbeat", heartbeat(backlog="many"), "its backlog is not an integer"),
    ("heartbeat", heartbeat(image="0.2.0"), "its image is not an object"),
    ("heartbeat", heartbeat(image={"version": LONG}), "its image's version is longer than 64 bytes"),
    ("heartbeat", heartbeat(image={"version": "1", "update": {}}), "its image's update is not a string"),
    *(("resent", RESENT | {"absent": absent}, "its absent is not an array of pairs")
      for absent in ([[3, 1]], [[0, 1]], [[1]], [1, 2], {}, [[1, 2 ** 63 - 1]], [["a", "b"]], [[1, 2]] * 1001, [[1.5, 2]])),
]
# No JSON, or none that jsonb can hold.
MALFORMED = [
    b"{", b"[1,]", b'{"a":1,}', b'{"a"}', b"{a:1}", b"01", b"nul", b'"a', b'{"a":"\n"}', b'{"a":"\\x"}', b'{"a":"\\u0000"}', b'{"a":"\\ud800"}',
    b'{"a":"\\udc00"}', b"{}{}", b'{"a":1e999999999}', b'{"a":' + b"[" * 60_000, b"\xef\xbb\xbf{}", b"'a'", b"NaN", b"5", b'"a"',
]


class Messages(CollectorCase):
    def refused(self, kind, messages):
        """Publishes messages, and checks the reasons in the log. A collector logs 20 in a minute, so it is started again."""
        collector = self.collectors[0]
        for start in range(0, len(messages), 18):
            part = messages[start:start + 18]
            collector.stop()
            before = len(collector.said())
            self.publish(*(message for message, _ in part), kind=kind)
            collector.start()
            wait_until(lambda: collector.said()[before:].count("rejected ") >= len(part), 20, collector.said)
            said = collector.said()[before:]
            for _, reason in part:
                self.assertIn(f"rejected the message at star-slider/k1/{kind}: {reason}\n", said)
            self.assertEqual(said.count("rejected "), len(part), said)

    def test_why_answers_are_refused(self):
        self.start()
        self.refused("answer", [(answer(**changes), reason) for changes, reason in ANSWERS])
        self.refused("answer", [(message, "it is not a JSON object") for message in MALFORMED])
        self.assertEqual(self.store.query("SELECT count(*) FROM star.answers"), "0")
        self.assertEqual(self.store.query("SELECT count(*) FROM star.set_aside"), "0")

    def test_why_other_messages_are_refused(self):
        self.start()
        for kind in ("status", "heartbeat", "resent", "survey"):
            self.refused(kind, [(message, reason) for its, message, reason in OTHERS if its == kind])

    def test_fields_arrive_as_they_were_sent(self):
        self.start()
        texts = ["slow", 'a"b\\c\td', "\\N", "{x}", "é😀", ""]
        sent = {"reasons": texts, "question": "\\N\n\r\t", "flags": ["partial", "later"], "wall_repaired_ms": now(), "sequence": 17}
        # Keys that are no fields of a message change nothing, whatever they hold.
        others = {"kiosk": "k9", "terminal": "k8", "more": {"x": [[[[1]]]]}, "answered_at": "2001-01-01", "received_at": "x", "time_source": "x"}
        self.publish(json.dumps(answer(**sent, **others)).replace('"value": 2.5', '"value": 1e131071').encode())
        self.stored(1)
        row = json.loads(self.store.query("SELECT to_jsonb(a) FROM star.answers a"))
        self.assertEqual({key: row[key] for key in sent}, sent)
        self.assertEqual((row["kiosk"], row["recorded_as"], row["value"], row["fraction"], row["time_source"]), ("k1", "k9", 2.5, 0.5, "kiosk"))
        # Until version 4, the kiosk was the terminal. Version 3 had no numbers, and earlier ones no kinds. A number means nothing without
        # its journal.
        old = answer()
        for key in ("version", "kind", "value", "chosen", "journal", "sequence", "kiosk"):
            del old[key]
        old["terminal"] = "k7"
        self.publish(old, answer(5, journal=None))
        self.stored(3)
        self.assertEqual(self.store.query("SELECT kind, chosen, journal, sequence, recorded_as FROM star.answers WHERE sequence IS NULL "
                                          "ORDER BY recorded_as"),
                         "stars|{}|||k7\nstars|{}|||")

    def test_words_are_kept_as_they_came_first(self):
        """At most 1,000 versions of a kiosk."""
        self.start()
        for version, words in ((1, "a"), (1, "b"), (2, "c")):
            self.publish({"version": f"v{version}", "questions": [words]}, kind="survey")
        wait_until(lambda: self.store.query("SELECT count(*) FROM star.surveys") == "2", 10, self.collectors[0].said)
        self.assertEqual(self.store.query("SELECT kiosk, version, words FROM star.surveys ORDER BY version"),
                         'k1|v1|{"questions": ["a"]}\nk1|v2|{"questions": ["c"]}')
        self.store.query("INSERT INTO star.surveys SELECT 'k1', g, '{}' FROM generate_series(1, 998) g")
        self.publish({"version": "v3"}, kind="survey")
        self.publish(answer())
        self.stored(1)
        self.assertEqual(self.store.query("SELECT count(*) FROM star.surveys"), "1000")

    def test_a_clock_in_the_future_is_named(self):
        self.start()
        self.publish(answer(1, wall_ms=now() + 90_000_000, wall_repaired_ms=now()))
        self.stored(1)
        self.assertNotIn("in the future", self.collectors[0].said())
        self.publish(answer(2, wall_ms=2 ** 63 - 1))
        wait_until(lambda: "the clock of k1 is in the future; its answers are dated by their arrival; set its clock" in self.collectors[0].said(),
                   10, self.collectors[0].said)


if __name__ == "__main__":
    unittest.main()
