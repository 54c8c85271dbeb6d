"""The table's rows: limits and results, computed from a record of `measure`."""

import dataclasses

from programs import MORE_SIDES, PATH_PEERS

OURS = "star-slider"
FLOOR = "floor"


@dataclasses.dataclass
class Cell:
    """A ratio or a number. `low` and `high` bound a ratio and those of the two halves of the rounds, if there were rounds."""

    value: float
    low: float | None = None
    high: float | None = None


@dataclasses.dataclass
class Row:
    label: str
    # The limit, or None for information only.
    target: float | None
    # By program name or "floor".
    cells: dict
    digits: int = 2

    @property
    def reached(self):
        return self.cells.get(OURS)

    @property
    def holds(self):
        """Whether the limit holds: both halves of the rounds must agree. None if they do not, if there is no limit, or if nothing was
        measured."""
        if self.target is None or self.reached is None:
            return None
        cell = self.reached
        if cell.low is not None and cell.low <= self.target < cell.high:
            return None
        return cell.value <= self.target


def ratio(times, others):
    """Return the ratio of the fastest rounds, and the bounds of it and of those of every second round. Other programs and a busy host only
    slow a round down, so the fastest rounds are those of the code; if both halves of the rounds find the same, it was seen often enough."""
    def fastest(first, step):
        return min(times[first::step]) / min(others[first::step])

    whole = fastest(0, 1)
    if len(times) < 4:
        return Cell(whole)
    found = (whole, fastest(0, 2), fastest(1, 2))
    return Cell(whole, min(found), max(found))


def ratio_row(label, target, times, base, digits=2):
    """Return a row with the programs' times relative to `base`."""
    cells = {}
    if base in times:
        cells = {name: ratio(times[name], times[base]) for name in times if name not in STAGES}
    return Row(label, target, cells, digits)


# Stages that only star-bench measures.
STAGES = {"sprites", "edges", "cells and sweep", "pixels", "tiles", "floor, unrolled"}
UNROLLED = "floor, unrolled"
# Limits by format and by side in pixels. FreeType places its star once. Ours mixes as the sprites do, with one rounding per pixel.
FREETYPE_LIMITS = {"": {16: 0.8, 64: 0.45, 128: 0.6, 512: 0.4}, "RGB565": {16: 0.85, 64: 0.5, 128: 0.45, 512: 0.3}}
BLEND2D = "blend2d"
BLEND2D_LIMITS = {16: 0.97, 64: 0.78, 128: 0.78, 512: 0.8}
UNROLLED_LIMITS = {"": 1.4, "RGB565": 1.9}
MANY_LIMITS = {"": 0.85, "RGB565": 0.9}
LVGL = "lvgl"
# By part: its words, the limit of the ratio to LVGL's time, and the limit of instructions in RGB565.
SCREEN_LIMITS = {"question": ("a question", 0.75, 250_000), "reasons": ("its reasons", 0.45, 450_000),
                 "button": ("a button", 0.25, 120_000)}


def plain_row(label, target, values, digits):
    return Row(label, target, {name: Cell(value) for name, value in values.items() if value is not None}, digits)


def drag_rows(record, suffix):
    times = record["times_ns"][f"drag {suffix}".strip()]
    said = suffix and f", {suffix}"
    unrolled = {OURS: ratio(times[OURS], times[UNROLLED])} if UNROLLED in times else {}
    return [
        ratio_row(f"drag{said}: a frame over the floor's", 0.6, times, FLOOR),
        Row(f"drag{said}: a frame over the unrolled floor's", UNROLLED_LIMITS[suffix], unrolled),
        ratio_row(f"drag{said}: a frame over pixman's cached columns", 0.16, times, "pixman"),
    ]


def raster_rows(record, suffix):
    said = suffix and f", {suffix}"
    return [
        ratio_row(f"raster{said}, {side} px: a star over FreeType's", limit,
                  record["times_ns"][f"raster {side} {suffix}".strip()], "freetype")
        for side, limit in FREETYPE_LIMITS[suffix].items()
    ]


def blend2d_rows(record):
    """Return rows only if Blend2D was measured, which requires a checkout of it."""
    times = record["times_ns"]
    if BLEND2D not in times["raster 16"]:
        return []
    rows = [ratio_row(f"raster, {side} px: a star over Blend2D's", limit, times[f"raster {side}"], BLEND2D)
            for side, limit in BLEND2D_LIMITS.items()]
    more = {side: ratio(times[f"raster {side}"][OURS], times[f"raster {side}"][BLEND2D])
            for side in MORE_SIDES if f"raster {side}" in times}
    if more:
        worst = max(more, key=lambda side: more[side].value)
        rows.append(Row(f"raster, {min(more)} to {max(more)} px: the most over Blend2D's, at {worst} px", 0.9, {OURS: more[worst]}))
    return rows


