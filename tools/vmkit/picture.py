"""Pictures of a screen: reading and writing PPM and PNG with the standard library only."""

import struct
import zlib
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path


@dataclass(frozen=True)
class Picture:
    width: int
    height: int
    rows: tuple[bytes, ...]  # top to bottom; three bytes per pixel: red, green, blue

    def pixel(self, x, y):
        return tuple(self.rows[y][3 * x:3 * x + 3])

    def crop(self, x, y, width, height):
        rows = tuple(row[3 * x:3 * (x + width)] for row in self.rows[y:y + height])
        return Picture(width, height, rows)

    def colors(self):
        """Return each color and its count, most frequent first."""
        counts = {}
        for row in self.rows:
            for color in zip(row[0::3], row[1::3], row[2::3]):
                counts[color] = counts.get(color, 0) + 1
        return dict(sorted(counts.items(), key=lambda item: -item[1]))

    @staticmethod
    def solid(width, height, color):
        return Picture(width, height, (bytes(color) * width,) * height)

    @staticmethod
    def from_ppm(data):
        """Read a binary PPM ("P6", maximum 255), as QEMU's screendump writes it.

        QEMU 7.2 violates the format and pads rows to a multiple of four bytes (seen at 1366 pixels).
        """
        magic, size, maximum, pixels = data.split(b"\n", 3)
        if magic != b"P6" or maximum != b"255":
            raise ValueError(f"not a binary 8-bit PPM: {data[:20]!r}")
        width, height = map(int, size.split())
        return Picture(width, height, _split(pixels, len(pixels) // height, height, 3 * width))

    @staticmethod
    def from_framebuffer(data, info):
        """Read the visible rows of /dev/fb0. `info` has the fields of `Screen.framebuffer`."""
        width, height, pitch = info["xres"], info["yres"], info["line_length"]
        size = info["bits_per_pixel"] // 8
        start = info["xoffset"] * size
        rows = _split(data[start:] + bytes(start), pitch, height, width * size)
        channels = [(info[f"{name}.offset"], info[f"{name}.length"]) for name in ("red", "green", "blue")]
        return Picture(width, height, tuple(_rgb(row, size, channels) for row in rows))

    def png(self):
        def chunk(kind, body):
            return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

        header = struct.pack(">IIBBBBB", self.width, self.height, 8, 2, 0, 0, 0)  # 8 bits, RGB
        pixels = zlib.compress(b"".join(b"\0" + row for row in self.rows), 6)     # filter 0 per row
        return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")

    def write_png(self, path):
        Path(path).write_bytes(self.png())

    @staticmethod
    def from_png(data):
        """Read a PNG with 8-bit RGB or RGBA (alpha is dropped), any filter, not interlaced."""
        position, body, channels = 8, b"", 0
        while position < len(data):
            length, kind = struct.unpack_from(">I4s", data, position)
            content = data[position + 8:position + 8 + length]
            if kind == b"IHDR":
                width, height, depth, color, _, _, interlaced = struct.unpack(">IIBBBBB", content)
                if depth != 8 or color not in (2, 6) or interlaced:
                    raise ValueError(f"unsupported PNG: depth {depth}, color type {color}")
                channels = 3 if color == 2 else 4
            elif kind == b"IDAT":
                body += content
            position += 12 + length
        rows = _unfiltered(zlib.decompress(body), width * channels, height, channels)
        if channels == 4:
            rows = [_interleaved(row[0::4], row[1::4], row[2::4]) for row in rows]
        return Picture(width, height, tuple(bytes(row) for row in rows))


def _split(data, pitch, height, length):
    if len(data) < pitch * (height - 1) + length:
        raise ValueError(f"{len(data)} bytes are too few for {height} rows of {pitch}")
    return tuple(data[y * pitch:y * pitch + length] for y in range(height))


def _interleaved(*channels):
    row = bytearray(3 * len(channels[0]))
    for index, channel in enumerate(channels):
        row[index::3] = channel
    return bytes(row)


def _rgb(row, size, channels):
    """Convert a row of little-endian pixels of `size` bytes to RGB by bitfields (offset, length)."""
    if size >= 3 and all(offset % 8 == 0 and length == 8 for offset, length in channels):
        return _interleaved(*(row[offset // 8::size] for offset, _ in channels))
    pixels = [row[i:i + size] for i in range(0, len(row), size)]
    colors = {}  # a row has few colors
    for pixel in set(pixels):
        word = int.from_bytes(pixel, "little")
        colors[pixel] = bytes(_eight(word >> offset, length) for offset, length in channels)
    return b"".join(colors[pixel] for pixel in pixels)


def _eight(value, length):
    """Widen `length` bits to eight by repeating the top ones, as displays do."""
    value = (value & ((1 << length) - 1)) << (8 - length)
    return value | value >> length if length >= 4 else value


def _unfiltered(data, length, height, step):
    """Undo PNG's row filters."""
    rows, above = [], bytearray(length)
    for y in range(height):
        start = y * (length + 1)
        kind, row = data[start], bytearray(data[start + 1:start + 1 + length])
        match kind:
            case 1:
                for channel in range(step):
                    row[channel::step] = bytes(value & 255 for value in accumulate(row[channel::step]))
            case 2:
                row = bytearray((value + up) & 255 for value, up in zip(row, above)) if any(row) else above
            case 3 | 4:
                for i in range(length):
                    left = row[i - step] if i >= step else 0
                    corner = above[i - step] if i >= step else 0
                    row[i] = (row[i] + _predicted(kind, left, above[i], corner)) & 255
        rows.append(row)
        above = row
    return rows


def _predicted(kind, left, up, corner):
    if kind == 3:
        return (left + up) // 2
    if left == corner:
        return up
    to_left, to_up, to_corner = abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)
    if to_left <= to_up and to_left <= to_corner:
        return left
    return up if to_up <= to_corner else corner
