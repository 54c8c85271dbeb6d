"""A soak: thousands of visits with faults in between, in a guest whose clock jumps over every wait.

The visitor (the folder `visitor`) runs inside the guest. It logs the values that it gave and those that the thank-you screen showed.
`misjudged` compares the log with the journal: every answer that got a thank-you screen is there once, with its value, and no others are.
"""

import re
import shutil
import sqlite3
import subprocess
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from .machine import Machine
from .qemu import VMError, VMTimeout

DISK = 24           # MiB, for 20,000 answers and the journal's log
PAGE_CACHE = 2600   # KiB that SQLite may come to hold: its page cache (2,000 KiB by default) with its bookkeeping
_MODULES = (("brd", f"rd_size={DISK * 1024}"), ("ext4", ""), ("crc32c_generic", ""))
_HERE = Path(__file__).parent


@dataclass(frozen=True)
class Visit:
    """What a visitor did and saw."""

    number: int
    kind: str   # what was expected: "plain", thanks; "never", none; "cut", either
    value: int
    seen: int   # the value that the screen thanked for; 0 for none
    begun: int  # nanoseconds of the monotonic clock


class Log:
    """The visitor's log; main.c describes its lines."""

    def __init__(self, text):
        self.visits, self.faults, self.measures, self.problems = [], Counter(), [], []
        self.found = set()  # faults of the panel
        self.refused = 0  # answers that got no thanks because the disk was full
        for line in text.splitlines():
            match line.split():
                case ["visit", number, kind, value, seen, begun]:
                    self.visits.append(Visit(int(number), kind, int(value), int(seen), int(begun)))
                case ["fault", kind]:
                    self.faults[kind] += 1
                case ["full", given]:
                    self.refused += int(given) < 400
                case ["measure", pid, *facts]:
                    pairs = (fact.split("=") for fact in facts)
                    self.measures.append({"pid": int(pid)} | {name: int(number) for name, number in pairs})
                case ["found", name]:
                    self.found.add(name)
                case ["problem", *words]:
                    self.problems.append(" ".join(words))
        if not text.endswith("\nend\n"):
            self.problems.append("the visitor has not made all its visits")


def misjudged(visits, answers):
    """Return the differences. `answers` are the journal's, in its order: pairs of a value and when it was given."""
    wrong = []
    if any(later[1] < earlier[1] for earlier, later in zip(answers, answers[1:])):
        wrong.append("the journal's answers are not in the order in which they were given")
    left = sorted(answers, key=lambda answer: answer[1], reverse=True)
    ends = [visit.begun for visit in visits[1:]] + [2**63]
    for visit, end in zip(visits, ends):
        found = []
        while left and left[-1][1] < end:
            value, given = left.pop()
            if given >= visit.begun:
                found.append(value)
            else:
                wrong.append(f"the journal has an answer of {value} from before the first visit")
        if visit.seen not in (0, visit.value):
            wrong.append(f"{visit}: the screen thanks for another value")
        if visit.kind == "plain" and not visit.seen:
            wrong.append(f"{visit}: no thanks")
        if visit.kind == "never" and visit.seen:
            wrong.append(f"{visit}: thanks for nothing")
        allowed = [[visit.value]] if visit.seen or visit.kind == "plain" else [[]]
        if visit.kind == "cut" and not visit.seen:
            allowed.append([visit.value])
        if found not in allowed:
            wrong.append(f"{visit}: the journal has {found}")
    return wrong


def grown(measures):
    """Return the resources of the surviving process that grew during the soak, and its wakeups while idle."""
    wrong = []
    first, last = measures[0], measures[-1]
    if len({measure["pid"] for measure in measures}) > 1:
        wrong.append("the kiosk has not survived as one process")
    for name, more in (("descriptors", 0), ("threads", 0), ("private_kib", PAGE_CACHE), ("visit_wakeups", 5)):
        if last[name] > first[name] + more:
            wrong.append(f"{name}: {first[name]} at first, {last[name]} in the end")
    wrong += [f"{measure['idle_wakeups']} wakeups in an idle minute: {measure}" for measure in measures if measure["idle_wakeups"]]
    return wrong


def report(log, answers):
    """Return lines for a person to read."""
    thanked = sum(bool(visit.seen) for visit in log.visits)
    lines = [f"visits: {len(log.visits)}, thanked for: {thanked}, answers in the journal: {len(answers)}",
             "faults: " + ", ".join(f"{count} {kind}" for kind, count in sorted(log.faults.items()))
             + f"; {log.refused} answers refused by a full disk"]
    for name in [name for name in log.measures[0] if name not in ("pid", "visit")]:
        lines.append(f"{name}: {log.measures[0][name]} at visit {log.measures[0]['visit']}, "
                     f"{log.measures[-1][name]} at visit {log.measures[-1]['visit']}")
    return lines


def run(seed, visits, kiosk, fault="all", display="virtio", keep=None, timeout=7200, tell=lambda text: None):
    """Return the visitor's log and the journal's answers. `fault` names the only kind to make; files are kept in the folder `keep`."""
    with Machine(display=display, size=(320, 240), counts=True, alone=False, boot_timeout=300, modules=_MODULES, out=keep) as vm:
        disk = vm.out / "disk"
        subprocess.run(["mke2fs", "-q", "-t", "ext4", disk, f"{DISK}M"], check=True, stdout=subprocess.DEVNULL)
        sources = sorted((_HERE / "visitor").glob("*.c"))
        subprocess.run(["gcc", "-O2", "-Wall", "-Werror", "-static", "-o", vm.out / "visitor", *sources], check=True)
        shutil.copy(kiosk, vm.out / "star-kiosk")  # a build during the soak would replace the original
        vm.run("cat /out/disk > /dev/ram0 && mkdir /tmp/d && mount /dev/ram0 /tmp/d && cp /out/visitor /out/star-kiosk /tmp",
               check=True, timeout=60)
        job = vm.start(["/tmp/visitor", seed, visits, "/tmp/d", fault, "/tmp/star-kiosk", "--config", "/tmp/soak/kiosk.conf",
                        "--journal", "/tmp/d/journal.sqlite"])
        done = _wait(job, timeout, tell)
        (vm.out / "visits.log").write_text(done.stdout)
        if done.status:
            raise VMError(f"the visitor ended with {done.status}: {done.stderr}\n{vm.evidence()}")
        vm.run("cp /tmp/d/journal.sqlite* /out/", check=True, timeout=60)
        return Log(done.stdout), _answers(vm.out / "journal.sqlite")


def _wait(job, timeout, tell):
    for passed in range(0, timeout, 30):
        try:
            return job.wait(30)
        except VMTimeout:
            tell(f"{passed + 30} s: {len(re.findall('^visit', job.stdout, re.MULTILINE))} visits")
    raise VMError(f"the visitor still runs after {timeout} s; its last words: {job.stdout[-300:]}")


def _answers(journal):
    connection = sqlite3.connect(journal)
    try:
        said = connection.execute("PRAGMA integrity_check").fetchone()[0]
        if said != "ok":
            raise VMError(f"the journal is damaged: {said}")
        return connection.execute("SELECT steps, monotonic_ns FROM answers ORDER BY sequence").fetchall()
    finally:
        connection.close()
