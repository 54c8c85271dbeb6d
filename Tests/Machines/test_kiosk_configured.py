"""A configured kiosk: two images per star, right to left, half steps, rotated by 90 degrees."""

import unittest

from kiosk import OUTSIDE, Finger, KioskCase, preview
from vmkit.picture import Picture

CONFIGURATION = """\
[screen]
rotate = 90

[slider]
step = half
direction = rtl

[face]
image-empty = empty.png
image-full = full.png
"""


def ball(side, color):
    """A disc with a dark corner, so that a mirrored or rotated picture differs."""
    radius = side // 2
    rows = []
    for y in range(side):
        row = bytearray()
        for x in range(side):
            inside = (x - radius) ** 2 + (y - radius) ** 2 < radius ** 2
            shade = (20, 30, 40) if x < side // 4 and y < side // 4 else color
            row += bytes(shade if inside else (255, 255, 255))
        rows.append(bytes(row))
    return Picture(side, side, rows)


class RightToLeftFinger(Finger):
    """The first star is on the right: positions are mirrored along the row."""

    def at(self, place):
        if place is OUTSIDE:
            return super().at(place)
        # The middle of the half star, from the other end.
        return super().at(5.5 - place)


class Configured(KioskCase):
    display = "virtio"
    rotation = 90

    def setUp(self):
        super().setUp()
        self.file = self.vm.out / "kiosk.conf"
        self.file.write_text(CONFIGURATION)
        ball(90, (190, 190, 190)).write_png(self.vm.out / "empty.png")
        ball(90, (30, 150, 90)).write_png(self.vm.out / "full.png")

    def add_finger(self, panel=None):
        return super().add_finger(panel, RightToLeftFinger)

    def kiosk_command(self, *options, journal=None):
        words = super().kiosk_command(*options, journal=journal)
        return [words[0], "--config", "/out/kiosk.conf", "--journal", self.journal, *options]

    def stars_picture(self, value, thanks=False):
        return preview(self.size, value, thanks, "--config", self.file)

    def rate(self, *options):
        finger = self.add_finger()
        job = self.start_kiosk(*options)
        finger.press(4)
        self.assert_stars(4)
        finger.lift()
        self.assert_stars(4, thanks=True)
        finger.press(1)
        for value in (1.5, 2, 2.5):
            finger.move(value)
            self.assert_stars(value)
        finger.lift()
        self.assert_stars(2.5, thanks=True)
        self.assert_stars(None)
        finger.press(5)
        finger.move(OUTSIDE)
        self.assert_stars(None)
        finger.lift()
        self.assertEqual(job.stop().status, 0, job.stderr)
        self.assert_answers(job, [4, 2.5])

    def test_kms(self):
        self.rate("--display", "kms")

    def test_framebuffer(self):
        self.rate("--display", "fb")

    def test_a_broken_image_is_named_and_the_stars_are_drawn_without_it(self):
        (self.vm.out / "full.png").write_bytes(b"\x89PNG\r\n\x1a\nno more")
        console = self.write_on_console()
        job = self.vm.start(self.kiosk_command("--display", "kms", "--touch", "none"))
        job.wait_for("drawing to ")
        self.assertIn("full.png", job.stderr.splitlines()[0])
        self.vm.wait_for_picture(lambda picture: picture != console, 10)
        self.assertEqual(job.stop().status, 0)
        self.assert_console(console)


if __name__ == "__main__":
    unittest.main()
