"""What the tests on a Debian guest ask of the service: its state, what it says, its answers and its screen."""

import time

from kiosk import exported, preview, stars
from machines import MachineCase
from vmkit.qemu import VMTimeout

SERVICE = "star-kiosk.service"
JOURNAL = "/var/lib/star-slider/journal.sqlite"
PANEL_TAKEN = "touchscreen /dev/"
# Times of a quiet host are multiplied by this: a guest beside other tests has a quarter of a processor.
PATIENCE = 4


class DebianCase(MachineCase):
    """Subclasses set `vm`, and `configuration`, the host's copy of the guest's file, and call `follow` after each boot."""

    def command(self, script, timeout=30):
        done = self.vm.run(script, timeout=PATIENCE * timeout)
        said = done.stdout + done.stderr
        self.assertEqual(done.status, 0, f"{script}: {said}\n{self.said() if self.vm.alive else ''}")
        return said

    def assert_ready(self, timeout=5):
        try:
            self.assert_shows(self.picture(None), PATIENCE * timeout)
        except AssertionError as error:
            raise AssertionError(f"{error}\nthe service said:\n{self.said()}") from None

    def picture(self, value, thanks=False):
        return preview(self.size, value, thanks, "--config", self.configuration)

    def stored(self):
        """Return the answers on the guest's disk, read by `starctl export` on the host."""
        self.command(f"rm -f /out/journal.sqlite*; cp {JOURNAL}* /out")
        return stars(exported(self.vm.out / "journal.sqlite"))

    def follow(self):
        """Follow the service's journal: reading it again and again would keep the emulator busy. What it has said so far is read first, so
        that it is not taken for an answer to what comes next."""
        words = ["journalctl", "--boot", "--quiet", "--lines=all", "--output=cat", f"--unit={SERVICE}"]
        self.log = self.vm.start([*words, "--follow"])
        so_far = self.vm.run(words, timeout=PATIENCE * 30).stdout
        self.wait_until(lambda: len(self.said()) >= len(so_far), "the journal so far")

    def said(self):
        """Return what the service has said since the boot. A line may arrive a moment after what it reports."""
        return self.log.stdout

    def assert_says(self, text, before="", timeout=20):
        """Wait until the service says `text` after what it had said `before`."""
        self.wait_until(lambda: text in self.said()[len(before):], f'"{text}"', timeout)

    def pid(self):
        return int(self.command(f"systemctl show -P MainPID {SERVICE}"))

    def state(self, unit):
        return self.vm.run(f"systemctl is-active {unit}").stdout.strip()

    def wait_for_another(self, pid, said):
        self.wait_until(lambda: self.pid() not in (0, pid) and self.state(SERVICE) == "active", "another process")
        self.assert_says(PANEL_TAKEN, before=said)
        self.assert_ready(timeout=20)

    def login_pictures(self):
        """Return the two pictures of the login prompt with its blinking cursor."""
        # The service is active before its program has cleared the kernel's messages. /dev/vcs1 is the text on tty1.
        self.wait_until(lambda: self.vm.run("grep -q login: /dev/vcs1").status == 0, "the login on tty1", timeout=60)
        for _ in range(20):
            pictures = []
            until = time.monotonic() + 1.5
            while time.monotonic() < until:
                if (picture := self.vm.picture()) not in pictures:
                    pictures.append(picture)
                time.sleep(0.1)
            lit = min(sum(len(row) - row.count(0) for row in picture.rows) for picture in pictures)
            if len(pictures) == 2 and lit > 1000:  # more than a cursor
                return pictures
        self.fail("the console does not come to rest")

    def assert_login_shows(self):
        """Check that the login prompt is on the screen."""
        try:
            self.vm.wait_for_picture(lambda picture: picture in self.login, timeout=20)
        except VMTimeout:
            self.assert_picture(self.login[0], self.vm.picture())

    def wait_until(self, condition, what, timeout=20):
        deadline = time.monotonic() + PATIENCE * timeout
        while not condition():
            if time.monotonic() > deadline:
                log = self.vm.run("journalctl --boot --lines=60 --output=short-monotonic; ls -l /dev/input; cat /proc/uptime /proc/loadavg").stdout
                self.fail(f"waited {PATIENCE * timeout} s for {what}; the service said:\n{self.said()}\nthe journal, input devices and load:\n{log}")
            time.sleep(0.1)
