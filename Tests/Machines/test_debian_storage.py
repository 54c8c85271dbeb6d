"""A journal that takes longer to check than systemd waits for a start, on a disk that reads slowly."""

import sqlite3
import unittest

import test_debian_package
from test_debian_package import JOURNAL, SERVICE

ROWS = 150_000

# Reading the journal takes several times TimeoutStartSec=.
DROP_IN = """
[Service]
TimeoutStartSec=3
IOReadBandwidthMax=/dev/vda 4M
"""


def grow(path):
    """Copy the journal's only answer until it has so many."""
    connection = sqlite3.connect(path)
    connection.execute(f"""
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {ROWS})
        INSERT INTO answers (uuid, steps, steps_per_star, star_count, wall_ms, monotonic_ns, boot_id, visit, delivered_ms)
        SELECT printf('%08x-0000-4000-8000-000000000000', i), steps, steps_per_star, star_count, wall_ms, monotonic_ns, boot_id,
               visit, wall_ms FROM n, (SELECT * FROM answers LIMIT 1)""")
    connection.commit()
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()


class LargeJournal(test_debian_package.Package):
    test_the_life_of_a_kiosk = None  # has its own place

    def test_a_start_longer_than_the_timeout(self):
        self.boot()
        self.install()
        self.rate(4)
        self.command(f"systemctl stop {SERVICE} && cp {JOURNAL} /out/large.sqlite")
        grow(self.vm.out / "large.sqlite")
        (self.vm.out / "slow.conf").write_text(DROP_IN)
        self.command(f"""
            cat /out/large.sqlite > {JOURNAL} && mkdir -p /etc/systemd/system/{SERVICE}.d
            cp /out/slow.conf /etc/systemd/system/{SERVICE}.d && systemctl daemon-reload
            sync && echo 3 > /proc/sys/vm/drop_caches""", timeout=120)
        self.command(f"systemctl start {SERVICE}", timeout=180)
        self.assertEqual(self.command(f"systemctl show -P NRestarts {SERVICE}"), "0\n")
        took = self.command(f"echo $(( $(systemctl show -P ActiveEnterTimestampMonotonic {SERVICE})"
                            f" - $(systemctl show -P ExecMainStartTimestampMonotonic {SERVICE}) ))")
        print(f"\n  the start took {int(took) / 1e6:.1f} s", flush=True)
        self.assertGreater(int(took), 4_000_000)


if __name__ == "__main__":
    unittest.main()
