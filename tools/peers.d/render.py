"""The table for people: as plain text, and as Markdown between two marks in a file."""

import re

from rows import FLOOR, OURS

# README's rows: the table's label, and its wording for README. Instructions are the same on every machine, so a stranger can check them.
SUMMARY = {
    "drag: instructions a frame": "one frame of a drag",
    "raster, 64 px: instructions a star": "a star of 64 px, from its corners to its pixels",
    "raster, 512 px: instructions a star": "a star of 512 px",
    "screen, RGB565: instructions for a question": "a whole question, 800x480, RGB565",
    "arm64, exec to first frame, stars: M instructions": "arm64: exec to first frame, stars, in millions",
}
# README's columns: the table's name, and the name of the library.
SUMMARY_PEERS = {OURS: "star slider", "blend2d": "Blend2D", "freetype": "FreeType", "lvgl": "LVGL"}

BEGIN, END = "<!-- tools/peers --markdown -->", "<!-- end -->"


def number(value, digits):
    return f"{value:,.{digits}f}"


def cell_text(row, name, with_range=False):
    cell = row.cells.get(name)
    if cell is None:
        return ""
    text = number(cell.value, row.digits)
    if with_range and cell.low is not None:
        text += f" ({number(cell.low, row.digits)}-{number(cell.high, row.digits)})"
    return text


def target_text(row):
    return "" if row.target is None else f"{row.target:,g}"


def verdict(row):
    if row.target is None:
        return ""
    if row.reached is None:
        return "not measured"
    return {True: "yes", False: "no", None: "unsure"}[row.holds]


def header(record):
    """Return lines that name the machine, the versions and the date."""
    peers = ", ".join(f"{name} {version}" for name, version in record["peers"].items())
    lines = [
        f"{record['processor']}, {record['processors']} processors, Linux {record['kernel']}",
        f"star-slider {record['commit']} ({record['compilers']['swift']}); {record['compilers']['c']} -O3; {peers}",
        f"{record['date']}, the fastest of {record['batches']} batches",
    ]
    return lines + ["unreliable: " + reason for reason in record["reasons"]]


def rows_text(table, names):
    """Return the rows in columns, with a head."""
    lines = [f"{'':<64}{'reached':>22}{'must':>9}{'':>14}" + "".join(f"{name:>11}" for name in names)]
    for row in table:
        line = f"{row.label:<64}{cell_text(row, OURS, True):>22}{target_text(row):>9}{verdict(row):>14}"
        lines.append((line + "".join(f"{cell_text(row, name):>11}" for name in names)).rstrip())
    return "\n".join(lines)


def text(record, table):
    lines = header(record) + ["", rows_text(table, [*record["peers"], FLOOR])]
    verdicts = [verdict(row) for row in table if row.target is not None]
    lines.append(f"\n{verdicts.count('yes')} of {len(verdicts)} reached, {verdicts.count('unsure')} unsure")
    return "\n".join(lines)


def compared(table):
    """Return the rows that compare ours with another program. Rows with the same times and another base follow from the first of them."""
    found = {}
    for row in table:
        if row.cells.keys() - {OURS}:
            found.setdefault(row.label.partition(" over ")[0], row)
    return list(found.values())


def markdown(record, table):
    """Return the rows that compare, with a column for each program. Limits are for those who change this repository."""
    names = [OURS, *record["peers"], FLOOR]
    lines = ["| |" + "".join(f" {name} |" for name in names), "| --- |" + " --- |" * len(names)]
    lines += ["| " + " | ".join([row.label, *(cell_text(row, name) for name in names)]) + " |" for row in compared(table)]
    lines += ["", *[line + "  " for line in header(record)[:-1]], header(record)[-1]]
    return "\n".join(lines)


def summary(record, table):
    """Return the five rows for README."""
    found = {row.label: row for row in table}
    lines = [f"| instructions | {' | '.join(SUMMARY_PEERS.values())} |", "|---|" + "---|" * len(SUMMARY_PEERS)]
    for label, words in SUMMARY.items():
        if label in found and found[label].reached is not None:
            lines.append(f"| {words} | {' | '.join(cell_text(found[label], name) for name in SUMMARY_PEERS)} |")
    return "\n".join(lines)


def replaced(document, table):
    """Return the document with the table between its marks, or None unless it has exactly one pair of them."""
    pattern = re.compile(re.escape(BEGIN) + r"\n.*?" + re.escape(END), re.DOTALL)
    if len(pattern.findall(document)) != 1 or document.count(BEGIN) != 1:
        return None
    return pattern.sub(lambda _: f"{BEGIN}\n{table}\n{END}", document)
