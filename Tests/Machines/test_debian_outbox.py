"""Fifty answers without a broker, a power cut, then a broker: all fifty arrive, each once."""

import json
import time
import unittest

import test_debian_package
from broker import Broker
from debian import JOURNAL
from kiosk import exported
from machines import REPOSITORY
from vmkit.gestures import Gesture
from vmkit.picture import Picture

ANSWERS = 50
VALUES = (4, 2, 5, 1, 3)
TOPIC = "star-slider/+/answer"
CONFIGURATION = """
[kiosk]
id = entrance
[courier]
broker = 127.0.0.1
tls = no
"""

# Positions that a visitor touches on the sample's Arabic screens at 800x480.
ARABIC_VISIT = [
    (735, 426),  # Arabic, on the start screen
    (551, 264),  # two stars, counted from the right
    (590, 235),  # the first reason
    (146, 420),  # done
    (98, 264),   # five stars for the second question
]


def once(answers):
    """Return the first copy of each answer by UUID. The broker sends its client again what that did not
    acknowledge before it ended. What comes again has to be the same."""
    first = {}
    for answer in answers:
        if first.setdefault(answer["uuid"], answer) != answer:
            raise AssertionError(f"one name, two answers: {first[answer['uuid']]}, {answer}")
    return list(first.values())


class Outbox(test_debian_package.Package):
    test_the_life_of_a_kiosk = None  # has its own place

    def test_fifty_answers_through_a_power_cut(self):
        self.boot_installed()
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
        # The courier's back-off may have reached its maximum of five minutes.
        collected = broker.collect(ANSWERS, TOPIC, patience=330)
        self.assertEqual({topic for topic, _ in collected}, {"star-slider/entrance/answer"})
        arrived = once(json.loads(payload) for _, payload in collected)
        self.assertEqual(sorted(answer["uuid"] for answer in arrived), sorted(answer["uuid"] for answer in kept))
        stars = {answer["uuid"]: answer["stars"] for answer in kept}
        self.assertEqual([answer["stars"] for answer in arrived], [stars[answer["uuid"]] for answer in arrived])

        self.assert_two_users()
        self.an_arabic_visitor(broker)
        self.faults_arrive(broker)

    def assert_two_users(self):
        """The courier delivers as a user of its own, which has the group of the journal and no other, and no device."""
        status = self.command("cat /proc/$(systemctl show -P MainPID star-courier.service)/status")
        group = self.command("getent group _star-slider").split(":")[2]
        self.assertRegex(status, rf"(?m)^Uid:\s+{self.command('id -u _star-courier').strip()}\s")
        self.assertRegex(status, rf"(?m)^Gid:\s+{group}\s")
        self.assertRegex(status, rf"(?m)^Groups:\s+{group}\s*$")
        self.assert_owners()

    def an_arabic_visitor(self, broker):
        """A visit through the sample on a real screen: the language on the start screen, stars, a reason, stars, thanks; its answers reach the broker."""
        sample = (REPOSITORY / "Samples/kiosk/kiosk.conf").read_text()
        (self.vm.out / "sample.conf").write_text(sample + "broker = 127.0.0.1\ntls = no\nheartbeat = 1\n")
        before = self.said()
        self.command("cp /out/sample.conf /etc/star-slider/kiosk.conf && systemctl reload star-kiosk && "
                     "systemctl restart star-courier")
        self.assert_says("the new configuration is in effect", before)
        self.assert_shows(self.start_screen(), timeout=20)
        self.plug_finger()
        gesture = Gesture(self.finger.panel)
        for x, y in ARABIC_VISIT:
            gesture.tap(x, y).wait(1)
        self.vm.play(self.finger.plugged, gesture.take(), timeout=60)
        arrived = once(json.loads(payload) for _, payload in broker.collect(2, TOPIC, patience=60))
        self.assertEqual([(a["question"], a["stars"], a["reasons"], a["language"]) for a in arrived],
                         [("service", 2, ["waiting"], "ar"), ("cleanliness", 5, [], "ar")])
        self.assertEqual(len({answer["visit"] for answer in arrived}), 1)
        # After "thank you" the kiosk waits for the next visitor.
        self.assert_shows(self.start_screen(), timeout=20)

    def faults_arrive(self, broker):
        """The heartbeat reports the faults of the kiosk, from the touchscreen's cable to the end of the program."""
        def last():
            return json.loads(broker.collect(1, "star-slider/+/heartbeat", silence=1)[-1][1])["faults"]
        self.wait_until(lambda: "no_touchscreen" not in last(), "the touchscreen")
        self.finger.unplug()
        self.wait_until(lambda: "no_touchscreen" in last(), "no_touchscreen in a heartbeat")
        self.command("systemctl stop star-kiosk")
        self.wait_until(lambda: "kiosk_not_running" in last(), "kiosk_not_running in a heartbeat")

    def start_screen(self):
        """Draw the screen to memory with the guest's fonts."""
        width, height = self.size
        # A loaded machine may not have started it after five seconds.
        self.command("rm -f /out/start.png; for seconds in 5 20 60; do timeout -s TERM $seconds star-kiosk --config "
                     f"/out/sample.conf --display memory:{width}x{height} --touch none --journal /run/start.sqlite "
                     "--snapshot /out/start.png; if [ -s /out/start.png ]; then break; fi; done; test -s /out/start.png",
                     timeout=120)
        return Picture.from_png((self.vm.out / "start.png").read_bytes())

    def configure(self):
        """Install a configuration, then reload, which keeps the process."""
        self.configuration = self.vm.out / "kiosk.conf"
        self.configuration.write_text(CONFIGURATION)
        self.command("cp /out/kiosk.conf /etc/star-slider/kiosk.conf && systemctl restart star-kiosk star-courier")
        self.assert_ready(timeout=20)
        before = self.pid()
        self.command("systemctl reload star-kiosk")
        self.assertEqual(self.pid(), before)
        self.assert_ready()
        self.assertEqual(self.vm.console("/dev/tty1"), ("graphics", "process", 1))

    def fifty_visits(self):
        """Tap as fast as possible. Each tap counts, since "thank you" delays no visitor."""
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
        """Return the answers on the guest's disk, oldest first."""
        self.command(f"rm -f /out/journal.sqlite*; cp {JOURNAL}* /out")
        return [json.loads(line) for line in exported(self.vm.out / "journal.sqlite").splitlines()]


if __name__ == "__main__":
    unittest.main()
