"""Measures recording times and frame times of a kiosk with and without a courier at full speed.

Kiosk and courier share one processor core; the broker and all other processes use the others. Measurements with and without a courier
alternate, so that other load affects both.
"""

import os
import subprocess
from pathlib import Path

from processes import ROOT, Broker, FleetError, Kiosk, product, wait_until
from services import Courier

ROUNDS = 6
BACKLOG = 60_000
VISITS = 150       # recorded per round, one every 10 ms
REPLAYS = 8        # of a visitor's recording per round


def figures(folder):
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) < 2:
        raise FleetError("cannot measure: at least two processor cores are required")
    kiosk_cores, others = {cores[-1]}, set(cores[:-1])
    os.sched_setaffinity(0, others)
    (folder / "broker").mkdir()
    broker = Broker(folder / "broker").start()
    recording = {False: [], True: []}
    frames = {False: [], True: []}
    sent = 0
    try:
        for turn in range(2 * ROUNDS):
            isSending = turn % 2 == 1
            place = folder / f"turn-{turn}"
            place.mkdir()
            journal = place / "journal.sqlite"
            Kiosk(journal).run(BACKLOG, visit=5_000)
            courier = Courier(journal, broker.port, folder, f"t{turn}")
            try:
                if isSending:
                    courier.start()
                    os.sched_setaffinity(courier.process.pid, kiosk_cores)
                    wait_until(lambda: courier.status("voluntary_ctxt_switches") > 50, 10, courier.said)
                kiosk = Kiosk(journal).start(VISITS, rate=100, visit=1)
                os.sched_setaffinity(kiosk.process.pid, kiosk_cores)
                kiosk.wait()
                recording[isSending] += kiosk.nanoseconds
                for _ in range(REPLAYS):
                    frames[isSending] += replay(place, journal, kiosk_cores)
                if isSending:
                    left = waiting(journal)
                    if left == 0:
                        raise FleetError("the courier finished before the measurement; raise BACKLOG")
                    sent += BACKLOG - left
            finally:
                courier.stop()
    finally:
        broker.stop()
    print(f"{ROUNDS} rounds each; the courier sent {sent} answers. Microseconds:")
    print(f"{'':24}{'median':>24}{'99th percentile':>24}{'maximum':>24}")
    row("recording a visit", recording)
    row("a frame of a drag", frames)


def replay(place, journal, cores):
    """Replays a recording on a screen in memory and returns the nanoseconds from waking to presenting per frame."""
    trace = place / "trace"
    subprocess.run(
        [product("star-kiosk"), "--board", "none", "--display", "memory:800x480", "--journal", journal, "--trace", trace,
         "--touch", f"replay:{ROOT / 'Tests/Recordings/visitor.evemu'}"],
        check=True, capture_output=True, timeout=60, preexec_fn=lambda: os.sched_setaffinity(0, cores))
    moments = [line.split() for line in Path(trace).read_text().splitlines()]
    # The first frame paints the whole screen before any touch.
    return [int(presented) - int(woken) for woken, _, presented in moments[1:]]


def waiting(journal):
    import sqlite3
    database = sqlite3.connect(f"file:{journal}?mode=ro", uri=True)
    try:
        return database.execute("SELECT count(*) FROM answers WHERE delivered_ms IS NULL").fetchone()[0]
    finally:
        database.close()


def row(name, times):
    cells = []
    for rank in (0.5, 0.99, 1):
        without, with_ = (at(times[isSending], rank) for isSending in (False, True))
        cells.append(f"{without:.0f} -> {with_:.0f} (x{with_ / without:.2f})")
    print(f"{name:24}" + "".join(f"{cell:>24}" for cell in cells))


def at(times, rank):
    """Returns the value at a fraction of the sorted times, in microseconds."""
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(rank * len(ordered)))] / 1_000
