#!/usr/bin/env python3
"""fleet.py - runs many kiosks against one broker that is restarted several times. tools/fleet starts it.

Each kiosk has a journal, written by the kiosk's code, and a star-courier. Every recorded answer must arrive at the collector: the
sets of UUIDs are compared per kiosk. The exit status is 1 if they differ.
"""

import argparse
import shutil
import signal
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from collecting import CollectedFleet  # noqa: E402
from figures import figures  # noqa: E402
from processes import Broker, Collector, FleetError, Kiosk  # noqa: E402
from services import Courier  # noqa: E402
from scale import scale  # noqa: E402


def main():
    options = arguments()
    # This also ends all child processes.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    folder = Path(tempfile.mkdtemp(prefix="star-fleet-"))
    try:
        if options.figures:
            figures(folder)
            return 0
        if options.scale:
            return scale(folder, options)
        if options.collect:
            return CollectedFleet(folder, options).run()
        return Fleet(folder, options).run()
    except (FleetError, OSError) as error:
        print(f"fleet: {error}", file=sys.stderr)
        return 1
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def arguments():
    parser = argparse.ArgumentParser(
        prog="tools/fleet", description="Runs simulated kiosks with real journals and couriers against one broker.")
    parser.add_argument("--kiosks", type=at_least(1), default=200, help="number of kiosks (default 200)")
    parser.add_argument("--answers", type=at_least(1), default=50, help="answers per kiosk (default 50)")
    parser.add_argument("--rate", type=at_least(0), help="answers per second and kiosk, 0 for no limit (default 5; 1 with --collect)")
    parser.add_argument("--restarts", type=at_least(0), default=3, help="restarts of the broker during the run (default 3)")
    parser.add_argument("--timeout", type=at_least(1), default=300, help="time limit in seconds (default 300)")
    parser.add_argument("--figures", action="store_true",
                        help="measure recording and frame times with and without a courier at full speed instead")
    parser.add_argument("--collect", action="store_true",
                        help="with PostgreSQL and star-collector; broker, database and collectors are killed at random")
    parser.add_argument("--scale", action="store_true",
                        help="measure how many answers a second reach PostgreSQL with one and with two collectors")
    parser.add_argument("--kills", type=at_least(0), default=20, help="how often one of them is killed (default 20)")
    parser.add_argument("--queue", type=at_least(0), default=20,
                        help="how many messages the broker queues for a collector, 0 for no limit (default 20)")
    parser.add_argument("--collectors", type=at_least(1), default=2, help="number of collectors (default 2)")
    parser.add_argument("--seed", type=at_least(0), default=23, help="chooses the times and victims (default 23)")
    options = parser.parse_args()
    if options.rate is None:
        options.rate = 1 if options.collect else 5
    return options


def at_least(least):
    def number(text):
        value = int(text)
        if value < least:
            raise argparse.ArgumentTypeError(f"{value} is less than {least}")
        return value
    return number


class Fleet:
    def __init__(self, folder, options):
        self.options = options
        self.end = time.monotonic() + options.timeout
        (folder / "broker").mkdir()
        # The broker keeps its subscriber's session over a restart, as an operator's broker would.
        self.broker = Broker(folder / "broker", persistent=True)
        self.collector = Collector(self.broker.port, options=("-c", "-x", "3600"))
        self.kiosks, self.couriers = [], []
        for number in range(options.kiosks):
            name = f"kiosk-{number:03}"
            place = folder / name
            place.mkdir()
            self.kiosks.append(Kiosk(place / "journal.sqlite", name))
            self.couriers.append(Courier(place / "journal.sqlite", self.broker.port, folder, name))

    @property
    def total(self):
        return self.options.kiosks * self.options.answers

    def run(self):
        start = time.monotonic()
        try:
            self.broker.start()
            self.collector.start()
            for courier in self.couriers:
                courier.start()
            for kiosk in self.kiosks:
                kiosk.start(self.options.answers, self.options.rate)
            self.restart_broker()
            for kiosk in self.kiosks:
                kiosk.wait(max(1, self.end - time.monotonic()))
            self.wait_for(self.total)
            # Duplicates may still be in flight.
            self.settle()
        finally:
            for courier in self.couriers:
                courier.stop()
            self.collector.stop()
            self.broker.stop()
        return self.report(time.monotonic() - start)

    def restart_broker(self):
        """Restarts the broker after equal numbers of answers, so that some are in flight each time."""
        for restart in range(1, self.options.restarts + 1):
            self.wait_for(self.total * restart // (self.options.restarts + 1))
            came = len(self.collector.answers)
            self.broker.stop()
            self.broker.start()
            print(f"  broker restarted after {came} of {self.total} answers", flush=True)

    def wait_for(self, count):
        while len(self.collector.answers) < count and time.monotonic() < self.end:
            for courier in self.couriers:
                if courier.process.poll() is not None:
                    raise FleetError(f"a courier exited: {courier.said()}")
            time.sleep(0.05)

    def settle(self):
        seen = -1
        while seen != len(self.collector.messages):
            seen = len(self.collector.messages)
            time.sleep(0.5)

    def report(self, seconds):
        failures = []
        arrived = {}
        for uuid, payloads in self.collector.answers.items():
            if len(set(payloads)) > 1:
                failures.append(f"{uuid} arrived twice with different contents")
            arrived.setdefault(kiosk_of(payloads[0]), set()).add(uuid)
        recorded = 0
        for kiosk in self.kiosks:
            names = set(kiosk.recorded)
            recorded += len(names)
            came = arrived.pop(kiosk.name, set())
            if len(names) != self.options.answers:
                failures.append(f"{kiosk.name} recorded {len(names)} of {self.options.answers} answers")
            if names - came:
                failures.append(f"{kiosk.name}: {len(names - came)} answers did not arrive, for example {min(names - came)}")
            if came - names:
                failures.append(f"{kiosk.name}: {len(came - names)} answers arrived without being recorded")
        failures += [f"answers arrived from the unknown kiosk {name}" for name in sorted(arrived)]
        for failure in failures[:20]:
            print(f"  {failure}")
        print(
            f"{self.options.kiosks} kiosks x {self.options.answers} answers, {self.options.restarts} broker restarts: "
            f"{recorded} recorded, {len(self.collector.answers)} arrived, {self.collector.duplicates} duplicates, "
            f"{seconds:.0f} s: {'FAILED' if failures else 'all arrived'}")
        return 1 if failures else 0


def kiosk_of(payload):
    """Returns the kiosk's ID without parsing the whole payload."""
    return payload.split('"kiosk":"', 1)[1].split('"', 1)[0]


if __name__ == "__main__":
    sys.exit(main())
