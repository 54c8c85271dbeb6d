"""Fifty answers without a broker, a power cut, and a broker again: all fifty arrive, each once."""

import json
import time
import unittest

import test_package
from broker import PACKAGES, Broker
from kiosk import exported
from vmkit.gestures import Gesture

ANSWERS = 50
VALUES = (4, 2, 5, 1, 3)
TOPIC = "star-slider/+/answer"
CONFIGURATION = """
[terminal]
id = entrance
[courier]
broker = 127.0.0.1
tls = no
"""


class Outbox(test_package.Package):
    more_packages = PACKAGES
    test_the_life_of_a_terminal = None  # has its own place

    def test_fifty_answers_through_a_power_cut(self):
        self.boot()
        self.install()
        self.configure()
        broker = Broker(self.vm)
        broker.start()
        broker.subscribe(TOPIC)
        broker.stop()
        told = self.fifty_visits()
        self.vm.power_cut()

        self.boot()
        self.assert_ready(timeout=60)
        kept = self.journal()
        self.assertEqual(kept, told)
        self.assertEqual(len({answer["uuid"] for answer in kept}), ANSWERS)
        broker = Broker(self.vm)
        broker.start()
        # The courier may have waited longer and longer for a broker, five minutes at most.
        arrived = [(topic, json.loads(payload)) for topic, payload in broker.collect(ANSWERS, TOPIC, patience=330)]
        self.assertEqual({topic for topic, _ in arrived}, {"star-slider/entrance/answer"})
        self.assertEqual(sorted(answer["uuid"] for _, answer in arrived), sorted(answer["uuid"] for answer in kept))
        stars = {answer["uuid"]: answer["stars"] for answer in kept}
        self.assertEqual([answer["stars"] for _, answer in arrived], [stars[answer["uuid"]] for _, answer in arrived])

    def configure(self):
        """A file of our own; then a reload, which keeps the process."""
        self.configuration = self.vm.out / "kiosk.conf"
        self.configuration.write_text(CONFIGURATION)
        self.command("cp /out/kiosk.conf /etc/star-slider/kiosk.conf && systemctl restart star-kiosk star-courier")
        self.assert_ready(timeout=20)
        before = self.pid()
        self.command("systemctl reload star-kiosk")
        self.assertEqual(self.pid(), before)
        self.assert_ready()

    def fifty_visits(self):
        """Taps as fast as an impatient queue gives them; each counts, since thanks keep nobody waiting."""
        self.plug_finger()
        gesture = Gesture(self.finger.panel)
        for i in range(ANSWERS):
            gesture.tap(*self.finger.at(VALUES[i % len(VALUES)])).wait(0.25)
        self.vm.play(self.finger.plugged, gesture.take(), timeout=120)
        deadline = time.monotonic() + 120
        while len(answers := self.journal()) < ANSWERS:
            self.assertLess(time.monotonic(), deadline, f"{len(answers)} answers; the service said:\n{self.said()}")
            time.sleep(1)
        self.assertEqual([answer["stars"] for answer in answers], [VALUES[i % len(VALUES)] for i in range(ANSWERS)])
        return answers

    def journal(self):
        """The answers on the guest's disk, oldest first."""
        self.command(f"rm -f /out/journal.sqlite*; cp {test_package.JOURNAL}* /out")
        return [json.loads(line) for line in exported(self.vm.out / "journal.sqlite").splitlines()]


if __name__ == "__main__":
    unittest.main()
