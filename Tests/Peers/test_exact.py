"""Exact areas of shapes whose areas are known."""

import math
import unittest

import record  # noqa: F401  (finds the modules)
from exact import Star, area, clipped, coverage, coverage_error, picture_error

SQUARE = [(0.5, 0.25), (2.5, 0.25), (2.5, 2.0), (0.5, 2.0)]


class Areas(unittest.TestCase):
    def test_a_rectangle_between_pixels(self):
        wanted = [0.375, 0.75, 0.375, 0.5, 1.0, 0.5, 0, 0, 0]
        for found, exact in zip(coverage(SQUARE, 3), wanted, strict=True):
            self.assertAlmostEqual(found, exact)

    def test_either_direction_covers(self):
        for one, other in zip(coverage(SQUARE, 3), coverage(SQUARE[::-1], 3), strict=True):
            self.assertAlmostEqual(one, other)

    def test_a_star_with_corners_that_point_inwards(self):
        star = [(4 + r * math.sin(i * math.pi / 5), 4 - r * math.cos(i * math.pi / 5))
                for i, r in enumerate([3.7, 1.5] * 5)]
        pixels = coverage(star, 8)
        self.assertAlmostEqual(sum(pixels), area(star))
        self.assertAlmostEqual(sum(pixels), 5 * 3.7 * 1.5 * math.sin(math.pi / 5))
        self.assertTrue(all(-1e-9 < pixel < 1 + 1e-9 for pixel in pixels))

    def test_what_lies_outside_is_cut_off(self):
        self.assertAlmostEqual(sum(coverage([(-5, -5), (15, -5), (15, 15), (-5, 15)], 4)), 16)

    def test_a_clip_keeps_the_side_that_is_asked_for(self):
        self.assertAlmostEqual(area(clipped(SQUARE, 0, 1.0, False)), 0.875)
        self.assertAlmostEqual(area(clipped(SQUARE, 0, 1.0, True)), 2.625)
        self.assertEqual(clipped(SQUARE, 1, 9, True), [])


class Errors(unittest.TestCase):
    def test_the_mean_is_over_partial_pixels(self):
        error = coverage_error([0, 1, 0.5, 0.25], [3, 255, 128, 63.75])
        self.assertAlmostEqual(error.most, 3)
        self.assertAlmostEqual(error.mean, 0.25)

    def test_colors_are_mixed_in_painters_order(self):
        star = Star(1, [], [], [], 0)
        self.assertEqual(star.composed([0.5], [0.0]), [(255, 255, 127.5)])
        self.assertEqual(star.composed([0.5], [1.0]), [(0, 0, 0)])
        self.assertEqual(picture_error(star.composed([1.0], [0.5]), [(128, 126, 0)]), 1.5)


if __name__ == "__main__":
    unittest.main()
