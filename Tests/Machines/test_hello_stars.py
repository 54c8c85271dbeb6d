"""The sample hello-stars on a real kernel: it draws, takes a finger's ratings, and leaves the console as it was."""

import unittest

from kiosk import KioskCase, board_program

AMBER, WHITE = (0xff, 0xb0, 0x00), (255, 255, 255)


class HelloStars(KioskCase):

    def colors(self, picture):
        """Return the colors left of the middles of the five stars."""
        width, height = self.size
        side = (width - 2 * 24 - 4 * 16) / 5
        return [picture.pixel(int(24 + i * (side + 16) + side / 2) - 10, height // 2) for i in range(5)]

    def test_rating_on_a_screen(self):
        console = self.write_on_console()
        finger = self.add_finger()
        job = self.vm.start([board_program("hello-stars", "x86_64")])
        job.wait_for("touch the stars on ")
        self.vm.wait_for_picture(lambda picture: self.colors(picture) == [WHITE] * 5)
        finger.tap(4)
        self.vm.wait_for_picture(lambda picture: self.colors(picture) == [AMBER] * 4 + [WHITE])
        finger.press(1)
        finger.move(1.5, 2, 2.5)
        self.vm.wait_for_picture(lambda picture: self.colors(picture) == [AMBER] * 3 + [WHITE] * 2)
        finger.lift()
        job.wait_for("2.5 stars")
        self.assertEqual(job.stdout.splitlines()[1:], ["4 stars", "2.5 stars"])
        finger.unplug()
        self.assertEqual(job.wait().status, 1)
        self.assertRegex(job.stdout.splitlines()[-1], "^hello-stars: cannot read .*/dev/input/event")
        self.assert_console(console)


if __name__ == "__main__":
    unittest.main()
