"""Runs star-bench and its peers in turns, and prints what one takes for the other's work. Called by tools/peers."""

import argparse
import datetime
import json
import pathlib
import re
import statistics
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from pictures import Difference  # noqa: E402

SIDES = (16, 64, 128, 512)
# (how the peers call it, what star-bench is asked for, its name in the results)
WORKLOADS = [(f"raster {side}", ["--workload", "raster", "--sides", str(side)], f"raster {side}") for side in SIDES] + [
    ("drag", ["--workload", "drag"], "drag"),
    ("many", ["--workload", "many"], "many"),
]
# What callgrind counts, and how often: rasters of two sizes and a whole drag.
COUNTED = [("raster 64", 20), ("raster 512", 4), ("drag", 1000)]
# The pictures' mean difference, of 255, over everything that is not background. Cairo's 15 levels of coverage come to 0.5.
# Qt rounds a small shape's corners to coarser steps: 2.6 at 16 px.
MOST_DIFFERENCE = {"qt": 3.0}
MOST_DIFFERENCE_OF_OTHERS = 1.0
CANNOT = 77


class Failure(Exception):
    pass


def output(command, may_fail=()):
    """Standard output, or None where the exit status is one of `may_fail`."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode in may_fail:
        return None
    if done.returncode != 0:
        raise Failure(f"{' '.join(map(str, command))} ended with {done.returncode}: {done.stderr.strip()}")
    return done.stdout


class Ours:
    """star-bench as one of many: a batch of one workload. It runs its floors beside."""

    name = "star-slider"

    def __init__(self, program):
        self.program = program

    def batch(self, workload):
        """{name: nanoseconds}"""
        # 3: measured, but not to be trusted; one batch cannot tell, and the judgement over all is made here.
        done = subprocess.run([self.program, *workload[1], "--batches", "1", "--json", "-"], stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True)
        if done.returncode not in (0, 3):
            raise Failure(f"{self.program} {' '.join(workload[1])} ended with {done.returncode}")
        return {result["name"]: result["median_ns"] for result in json.loads(done.stdout)["results"]}

    def counted(self, words, count):
        kind, _, side = words.partition(" ")
        return [self.program, "--workload", kind, *(["--sides", side] if side else []), f"--count={count}"]


class Peer:
    def __init__(self, program):
        self.program = program
        self.name = program.name
        self.version = output([program, "version"]).strip()

    def batch(self, workload):
        text = output([self.program, "time", *workload[0].split()], may_fail=(CANNOT,))
        return None if text is None else float(text)

    def counted(self, words, count):
        return [self.program, "count", *words.split(), str(count)]


def check_pictures(ours, peers, folder):
    """Every peer draws the same star, or is not timed. Answers with the table's lines."""
    # Peers mix in sRGB's own numbers. Which ones finished pictures were mixed in makes no difference to a frame's time.
    output([ours.program, "--picture", folder / "ours", "--blending", "encoded", "--workload", "raster,drag,many"])
    rows, wrong = [], []
    for peer in peers:
        for words, _, name in WORKLOADS:
            file = name.replace(" ", "-") + ".ppm"
            if output([peer.program, "picture", *words.split(), folder / f"{peer.name}-{file}"], may_fail=(CANNOT,)) is None:
                continue
            difference = Difference(folder / f"ours-{file}", folder / f"{peer.name}-{file}")
            rows.append((peer.name, name, difference))
            if difference.mean > MOST_DIFFERENCE.get(peer.name, MOST_DIFFERENCE_OF_OTHERS):
                wrong.append(f"{peer.name} draws another {name}: {difference.mean:.2f} of 255 in the mean")
    if wrong:
        raise Failure("; ".join(wrong))
    return rows


def measure(ours, peers, batches):
    """{(program's or floor's name, workload): [nanoseconds]}, in turns."""
    times = {}
    for _ in range(batches):
        for workload in WORKLOADS:
            for name, time in ours.batch(workload).items():
                owner = ours.name if name == workload[2] else name.removeprefix(workload[2]).strip(" ,")
                times.setdefault((owner, workload[2]), []).append(time)
            for peer in peers:
                if (time := peer.batch(workload)) is not None:
                    times.setdefault((peer.name, workload[2]), []).append(time)
    return times


def instructions(command):
    done = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *map(str, command)],
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    found = re.search(r"Collected : (\d+)", done.stderr)
    if done.returncode == CANNOT:
        return None
    if done.returncode != 0 or not found:
        raise Failure(f"valgrind {' '.join(map(str, command))} ended with {done.returncode}: {done.stderr[-400:]}")
    return int(found.group(1))


def count(program, words, repetitions):
    """Instructions of one repetition: the difference to none, so that setting up does not count."""
    nothing = instructions(program.counted(words, 0))
    if nothing is None:
        return None
    return (instructions(program.counted(words, repetitions)) - nothing) / repetitions


def print_counts(ours, peers):
    print(f"\n{'instructions per operation':<28}" + "".join(f"{p.name:>14}" for p in [ours, *peers]))
    counts = {}
    for words, repetitions in COUNTED:
        row = {}
        for program in [ours, *peers]:
            if (found := count(program, words, repetitions)) is not None:
                row[program.name] = round(found)
        counts[words] = row
        print(f"{words:<28}" + "".join(f"{row[p.name] if p.name in row else '':>14}" for p in [ours, *peers]))
    return counts


