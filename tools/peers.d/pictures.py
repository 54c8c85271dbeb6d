"""Whether two pictures show the same star."""


def read_ppm(path):
    """(width, height, bytes) of a binary PPM."""
    data = open(path, "rb").read()
    fields = data.split(maxsplit=4)
    if fields[0] != b"P6" or fields[3] != b"255":
        raise ValueError(f"{path} is no PPM of 8 bits")
    width, height = int(fields[1]), int(fields[2])
    pixels = data[-width * height * 3:]
    return width, height, pixels


class Difference:
    """Channel by channel, of 255, over the pixels in which either picture is not background."""

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
