"""Pictures, recordings and kernel images, without QEMU and Debian packages."""

import struct
import tempfile
import unittest
import zlib
from pathlib import Path

import machines  # noqa: F401  (makes vmkit importable)
from vmkit import compare, count, devicetree, panels, whole
from vmkit.gestures import Gesture
from vmkit.initramfs import Newc
from vmkit.picture import Picture

BLACK, RED, WHITE = (0, 0, 0), (255, 0, 0), (255, 255, 255)


class Pictures(unittest.TestCase):

    def test_ppm(self):
        picture = Picture.from_ppm(b"P6\n2 1\n255\n\xff\0\0\xff\xff\xff")
        self.assertEqual((picture.pixel(0, 0), picture.pixel(1, 0)), (RED, WHITE))

    def test_ppm_with_the_padded_rows_of_qemu(self):
        picture = Picture.from_ppm(b"P6\n1 2\n255\n\xff\0\0?\xff\xff\xff?")
        self.assertEqual((picture.pixel(0, 0), picture.pixel(0, 1)), (RED, WHITE))

    def test_ppm_pixels_may_look_like_white_space(self):
        self.assertEqual(Picture.from_ppm(b"P6\n1 1\n255\n\n\n\n").pixel(0, 0), (10, 10, 10))

    def test_png_comes_back(self):
        picture = Picture(3, 2, (bytes(range(9)), bytes(range(100, 109))))
        self.assertEqual(Picture.from_png(picture.png()), picture)

    def test_png_filters(self):
        """Each filter on one row of two gray pixels, computed by hand from the PNG specification."""
        rows = [(0, 10, 20), (1, 10, 10), (2, 5, 5), (3, 10, 10), (4, 1, 1)]
        expected = [(10, 20), (10, 20), (15, 25), (17, 31), (18, 32)]
        data = b"".join(bytes([kind]) + bytes([a] * 3 + [b] * 3) for kind, a, b in rows)
        picture = Picture.from_png(_png(2, 5, data))
        self.assertEqual([tuple(row[::3]) for row in picture.rows], expected)

    def test_framebuffer_565_at_a_wide_pitch(self):
        info = _info(bits=16, pitch=6, width=2, red=(11, 5), green=(5, 6), blue=(0, 5))
        picture = Picture.from_framebuffer(struct.pack("<3H", 0xF800, 0xFFFF, 0x1234), info)
        self.assertEqual((picture.pixel(0, 0), picture.pixel(1, 0)), (RED, WHITE))

    def test_framebuffer_swapped_and_panned(self):
        info = _info(bits=32, pitch=12, width=2, red=(0, 8), green=(8, 8), blue=(16, 8), xoffset=1)
        picture = Picture.from_framebuffer(bytes([9, 9, 9, 0, 255, 0, 0, 0, 1, 2, 3, 0]), info)
        self.assertEqual((picture.pixel(0, 0), picture.pixel(1, 0)), (RED, (1, 2, 3)))


class Comparison(unittest.TestCase):

    def test_equal(self):
        self.assertIsNone(compare.difference(Picture.solid(3, 3, RED), Picture.solid(3, 3, RED)))

    def test_one_bit_counts(self):
        found = compare.difference(Picture.solid(4, 4, BLACK), _with_pixels({(2, 1): (0, 0, 1), (1, 3): WHITE}))
        self.assertEqual((found.count, found.first, found.box), (2, (2, 1), (1, 1, 3, 4)))
        self.assertEqual((found.expected, found.actual), (BLACK, (0, 0, 1)))

    def test_report_shows_all_three(self):
        with tempfile.TemporaryDirectory() as folder:
            report = Path(folder) / "report.png"
            with self.assertRaisesRegex(AssertionError, "1 pixels differ"):
                compare.check(Picture.solid(4, 4, BLACK), _with_pixels({(0, 0): WHITE}), report)
            picture = Picture.from_png(report.read_bytes())
            self.assertEqual(picture.width, 12)
            self.assertEqual([picture.pixel(x, 0) for x in (0, 4, 8)], [BLACK, RED, WHITE])

    def test_sizes_must_agree(self):
        with tempfile.TemporaryDirectory() as folder, self.assertRaisesRegex(AssertionError, "expected 1x1, got 2x1"):
            compare.check(Picture.solid(1, 1, RED), Picture.solid(2, 1, RED), Path(folder) / "new" / "report.png")


