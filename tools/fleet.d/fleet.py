#!/usr/bin/env python3
"""fleet.py - many terminals against one broker that is restarted in between; what tools/fleet runs.

Each terminal is a real journal, written by the kiosk's own code, and a real star-courier. Every answer that was thanked for
must arrive at the other end: the sets of names are compared, for each terminal. Exit status 1 where they differ.
"""

import argparse
import shutil
import signal
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from figures import figures  # noqa: E402
from processes import Broker, Collector, Courier, FleetError, Kiosk  # noqa: E402


def main():
    options = arguments()
    # So that all that was started ends with us.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    folder = Path(tempfile.mkdtemp(prefix="star-fleet-"))
    try:
        if options.figures:
            figures(folder)
            return 0
        return Fleet(folder, options).run()
    except (FleetError, OSError) as error:
        print(f"fleet: {error}", file=sys.stderr)
        return 1
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def arguments():
    parser = argparse.ArgumentParser(
        prog="tools/fleet", description="Simulated terminals, real journals and real couriers against one broker.")
    parser.add_argument("--terminals", type=at_least(1), default=200, help="how many (default 200)")
    parser.add_argument("--answers", type=at_least(1), default=50, help="of each terminal's visitors (default 50)")
    parser.add_argument("--rate", type=at_least(0), default=5,
                        help="answers a second at each terminal, 0 as fast as it goes (default 5)")
    parser.add_argument("--restarts", type=at_least(0), default=3, help="of the broker, while they send (default 3)")
    parser.add_argument("--timeout", type=at_least(1), default=300, help="seconds for all of it (default 300)")
    parser.add_argument("--figures", action="store_true",
                        help="instead: how long recording and frames take with a courier at full speed and without")
    return parser.parse_args()


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
        # It keeps its subscriber and what it owes to it over a restart, as an operator's broker would.
        self.broker = Broker(folder / "broker", persistent=True)
        self.collector = Collector(self.broker.port, options=("-c", "-x", "3600"))
        self.kiosks, self.couriers = [], []
        for number in range(options.terminals):
            name = f"terminal-{number:03}"
            place = folder / name
            place.mkdir()
            self.kiosks.append(Kiosk(place / "journal.sqlite", name))
            self.couriers.append(Courier(place / "journal.sqlite", self.broker.port, folder, name))

    @property
    def total(self):
        return self.options.terminals * self.options.answers

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
            # What comes twice may still be on its way.
            self.settle()
        finally:
            for courier in self.couriers:
                courier.stop()
            self.collector.stop()
            self.broker.stop()
        return self.report(time.monotonic() - start)

    def restart_broker(self):
        """As often as asked, at even shares of what is to come, so that answers are on their way each time."""
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
                    raise FleetError(f"a courier has ended: {courier.said()}")
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
                failures.append(f"{uuid} came twice with different contents")
            arrived.setdefault(terminal_of(payloads[0]), set()).add(uuid)
        recorded = 0
        for kiosk in self.kiosks:
            names = set(kiosk.recorded)
            recorded += len(names)
            came = arrived.pop(kiosk.terminal, set())
            if len(names) != self.options.answers:
                failures.append(f"{kiosk.terminal} recorded {len(names)} of {self.options.answers} answers")
            if names - came:
                failures.append(f"{kiosk.terminal}: {len(names - came)} answers did not arrive, {min(names - came)} for one")
            if came - names:
                failures.append(f"{kiosk.terminal}: {len(came - names)} answers arrived that nobody recorded")
        failures += [f"answers came from {name}, which is no terminal of ours" for name in sorted(arrived)]
        for failure in failures[:20]:
            print(f"  {failure}")
        print(
            f"{self.options.terminals} terminals x {self.options.answers} answers, {self.options.restarts} broker restarts: "
            f"{recorded} recorded, {len(self.collector.answers)} arrived, {self.collector.duplicates} came twice, "
            f"{seconds:.0f} s: {'FAILED' if failures else 'all arrived'}")
        return 1 if failures else 0


def terminal_of(payload):
    """Without parsing all of it: the key comes once."""
    return payload.split('"terminal":"', 1)[1].split('"', 1)[0]


if __name__ == "__main__":
    sys.exit(main())
