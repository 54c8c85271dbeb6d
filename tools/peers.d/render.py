"""The table for people: as plain text, and as Markdown between two marks in a file."""

import re

from rows import FLOOR, OURS

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
    """What was measured, on what, with what: lines."""
    peers = ", ".join(f"{name} {version}" for name, version in record["peers"].items())
    lines = [
        f"{record['processor']}, {record['processors']} processors, Linux {record['kernel']}",
        f"star-slider {record['commit']} ({record['compilers']['swift']}); {record['compilers']['c']} -O3; {peers}",
        f"{record['date']}, medians of {record['batches']} batches",
    ]
    return lines + ["not to be trusted: " + reason for reason in record["reasons"]]


def text(record, table):
    names = [*record["peers"], FLOOR]
    lines = header(record) + [""]
    head = f"{'':<64}{'reached':>22}{'must':>9}{'':>14}" + "".join(f"{name:>11}" for name in names)
    lines.append(head)
    for row in table:
        line = f"{row.label:<64}{cell_text(row, OURS, True):>22}{target_text(row):>9}{verdict(row):>14}"
        lines.append((line + "".join(f"{cell_text(row, name):>11}" for name in names)).rstrip())
    verdicts = [verdict(row) for row in table if row.target is not None]
    lines.append(f"\n{verdicts.count('yes')} of {len(verdicts)} reached, {verdicts.count('unsure')} unsure")
    return "\n".join(lines)


def markdown(record, table, everything):
    """A table with the peers' columns, or without."""
    names = [*record["peers"], FLOOR] if everything else []
    lines = [
        f"| | reached | must reach | |{''.join(f' {name} |' for name in names)}",
        "| --- | --- | --- | --- |" + " --- |" * len(names),
    ]
    for row in table:
        cells = [row.label, cell_text(row, OURS, everything), target_text(row), verdict(row)]
        cells += [cell_text(row, name) for name in names]
        lines.append("| " + " | ".join(cells) + " |")
    lines += ["", *[line + "  " for line in header(record)[:-1]], header(record)[-1]]
    return "\n".join(lines)


def replaced(document, table):
    """The document with the table between its marks; None where it has not exactly one pair."""
    pattern = re.compile(re.escape(BEGIN) + r"\n.*?" + re.escape(END), re.DOTALL)
    if len(pattern.findall(document)) != 1 or document.count(BEGIN) != 1:
        return None
    return pattern.sub(lambda _: f"{BEGIN}\n{table}\n{END}", document)
