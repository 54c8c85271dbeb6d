"""Hundreds of visits with faults in between: the journal has what visitors were thanked for, and the kiosk holds no more."""

import unittest

from kiosk import board_program
from vmkit import soak
from vmkit.soak import Visit

VISITS = 240


class Soak(unittest.TestCase):

    def test_answers_thanked_for_are_answers_kept(self):
        log, answers = soak.run(4, VISITS, board_program("star-kiosk", "x86_64"))
        print("\n  " + "\n  ".join(soak.report(log, answers)), flush=True)
        self.assertEqual(log.problems, [])
        self.assertEqual(soak.misjudged(log.visits, answers), [])
        self.assertEqual(soak.grown(log.measures), [])
        self.assertGreaterEqual(len(log.visits), VISITS)
        self.assertEqual(len(log.faults), 10, "a kind of fault was not made")
        self.assertGreater(log.refused, 0, "no disk was full")
        self.assertEqual(log.found, set(), "the panel was healthy")
        # The check finds a single answer that is missing, changed, or there twice, whichever it is.
        for number in (0, len(answers) // 2, len(answers) - 1):
            value, given = answers[number]
            for other in ([], [(value % 5 + 1, given)], [(value, given)] * 2):
                changed = answers[:number] + other + answers[number + 1:]
                self.assertEqual(len(soak.misjudged(log.visits, changed)), int(self.was_thanked(log, given) or bool(other)))

    def test_a_panel_unplugged_again_and_again_leaves_nothing_behind(self):
        """Each device that was not a keypad cost 1.5 KB, for ever."""
        log, _ = soak.run(1, 120, board_program("star-kiosk", "x86_64"), fault="unplug")
        self.assertGreater(log.faults["unplug"], 50)
        self.assertEqual(log.problems + soak.grown(log.measures), [])
        first, last = (log.measures[i]["private_kib"] for i in (0, -1))
        self.assertLess(last - first, 64)

    def test_defects_of_a_panel_are_found_within_a_days_visits(self):
        for defect, visits, fault in (("stripe", 180, "dead_stripe"), ("drift", 220, "touch_drift")):
            with self.subTest(defect):
                log, answers = soak.run(1, visits, board_program("star-kiosk", "x86_64"), fault=defect)
                self.assertEqual((log.found, log.problems, soak.misjudged(log.visits, answers)), ({fault}, [], []))

    def was_thanked(self, log, given):
        return [visit for visit in log.visits if visit.begun <= given][-1].seen > 0


class Judgment(unittest.TestCase):
    """The check itself."""

    def test_of_visits(self):
        for kind, seen, found, is_right in (
                ("plain", 3, [3], True), ("plain", 0, [3], False), ("plain", 3, [], False), ("plain", 3, [3, 3], False),
                ("plain", 3, [4], False), ("plain", 4, [4], False), ("never", 0, [], True), ("never", 0, [3], False),
                ("never", 3, [3], False), ("cut", 0, [], True), ("cut", 0, [3], True), ("cut", 3, [3], True),
                ("cut", 3, [], False), ("cut", 0, [3, 3], False)):
            with self.subTest(kind=kind, seen=seen, found=found):
                wrong = soak.misjudged([Visit(0, kind, 3, seen, 10)], [(value, 11) for value in found])
                self.assertEqual(not wrong, is_right, wrong)

    def test_of_order(self):
        visits = [Visit(0, "plain", 3, 3, 10), Visit(1, "plain", 4, 4, 20)]
        self.assertEqual(soak.misjudged(visits, [(3, 11), (4, 21)]), [])
        self.assertEqual(len(soak.misjudged(visits, [(4, 21), (3, 11)])), 1)
        self.assertEqual(len(soak.misjudged(visits, [(3, 9), (3, 11), (4, 21)])), 1)

    def test_of_growth(self):
        first = {"pid": 1, "visit": 100, "descriptors": 16, "threads": 1, "private_kib": 700, "visit_wakeups": 40,
                 "idle_wakeups": 0}
        self.assertEqual(soak.grown([first, first]), [])
        for name, value in (("pid", 2), ("descriptors", 17), ("threads", 2), ("private_kib", 10_000), ("visit_wakeups", 90),
                            ("idle_wakeups", 1)):
            self.assertEqual(len(soak.grown([first, first | {name: value}])), 1, name)

    def test_of_an_unfinished_log(self):
        self.assertEqual(len(soak.Log("visit 0 plain 3 3 10\n").problems), 1)


if __name__ == "__main__":
    unittest.main()
