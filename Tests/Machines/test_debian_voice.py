"""star-voice as a service: a line in its pipe starts it, it has sound cards and nothing else, and it starts again after it was killed."""

import re
import signal
import unittest

import test_debian_package

PIPE, STATE = "/run/star-voice/utterances", "/run/star-voice/state"
AS_THE_KIOSK = "setpriv --reuid _star-kiosk --regid _star-slider --clear-groups sh -c 'echo \"{}\" >{}'"


class Voice(test_debian_package.Package):
    test_the_life_of_a_kiosk = None  # has its own place
    sound = "hda"

    def test_a_line_starts_it(self):
        self.boot_installed()
        self.command("amixer -q sset Master 100% unmute")
        self.assert_unused()
        self.say("say en How was your visit?")
        self.assert_speaks()
        first = self.process()
        self.assert_confined_to_sound(first)
        self.vm.kill(first, signal.SIGKILL)
        self.wait_until(lambda: self.process() not in (0, first), "another process")
        self.say("say de Wie war Ihr Besuch?")
        self.assert_speaks()
        self.command("systemctl stop star-voice.service")
        self.say("tone 440 500")
        self.assert_speaks()
        said = self.command("journalctl --boot --quiet --output=cat _COMM=star-voice")
        self.assertEqual(said, "", "it complains")
        self.command("dpkg --remove star-slider", timeout=120)
        self.assertEqual(self.command("ls -d /run/star-voice 2>/dev/null || true") + self.state("star-voice.socket"), "inactive")

    def say(self, line):
        self.command(AS_THE_KIOSK.format(line, PIPE))

    def assert_unused(self):
        """Nothing runs, only the kiosk's user may write to the pipe, and no library for sound is in the kiosk."""
        self.assertEqual((self.state("star-voice.socket"), self.state("star-voice.service")), ("active", "inactive"))
        self.assertEqual(self.command(f"stat -c '%U:%G %a' {PIPE}"), "_star-kiosk:_star-kiosk 620\n")
        self.assertEqual(self.vm.run(f"grep -E 'espeak|asound' /proc/{self.pid()}/maps").stdout, "")

    def assert_speaks(self):
        """The card begins to play, and the state is that of a voice without a fault."""
        before = self.played()
        self.wait_until(lambda: self.played() > before, "the card's sound")
        self.assertEqual(self.command(f"cat {STATE}"), "ready\n")

    def played(self):
        """Return how much of the recording is sound."""
        with open(self.vm.recording, "rb") as file:
            data = file.read()[44:]
        return len(data) - data.count(0)

    def process(self):
        return int(self.command("systemctl show -P MainPID star-voice.service"))

    def assert_confined_to_sound(self, process):
        status = self.command(f"cat /proc/{process}/status")
        number = {name: int(self.command(f"getent group {name}").split(":")[2]) for name in ("audio", "_star-voice")}
        self.assertRegex(status, rf"(?m)^Uid:\s+{self.command('id -u _star-voice').strip()}\s")
        groups = re.search(r"^Groups:(.*)", status, re.M).group(1).split()
        self.assertEqual({int(group) for group in groups}, set(number.values()))
        self.assertRegex(status, r"(?m)^CapEff:\s+0+$")
        self.command("systemd-analyze security --no-pager --threshold=8 star-voice.service")
        self.assertLess(int(re.search(r"^VmHWM:\s+(\d+)", status, re.M).group(1)), 16 << 10)
        self.assertNotEqual(self.vm.run(f"setpriv --reuid _star-voice --regid _star-voice --clear-groups cat {PIPE}").status, 0)


if __name__ == "__main__":
    unittest.main()
