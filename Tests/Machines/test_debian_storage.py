"""Journals that take longer to check than systemd waits for a start, on a disk that reads slowly: visitors do not wait for the check.

STAR_JOURNAL_MEGABYTES=2048 runs the test of a journal of that size, too.
"""

import collections
import json
import os
import sqlite3
import subprocess
import time
import unittest
from pathlib import Path

import test_debian_package
from broker import Broker
from debian import JOURNAL, SERVICE
from kiosk import starctl, stars
from test_debian_outbox import CONFIGURATION, TOPIC

MEGABYTES = int(os.environ.get("STAR_JOURNAL_MEGABYTES", "0"))

DROP_IN = """
[Service]
TimeoutStartSec={seconds}
IOReadBandwidthMax=/dev/vda {megabytes}M
"""


def grow(path, rows):
    """Copy the journal's only answer until it has so many more, all of them delivered."""
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA journal_mode = DELETE")
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute(f"""
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {rows})
        INSERT INTO answers (uuid, steps, steps_per_star, star_count, wall_ms, monotonic_ns, boot_id, visit, delivered_ms)
        SELECT printf('%08x-0000-4000-8000-000000000000', i), steps, steps_per_star, star_count, wall_ms, monotonic_ns, boot_id,
               visit, wall_ms FROM n, (SELECT * FROM answers LIMIT 1)""")
    connection.commit()
    connection.execute("PRAGMA journal_mode = WAL")
    connection.close()


class LargeJournal(test_debian_package.Package):
    test_the_life_of_a_kiosk = None  # has its own place

    def start_with(self, rows, seconds, megabytes):
        """Start the service with so many more answers, a TimeoutStartSec= and a disk that reads so much in a second, and rate while
        the journal is checked. Return how long the check took and the size of the journal."""
        self.command(f"systemctl stop {SERVICE} && cp {JOURNAL} /out/large.sqlite")
        large = self.vm.out / "large.sqlite"
        grow(large, rows)
        size = large.stat().st_size
        (self.vm.out / "slow.conf").write_text(DROP_IN.format(seconds=seconds, megabytes=megabytes))
        # Only the journal leaves the page cache: the limit of the disk is meant for the check, not for programs and fonts. Pages that are
        # still being written stay, so it is asked to leave several times.
        self.command(f"""
            cat /out/large.sqlite > {JOURNAL} && mkdir -p /etc/systemd/system/{SERVICE}.d
            cp /out/slow.conf /etc/systemd/system/{SERVICE}.d && systemctl daemon-reload
            for i in 1 2 3; do sync; dd of={JOURNAL} oflag=nocache conv=notrunc count=0 2>&1; sleep 1; done""", timeout=120 + size / 1e6)
        large.unlink()
        begun = time.monotonic()
        self.command(f"systemctl start {SERVICE}", timeout=60)
        self.assertEqual(self.command(f"systemctl show -P NRestarts {SERVICE}"), "0\n")
        check = self.command(f"cat /proc/{self.pid()}/task/*/children").split()
        self.assertEqual(self.command(f"cut -d ' ' -f 19 /proc/{check[0]}/stat"), "19\n", "the check's nice value")
        took = int(self.command(f"echo $(( $(systemctl show -P ActiveEnterTimestampMonotonic {SERVICE})"
                                f" - $(systemctl show -P ExecMainStartTimestampMonotonic {SERVICE}) ))")) / 1e6
        self.assertLess(took, seconds)
        self.stored = lambda: self.answers  # Reading it all takes long.
        self.rate(2)
        self.assert_says("its check is still running; answers are kept in a reserve")
        self.assert_says("the journal stores answers again", timeout=60 + 3 * size / 1e6)
        checked = time.monotonic() - begun
        self.assertGreater(checked, seconds)
        print(f"\n  a journal of {size / 1e6:.0f} MB: stars after {took:.1f} s, checked after {checked:.0f} s", flush=True)
        return checked, size

    def test_a_check_longer_than_the_timeout(self):
        self.boot_installed()
        self.rate(4)
        # The journal has 50 MB, so reading it takes 50 s.
        stored = self.stored
        self.start_with(170_000, seconds=45, megabytes=1)
        self.rate(3)
        self.assertEqual(stored()[-2:], self.answers[-2:])


@unittest.skipUnless(MEGABYTES, "takes many minutes; set STAR_JOURNAL_MEGABYTES")
class HugeJournal(LargeJournal):
    test_a_check_longer_than_the_timeout = None  # its smaller sister

    def test_a_day_with_a_huge_journal(self):
        """The check takes longer than systemd waits for a start by default. Visitors are served, and their answers reach the broker and
        an export."""
        with open(self.disk, "r+b") as disk:
            disk.truncate((600 + 2 * MEGABYTES) << 20)
        subprocess.run(["resize2fs", self.disk], check=True, capture_output=True)
        self.boot_installed()
        self.rate(4)
        # An answer takes 313 bytes; a card reads 20 MB in a second.
        self.start_with(MEGABYTES * (1 << 20) // 313, seconds=min(90, MEGABYTES / 20), megabytes=20)
        self.assert_ready()
        for value in 2, 5, 1:
            begun = time.monotonic()
            self.rate(value)
            print(f"  a visit: {time.monotonic() - begun:.1f} s", flush=True)
        self.deliver()
        for service in SERVICE, "star-courier.service":
            self.assertEqual(self.command(f"systemctl show -P NRestarts {service}"), "0\n")
        self.vm.power_off(timeout=120)
        self.export()

    def export(self):
        """`starctl export` of the disk's journal ends with the answers of the visits."""
        journal = Path(self.folder) / "journal.sqlite"
        for suffix in "", "-wal":
            subprocess.run(["debugfs", "-R", f"dump {JOURNAL}{suffix} {journal}{suffix}", self.disk], check=True, capture_output=True)
        begun = time.monotonic()
        lines = Path(self.folder) / "lines"
        with lines.open("w") as file:
            subprocess.run([starctl(), "export", "--format", "jsonl", "--journal", journal], stdout=file, check=True)
        with lines.open() as file:
            count, last = 0, collections.deque(maxlen=3)
            for line in file:
                count += 1
                last.append(line)
        print(f"  an export of {count} answers: {time.monotonic() - begun:.1f} s", flush=True)
        self.assertEqual(stars("".join(last)), self.answers[-3:])

    def deliver(self):
        """The courier, which had no broker, delivers the pending answers."""
        (self.vm.out / "kiosk.conf").write_text(CONFIGURATION)
        broker = Broker(self.vm)
        broker.start()
        broker.subscribe(TOPIC)
        begun = time.monotonic()
        self.command(f"cp /out/kiosk.conf /etc/star-slider/kiosk.conf && systemctl reload {SERVICE} && systemctl restart star-courier",
                     timeout=60)
        arrived = [json.loads(payload)["stars"] for _, payload in broker.collect(len(self.answers), TOPIC, patience=600)]
        print(f"  the courier delivered after {time.monotonic() - begun:.1f} s", flush=True)
        self.assertEqual(arrived, self.answers)


if __name__ == "__main__":
    unittest.main()
