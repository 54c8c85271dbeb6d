"""Remote configurations: signed, checked, tried, and refused or rolled back if anything is wrong."""

import hashlib
import os
import random
import re
import signal
import subprocess
import time
import unittest

from control import ControlCase, Publisher
from parts import product, wait_until
from schema import check

SEVEN = "[slider]\nstars = 7\n"


class Configurations(ControlCase):
    def test_a_signed_configuration_takes_effect_and_stays(self):
        self.start()
        self.assertEqual(self.reports()[-1]["state"], "none")
        check("reported", self.reports()[-1])
        self.desire(self.sign(SEVEN, 5))
        report = self.wait_for("accepted", 5)
        check("reported", report)
        digest = hashlib.sha256(SEVEN.encode()).hexdigest()
        self.assertEqual(report["current"], {"scope": "kiosk", "target": "t1", "counter": 5, "hash": digest})
        self.assertEqual((report["hash"], report["diagnostics"]), (digest, []))
        # A group's newer one follows, for which the one before is only a warning away.
        self.desire(self.sign("[slider]\nstars = 6\n", 6, ("--group", "north")), "group/north/config/desired")
        report = self.wait_for("accepted", 6)
        self.assertEqual(report["current"]["target"], "north")
        # Both processes start again: the same one is in effect, and the broker's retained messages change nothing.
        before = len(self.reports())
        self.end_kiosk("terminate")
        self.sender.stop()
        self.start_kiosk()
        self.sender.start()
        wait_until(lambda: len(self.reports()) > before, 10, self.said)
        time.sleep(1.5)
        self.assertEqual((self.reports()[-1]["state"], self.reports()[-1]["counter"]), ("accepted", 6))
        self.assertEqual(self.kiosk_log.read_text().count("is in effect"), 2)

    def test_of_two_pending_ones_the_higher_takes_effect_once(self):
        """Both are retained, for the kiosk and for its group, before courier and kiosk know of them."""
        for kiosk, group in ((5, 6), (8, 7)):
            with self.subTest(kiosk=kiosk):
                if kiosk == 5:
                    self.start()
                self.end_kiosk("terminate")
                self.sender.stop()
                self.desire(self.sign(SEVEN, kiosk))
                self.desire(self.sign("[slider]\nstars = 6\n", group, ("--group", "north")), "group/north/config/desired")
                self.start_kiosk()
                self.sender.start()
                self.assertEqual(self.wait_for("accepted", max(kiosk, group))["current"]["counter"], max(kiosk, group))
        time.sleep(2)
        self.assertEqual((self.reports()[-1]["state"], self.reports()[-1]["counter"]), ("accepted", 8))
        # The kiosk may read the folder when the courier has written one of the two.
        shown = [int(counter) for counter in re.findall(r"(\d+)\) is in effect", self.kiosk_log.read_text())]
        self.assertEqual((shown, shown[-1]), (sorted(set(shown)), 8))
        self.assertLessEqual(self.kiosk_log.read_text().count("waits until"), 4)

    def test_links_and_pipes_of_a_courier_change_no_file(self):
        self.start()
        self.desire(self.sign(SEVEN, 5))
        self.wait_for("accepted", 5)
        self.sender.process.send_signal(signal.SIGSTOP)
        control = self.journal.parent / "control"
        ledger = (self.private / "ledger").read_bytes()
        (control / "report").unlink()
        (control / "report").symlink_to(self.private / "ledger")
        os.mkfifo(control / "command-7")
        os.mkfifo(control / "configuration-group-south")
        # This test keeps the pipes open, so that a reader would wait.
        pipes = [os.open(control / name, os.O_RDWR) for name in ("command-7", "configuration-group-south")]
        self.addCleanup(lambda: [os.close(pipe) for pipe in pipes])
        (control / "part").write_bytes(self.sign("[slider]\nstars = 8\n", 6, key="stranger"))
        (control / "part").rename(control / "configuration-kiosk-t1")
        wait_until(lambda: not (control / "report").is_symlink(), 10, self.said)
        self.assertEqual((self.private / "ledger").read_bytes(), ledger)
        self.assertEqual(self.private.stat().st_mode & 0o777, 0o700)
        self.end_kiosk("terminate")
        self.start_kiosk()
        wait_until(lambda: (self.folder / "status.json").exists() and self.status()["view"], 10, self.said)
        self.assertEqual((self.status()["pid"], self.status()["configuration"]), (self.kiosk_process.pid, "kiosk t1 5"))

    def test_what_is_wrong_is_refused_and_reported(self):
        self.start()
        self.desire(self.sign(SEVEN, 50))
        self.wait_for("accepted", 50)
        kiosk = self.kiosk_process.pid
        good = self.sign(SEVEN, 60)
        for payload, words in (
                (SEVEN.encode(), "not a valid signed message"),
                (self.sign(SEVEN, 61, key="stranger"), "signature"),
                (good.replace(b"stars = 7", b"stars = 8"), "signature"),
                (good.replace(b" 60\n", b" 99\n"), "signature"),
                (self.sign(SEVEN, 61, ("--kiosk", "t2")), "signed for kiosk t2"),
                (self.sign(SEVEN, 61, ("--group", "north")), "signed for group north"),
                (self.sign("[slider]\nstars = 8\n", 50), "counter"),
                (self.sign("[slider]\nstars = 8\n", 49), "counter"),
                (self.sign("[slider]\nstars = many\n[silder]\n", 70), "stars = many: invalid value"),
                (self.sign("[courier]\nbroker = elsewhere\n", 71), "[courier] broker"),
                (self.sign("[screen]\nrotate = 90\n", 72), "belongs to the machine"),
                (self.sign("[kiosk]\nid = t9\n", 73), "belongs to the machine"),
                (self.sign("[slider]\nstars = 1000\n", 74), "too small"),
                (b"x" * 70_000, "70000 bytes")):
            with self.subTest(words):
                self.desire(payload)
                wait_until(lambda: any(words in line for line in self.reports()[-1]["diagnostics"]), 10,  # noqa: B023
                           lambda: f"{words}: {self.reports()[-1]}\n{self.said()}")  # noqa: B023
                report = self.reports()[-1]
                check("reported", report)
                self.assertEqual((report["state"], report["current"]["counter"]), ("refused", 50), report)
        # The next good one is accepted.
        self.desire(self.sign("[slider]\nstars = 4\n", 75))
        self.assertEqual(self.wait_for("accepted", 75)["current"]["counter"], 75)
        self.assertIsNone(self.kiosk_process.poll())
        self.assertEqual(self.status()["pid"], kiosk)
        self.assertNotIn("crashed", self.said())

    def test_a_report_that_is_too_long_for_the_broker_is_shortened(self):
        self.start(lines=["max_packet_size 1500"])
        self.desire(self.sign("[slider]\n" + "".join(f"{a}{b}=1\n" for a in "abcde" for b in "vwxyz"), 100))
        report = self.wait_for("refused", 100)
        check("reported", report)
        self.assertIn(len(report["diagnostics"]), range(1, 25))
        self.kiosk.run(2)
        self.wait_for_all(self.received, 2)

    def test_what_every_kiosk_refuses_is_not_signed(self):
        file = self.folder / "text"
        for text, words in (("[kiosk]\nid = t9\n", "[kiosk] id"), ("[kiosk]\nservice-pin = 1234\n", "[kiosk] service-pin"),
                            ("[courier]\nbroker = b\n", "[courier] broker"), ("[fleet]\ngroups = x\n", "[fleet] groups")):
            file.write_text(text)
            for command in (("sign", "configuration", "--key", self.folder / "operator", "--kiosk", "t1"), ("check", "--remote")):
                done = subprocess.run([product("starctl"), *map(str, command), file], capture_output=True, text=True, timeout=10)
                self.assertEqual((done.returncode, done.stdout), (1, ""), done)
                self.assertIn(words, done.stderr)
                self.assertIn("belongs to the machine", done.stderr)
        sign = [product("starctl"), "sign", "configuration", "--key", self.folder / "operator", "--kiosk", "t1", "--counter", "1"]
        for content in (b"", b'{"stars": 3}', b"[slider]\nstarz = 3\n", b"[slider]\nstars = many\n", b"[slidr]\nstars = 3\n", b"stars = 3\n",
                        "[text en]\nthanks = Gr\u00fc\u00dfe\n".encode("latin-1"), "[slider]\nstars = 4\n".encode("utf-16")):
            with self.subTest(content):
                file.write_bytes(content)
                done = subprocess.run([*map(str, sign), file], capture_output=True, timeout=10)
                self.assertEqual((done.returncode, done.stdout), (1, b""), done)
                self.assertIn(str(file).encode(), done.stderr)
        # What only this machine lacks is no error, and what is signed unchecked is signed as it is.
        file.write_text("[theme]\nphoto = nowhere/photo.png\n")
        self.assertEqual(subprocess.run([*map(str, sign), file], capture_output=True, timeout=10).returncode, 0)
        file.write_bytes(b"\xff\xfe")
        done = subprocess.run([*map(str, sign), "--unchecked", file], capture_output=True, timeout=10, check=True)
        self.assertTrue(done.stdout.endswith(b"\xff\xfe"), done.stdout)

    def test_a_secret_key_may_have_passed_through_windows(self):
        key = self.folder / "operator"
        unix = self.sign("[slider]\nstars = 7\n", 1)
        key.chmod(0o600)
        key.write_bytes(key.read_bytes().replace(b"\n", b"\r\n"))
        self.assertEqual(self.sign("[slider]\nstars = 7\n", 1), unix)

    def test_a_trial_that_the_kiosk_does_not_survive_is_rolled_back(self):
        self.start()
        self.desire(self.sign(SEVEN, 5))
        self.wait_for("accepted", 5)
        self.end_kiosk()
        # As a kiosk leaves it that is killed between the swap and its first picture.
        (self.private / "trial").write_bytes(self.sign("[slider]\nstars = 9\n", 6))
        self.start_kiosk()
        report = self.wait_for("rolled_back", 6)
        self.assertIn("ended before it showed a picture", report["diagnostics"][0])
        self.assertEqual(report["current"]["counter"], 5)
        self.assertFalse((self.private / "trial").exists())
        # The broker's copy does not begin another trial.
        self.desire(self.sign("[slider]\nstars = 9\n", 6))
        time.sleep(2)
        self.assertEqual((self.reports()[-1]["state"], self.reports()[-1]["current"]["counter"]), ("rolled_back", 5))
        self.assertEqual(self.kiosk_log.read_text().count("was rolled back"), 1)

    def test_what_a_courier_forges_is_refused(self):
        """The courier's process faces the network. What it writes is verified again."""
        self.start()
        self.desire(self.sign(SEVEN, 5))
        self.wait_for("accepted", 5)
        self.sender.process.send_signal(signal.SIGSTOP)
        control = self.journal.parent / "control"
        outside = self.folder / "outside"
        outside.write_bytes(self.sign(SEVEN, 90))
        for forged in (b"[slider]\nstars = 9\n", self.sign(SEVEN, 91, key="stranger"), self.sign("[slider]\nstars = 2\n", 4)):
            (control / "part").write_bytes(forged)
            (control / "part").rename(control / "configuration-kiosk-t1")
            wait_until(lambda: not (control / "configuration-kiosk-t1").exists(), 10, self.said)
        (control / "configuration-kiosk-t1").symlink_to(outside)
        (control / "configuration-group-north").mkdir()
        time.sleep(1.2)
        self.assertEqual(self.kiosk_log.read_text().count("was refused"), 3)
        self.assertEqual(self.kiosk_log.read_text().count("is in effect"), 1)
        self.assertIsNone(self.kiosk_process.poll())

    def test_a_reload_exchanges_the_key(self):
        """The new configuration may reach the broker before the kiosk and its courier know the new key."""
        self.start()
        self.desire(self.sign(SEVEN, 50))
        self.wait_for("accepted", 50)
        self.desire(self.sign("[slider]\nstars = 6\n", 7, key="stranger"))
        wait_until(lambda: "signature" in str(self.reports()[-1]["diagnostics"]), 10, self.said)
        (self.folder / "operator.pub").write_text((self.folder / "stranger.pub").read_text())
        self.kiosk_process.send_signal(signal.SIGHUP)
        wait_until(lambda: "the public key for remote control has changed" in self.said(), 10, self.said)
        self.sender.process.send_signal(signal.SIGHUP)
        self.assertEqual(self.wait_for("accepted", 7)["current"]["counter"], 7)
        self.desire(self.sign(SEVEN, 51))
        wait_until(lambda: "signature" in str(self.reports()[-1]["diagnostics"]), 10, self.said)
        self.assertIsNone(self.kiosk_process.poll())

    def test_without_a_public_key_nothing_is_subscribed(self):
        self.port = self.broker().port
        self.file.write_text(LOCAL_WITHOUT_KEY.format(port=self.port))
        self.received = self.collector(self.port)
        self.kiosk.run(1)
        self.sender = self.courier(self.port, ("--config", str(self.file)))
        self.wait_for_all(self.received, 1)
        self.desire(self.sign(SEVEN, 5))
        time.sleep(1)
        self.assertEqual(self.reports(), [])
        self.assertFalse((self.journal.parent / "control").exists())


