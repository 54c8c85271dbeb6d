"""Exact comparison of two pictures, and a report if they differ."""

from dataclasses import dataclass
from pathlib import Path

from .picture import Picture


@dataclass(frozen=True)
class Difference:
    """The difference of two pictures of the same size."""

    count: int                        # pixels
    first: tuple[int, int]            # x, y; in reading order
    box: tuple[int, int, int, int]    # left, top, right, bottom; the latter two exclusive
    expected: tuple[int, int, int]    # colors of the first differing pixel
    actual: tuple[int, int, int]

    def __str__(self):
        return (f"{self.count} pixels differ within {self.box}; the first at {self.first}: "
                f"expected {self.expected}, got {self.actual}")


def difference(expected, actual):
    """Return the difference, or None if the pictures are identical."""
    if (expected.width, expected.height) != (actual.width, actual.height):
        raise ValueError(f"expected {expected.width}x{expected.height}, got {actual.width}x{actual.height}")
    spots = [
        (x, y)
        for y, (wanted, got) in enumerate(zip(expected.rows, actual.rows)) if wanted != got
        for x in range(expected.width) if wanted[3 * x:3 * x + 3] != got[3 * x:3 * x + 3]
    ]
    if not spots:
        return None
    columns, rows = [x for x, _ in spots], [y for _, y in spots]
    box = (min(columns), min(rows), max(columns) + 1, max(rows) + 1)
    return Difference(len(spots), spots[0], box, expected.pixel(*spots[0]), actual.pixel(*spots[0]))


def side_by_side(expected, actual):
    """Return expected | difference | actual side by side. Differing pixels are red on faded grays of the expected picture."""
    rows = []
    for wanted, got in zip(expected.rows, actual.rows):
        middle = bytearray()
        for x in range(expected.width):
            pixel = wanted[3 * x:3 * x + 3]
            middle += b"\xff\0\0" if pixel != got[3 * x:3 * x + 3] else bytes([192 + sum(pixel) // 12]) * 3
        rows.append(wanted + bytes(middle) + got)
    return Picture(3 * expected.width, expected.height, tuple(rows))


def check(expected, actual, report):
    """Raise AssertionError and write a PNG to `report` unless the pictures are identical."""
    Path(report).parent.mkdir(parents=True, exist_ok=True)
    try:
        found = difference(expected, actual)
    except ValueError as error:
        actual.write_png(report)
        raise AssertionError(f"{error}; the actual picture is in {report}") from None
    if found:
        side_by_side(expected, actual).write_png(report)
        raise AssertionError(f"{found}; expected | difference | actual in {report}")
