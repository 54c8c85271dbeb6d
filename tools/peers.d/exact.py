"""The star by definition: exact areas and colors in floating point. Slow, and independent of any rasterizer."""

import dataclasses
import statistics
import subprocess


def clipped(polygon, axis, limit, keeps_above):
    """Return a polygon's part on one side of a line across an axis (0: x, 1: y). The result's area is exact for any
    shape, since edges along the line enclose nothing."""
    part = []
    for i, point in enumerate(polygon):
        last = polygon[i - 1]
        inside = (point[axis] >= limit) == keeps_above or point[axis] == limit
        was_inside = (last[axis] >= limit) == keeps_above or last[axis] == limit
        if inside != was_inside:
            share = (limit - last[axis]) / (point[axis] - last[axis])
            crossing = [last[k] + (point[k] - last[k]) * share for k in (0, 1)]
            crossing[axis] = limit
            part.append(tuple(crossing))
        if inside:
            part.append(point)
    return part


def area(polygon):
    """Return the area of a polygon that does not intersect itself, in either orientation."""
    doubled = sum(polygon[i - 1][0] * y - x * polygon[i - 1][1] for i, (x, y) in enumerate(polygon))
    return abs(doubled) / 2


def coverage(polygon, side):
    """Return a polygon's coverage of each pixel of a square, row by row, 0 ... 1."""
    pixels = []
    for y in range(side):
        row = clipped(clipped(polygon, 1, y, True), 1, y + 1, False)
        for x in range(side):
            if row:
                pixel = clipped(row, 0, x, True)
                row_rest = clipped(pixel, 0, x + 1, True)
                pixels.append(area(pixel) - area(row_rest))
                row = row_rest
            else:
                pixels.append(0.0)
    return pixels


@dataclasses.dataclass
class Star:
    """A star's polygons in pixels of its square, from `PEER star SIDE`."""

    side: int
    corners: list
    outer: list
    inner: list
    # The fill edge of workload `raster`.
    fill_end: float

    @staticmethod
    def of(peer, side):
        text = subprocess.run([peer, "star", str(side)], check=True, stdout=subprocess.PIPE, text=True).stdout
        *lines, last = text.strip().split("\n")
        numbers = [[float(word) for word in line.split()] for line in lines]
        corners, outer, inner = ([(n[i], n[i + 1]) for n in numbers] for i in (0, 2, 4))
        return Star(side, corners, outer, inner, float(last.split()[0]))

    def inside(self):
        return coverage(self.corners, self.side)

    def outline(self):
        return [a - b for a, b in zip(coverage(self.outer, self.side), coverage(self.inner, self.side))]

    def composed(self, inside, outline):
        """Return the star in yellow on white with a black outline: red, green, blue of 0 ... 255 for each pixel, mixed
        in encoded values and not rounded."""
        return [(255 * (1 - o), 255 * (1 - o), 255 * (1 - i) * (1 - o)) for i, o in zip(inside, outline)]

    def filled_part(self):
        return coverage(clipped(self.corners, 0, self.fill_end, False), self.side)


@dataclasses.dataclass
class CoverageError:
    """Return the greatest difference, and the mean over partly covered pixels, of 255."""

    most: float
    mean: float


def coverage_error(exact, gray):
    """Compare `gray`, a picture of the coverage 0 ... 255, with the exact coverage."""
    errors = [(abs(value - share * 255), share) for share, value in zip(exact, gray)]
    partial = [error for error, share in errors if 1e-9 < share < 1 - 1e-9]
    return CoverageError(max(error for error, _ in errors), statistics.fmean(partial))


def picture_error(exact, pixels):
    """Return the greatest difference of any channel, of 255."""
    return max(abs(a - b) for wanted, found in zip(exact, pixels) for a, b in zip(wanted, found))