def path_rows(record):
    """Return the rows of a logo of curves and of a line of text, compared with the faster of the libraries that have curves. Old records
    have none."""
    rows = []
    for name, times in record["times_ns"].items():
        peers = [peer for peer in PATH_PEERS if peer in times]
        if name.startswith(("path ", "line")) and peers:
            best = min(peers, key=lambda peer: min(times[peer]))
            what = f"a logo of 200 curves, {name.split()[1]} px" if name != "line" else "a line of text, 40 px"
            rows.append(ratio_row(f"any path: {what}, over {best}'s", 1.5, times, best))
    return rows


def many_row(record, suffix):
    said = suffix and f", {suffix}"
    times = record["times_ns"][f"many {suffix}".strip()]
    return ratio_row(f"many{said}: the scene over copying its 500 boxes", MANY_LIMITS[suffix], times, FLOOR)


def screen_rows(record, suffix):
    """Return rows only if LVGL was measured, which requires a checkout of it. Old records have none."""
    said = suffix and f", {suffix}"
    found = {part: record["times_ns"].get(f"screen {part} {suffix}".strip(), {}) for part in SCREEN_LIMITS}
    return [ratio_row(f"screen{said}: {words} over LVGL's", limit, found[part], LVGL)
            for part, (words, limit, _) in SCREEN_LIMITS.items() if LVGL in found[part]]


def screen_count_rows(record):
    """Old records have none."""
    counts = record.get("instructions", {})
    found = {part: counts.get(f"screen {part} RGB565") for part in SCREEN_LIMITS}
    return [plain_row(f"screen, RGB565: instructions for {words}", limit, found[part], 0)
            for part, (words, _, limit) in SCREEN_LIMITS.items() if found[part]]


def count_rows(record):
    counts = record.get("instructions")
    if not counts:
        return []
    return [
        plain_row("drag: instructions a frame", 1190, counts["drag"], 0),
        plain_row("raster, 64 px: instructions a star", 70_000, counts["raster 64"], 0),
        plain_row("raster, 512 px: instructions a star", 650_000, counts["raster 512"], 0),
    ]


def byte_rows(record):
    rows = []
    for suffix, facts in (("", record["bytes"]["XRGB8888"]), (", RGB565", record["bytes"]["RGB565"])):
        value = facts["stored"] / facts["differing"]
        rows.append(plain_row(f"drag{suffix}: bytes stored over bytes that differ", 1.05, {OURS: value}, 3))
    return rows


def error_rows(record):
    errors = record["errors"]

    def worst(key):
        return {name: max(parts["inside"][key], parts["outline"][key]) for name, parts in errors.items()}

    rows = [
        plain_row("error of coverage, of 255: the most", 0.75, worst("most"), 2),
        plain_row("error of coverage, of 255: the mean", 0.27, worst("mean"), 2),
        plain_row("error of a star's picture, of 255", 0.75, {name: e["picture"] for name, e in errors.items()}, 2),
        plain_row("error of a finished picture, of 255 in light", 2, {OURS: errors[OURS]["tiles"]}, 2),
    ]
    for suffix, facts in (("", record["bytes"]["XRGB8888"]), (", RGB565", record["bytes"]["RGB565"])):
        partial = {name: found.get("raster" + suffix.replace(",", ""), found.get("drag" + suffix.replace(",", "")))
                   for name, found in record["partial"].items()}
        rows.append(plain_row(f"part against whole{suffix}, of 255", 0,
                              {OURS: facts["partial against whole"], **partial}, 0))
    return rows


def start_rows(record):
    start = record.get("start")
    labels = ("start to first frame, static, over an empty C program's", "memory above the frame, static, MB")
    if not start:
        return [Row(labels[0], 1.3, {}), Row(labels[1], 1.0, {})]

    def over_floor(label, target, times):
        return ratio_row(label, target, {OURS: times["start"], FLOOR: times["start floor"]}, FLOOR)

    above = {name: (held - start["frame_bytes"]) / 1e6 for name, held in start["resident_bytes"].items()}
    rows = [over_floor(labels[0], 1.3, start["times_ns"])]
    # Old records have only one floor.
    if "times_beside_glibc_ns" in start:
        rows.append(over_floor("the same over one with glibc", None, start["times_beside_glibc_ns"]))
    return [*rows, plain_row(labels[1], 1.0, above, 2)]


