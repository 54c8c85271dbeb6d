"""Checks that the machine was quiet during a measurement."""

import os
import pathlib
import resource
import time

# Limit for the processor time of other programs, as a share of one processor.
MOST_LOAD = 0.1
# Limit for the distance between the ratios of the two halves of the rounds, as a share of the ratio.
MOST_SPREAD = 0.1


class Watch:
    """Measures the load of other programs from its creation on. star-bench checks the governor and throttling."""

    def __init__(self):
        self.start = self.look()

    @staticmethod
    def look():
        """Return (seconds since an arbitrary time, processor time of all programs, processor time of this one and its children)"""
        fields = pathlib.Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9]
        user, nice, system, _, _, irq, soft, steal = (int(field) for field in fields)
        busy = (user + nice + system + irq + soft + steal) / os.sysconf("SC_CLK_TCK")
        mine = 0.0
        for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN):
            usage = resource.getrusage(who)
            mine += usage.ru_utime + usage.ru_stime
        return time.monotonic(), busy, mine

    def others(self):
        """Return the processor time of other programs, as a share of one processor."""
        (t0, busy0, mine0), (t1, busy1, mine1) = self.start, self.look()
        return max(busy1 - busy0 - (mine1 - mine0), 0) / max(t1 - t0, 1e-3)


def reasons(others, spreads):
    """Return the reasons why a run is unreliable. `spreads` has the distance between two halves of the rounds, by name."""
    found = []
    if others > MOST_LOAD:
        found.append(f"other programs took {others:.0%} of a processor, more than {MOST_LOAD:.0%}")
    wide = sorted(name for name, spread in spreads.items() if spread > MOST_SPREAD)
    if wide:
        worst = max(wide, key=lambda name: spreads[name])
        found.append(f"{len(wide)} of {len(spreads)} ratios differ by more than {MOST_SPREAD:.0%} between two halves of the rounds; "
                     f"the most by {spreads[worst]:.0%}, {worst}")
    return found
