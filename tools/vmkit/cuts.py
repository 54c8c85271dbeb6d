"""Recovers the state after a power cut in the same way as a board: a file system check, then SQLite with its log."""

import json
import shutil
import sqlite3
import subprocess
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from . import parts

_REPAIRED = (0, 1)  # e2fsck: clean, or repaired


@dataclass
class Promise:
    """An answer whose thank-you screen was shown."""

    uuid: str
    at: int    # completed length of the disk's log when "thank you" showed


@dataclass
class Verdict:
    """What the journals of many cuts contain."""

    cuts: int = 0
    promised: int = 0                 # answers that had to survive, over all cuts
    lost: int = 0                     # lost ones of these
    losing: int = 0                   # cuts that lost at least one answer
    by_hand: int = 0                  # cuts after which `e2fsck -p`, as a boot runs it, required a person
    faults: list = field(default_factory=list)  # descriptions of the first faults

    def __str__(self):
        return (f"{self.cuts} cuts, {self.promised} answers thanked for before them, {self.lost} lost in {self.losing} cuts"
                f"; {self.by_hand} file systems needed more than a boot's check; {len(self.faults)} faults")


def judge(disk, cuts, journal, promises, export, folder, honest=True):
    """Return the `Verdict` on all `cuts`. `export` is a function that returns the answers of a journal as JSON lines.

    `folder` needs space for two images.
    """
    verdict = Verdict()

    def one(cut):
        return look_at(disk, cut, journal, promises, export, folder, honest)

    with ThreadPoolExecutor(2) as workers:
        for cut, (by_hand, found, fault) in zip(cuts, workers.map(one, cuts)):
            wanted = [promise.uuid for promise in promises if promise.at <= cut.answered]
            lost = [uuid for uuid in wanted if uuid not in found]
            verdict.cuts += 1
            verdict.promised += len(wanted)
            verdict.lost += len(lost)
            verdict.losing += bool(lost)
            verdict.by_hand += by_hand
            if len(found) != len(set(found)):
                fault = "an answer is there twice"
            if fault:
                verdict.faults.append(f"{cut}: {fault}")
    return verdict


def look_at(disk, cut, journal, promises, export, folder, honest):
    """Return whether more than the boot's check was required, the answers' UUIDs, and what is wrong ("" if nothing)."""
    work = Path(folder) / f"cut-{cut.seed}"
    work.mkdir()
    try:
        image = disk.write(cut, work / "disk", honest)
        by_hand, fault = _check(image)
        if fault:
            return by_hand, [], fault
        for suffix in ("", "-wal"):
            _dump(image, journal + suffix, work / ("journal" + suffix))
        copy = work / "journal"
        if not copy.exists():
            early = not any(promise.at <= cut.answered for promise in promises)
            return by_hand, [], "" if early else "there is no journal"
        try:
            found = [json.loads(line)["uuid"] for line in export(copy).splitlines()]
        except AssertionError as error:
            return by_hand, [], f"it does not open: {error}"
        return by_hand, found, _contradiction(copy)
    finally:
        shutil.rmtree(work)


def _check(image):
    """Check the image as systemd-fsck does at boot, then answer yes to every question."""
    status = _run("e2fsck", "-p", image).returncode
    if status in _REPAIRED:
        return False, ""
    done = _run("e2fsck", "-fy", image)
    return True, "" if done.returncode in _REPAIRED else f"e2fsck: {done.stdout[-500:]}"


def _dump(image, path, copy):
    done = _run("debugfs", "-R", f"dump {path} {copy}", image)
    if "File not found" in done.stderr:
        copy.unlink(missing_ok=True)


def _contradiction(journal):
    """Return the errors that SQLite's own check reports."""
    connection = sqlite3.connect(journal)
    try:
        said = connection.execute("PRAGMA integrity_check").fetchone()[0]
    except sqlite3.Error as error:
        said = str(error)
    finally:
        connection.close()
    return "" if said == "ok" else f"integrity_check: {said}"


def _run(name, *words):
    return subprocess.run([parts.program(name), *map(str, words)], capture_output=True, text=True, errors="replace")