def measure_start(ours, floor, batches):
    """From exec to the first frame, and resident memory, beside an empty C program that clears as much memory."""
    done = subprocess.run([ours.program, "--workload", "start", "--start-floor", floor, "--batches", str(batches),
                           "--json", "-"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    if done.returncode not in (0, 3):
        raise Failure(f"{ours.program} --workload start ended with {done.returncode}")
    report = json.loads(done.stdout)
    times = {result["name"]: result["median_ns"] for result in report["results"]}
    resident = {fact["name"]: fact["value"] for fact in report["facts"]}
    print(f"\nstart to first frame: {times['start'] / 1e6:.2f} ms, an empty C program {times['start floor'] / 1e6:.2f} ms; resident "
          f"{resident['start resident'] / 1e6:.1f} MB and {resident['start floor resident'] / 1e6:.1f} MB ({report['build']['language']})")
    return {"median_ns": times, "resident_bytes": resident, "language": report["build"]["language"]}


def spread(values):
    """The middle half over the median."""
    if len(values) < 4:
        return 0.0
    low, _, high = statistics.quantiles(values, n=4)
    return (high - low) / statistics.median(values)


def print_times(ours, peers, times):
    names = [ours.name, *(peer.name for peer in peers)]
    print(f"\n{'microseconds (median)':<28}" + "".join(f"{name:>14}" for name in names))
    for *_, workload in WORKLOADS:
        row = [times.get((name, workload)) for name in names]
        print(f"{workload:<28}" + "".join(f"{statistics.median(t) / 1000:>14.3f}" if t else f"{'':>14}" for t in row))
    print("\nours over theirs: the median of the rounds' ratios, and the middle half of them")
    floors = ["floor", "floor, unrolled"]
    print(f"{'':<16}" + "".join(f"{name:>24}" for name in names[1:] + floors))
    ratios = {}
    for *_, workload in WORKLOADS:
        line = f"{workload:<16}"
        for name in names[1:] + floors:
            other = times.get((name, workload))
            if not other:
                line += f"{'':>24}"
                continue
            rounds = [a / b for a, b in zip(times[(ours.name, workload)], other)]
            ratios.setdefault(workload, {})[name] = {"median": statistics.median(rounds), "spread": spread(rounds)}
            cut = statistics.quantiles(rounds, n=4) if len(rounds) > 1 else [rounds[0]] * 3
            line += f"{f'{statistics.median(rounds):.2f} ({cut[0]:.2f}-{cut[2]:.2f})':>24}"
        print(line)
    return ratios


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bench", type=pathlib.Path, required=True)
    parser.add_argument("--peers", type=pathlib.Path, nargs="+", required=True)
    parser.add_argument("--folder", type=pathlib.Path, required=True)
    parser.add_argument("--batches", type=int, default=21)
    parser.add_argument("--count", action="store_true")
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("--commit", default="unknown")
    options = parser.parse_args()

    ours, peers = Ours(options.bench), [Peer(path) for path in options.peers]
    processor = re.search(r"model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text())
    record = {
        "program": "tools/peers", "date": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),
        "commit": options.commit, "processor": processor.group(1) if processor else "unknown",
        "peers": {peer.name: peer.version for peer in peers},
    }
    print(f"{record['processor']}; star-slider {options.commit}; "
          + ", ".join(f"{name} {version}" for name, version in record["peers"].items()))
    print("\npictures, difference from ours in 255ths: most, mean")
    record["pictures"] = {}
    for name, workload, difference in check_pictures(ours, peers, options.folder):
        print(f"{name:<12}{workload:<14}{difference.most:>6}{difference.mean:>8.2f}")
        record["pictures"].setdefault(name, {})[workload] = {"most": difference.most, "mean": difference.mean}
    if options.count:
        record["instructions"] = print_counts(ours, peers)
    else:
        load = float(pathlib.Path("/proc/loadavg").read_text().split()[0])
        times = measure(ours, peers, options.batches)
        record["batches_ns"] = {workload: {} for *_, workload in WORKLOADS}
        for (name, workload), values in times.items():
            record["batches_ns"][workload][name] = values
        record["ratios"] = print_times(ours, peers, times)
        record["start"] = measure_start(ours, options.folder.resolve() / "start_floor", options.batches)
        record["load_before"] = load
        restless = sorted({w for w, row in record["ratios"].items() for r in row.values() if r["spread"] > 0.1})
        record["valid"] = load < 0.5 and not restless
        if load >= 0.5:
            print(f"\nnot to be trusted: the machine was not idle before (load {load})")
        if restless:
            print(f"\nnot to be trusted: ratios of {', '.join(restless)} spread by more than 10 %")
    if options.json:
        options.json.write_text(json.dumps(record, indent=2) + "\n")
    return 0 if record.get("valid", True) else 3


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Failure as failure:
        print(f"peers: {failure}", file=sys.stderr)
        sys.exit(1)
