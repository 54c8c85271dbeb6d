"""Remote commands, and the description for Home Assistant."""

import json
import os
import signal
import subprocess
import threading
import time
import unittest
import unittest.mock
from pathlib import Path

from control import ControlCase
from parts import product, program, wait_until
from schema import check

SURVEY = """
[question staff]
kind = stars
[text en]
question staff = How was it?
"""
# A clock that a time server keeps, in place of this machine's: adjtimex(2).
SYNCHRONISED = "int adjtimex(void *clock) { (void)clock; return 0; }\nint ntp_adjtime(void *clock) { (void)clock; return 0; }\n"
UNSYNCHRONISED = SYNCHRONISED.replace("return 0", "return 5")
# A kernel that watches no more folders.
BLIND = '#include <errno.h>\nint inotify_init1(int how) { (void)how; errno = EMFILE; return -1; }\n'
# The folder of a disk image, in which root's programs write its state.
IMAGE = """
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
static const char *place(const char *path) { return strcmp(path, "/run/star-image") ? path : getenv("IMAGE_FOLDER"); }
int open(const char *path, int flags, ...) {
  va_list more; va_start(more, flags); mode_t mode = va_arg(more, mode_t); va_end(more);
  return openat(AT_FDCWD, place(path), flags, mode);
}
int open64(const char *path, int flags, ...) {
  va_list more; va_start(more, flags); mode_t mode = va_arg(more, mode_t); va_end(more);
  return openat(AT_FDCWD, place(path), flags, mode);
}
"""
URL = "https://updates.example.org/star-0.3.0.raucb?a=1&b=$(x)"


