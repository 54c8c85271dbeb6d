"""Reading pictures and comparing two of the same star."""


def read_ppm(path):
    """Return (width, height, bytes) of a binary PPM."""
    with open(path, "rb") as file:
        data = file.read()
    fields = data.split(maxsplit=4)
    if fields[0] != b"P6" or fields[3] != b"255":
        raise ValueError(f"{path} is not a PPM with 8 bits per channel")
    width, height = int(fields[1]), int(fields[2])
    pixels = data[-width * height * 3:]
    return width, height, pixels


def pixels_of(picture, place=(0, 0), side=None):
    """Return red, green, blue of each pixel, row by row, of the picture or of a square in it."""
    width, height, data = picture
    (left, top), (columns, rows) = place, (side or width, side or height)
    found = []
    for y in range(top, top + rows):
        for i in range((y * width + left) * 3, (y * width + left + columns) * 3, 3):
            found.append(data[i:i + 3])
    return found


def light_of(pixel):
    """Return the linear light (0 ... 255) of the sRGB values 0 ... 255 (IEC 61966-2-1)."""
    return [LIGHT[channel] for channel in pixel]


LIGHT = [255 * (c / 255 / 12.92 if c / 255 <= 0.04045 else ((c / 255 + 0.055) / 1.055) ** 2.4) for c in range(256)]


class Difference:
    """Return the difference by channel, of 255, over pixels that are not background in both pictures."""

    def __init__(self, one, other):
        width, height, a = read_ppm(one)
        if read_ppm(other)[:2] != (width, height):
            raise ValueError(f"{one} and {other} differ in size")
        b = read_ppm(other)[2]
        self.most, total, count = 0, 0, 0
        for i in range(0, len(a), 3):
            x, y = a[i:i + 3], b[i:i + 3]
            if x == y == b"\xff\xff\xff":
                continue
            count += 1
            if x != y:
                for p, q in zip(x, y):
                    total += abs(p - q)
                    self.most = max(self.most, abs(p - q))
        self.mean = total / max(3 * count, 1)