class HostileControl(ControlCase):
    def test_ten_thousand_mutated_messages_change_nothing(self):
        self.start()
        self.desire(self.sign(SEVEN, 5))
        self.wait_for("accepted", 5)
        pid, worker = self.kiosk_process.pid, self.sender.worker
        before = {path.name: path.read_bytes() for path in self.private.iterdir()}
        dice = random.Random(23)
        good = self.sign("[slider]\nstars = 9\n", 6)
        with Publisher(self.port) as publisher:
            for _ in range(10_000):
                message = bytearray(good)
                for _ in range(dice.randrange(1, 4)):
                    place = dice.randrange(len(message) + 1)
                    choice = dice.randrange(4)
                    if choice == 0 and place < len(message):
                        message[place] ^= 1 << dice.randrange(8)
                    elif choice == 1:
                        del message[place:]
                    elif choice == 2:
                        message[place:place] = dice.randbytes(dice.randrange(1, 40))
                    else:
                        message[place:] = message[:dice.randrange(len(message) + 1)]
                    message = message or bytearray(b"x")
                if message == good:
                    continue
                publisher.publish(dice.choice(("star-slider/t1/config/desired", "star-slider/group/north/config/desired",
                                               "star-slider/t1/command", "star-slider/group/south/command")), bytes(message))
            publisher.wait()
        self.desire(self.sign("[slider]\nstars = 4\n", 4))
        wait_until(lambda: any("counter" in line for line in self.reports()[-1]["diagnostics"]), 20, self.said)
        self.assertEqual((self.reports()[-1]["state"], self.reports()[-1]["current"]["counter"]), ("refused", 5))
        self.assertEqual({path.name: path.read_bytes() for path in self.private.iterdir() if path.name != "ledger"},
                         {name: content for name, content in before.items() if name != "ledger"})
        self.assertEqual((self.kiosk_process.poll(), self.status()["pid"], self.sender.worker), (None, pid, worker))
        self.assertLess(self.sender.status("VmHWM"), 32 * 1024)


LOCAL_WITHOUT_KEY = "[kiosk]\nid = t1\n[courier]\nbroker = 127.0.0.1:{port}\ntls = no\n"

if __name__ == "__main__":
    unittest.main()