class Commands(ControlCase):
    def replace(self, source):
        """Replaces functions of the kiosk's C library by those of `source`."""
        library = self.folder / "functions.so"
        subprocess.run(["gcc", "-shared", "-fPIC", "-x", "c", "-", "-o", library], input=source, text=True, check=True)
        self.environment = {"LD_PRELOAD": str(library)}

    def sign_command(self, action, counter, *options, target=("--kiosk", "t1"), key="operator", id=None):
        return self.starctl("sign", "command", "--key", self.folder / key, *target, "--counter", counter, "--id", id or f"c{counter}",
                            *options, *action.split())

    def command(self, *words, topic="t1/command", **options):
        self.publish(self.sign_command(*words, **options), topic)

    def reply(self, id, topic="reply"):
        def found():
            return [reply for reply in self.received.of(topic) if reply["id"] == id]
        wait_until(found, 10, lambda: f"a reply to {id}: {self.received.messages[-3:]}\n{self.said()}")
        self.assertEqual(len(found()), 1)
        check("reply", found()[0])
        return found()[0]

    def pictures(self):
        """Returns a list to which each picture that is sent is added."""
        topic = "t1/command/snapshot"
        words = [program("mosquitto_sub"), "-p", str(self.port), "-V", "5", "-q", "1", "-t", "star-slider/" + topic, "-F", "%x"]
        process = subprocess.Popen(words, stdout=subprocess.PIPE)
        self.addCleanup(lambda: (process.kill(), process.wait(), process.stdout.close()))
        pictures = []
        threading.Thread(target=lambda: [pictures.append(bytes.fromhex(line.decode())) for line in process.stdout], daemon=True).start()

        def is_subscribed():
            self.publish(b"probe", topic)
            return pictures
        wait_until(is_subscribed, 10, "the subscription to pictures")
        return pictures

    def test_signed_commands_are_carried_out_once(self):
        self.replace(SYNCHRONISED)
        self.start("snapshots = yes\n" + SURVEY)
        pictures = self.pictures()
        self.command("snapshot", 10)
        first = self.reply("c10")
        # It goes to another subscriber than the reply.
        wait_until(lambda: pictures[-1] != b"probe", 10, "the picture")
        self.assertEqual((first["state"], first["view"], first["picture_bytes"]), ("done", "start", len(pictures[-1])))
        self.assertEqual(pictures[-1][:8], b"\x89PNG\r\n\x1a\n")
        self.command("snapshot", 11)
        self.assertIn("less than a minute", self.reply("c11")["reason"])
        self.command("identify", 12, target=("--group", "south"), topic="group/south/command")
        self.assertEqual(self.reply("c12")["view"], "identity")
        # It is in use then: a visitor would be disturbed.
        self.command("clean", 13)
        self.assertIn("in use", self.reply("c13")["reason"])
        self.command("reload", 14)
        self.assertEqual(self.reply("c14")["state"], "done")
        wait_until(lambda: self.status()["view"] == "start", 15, self.said)
        # None of these is: each has a fault of its own.
        self.command("restart", 14, id="again")
        self.command("restart", 9, id="older")
        self.command("restart", 20, key="stranger", id="stranger")
        self.command("restart", 20, target=("--kiosk", "t2"), id="other")
        self.publish(b"restart", "t1/command")
        self.publish(self.sign("[slider]\n", 31), "t1/command")
        late = self.sign_command("restart", 40, "--expires", 1, id="late")
        # One that the broker keeps is not meant for now.
        self.sender.stop()
        self.publish(self.sign_command("restart", 30), "t1/command", "-r")
        time.sleep(1)
        self.sender.start()
        wait_until(lambda: self.sender.said().count("connected to") == 2, 10, self.said)
        time.sleep(1)
        self.publish(late, "t1/command")
        self.assertIn("expired", self.reply("late")["reason"])
        self.assertEqual({reply["id"] for reply in self.received.of("reply")}, {"c10", "c11", "c12", "c13", "c14", "late"})
        self.assertIsNone(self.kiosk_process.poll(), self.said())
        self.command("restart", 50)
        self.assertEqual(self.reply("c50")["state"], "done")
        self.assertEqual(self.kiosk_process.wait(10), 0)
        self.start_kiosk()
        time.sleep(1)
        self.assertIsNone(self.kiosk_process.poll())

    def test_an_update_of_a_disk_image(self):
        state, request = self.folder / "image" / "state", self.private / "update"
        state.parent.mkdir()
        self.replace(SYNCHRONISED + IMAGE)
        self.environment["IMAGE_FOLDER"] = str(state.parent)
        with unittest.mock.patch.dict(os.environ, self.environment):
            self.start(SURVEY)

        def heartbeat(update):
            def found():
                return [beat for beat in self.received.of("heartbeat") if (beat.get("image") or {}).get("update") == update]
            wait_until(found, 15, lambda: f"{update}: {self.received.of('heartbeat')[-1:]}\n{self.said()}")
            check("heartbeat", found()[-1])
            return found()[-1]
        # Without an image.
        self.command("update " + URL, 10)
        self.assertIn("does not run from a disk image", self.reply("c10")["reason"])
        self.assertFalse(request.exists())
        heartbeat(None)
        self.assertNotIn("image", self.received.of("heartbeat")[-1])
        # With one, also while the kiosk is in use.
        state.write_text("version 0.2.0~20261130.0e6313f\nslot a\nupdate none\n")
        self.command("identify", 11)
        self.assertEqual(self.reply("c11")["view"], "identity")
        self.command("update " + URL, 12)
        reply = self.reply("c12")
        self.assertEqual((reply["state"], reply["action"], reply["view"]), ("done", "update", "identity"))
        self.assertEqual((request.read_text(), request.stat().st_mode & 0o777), (URL + "\n", 0o600))
        beat = heartbeat("none")
        self.assertEqual(beat["image"], {"version": "0.2.0~20261130.0e6313f", "slot": "a", "update": "none"})
        self.assertNotIn("update_failed", beat["faults"])
        # A later one replaces it, and an old one is not obeyed again.
        self.command("update http://example.org/b", 14)
        self.assertEqual(self.reply("c14")["state"], "done")
        self.command("update " + URL, 13)
        wait_until(lambda: "not above that of an earlier one" in self.said(), 10, self.said)
        self.assertEqual(request.read_text(), "http://example.org/b\n")
        # It fails: heartbeat and status say why.
        why = "slot b: the kiosk has shown no picture"
        state.write_text(f"version 0.2.0\nslot a\nupdate failed\ndetail {why}\n")
        beat = heartbeat("failed")
        self.assertEqual((beat["image"]["detail"], beat["faults"].count("update_failed")), (why, 1))
        done = subprocess.run([product("star-kiosk"), "--config", str(self.file), "--board", "none", "status"], capture_output=True, text=True,
                              timeout=10, env=os.environ | self.environment | {"RUNTIME_DIRECTORY": str(self.folder)})
        status = json.loads(done.stdout)
        self.assertEqual((status["image"], "update_failed" in status["faults"]), (beat["image"], True), done.stderr)

    def test_what_starctl_does_not_sign(self):
        words = [product("starctl"), "sign", "command", "--key", self.folder / "operator", "--kiosk", "t1"]
        for action, reason in ((["update"], "update: its URL is missing"), (["update", "ftp://a/b"], "must begin with http:// or https://"),
                               (["update", "https://a b"], "contains blanks"), (["update", "https://" + "a" * 505], "more than 512 bytes"),
                               (["update", "https://a", "b"], "unexpected argument b"), (["clean", "https://a"], "unexpected argument https://a"),
                               (["upgrade"], "unknown action upgrade")):
            done = subprocess.run([*words, *action], capture_output=True, text=True, timeout=10)
            self.assertEqual((done.returncode, done.stdout, reason in done.stderr, done.stderr.count("\n")), (64, "", True, 1), done.stderr)
        done = subprocess.run([*words, "update", URL], capture_output=True, text=True, timeout=10)
        self.assertTrue(done.stdout.endswith(f" command/reply {URL}\n"), done)

    def test_words_are_sent_once_for_each_version(self):
        """Also those of a version that was in effect while the broker was away."""
        def versions():
            return [survey["version"] for survey in self.received.of("survey")]
        self.start(SURVEY)
        wait_until(lambda: len(versions()) == 1, 10, self.said)
        check("survey", self.received.of("survey")[0])
        self.assertEqual(self.received.of("survey")[0]["languages"][0]["questions"], [{"id": "staff", "text": "How was it?"}])
        self.sender.stop()
        for text in ("Was it good?", "Was it bad?"):
            self.file.write_text(self.file.read_text().replace("How was it?", text).replace("Was it good?", text))
            kept = Path(f"{self.journal}.surveys")
            self.kiosk_process.send_signal(signal.SIGHUP)
            wait_until(lambda: text in kept.read_text(), 20, self.said)
        self.sender.start()
        # A courier that begins anew sends all of them.
        wait_until(lambda: len(versions()) == 4, 20, self.said)
        self.assertEqual(len(set(versions())), 3)
        self.assertEqual(versions()[0], versions()[1])
        answers = [json.loads(line) for line in kept.read_text().splitlines()]
        self.assertEqual([answer["version"] for answer in answers], versions()[1:])

    def test_a_kernel_that_reports_no_files(self):
        """Kiosk and courier look for each other's files."""
        self.replace(SYNCHRONISED + BLIND)
        with unittest.mock.patch.dict(os.environ, self.environment):
            self.start(SURVEY)
        for counter in (10, 11):
            self.command("identify", counter)
            self.assertIn(self.reply(f"c{counter}")["state"], ("done", "refused"))
        self.desire(self.sign("[slider]\nstars = 7\n", 20))
        self.wait_for("accepted", 20, 30)
        self.assertEqual(self.said().count("looked for every 1.6 s: cannot watch "), 2, self.said())

    def test_a_picture_that_the_broker_does_not_accept_is_named(self):
        self.picture_is_refused("max_packet_size 2000")

    def test_a_picture_that_ends_the_connection_is_named(self):
        self.picture_is_refused("message_size_limit 2000")

    def picture_is_refused(self, limit):
        self.replace(SYNCHRONISED)
        self.start("snapshots = yes\n" + SURVEY, [limit])
        self.command("snapshot", 10)
        reply = self.reply("c10")
        self.assertEqual((reply["state"], reply["picture_bytes"]), ("refused", None), reply)
        self.assertIn("the picture of ", reply["reason"])
        # Nothing is left in the folder, and nothing else waits.
        wait_until(lambda: not [*(self.journal.parent / "control").glob("*-10")], 10, self.said)
        self.command("identify", 12)
        self.assertEqual(self.reply("c12")["state"], "done")
        self.kiosk.run(2)
        self.wait_for_all(self.received, 2)

    def test_refused_commands_lock_out_no_later_one(self):
        self.replace(SYNCHRONISED)
        self.start(SURVEY)
        late = self.sign_command("identify", 30, "--expires", 1, id="late")
        time.sleep(2.1)
        self.publish(late, "t1/command")
        self.assertIn("expired", self.reply("late")["reason"])
        # The broker repeats it: it is answered once.
        self.publish(late, "t1/command")
        for counter in (999_999_999_999_999_999, int(time.time() * 1000) + 90_000_000):
            done = subprocess.run([product("starctl"), "sign", "command", "--key", self.folder / "operator", "--kiosk", "t1", "--counter",
                                   str(counter), "identify"], capture_output=True, text=True, timeout=10)
            self.assertEqual(done.returncode, 64)
            self.assertIn("more than a day ahead", done.stderr)
        self.command("identify", 10)
        self.assertEqual(self.reply("c10")["state"], "done")
        self.command("identify", 9, id="again")
        wait_until(lambda: "not above that of an earlier one" in self.said(), 10, self.said)

    def test_without_synchronised_clock_commands_are_refused(self):
        self.replace(UNSYNCHRONISED)
        self.start(SURVEY)
        self.command("restart", 10)
        self.assertIn("no time server", self.reply("c10")["reason"])
        self.assertIsNone(self.kiosk_process.poll())

    def test_home_assistant_gets_a_description(self):
        self.start("discovery = homeassistant\n" + SURVEY)
        words = [program("mosquitto_sub"), "-p", str(self.port), "-V", "5", "-t", "homeassistant/#", "-C", "1", "-F", "%t %r %p"]
        topic, retained, payload = subprocess.run(words, check=True, capture_output=True, text=True, timeout=10).stdout.split(" ", 2)
        self.assertEqual((topic, retained), ("homeassistant/device/t1/star-slider/config", "1"))
        message = json.loads(payload)
        self.assertEqual(message["device"]["identifiers"], ["star-slider-t1"])
        self.assertEqual(set(message["components"]), {"status", "backlog", "faults", "brightness"})
        self.assertEqual(len({part["unique_id"] for part in message["components"].values()}), 4)
        for part in message["components"].values():
            self.assertIn(part["platform"], ("sensor", "binary_sensor"))
            for key in ("state_topic", "availability_topic"):
                self.assertIn(part.get(key, "star-slider/t1/status"), ("star-slider/t1/status", "star-slider/t1/heartbeat"))
        self.assertIn("name", message["origin"])

    def test_without_a_setting_home_assistant_gets_nothing(self):
        self.start()
        words = [program("mosquitto_sub"), "-p", str(self.port), "-V", "5", "-t", "homeassistant/#", "-W", "1"]
        self.assertEqual(subprocess.run(words, capture_output=True, timeout=10).stdout, b"")


if __name__ == "__main__":
    unittest.main()