def scale_rows(record):
    times = record["scale_ns"]
    rows = []
    for count in (10, 100, 1000):
        cell = ratio(times[f"scale {count}"], times["scale 1"])
        rows.append(Row(f"one dragged among {count:,}: a frame over that of one alone", 1.05, {OURS: cell}))
    counts = record.get("instructions", {})
    if "scale 1000" in counts:
        value = counts["scale 1000"][OURS] / counts["scale 1"][OURS]
        rows.append(plain_row("one dragged among 1,000: instructions over those of one alone", 1.05, {OURS: value}, 3))
    asked = ratio(times["scale 1000, all asked"], times["scale 1"])
    rows.append(Row("the same where every slider is asked each frame", None, {OURS: asked}))
    return rows


MILLION = 1e6
# Limits of star-kiosk on the arm64 kernel.
START_LIMITS = {"stars": ("stars", 9), "question": ("one question", 30), "sample": ("two languages", 50),
                "cached": ("two languages, cached text", 20)}
MEMORY_LIMITS = {"highest_resident": ("highest resident", 5), "private": ("private after a minute", 1.6)}
DRAG_LIMITS = {"virtio": 1.15, "bochs": 1.3}


def end_to_end_rows(record):
    """Return rows only if whole programs were measured. Start, idle and memory are measured on virtio; on bochs they are nearly the
    same."""
    screens = record.get("end_to_end")
    if not screens:
        return []

    def cells(ours, what, screen="virtio", per=1.0):
        programs = {OURS: ours, "lvgl": "lvgl", FLOOR: FLOOR}
        found = {name: screens[screen].get(program, {}).get(what) for name, program in programs.items()}
        return {name: value / per for name, value in found.items() if value is not None}

    def beside(ours, what, **more):
        """Return the cells of a program of star-kiosk's, and for the stars also the peers'."""
        found = cells(ours, what, **more)
        return found if ours == "stars" else {OURS: found.get(OURS)}

    found = [plain_row(f"arm64, exec to first frame, {words}: M instructions", limit, beside(program, "first_frame", per=MILLION), 1)
             for program, (words, limit) in START_LIMITS.items()]
    for screen, limit in DRAG_LIMITS.items():
        touch = cells("stars", "touch", screen)
        over = {name: value / touch[FLOOR] for name, value in touch.items()}
        found.append(plain_row(f"arm64, touch to commit, {screen}: over a program that draws nothing", limit, over, 2))
        found.append(plain_row(f"arm64, touch to commit, {screen}: instructions", None, touch, 0))
    found.append(plain_row("arm64, an idle minute, stars: instructions", 0, cells("stars", "idle_minute"), 0))
    # This includes the stars of the start screen, which light up every 6 s.
    found.append(plain_row("arm64, an idle minute, two languages: instructions", None, beside("sample", "idle_minute"), 0))
    for what, (words, limit) in MEMORY_LIMITS.items():
        found.append(plain_row(f"arm64, {words}, stars: MB", None, cells("stars", what, per=MILLION), 2))
        for program in ("sample", "cached"):
            label = f"arm64, {words}, {START_LIMITS[program][0]}: MB"
            found.append(plain_row(label, limit, beside(program, what, per=MILLION), 2))
    return found


def rows(record):
    """Return all rows in the order of the table."""
    counts, stored = count_rows(record), byte_rows(record)
    return [
        *drag_rows(record, ""), *counts[:1], *stored[:1], *raster_rows(record, ""), *blend2d_rows(record), *counts[1:],
        *path_rows(record), many_row(record, ""), *screen_rows(record, ""), *drag_rows(record, "RGB565"), *raster_rows(record, "RGB565"),
        many_row(record, "RGB565"), *screen_rows(record, "RGB565"),
        *screen_count_rows(record), *stored[1:], *error_rows(record), *start_rows(record),
        *end_to_end_rows(record), *scale_rows(record),
    ]


def spreads(table):
    """Return the distance between the two halves' ratios over the whole's, by label."""
    found = {}
    for row in table:
        cell = row.reached
        if cell is not None and cell.low is not None and row.target is not None:
            found[row.label] = (cell.high - cell.low) / cell.value
    return found
