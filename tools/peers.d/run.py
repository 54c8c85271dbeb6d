"""Runs star-bench and its peers in turn and prints one table with our results, their limits, and the peers' results. Called by
tools/peers."""

import argparse
import datetime
import json
import os
import pathlib
import platform
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import end_to_end  # noqa: E402
import measure  # noqa: E402
import render  # noqa: E402
from programs import RESTLESS, Failure, Ours, Peer  # noqa: E402
from quiet import Watch, reasons  # noqa: E402
from rows import FLOOR, end_to_end_rows, rows, spreads  # noqa: E402


def say(words):
    print(words, file=sys.stderr, flush=True)


def processor():
    found = re.search(r"^model name\s*: (.*)$", pathlib.Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    return found.group(1) if found else platform.machine()


def facts(options, peers):
    return {
        "program": "tools/peers",
        "date": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),
        "commit": options.commit, "processor": processor(), "processors": os.cpu_count(), "kernel": platform.release(),
        "compilers": {"swift": options.swift, "c": options.c}, "peers": {peer.name: peer.version for peer in peers},
        "batches": options.batches,
    }


def measured(options):
    """Measure and return the record for the table."""
    ours, peers = Ours(options.bench), [Peer(path) for path in options.peers]
    record = facts(options, peers)
    say("comparing the pictures, and each with the exact one")
    record["pictures"] = measure.pictures(ours, peers, options.folder)
    record["errors"] = measure.errors(ours, peers, options.folder)
    record["partial"] = measure.partial(peers)
    record["bytes"] = measure.stored_bytes(ours)
    say("counting instructions")
    record["instructions"] = measure.counts(ours, peers)
    say(f"timing {options.batches} batches of each in turns")
    watch = Watch()
    record["times_ns"] = measure.times(ours, peers, options.batches)
    record["scale_ns"] = measure.scale(ours, options.batches)
    if options.first_frame:
        record["start"] = measure.start(ours, options.first_frame, options.start_floor, options.glibc_floor,
                                        options.batches)
    others = watch.others()
    if options.kiosk:
        say("counting whole programs on the arm64 kernel")
        record["end_to_end"] = end_to_end.measured(options.kiosk, options.floor, options.lvgl_stars)
    record["others_processors"] = others
    return judged(record)


def judged(record):
    """Return the record with the reasons why it is unreliable."""
    found = reasons(record["others_processors"], spreads(rows({**record, "reasons": []})))
    return {**record, "reasons": found, "valid": not found}


def counted(options):
    """Count instructions only, which are the same on a loaded machine."""
    ours, peers = Ours(options.bench), [Peer(path) for path in options.peers]
    counts = measure.counts(ours, peers)
    names = [ours.name, *(peer.name for peer in peers)]
    print(f"{'instructions':<28}" + "".join(f"{name:>14}" for name in names))
    for words, row in counts.items():
        print(f"{words:<28}" + "".join(f"{row[name] if name in row else '':>14}" for name in names))
    record = {**facts(options, peers), "instructions": counts}
    if options.kiosk:
        record["end_to_end"] = end_to_end.measured(options.kiosk, options.floor, options.lvgl_stars)
        print("\n" + render.rows_text(end_to_end_rows(record), ["lvgl", FLOOR]))
    return record


def write_markdown(record, table):
    for name, text in (("README.md", render.summary(record, table)), ("docs/benchmarks.md", render.markdown(record, table))):
        path = pathlib.Path(name)
        document = render.replaced(path.read_text(), text)
        if document is None:
            raise Failure(f"cannot write the table to {name}: it must contain the lines {render.BEGIN} and {render.END} once")
        path.write_text(document)
        say(f"wrote the table to {name}")


def earlier(path):
    """Return the record of an earlier run."""
    try:
        record = json.loads(path.read_text())
    except OSError as error:
        raise Failure(f"cannot read {path}: {error.strerror}") from error
    except ValueError as error:
        raise Failure(f"{path} is not valid JSON: {error}") from error
    # Files of other programs and records of --count contain no table.
    if not isinstance(record, dict) or record.get("program") != "tools/peers" or "times_ns" not in record:
        raise Failure(f"{path} is not a record of tools/peers; make one with --json FILE and without --count")
    # Judged anew: the limits may have changed since.
    return judged(record) if "others_processors" in record else record


def main():
    parser = argparse.ArgumentParser()
    for name in ("bench", "folder", "first-frame", "start-floor", "glibc-floor", "kiosk", "floor", "lvgl-stars", "star-pictures",
                 "json", "from"):
        parser.add_argument(f"--{name}", type=pathlib.Path, dest=name.replace("-", "_"))
    parser.add_argument("--peers", type=pathlib.Path, nargs="+")
    parser.add_argument("--batches", type=int, default=21)
    for name in ("commit", "swift", "c"):
        parser.add_argument(f"--{name}", default="unknown")
    parser.add_argument("--count", action="store_true")
    parser.add_argument("--markdown", action="store_true")
    options = parser.parse_args()

    if options.star_pictures:
        end_to_end.write_pictures(options.bench, options.star_pictures)
        return 0
    if options.count:
        record = counted(options)
    else:
        record = earlier(getattr(options, "from")) if getattr(options, "from") else measured(options)
    # Write the record first, so that a failure below does not lose it.
    if options.json:
        options.json.write_text(json.dumps(record, indent=1) + "\n")
    if options.count:
        return 0
    table = rows(record)
    print(render.text(record, table))
    if options.markdown:
        write_markdown(record, table)
    return 0 if record["valid"] else RESTLESS


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (Failure, OSError, json.JSONDecodeError) as failure:
        print(f"peers: {failure}", file=sys.stderr)
        sys.exit(1)
