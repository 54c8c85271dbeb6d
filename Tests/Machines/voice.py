"""star-voice in a guest with a sound card, and what is heard of it.

The machine's clock counts instructions, so that its times do not depend on the host's load. The clock jumps while the guest waits for a
file of the host: what star-voice reads there is read before times count, and its output is in the guest's memory.
"""

import array
import math
import subprocess
import sys
from pathlib import Path

from kiosk import board_program
from machines import MachineCase, shared_machine

HERE = Path(__file__).resolve().parent
RATE = 22050  # frames per second
PYTHON = "/usr/bin/python3"  # Debian's, which the guest has, too


def reference(*texts):
    """Return what espeak-ng makes of texts, each a language, a rate in percent and a text: arrays of frames."""
    words = [str(word) for text in texts for word in text]
    done = subprocess.run([sys.executable, HERE / "reference.py", *words], capture_output=True, text=True, check=True)
    return [frames(bytes.fromhex(line)) for line in done.stdout.splitlines()]


def frames(data):
    found = array.array("h")
    found.frombytes(data[:len(data) // 2 * 2])
    return found


def milliseconds(count):
    return 1000 * count / RATE


def sounds(heard, gap=RATE // 10):
    """Return the ranges of frames with sound, between which at least `gap` frames are silent."""
    found = []
    for i, value in enumerate(heard):
        if value and found and i - found[-1][1] < gap:
            found[-1][1] = i + 1
        elif value:
            found.append([i, i + 1])
    return [tuple(sound) for sound in found]


def stripped(heard):
    """Return the frames between the first and the last with sound."""
    found = sounds(heard, gap=len(heard) + 1)
    return heard[found[0][0]:found[0][1]] if found else heard[:0]


def hertz(heard, rate=RATE):
    """Return the frequency of a wave."""
    rises = [i for i in range(1, len(heard)) if heard[i - 1] < 0 <= heard[i]]
    return (len(rises) - 1) * rate / (rises[-1] - rises[0])


def loudness(heard, rate):
    """Return the loudness in each hundredth of a second."""
    part = rate // 100
    return [sum(map(abs, heard[i:i + part])) / part for i in range(0, len(heard) - part, part)]


def likeness(heard, rate, other, other_rate):
    """Return how much alike two sounds of different rates are, from 0 to 1: the correlation of their loudness, wherever the other one is."""
    first, second = loudness(heard, rate), loudness(other, other_rate)
    best = 0
    for shift in range(max(len(first) - len(second), 0) + 1):
        pairs = list(zip(first[shift:], second))
        product = sum(a * b for a, b in pairs)
        sizes = sum(a * a for a, _ in pairs) * sum(b * b for _, b in pairs)
        best = max(best, product / math.sqrt(sizes) if sizes else 0)
    return best


class VoiceCase(MachineCase):
    """Tests of star-voice on one kind of sound card."""

    sound = None
    options = ()

    @property
    def vm(self):
        return shared_machine(display="none", sound=self.sound, counts=True, alone=False, boot_timeout=300)

    def setUp(self):
        self.program = board_program("star-voice", "x86_64")
        self.vm.run("mkdir -p /tmp/voice && cd /tmp/voice && rm -f * && mkfifo pipe && touch trace log", check=True)
        if not getattr(self.vm, "is_warm", False):
            self.warm_up()
            self.vm.run("cd /tmp/voice && rm -f trace log heard && touch trace log", check=True)
            self.vm.is_warm = True

    def warm_up(self):
        """Let star-voice do everything once, so that what it reads is in the guest's memory from now on."""
        job = self.start()
        self.say("tone 400 10", "volume 99", "rate 200", "volume 100", "say en five", "say de fünf", "say ar خمسة", "hush")
        self.wait_for("^3 ends")
        self.say("rate 100", "say en five", "tone 400 100")
        self.wait_for("^4 begins")
        self.say("tone 500 50", "stop", "say en five")
        self.wait_for("^5 ends")
        job.stop()

    def start(self, *options, before="exec", after=""):
        """Start star-voice on the pipe, which stays open without a writer, at full volume. The shell's words around the command may start it
        again."""
        words = " ".join(map(str, (self.program, "--trace", "--state", "/tmp/voice/state", *self.options, *options)))
        self.job = self.vm.start(f"cd /tmp/voice && {before} {words} <>pipe >>trace 2>>log {after}")
        self.say("volume 100")
        return self.job

    def say(self, *lines):
        self.vm.run("cat > /tmp/voice/pipe <<'END'\n" + "\n".join(lines) + "\nEND", check=True)

    def read(self, name):
        return self.vm.run(["cat", f"/tmp/voice/{name}"], check=True).stdout

    def wait_for(self, text, name="trace", timeout=60):
        """Wait until a file of the guest has a text."""
        self.vm.run(f"until grep -q '{text}' /tmp/voice/{name}; do usleep 100000; done", timeout=timeout, check=True)

    def trace(self, *verbs):
        """Return the lines with these verbs, such as "begins": pairs of an utterance's number and the rest."""
        lines = [line.split(maxsplit=1) for line in self.read("trace").splitlines()]
        return [(int(number), rest) for number, rest in lines if rest.split()[0] in verbs]

    def log(self):
        return self.read("log").splitlines()

    def recorded(self):
        """Return the left channel of what the card has played since the last call, with its rate."""
        self.vm.run("sleep 1", check=True)
        with open(self.vm.recording, "rb") as file:
            header = file.read(44)
            file.seek(max(44, getattr(self.vm, "played", 0)))
            data = file.read()
            self.vm.played = file.tell() // 4 * 4
        self.assertEqual(header[22:24], b"\2\0")
        return frames(data)[::2], int.from_bytes(header[24:28], "little")


class EarCase(VoiceCase):
    """A loopback card, whose other end is heard in the guest."""

    sound = "loopback"
    options = ("--device", "plughw:0,0")

    def warm_up(self):
        super().warm_up()
        job = self.start()
        self.hear("after:10|tone 440 100", "sound:100", "silence:100")
        job.stop()

    def hear(self, *steps, timeout=180):
        """Return what is heard during the steps of ear.py, and the frames at which their lines were written."""
        words = [PYTHON, HERE / "ear.py", "/tmp/voice/pipe", "/tmp/voice/heard", *steps]
        done = self.vm.run(words, timeout=timeout, check=True)
        self.vm.run("cp /tmp/voice/heard /out/heard", check=True)
        return frames((self.vm.out / "heard").read_bytes()), [int(word) for word in done.stdout.split()[1:]]
