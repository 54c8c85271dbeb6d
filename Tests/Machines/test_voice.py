"""star-voice on a real kernel with a sound card: what is heard is what was to be said, in order and once."""

import re
import subprocess
import unittest

from machines import REPOSITORY
from voice import RATE, EarCase, VoiceCase, frames, hertz, likeness, milliseconds, reference, sounds, stripped

LONG = "Please rate how clean the rooms, the corridors and the kitchen were when you arrived here today with your family."
TEXTS = (("en", "How was your visit?"), ("de", "Wie war Ihr Besuch?"), ("ar", "كيف كانت زيارتك؟"))
# The sound card's buffer as star-voice --help states it, and what the ear may add: a part of what it reads and a tick of the card's clock.
BUFFER, EAR = 40, 10


def at_first(wave):
    """Return a wave at the volume with which star-voice begins: half of it."""
    return [frame // 2 for frame in wave]


class Speech(EarCase):
    maxDiff = None

    def assert_heard(self, heard, *expected):
        """Check that exactly these frames are heard, in this order, between silence."""
        at = 0
        for number, wave in enumerate(map(stripped, expected)):
            found = heard.tobytes().find(wave.tobytes(), 2 * at)
            while found % 2:
                found = heard.tobytes().find(wave.tobytes(), found + 1)
            self.assertGreaterEqual(found, 0, f"text {number} is not heard after frame {at}")
            self.assertFalse(any(heard[at:found // 2]), f"another sound before text {number}")
            at = found // 2 + len(wave)
        self.assertFalse(any(heard[at:]), "another sound at the end")

    def test_each_text_is_heard_once_and_in_order(self):
        self.start()
        lines = [f"say {language} {text}" for language, text in TEXTS]
        heard, _ = self.hear("after:100|" + "|".join(lines), "sound:500", "silence:1500")
        self.assert_heard(heard, *reference(*[(language, 100, text) for language, text in TEXTS]))
        self.assertEqual(self.trace("begins", "ends", "is"), [
            (1, "begins in en"), (1, "ends"), (2, "begins in de"), (2, "ends"), (3, "begins in ar"), (3, "ends")])
        self.assertEqual((self.read("state"), self.log()), ("ready\n", []))

    def test_rate_and_volume(self):
        self.start()
        heard, _ = self.hear("after:100|volume 50|say en One|rate 200|say en Two|rate 50|say en Three", "sound:500", "silence:1500")
        waves = reference(("en", 100, "One"), ("en", 200, "Two"), ("en", 50, "Three"))
        # The volume changes within 5 ms of sound.
        start, wave = next(i for i, value in enumerate(heard) if value), sum(waves, frames(b""))
        begin = next(i for i, value in enumerate(wave) if value) + RATE // 200
        half = [(value * 16384) >> 15 for value in wave[begin:]]
        found = heard[start + RATE // 200:]
        self.assertEqual(found[:len(half)].tolist(), half)
        self.assertFalse(any(found[len(half):]))

    def test_stop_is_silence_within_100_ms(self):
        self.start()
        wave, = reference(("en", 100, LONG))
        heard, (_, stopped, _) = self.hear(
            f"after:100|say en {LONG}|say en More.", "sound:500|stop|volume 80|volume 100", "silence:2000")
        (start, end), = sounds(heard, gap=RATE)
        late = milliseconds(end - stopped)
        self.assertTrue(0 < late < 100, f"{late} ms")
        # What was heard before is the beginning of the text.
        begin = next(i for i, value in enumerate(wave) if value)
        self.assertEqual(heard[start:stopped], wave[begin:begin + stopped - start])
        self.assertEqual(self.trace("begins", "ends", "is"), [(1, "begins in en"), (1, "is stopped")])

    def test_a_new_text_after_stop_is_heard_at_once(self):
        self.start()
        heard, (_, stopped, _, _) = self.hear(
            f"after:100|say en {LONG}|say en More.", "sound:700|stop|say en No.", "sound:300", "silence:1500")
        self.assertEqual(self.trace("begins", "ends", "is"),
                         [(1, "begins in en"), (1, "is stopped"), (3, "begins in en"), (3, "ends")])
        found = sounds(heard[stopped + RATE // 10:])
        self.assertLess(milliseconds(found[0][0]), 300)

    def test_stop_before_the_first_sound(self):
        self.start()
        heard, _ = self.hear(f"after:100|say en {LONG}|say en More.", "after:5|stop", "after:1500")
        self.assertLess(milliseconds(len(stripped(heard))), BUFFER + EAR)
        self.assertEqual(self.trace("ends"), [])

    def test_twenty_texts_at_once(self):
        self.start()
        self.say(*[f"say en {number}" for number in range(1, 21)])
        self.wait_for("^20 ends")
        self.assertEqual([number for number, _ in self.trace("begins")], list(range(5, 21)))

    def test_words_are_told_as_they_are_made(self):
        self.start()
        self.say("say de Eins zwei.")
        self.wait_for("^1 ends")
        self.assertEqual(self.read("trace").splitlines(),
                         ["1 begins in de", "1 sentence at 1", "1 word at 1 of 4", "1 word at 6 of 4", "1 ends"])


class Tones(EarCase):

    def test_a_tone_sounds_within_60_ms(self):
        self.start()
        heard, (first, second, _) = self.hear("after:200|tone 1000 100", "silence:300|tone 2500 300", "silence:500")
        for line, pitch, length, (start, end) in zip((first, second), (1000, 2500), (100, 300), sounds(heard), strict=True):
            self.assertTrue(0 < milliseconds(start - line) < 60, milliseconds(start - line))
            self.assertAlmostEqual(hertz(heard[start:end]), pitch, delta=pitch / 200)
            self.assertAlmostEqual(milliseconds(end - start), length, delta=2)

    def test_a_tone_sounds_beside_speech(self):
        self.start()
        heard, (_, line, _) = self.hear(f"after:100|say en {LONG}", "sound:1000|tone 3000 200", "silence:1500")
        wave, = reference(("en", 100, LONG))
        begin = next(i for i, value in enumerate(wave) if value)
        start = next(i for i, value in enumerate(heard) if value)
        rest = frames(b"".join((heard[start + i] - wave[begin + i]).to_bytes(2, "little", signed=True) for i in range(len(wave) - begin)))
        (first, last), = sounds(rest)
        late = milliseconds(start + first - line)
        self.assertTrue(0 < late < 60, f"{late} ms")
        self.assertLess(late, BUFFER + EAR)
        self.assertAlmostEqual(hertz(rest[first:last]), 3000, delta=15)
        self.assertAlmostEqual(milliseconds(last - first), 200, delta=2)

    def test_a_new_tone_replaces_the_old_one(self):
        self.start()
        heard, (first, second, _) = self.hear("after:200|tone 500 500", "sound:200|tone 4000 100", "silence:300")
        (start, end), = sounds(heard)
        self.assertLess(milliseconds(end - second), 100 + 60)
        self.assertAlmostEqual(hertz(heard[end - RATE // 20:end]), 4000, delta=40)


class Life(EarCase):

    def test_the_card_is_closed_after_a_minute_and_then_it_sleeps(self):
        job = self.start()
        self.say("tone 440 100")
        self.vm.run("sleep 20", check=True)
        self.assertNotEqual(self.status(), "closed\n")
        self.vm.run("sleep 60", check=True)
        self.assertEqual(self.status(), "closed\n")
        before = self.switches(job)
        self.vm.run("sleep 3600", check=True, timeout=120)
        self.assertEqual(self.switches(job), before)
        self.say("say en Hello")
        self.wait_for("^1 ends")

    def status(self):
        return self.vm.run("cat /proc/asound/card0/pcm0p/sub0/status", check=True).stdout

    def switches(self, job):
        return self.vm.run(f"grep ctxt /proc/{job.pid}/task/*/status", check=True).stdout

    def test_killed_twenty_times(self):
        """A shell starts it again on the same pipe, as systemd does. Each text is begun once, and none that waits in the pipe is lost. The volume
        is safe again."""
        self.start(before="while :; do", after="; done")
        for number in range(1, 21):
            self.say(f"say en {LONG}")
            self.vm.run(f"until [ $(grep -c 'begins in' /tmp/voice/trace) = {number} ]; do usleep 100000; done; pkill -KILL star-voice", check=True,
                        timeout=60)
        heard, _ = self.hear("after:500|say en The end.", "sound:500", "silence:1000")
        self.assertEqual(list(stripped(heard)), stripped(at_first(reference(("en", 100, "The end."))[0])))
        self.assertEqual(self.trace("begins", "ends"), [(1, "begins in en")] * 21 + [(1, "ends")])

    def test_the_end_of_the_input(self):
        done = self.vm.run(f"(echo 'say en {LONG}'; sleep 1) | {self.program} --trace --device plughw:0,0", check=True)
        self.assertRegex(done.stdout, "(?s)^1 begins in en.*\n1 is stopped\n$")

    def test_a_language_without_a_voice_is_told_once(self):
        self.start()
        self.say("say xx One", "say xx-YY Two", "say xx Three", "say de Vier")
        self.wait_for("^4 ends")
        self.assertEqual(self.trace("begins"), [(4, "begins in de")])
        self.assertRegex(self.read("state"), "^no voice for xx, xx-YY: .*; install .*\n$")
        self.assertEqual(len([line for line in self.log() if "no voice for" in line]), 2)

    def test_full_outputs(self):
        job = self.vm.start(f"cd /tmp/voice && exec {self.program} --trace --state /dev/full --device plughw:0,0 <>pipe >/dev/full 2>log")
        self.addCleanup(job.stop)
        heard, _ = self.hear("after:100|say en One|say en Two", "sound:500", "silence:1000")
        self.assertEqual(len([line for line in self.log() if "no space left on device" in line]), 2)
        self.assertEqual(list(stripped(heard)), stripped(at_first(sum(reference(("en", 100, "One"), ("en", 100, "Two")), frames(b"")))))

    def test_without_espeak(self):
        """Tones still sound; each fault is told once."""
        library = "/usr/lib/x86_64-linux-gnu/libespeak-ng.so.1"
        for hidden, state in (("mount -t tmpfs tmpfs /usr/lib/x86_64-linux-gnu/espeak-ng-data", "espeak-ng has no data"),
                              (f"mount -o bind /dev/null {library}", "cannot load libespeak-ng.so.1: .*; install libespeak-ng1")):
            with self.subTest(state):
                job = self.start(before=f"exec unshare -m sh -c '{hidden} && exec \"$@\"' sh")
                self.say("say en One", "say en Two")
                heard, _ = self.hear("after:500|say en Three|tone 600 200", "sound:100", "silence:500")
                self.assertAlmostEqual(hertz(stripped(heard)), 600, delta=3)
                self.assertRegex(self.read("state"), f"^no speech: {state}.*\n$")
                self.assertEqual(len([line for line in self.log() if "no speech" in line]), 1)
                job.stop()
                self.vm.run("rm /tmp/voice/log")

    def test_invalid_lines(self):
        self.start()
        self.say(*["hush"] * 100, "say en One" + " ." * 2000, "tone 9 9", "say en Two")
        self.wait_for("^2 ends", timeout=120)
        self.assertEqual(len(self.log()), 5)
        self.assertIn('begins with "hush"', self.log()[0])


class Card(VoiceCase):
    """A card with ALSA's usual settings: several programs share it, it has another rate, and it can be unplugged."""

    sound = "hda"

    def setUp(self):
        self.unmute()
        super().setUp()

    def unmute(self):
        """A new card is silent, until Debian's alsa-utils or an operator changes that."""
        self.vm.run("amixer -q sset Master 100% unmute", check=True)

    def test_texts_and_a_tone_are_played(self):
        self.start()
        self.recorded()
        self.say(*[f"say {language} {text}" for language, text in TEXTS])
        self.wait_for("^3 ends")
        heard, rate = self.recorded()
        spoken = sum(reference(*[(language, 100, text) for language, text in TEXTS]), frames(b""))
        self.assertGreater(likeness(heard, rate, spoken, RATE), 0.95)
        self.assertLess(likeness(heard, rate, spoken[::-1], RATE), 0.8)
        self.say("tone 800 400")
        heard, rate = self.recorded()
        (start, end), = sounds(heard, gap=rate // 10)
        self.assertAlmostEqual(hertz(heard[start:end], rate), 800, delta=4)
        self.assertAlmostEqual((end - start) / rate, 0.4, delta=0.005)

    def test_a_card_that_vanishes_within_a_word_and_returns(self):
        """What is said meanwhile is forgotten. Each time there is one line in the log, and another one in the end."""
        job = self.start()
        for attempt in range(3):
            first = 5 * attempt + 1
            self.say(f"say en {LONG}")
            self.wait_for(f"^{first} word at 27 of")
            self.unplug()
            self.wait_for(f"^{first} is stopped")
            self.say("say en One", "say de Zwei", "tone 440 100")
            self.vm.run("sleep 1", check=True)
            self.say("say en Three")
            self.wait_for("^no sound card: ", name="state")
            before = self.run_time(job)
            self.vm.run("sleep 600", check=True)
            self.assertEqual(self.run_time(job), before)
            self.plug_in()
            self.recorded()
            self.say("say en It is back")
            self.wait_for(f"^{first + 4} ends")
            self.assertTrue(any(self.recorded()[0]))
            self.assertEqual(self.read("state"), "ready\n")
        self.assertEqual([number for number, _ in self.trace("begins")], [1, 5, 6, 10, 11, 15])
        self.assertEqual([number for number, _ in self.trace("ends")], [5, 10, 15])
        self.assertEqual(len(self.log()), 6, self.log())

    def test_a_start_without_a_card(self):
        self.unplug()
        self.start()
        self.say("tone 440 100", "say en One", "say en Two", "tone 880 100")
        self.vm.run("sleep 2", check=True)
        self.say("say en Three")
        self.wait_for("^no sound card: cannot open default: .*; connect one, or ", name="state")
        self.assertEqual((self.trace("begins"), len(self.log())), ([], 1))
        self.plug_in()
        self.say("say en Four")
        self.wait_for("^4 ends")
        self.assertEqual((self.read("state"), len(self.log())), ("ready\n", 2))

    def unplug(self):
        """Remove the card and its driver. That waits until no program has it open."""
        driver = "/sys/bus/pci/drivers/snd_hda_intel"
        self.vm.run(f"device=$(basename $(ls -d {driver}/0000:*)) && echo $device > {driver}/unbind && rmmod snd_hda_intel", check=True)

    def plug_in(self):
        self.vm.run("insmod /vm/snd_hda_intel.ko && until [ -e /dev/snd/pcmC0D0p ]; do usleep 10000; done", check=True)
        self.unmute()

    def run_time(self, job):
        """Return the instructions that star-voice has used."""
        return int(self.vm.run(["cat", f"/proc/{job.pid}/schedstat"], check=True).stdout.split()[0])


class Declarations(unittest.TestCase):

    def test_they_agree_with_the_libraries_headers(self):
        """Sources/Shims/CVoice declares functions and types of espeak-ng and ALSA. With CV_CHECKED, their headers declare the types."""
        folder = REPOSITORY / "Sources/Shims/CVoice/include"
        text = (folder / "declarations.h").read_text()
        types = re.search(r"#ifndef CV_CHECKED\n(.*?)#endif", text, re.S).group(1)
        names = {name: int(value, 0) for name, value in re.findall(r"\b([A-Za-z_0-9]+) = (-?\w+)", types)}
        names |= {name: int(value, 0) for name, value in re.findall(r"#define (\w+) (\w+)", types)}
        self.assertGreater(len(names), 12)
        checks = [f'_Static_assert({name} == {value}, "{name}");' for name, value in names.items()]
        for field, offset in {"type": 0, "text_position": 8, "length": 12, "id": 32}.items():
            checks.append(f'_Static_assert(offsetof(espeak_EVENT, {field}) == {offset} && sizeof(espeak_EVENT) == 40, "{field}");')
        source = ("#include <alsa/asoundlib.h>\n#include <espeak-ng/speak_lib.h>\n#include <stddef.h>\n#define CV_CHECKED\n"
                  '#include "declarations.h"\n' + "\n".join(checks))
        words = ["gcc", "-fsyntax-only", "-Wall", "-Werror", "-D_Nonnull=", "-D_Nullable=", "-I", folder, "-x", "c", "-"]
        done = subprocess.run(words, input=source, capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        # The struct is laid out the same without the headers.
        own = '#include <stddef.h>\n#include "declarations.h"\n' + "\n".join(checks)
        self.assertEqual(subprocess.run(words, input=own, capture_output=True, text=True).stderr, "")
        # A wrong declaration is found.
        wrong = source.replace('#include "declarations.h"', "int snd_pcm_avail(snd_pcm_t *pcm);")
        self.assertIn("conflicting types", subprocess.run(words, input=wrong, capture_output=True, text=True).stderr)


if __name__ == "__main__":
    unittest.main()
