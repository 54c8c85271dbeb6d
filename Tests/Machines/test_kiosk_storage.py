"""Journals that are deleted, locked or out of room under a running kiosk: no answer that was thanked for is lost, the kiosk goes on,
and its status tells the fault."""

import json
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from kiosk import KioskCase, stars
from vmkit.debian import roomy


class StorageCase(KioskCase):
    journal_path = "/tmp/j/journal.sqlite"

    def start(self, *mount):
        """Start a kiosk with its journal on a file system of its own, mounted with these arguments."""
        self.vm.run("mkdir -p /tmp/j && mount " + " ".join(mount) + " /tmp/j", check=True)
        self.addCleanup(self.vm.run, "umount -l /tmp/j")
        (self.vm.out / "status.json").unlink(missing_ok=True)
        self.finger = self.add_finger()
        self.job = self.start_kiosk(journal=self.journal_path, env={"RUNTIME_DIRECTORY": "/out"})
        self.values = []

    def rate(self, value):
        """Rate, see the thank-you screen, and wait for the stars."""
        self.finger.tap(value)
        self.assert_stars(value, thanks=True)
        self.assert_stars(None)
        self.values.append(value)

    def status(self):
        try:
            return json.loads((self.vm.out / "status.json").read_text() or "{}")
        except (FileNotFoundError, json.JSONDecodeError):  # it is being replaced
            return {}

    def wait_for(self, what, seconds=20):
        """Wait until the status has these values."""
        end = time.monotonic() + seconds
        while any(self.status().get(key) != value for key, value in what.items()):
            if time.monotonic() > end:
                self.fail(f"{what}: {self.status()}\n{self.job.stderr}")
            time.sleep(0.1)

    def assert_all_kept(self):
        """The journal has what standard output has, in any order, and no answer is in the log."""
        kept = self.exported_in_guest(self.journal_path)
        self.assertEqual(sorted(kept.splitlines()), sorted(self.job.stdout.splitlines()))
        self.assertNotIn("uuid", self.job.stderr)
        return stars(self.job.stdout)


class Replaced(StorageCase):

    def test_deleted_moved_and_emptied(self):
        """Each time the next answer goes to another journal, with all that were pending."""
        self.start("-t", "tmpfs", "-o", "size=16m", "tmpfs")
        self.rate(4)
        self.wait_for({"faults": []})
        for command in ("rm /tmp/j/journal.sqlite*", "mkdir /tmp/j/old && mv /tmp/j/journal.sqlite* /tmp/j/old",
                        ": > /tmp/j/journal.sqlite", "rm /tmp/j/journal.sqlite-wal"):
            with self.subTest(command):
                self.vm.run(command, check=True)
                self.rate(2.5)
                self.rate(1)
                # The last two leave a file to set aside.
                aside = self.vm.run("ls -d /tmp/j/journal.sqlite.damaged-*").stdout
                self.wait_for({"faults": ["journal_replaced"] + (["journal_damaged"] if aside else [])})
                self.assertEqual(self.assert_all_kept(), self.values)
        self.assertIn("was deleted, moved, overwritten or damaged", self.job.stderr)
        self.assertTrue(self.job.running)


class Locked(StorageCase):

    def test_locked_by_another_program(self):
        """Another program holds the lock for 20 s: visitors are thanked, and their answers are on disk; then they get to the journal."""
        self.start("-t", "tmpfs", "-o", "size=16m", "tmpfs")
        self.rate(4)
        holder = self.vm.start("rm -f /tmp/over; (echo 'BEGIN IMMEDIATE;'; sleep 20; until [ -e /tmp/over ]; do sleep 0.1; done) | "
                               f"/usr/bin/sqlite3 {self.journal_path}")
        time.sleep(1)
        self.assertTrue(holder.running, holder.stderr)
        for value in (1, 2.5, 5):
            self.rate(value)
        self.assertEqual(stars(self.exported_in_guest(self.journal_path)), [4])
        spilled = self.vm.run("cat /tmp/j/journal.sqlite.spill | tr -d '\\000'", check=True).stdout
        self.assertEqual(stars(spilled), [1, 2.5, 5])
        self.assertTrue(self.job.running)
        self.vm.run("touch /tmp/over", check=True)  # three visits may take longer on a busy host
        holder.wait()
        end = time.monotonic() + 60
        while "the journal stores answers again" not in self.job.stderr and time.monotonic() < end:
            time.sleep(0.2)
        self.assertEqual(self.assert_all_kept(), [4, 1, 2.5, 5])
        self.rate(3)
        self.assertEqual(self.assert_all_kept(), [4, 1, 2.5, 5, 3])


