"""Headphones with a USB plug: the kiosk speaks once a visitor plugs them in, and star-voice plays on them."""

import unittest

from machines import shared_machine
from spoken import TOUCH, SpokenCase, lines
from vmkit import panels
from voice import RATE, VoiceCase, likeness, reference

HOME = ("How was our service?", "Press Enter to begin", TOUCH)
BOOT, RESET = 30, 10  # seconds, as in PluggedCards


def plug_in(vm):
    vm.qemu.command("device_add", driver="usb-audio", id="headphones", bus="usb.0", audiodev="sound")
    vm.run("until [ -e /dev/snd/pcmC1D0p ]; do usleep 10000; done", check=True)


def unplug(vm):
    vm.qemu.command("device_del", id="headphones")
    vm.run("while [ -e /dev/snd/controlC1 ]; do usleep 10000; done", check=True)


class Kiosk(SpokenCase):

    @property
    def vm(self):
        return shared_machine(display="virtio", sound="usb")

    def setUp(self):
        super().setUp()
        self.vm.run(f"until [ $(cut -d . -f 1 /proc/uptime) -ge {BOOT} ]; do usleep 100000; done", timeout=60, check=True)

    def test_they_start_speech(self):
        keypad = self.add_keypad(panels.four_keys())
        self.start_reader()
        job = self.start_speaking("on-demand")
        self.wait_for_keys(job, keypad)
        expected = []
        for _ in range(2):
            plug_in(self.vm)
            expected += lines("en", ["volume 50", "rate 100", *HOME])
            self.wait_for_lines(expected)
            unplug(self.vm)
            expected += ["stop"]
            self.wait_for_lines(expected)
        self.assertEqual(job.stop().status, 0, job.stderr)

    def test_a_card_of_the_stand_starts_none(self):
        keypad = self.add_keypad(panels.four_keys())
        plug_in(self.vm)
        self.start_reader()
        job = self.start_speaking("on-demand")
        self.wait_for_keys(job, keypad)
        # A reset of the bus.
        unplug(self.vm)
        plug_in(self.vm)
        self.vm.run("sleep 1", check=True)
        self.assertEqual(self.read(), [])
        # The stand has another card now.
        unplug(self.vm)
        self.vm.run(f"sleep {RESET + 1}", check=True)
        plug_in(self.vm)
        expected = lines("en", ["volume 50", "rate 100", *HOME])
        self.wait_for_lines(expected)
        unplug(self.vm)
        self.wait_for_lines([*expected, "stop"])
        self.assertEqual(job.stop().status, 0, job.stderr)


class Voice(VoiceCase):
    """ALSA's default is another card."""

    sound = "usb"

    def test_it_plays_on_them_while_they_are_there(self):
        self.start()
        self.say("say en Before")
        self.wait_for("^1 ends")
        plug_in(self.vm)
        self.say("say en How was your visit?")
        self.wait_for("^2 ends")
        heard, rate = self.recorded()
        spoken, = reference(("en", 100, "How was your visit?"))
        self.assertGreater(likeness(heard, rate, spoken, RATE), 0.95)
        unplug(self.vm)
        self.say("say en After")
        self.wait_for("^3 ends")
        self.assertEqual((self.read("state"), self.log()), ("ready\n", []))
        self.assertFalse(any(self.recorded()[0]))


if __name__ == "__main__":
    unittest.main()
