"""Keypads of the guest, and test cases with them."""

from kiosk import REPOSITORY, KioskCase
from vmkit import panels

PHRASES = REPOSITORY / "Sources/Kiosk/Phrases"
RELEASED, PRESSED, HELD = 0, 1, 2


class Keypad:
    """A keypad of the guest, and fingers on it."""

    def __init__(self, vm, device=None):
        self.vm, self.device = vm, device or panels.keypad()
        self.plugged = vm.add_panel(self.device.evemu())

    def say(self, *values, interval=0.01):
        """Pairs of time and key action."""
        lines = []
        for i, (key, value) in enumerate(values):
            seconds, micro = divmod(round((i + 1) * interval * 1_000_000), 1_000_000)
            moment = f"{seconds}.{micro:06d}"
            lines += [f"E: {moment} {panels.EV_KEY:04x} {key:04x} {value}",
                      f"E: {moment} {panels.EV_SYN:04x} {panels.SYN_REPORT:04x} 0"]
        self.vm.play(self.plugged, self.device.evemu() + "\n".join(lines) + "\n")

    def press(self, *keys, interval=0.01):
        self.say(*[(key, value) for key in keys for value in (PRESSED, RELEASED)], interval=interval)

    def unplug(self):
        self.vm.remove_panel(self.plugged)


class KeyCase(KioskCase):

    def add_keypad(self, device=None):
        return Keypad(self.vm, device)

    def start_with_keys(self, keypad, *options):
        job = self.start_kiosk(*options, touched=False)
        self.wait_for_keys(job, keypad)
        return job

    def wait_for_keys(self, job, keypad, more=""):
        job.wait_for(f'keypad connected: {keypad.plugged.path}, "{keypad.device.name}"{more}\n')

    def change(self, act):
        """Perform an action that changes the picture. Return the picture when it is stable again."""
        before = self.vm.picture()
        act()
        return self.vm.wait_for_picture(lambda picture: picture != before and self.is_still(picture), timeout=20)