class Recordings(unittest.TestCase):

    def test_description(self):
        lines = panels.panel("type-b").evemu().splitlines()
        self.assertEqual(lines[:4], ["# EVEMU 1.3", "N: star type-b panel", "I: 0018 1234 5678 0001",
                                     "P: 02 00 00 00 00 00 00 00"])
        self.assertIn("B: 03 03 00 00 00 00 80 60 02", lines)
        self.assertIn("A: 35 0 799 0 0 0", lines)

    def test_a_tap(self):
        lines = Gesture(panels.panel("single")).tap(7, 8, hold=1.5).evemu().splitlines()
        self.assertEqual([line for line in lines if line.startswith("E:")], [
            "E: 0.000000 0003 0000 7", "E: 0.000000 0003 0001 8", "E: 0.000000 0001 014a 1",
            "E: 0.000000 0000 0000 0", "E: 1.510000 0001 014a 0", "E: 1.510000 0000 0000 0"])

    def test_times_are_whole_microseconds(self):
        gesture = Gesture(panels.panel("single"))
        gesture.wait(0.9999999).press(1, 1)
        self.assertIn("E: 1.000000 0003 0000 1", gesture.evemu())

    def test_a_drag_reaches_its_end(self):
        gesture = Gesture(panels.panel()).drag([(0, 0), (100, 50), (7, 9)], steps=3)
        positions = [value for _, _, code, value in gesture.events if code == panels.ABS_MT_POSITION_X]
        self.assertEqual(positions, [0, 33, 66, 100, 69, 38, 7])


class BootFramebuffer(unittest.TestCase):

    def test_nodes(self):
        buffer = devicetree.FrameBuffer(0x5e000000, 800, 480, 1624)
        source = buffer.source()
        self.assertIn("reg = <0 0x5e000000 0 0xbf000>", source)  # 779520 bytes in whole pages
        self.assertIn("stride = <1624>", source)
        self.assertIn("no-map", source)

    def test_it_is_read_by_its_own_pitch(self):
        buffer = devicetree.FrameBuffer(0, 1, 2, 4)
        picture = Picture.from_framebuffer(struct.pack("<4H", 0xF800, 0, 0xFFFF, 0), buffer.info)
        self.assertEqual((picture.pixel(0, 0), picture.pixel(0, 1)), (RED, WHITE))


class Budget(unittest.TestCase):

    def test_every_count_has_one(self):
        counts = count.Counts(1, 1, 1, 0)
        names = [name for display in count.DISPLAYS for name, _ in counts.lines(display)]
        names += count.IMAGE_STEPS.values()
        names += [whole.budget_name(count.DISPLAYS[0], program.name) for program in whole.kiosks("star-kiosk")]
        self.assertEqual(sorted(count.budget()), sorted(names))


class Archive(unittest.TestCase):

    def test_entries_are_aligned(self):
        archive = Newc()
        archive.file("a", b"12345")
        data = archive.finish()
        self.assertEqual(len(data) % 4, 0)
        self.assertEqual(data[110:117], b"a\0" + b"12345"[:5])


def _with_pixels(pixels):
    rows = [bytearray(12) for _ in range(4)]
    for (x, y), color in pixels.items():
        rows[y][3 * x:3 * x + 3] = bytes(color)
    return Picture(4, 4, tuple(map(bytes, rows)))


def _png(width, height, rows):
    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + b"\0\0\0\0"

    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)))


def _info(bits, pitch, width, red, green, blue, xoffset=0):
    fields = {f"{name}.{part}": value for name, pair in (("red", red), ("green", green), ("blue", blue))
              for part, value in zip(("offset", "length"), pair)}
    return {"xres": width, "yres": 1, "line_length": pitch, "bits_per_pixel": bits, "xoffset": xoffset, **fields}


if __name__ == "__main__":
    unittest.main()
