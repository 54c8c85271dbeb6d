"""Pictures: reading, cropping, comparing."""

import pathlib
import tempfile
import unittest

import record  # noqa: F401  (finds the modules)
from pictures import Difference, light_of, pixels_of, read_ppm


class Pictures(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, name, pixels, width, height=1):
        path = self.folder / name
        path.write_bytes(b"P6\n%d %d\n255\n" % (width, height) + bytes(pixels))
        return path

    def test_pixels_that_look_like_blanks_are_read(self):
        self.assertEqual(read_ppm(self.write("a.ppm", [10, 32, 9], 1)), (1, 1, bytes([10, 32, 9])))

    def test_a_square_is_cut_out(self):
        picture = read_ppm(self.write("a.ppm", range(27), 3, 3))
        self.assertEqual([pixel[0] for pixel in pixels_of(picture, (1, 1), 2)], [12, 15, 21, 24])
        self.assertEqual(len(pixels_of(picture)), 9)

    def test_background_does_not_count(self):
        one = self.write("a.ppm", [255] * 6 + [0, 0, 0], 3)
        other = self.write("b.ppm", [255] * 3 + [255, 255, 249] + [0, 3, 0], 3)
        difference = Difference(one, other)
        self.assertEqual((difference.most, difference.mean), (6, 1.5))

    def test_sizes_must_agree(self):
        with self.assertRaises(ValueError):
            Difference(self.write("a.ppm", [0] * 6, 2), self.write("b.ppm", [0] * 6, 1, 2))

    def test_light(self):
        black, middle, white = light_of((0, 188, 255))
        self.assertEqual(black, 0)
        self.assertAlmostEqual(middle, 255 / 2, delta=1)
        self.assertAlmostEqual(white, 255)


if __name__ == "__main__":
    unittest.main()