class Full(StorageCase):

    def test_out_of_order_and_back(self):
        """On a full disk answers go to the reserve; once that is full, too, the kiosk takes no visitor until there is room."""
        self.start("-t", "tmpfs", "-o", "size=1m", "tmpfs")
        self.rate(4)
        self.vm.run("dd if=/dev/zero of=/tmp/j/other bs=4k")
        for _ in range(400):
            self.finger.tap(4)
            if self.status().get("view") == "out_of_order":
                break
        self.wait_for({"view": "out_of_order", "faults": ["disk_full", "out_of_order", "reserve_in_use"]})
        told = self.job.stdout
        self.finger.tap(1)
        time.sleep(1)
        self.assertEqual(self.job.stdout, told)
        self.assertTrue(self.job.running)
        self.assertRegex(self.job.stderr, f"{self.journal_path}.*(full|no space).*the kiosk is out of order")
        # A kill here loses only what no visitor was thanked for; the disk has the rest.
        self.vm.run("rm /tmp/j/other", check=True)
        self.wait_for({"view": "question", "faults": []})
        self.assert_stars(None)
        self.assert_all_kept()
        self.rate(2.5)
        self.assertEqual(self.assert_all_kept()[-1], 2.5)

    def test_killed_while_the_disk_is_full(self):
        """The reserve survives the program: the next start moves it to the journal."""
        self.start("-t", "tmpfs", "-o", "size=1m", "tmpfs")
        self.vm.run("dd if=/dev/zero of=/tmp/j/other bs=4k")
        for _ in range(60):
            self.finger.tap(4)
        time.sleep(1)
        self.vm.run(["kill", "-KILL", str(self.job.pid)], check=True)
        self.job.wait()
        told = self.job.stdout
        self.vm.run("rm /tmp/j/other", check=True)
        again = self.start_kiosk(journal=self.journal_path)
        self.assertEqual(self.exported_in_guest(self.journal_path), told)
        self.assertGreater(len(told.splitlines()), 20)
        self.assertEqual(again.stop().status, 0)


class CardCase(StorageCase):
    """A journal on a card with ext4."""
    machine = None

    @property
    def vm(self):
        return self.machine

    def insert(self, *options, **configuration):
        """Boot a machine with a new card."""
        folder = tempfile.TemporaryDirectory(prefix="star-card-", dir=roomy())
        self.addCleanup(folder.cleanup)
        image = Path(folder.name) / "card"
        subprocess.run(["mke2fs", "-q", "-F", "-t", "ext4", *options, image, "64M"], check=True, stdout=subprocess.DEVNULL)
        self.machine = self.fresh_machine(disk=image, **configuration)


class ReadOnly(CardCase):
    """The kernel has made the card read-only."""

    def test_out_of_order_and_back(self):
        self.insert()
        self.start("/dev/vda")
        self.rate(4)
        # As the kernel does after errors of a card, and SysRq+U on purpose.
        self.vm.run("echo u > /proc/sysrq-trigger", check=True)
        self.vm.run("until grep -q '/tmp/j ext4 ro' /proc/mounts; do sleep 0.1; done", check=True)
        self.finger.tap(1)
        self.wait_for({"view": "out_of_order"})
        self.assertIn("out_of_order", self.status()["faults"])
        told = self.job.stdout
        self.finger.tap(5)
        time.sleep(1)
        self.assertEqual(self.job.stdout, told)
        self.assertIn("read-only", self.job.stderr)
        self.vm.run("mount -o remount,rw /tmp/j", check=True)
        self.wait_for({"view": "question", "faults": []})
        self.rate(2.5)
        # The tap that met the read-only card is kept in memory, and was not thanked for.
        self.assertEqual(self.assert_all_kept(), [4, 1, 2.5])
        self.assertTrue(self.job.running)


class Quota(CardCase):
    """The card has room, but the kiosk's user may use no more of it: EDQUOT."""

    # quotactl(2) for user 0. Only a program without CAP_SYS_RESOURCE is held to the limit, which is in KiB; 0 is none.
    LIMIT = """import ctypes, struct, sys
Q_SETQUOTA, QIF_BLIMITS, libc = 0x80000800, 1, ctypes.CDLL(None, use_errno=True)
limits = struct.pack("8QI4x", int(sys.argv[1]), 0, 0, 0, 0, 0, 0, 0, QIF_BLIMITS)
sys.exit(libc.quotactl(ctypes.c_int(Q_SETQUOTA - 2**32), b"/dev/vda", 0, limits) and ctypes.get_errno())
"""

    def kiosk_command(self, *options, **where):
        return ["/usr/bin/setpriv", "--bounding-set", "-sys_resource", "--inh-caps", "-sys_resource", *super().kiosk_command(*options, **where)]

    def limit(self, kibibytes):
        self.vm.run(["/usr/bin/python3", "-c", self.LIMIT, str(kibibytes)], check=True)

    def used(self):
        return int(self.vm.run("du -sk /tmp/j", check=True).stdout.split()[0])

    def test_out_of_order_and_back(self):
        self.insert("-O", "quota", "-E", "quotatype=usrquota", modules=(("quota_v2", ""),))
        self.start("-o", "usrquota", "/dev/vda")
        self.rate(4)
        self.limit(self.used() + 64)
        for _ in range(400):
            self.finger.tap(4)
            if self.status().get("view") == "out_of_order":
                break
        self.wait_for({"view": "out_of_order", "faults": ["disk_full", "out_of_order", "reserve_in_use"]})
        self.assertGreater(int(self.vm.run("stat -f -c %a /tmp/j", check=True).stdout), 1000)
        told = self.job.stdout
        self.finger.tap(1)
        time.sleep(1)
        self.assertEqual(self.job.stdout, told)
        self.assertRegex(self.job.stderr, f"{self.journal_path}.*the disk is full.*the kiosk is out of order")
        self.limit(0)
        self.wait_for({"view": "question", "faults": []})
        self.rate(2.5)
        self.assertEqual(self.assert_all_kept()[-1], 2.5)
        self.assertTrue(self.job.running)


if __name__ == "__main__":
    unittest.main()
