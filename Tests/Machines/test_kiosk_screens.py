"""A visit on every kind of screen, compared bit for bit.

On virtio-gpu only reported damage reaches the screen, so the pictures also verify the damage.
"""

import unittest

from kiosk import OUTSIDE, THANKS, KioskCase
from vmkit import panels


class Visits(KioskCase):
    """Scenarios for every screen; subclasses define a machine and its drawing methods."""

    thanks = THANKS  # seconds

    def visit(self, *options, name, panel=None):
        """A tap on 4, a drag from 1 to 2.5, a drag released outside; `name` is in "drawing to ..."."""
        # Drawing these takes a moment on a loaded machine, too.
        for value in (4, 2.5):
            self.stars_picture(value, thanks=True)
        console = self.write_on_console()
        finger = self.add_finger(panel)
        job = self.start_kiosk(*options)
        self.assertRegex(self.drawing_to(job), name)
        self.assertEqual(self.vm.console(), ("graphics", "process", 1))

        finger.press(4)
        self.assert_stars(4)
        finger.lift()
        self.assert_stars(4, thanks=True)
        self.assert_stars(None, timeout=self.thanks + 20)

        finger.press(1)
        self.assert_stars(1)
        for value in (1.5, 2, 2.5):
            finger.move(value)
            self.assert_stars(value)
        finger.lift()
        self.assert_stars(2.5, thanks=True)

        finger.press(3.5)  # while "thank you" shows: the next visitor need not wait
        self.assert_stars(3.5)
        finger.move(OUTSIDE)
        self.assert_stars(None)
        finger.lift()
        self.assert_stars(None)

        self.assertEqual(job.stop().status, 0, job.stderr)
        self.assert_answers(job, [4, 2.5])
        self.assert_console(console)


class Virtio(Visits):
    display = "virtio"

    def test_kms_by_itself(self):
        # Since Linux 6.4, the driver uses the damage of page flips.
        buffers = "1 buffer, dirty rectangles" if self.vm.run("uname -r").stdout.startswith("6.1.") else "2 buffers"
        self.visit(name=rf"^kms:/dev/dri/card0 .* 800x480 XRGB8888, atomic, {buffers}$")

    def test_kms_atomic(self):
        self.visit("--display", "kms:/dev/dri/card0", "--commit", "atomic", name="^kms:.* atomic")

    def test_kms_legacy(self):
        self.visit("--commit", "legacy", name="^kms:.* legacy")

    def test_kms_flipped(self):
        self.visit("--buffers", "flip", name="^kms:.* 2 buffers")

    def test_framebuffer(self):
        self.visit("--display", "fb", name="^fbdev:/dev/fb0 800x480 XRGB8888")


class Rotated(Visits):
    display = "virtio"
    rotation = 90

    def test_a_quarter(self):
        self.visit(name="^kms:")


class Sideways(Visits):
    """A panel that the kernel reports as mounted on its side: rotate = 270 need not be set."""

    display = "virtio"
    append = "video=Virtual-1:panel_orientation=left_side_up"
    rotation = 270

    def test_it_is_upright_by_itself(self):
        self.visit("--rotate", "auto", name="^kms:")

    def test_the_log_says_what_is_upright(self):
        job = self.start_kiosk(touched=False)
        self.assertIn("the panel is mounted Left Side Up; set rotate = 270 for an upright picture", job.stderr)
        self.assertEqual(job.stop().status, 0)


class Odd(Visits):
    """A width that is not a multiple of 4 (slint#13516 sheared at 1366)."""

    size = (1366, 768)

    def test_kms(self):
        self.visit(name=r"^kms:.* 1366x768 ")

    def test_framebuffer(self):
        self.visit("--display", "fb", name="^fbdev:.* 1366x768 ")


class Small(Visits):
    """The i.MX6ULL's panel, with a resistive panel in front."""

    size = (480, 272)

    def test_resistive(self):
        self.visit(name=r"^kms:.* 480x272 ", panel=panels.resistive())


class Bochs(Visits):
    display = "bochs"

    def test_kms_by_itself(self):
        self.visit(name="^kms:.* 2 buffers")

    def test_kms_atomic(self):
        self.visit("--commit", "atomic", name="^kms:.* atomic, 2 buffers")

    def test_no_frame_of_a_drag_is_waited_for(self):
        """The kernel accepts each flip at once: none is refused, which would cause a modeset, and none blocks."""
        level = "/sys/module/drm/parameters/debug"
        finger = self.add_finger()
        job = self.start_kiosk("--commit", "atomic")
        finger.press(1)
        self.assert_stars(1)
        self.addCleanup(self.vm.run, f"echo 0 > {level}")
        self.vm.run(f"dmesg -c > /dev/null; echo 0x10 > {level}", check=True)  # DRM_UT_ATOMIC
        for value in (2, 3, 4):
            finger.move(value)
            self.assert_stars(value)
        log = self.vm.run("dmesg", check=True).stdout
        commits = [line for line in log.splitlines() if "committing" in line]
        self.assertGreaterEqual(len(commits), 3)
        self.assertEqual([line for line in commits if "nonblocking" not in line], [])
        finger.lift()
        self.assertEqual(job.stop().status, 0, job.stderr)

    def test_kms_legacy(self):
        self.visit("--commit", "legacy", name="^kms:.* legacy, 2 buffers")

    def test_kms_on_one_buffer(self):
        self.visit("--buffers", "front", name="^kms:.* 1 buffer$")

    def test_framebuffer(self):
        self.visit("--display", "fb", name="^fbdev:")


class Cirrus(Visits):
    """Sixteen bits, which this driver prefers."""

    display = "cirrus"
    pixels = "RGB565"

    def test_kms_by_itself(self):
        self.visit(name="^kms:.* RGB565")

    def test_framebuffer(self):
        self.visit("--display", "fb", name="^fbdev:.* RGB565")


class CirrusDeep(Visits):
    display = "cirrus"

    def test_kms_forced_to_32_bits(self):
        self.visit("--format", "XRGB8888", name="^kms:.* XRGB8888")


class ReadByGuest(KioskCase):
    """A screen that only a program of the guest can read, which takes seconds on a loaded machine, so "thank you" stays longer."""

    thanks = 8

    def kiosk_command(self, *options, journal=None):
        (self.vm.out / "thanks.conf").write_text(f"[kiosk]\nthanks = {1000 * self.thanks}\n")
        return super().kiosk_command("--config", "/out/thanks.conf", *options, journal=journal)


class Vfb(ReadByGuest, Visits):
    """Red and blue swapped, and a pitch wider than the screen."""

    display = "vfb"
    pixels = "XBGR8888"

    def test_by_itself(self):
        self.visit(name="^fbdev:.* XBGR8888")


class Panned(ReadByGuest):
    """Another program pans the framebuffer, whose memory has room for two screens."""

    display = "vfb"
    pixels = "XBGR8888"

    def test_the_kiosk_pans_back(self):
        self.vm.run("fb set yres_virtual=960", check=True)
        self.addCleanup(self.vm.run, "fb set yres_virtual=480 yoffset=0", check=True)
        for start in (0, 480):
            with self.subTest(start):
                self.vm.run(f"fb pan 0 {start}; dd if=/dev/zero of=/dev/fb0 bs=1M count=3", check=True)
                finger = self.add_finger()
                job = self.start_kiosk()
                finger.press(2)
                self.assert_stars(2)
                self.vm.run(f"fb pan 0 {480 - start}", check=True)
                self.assertNotEqual(self.vm.picture(), self.stars_picture(2))
                finger.move(3)
                self.assert_stars(3)
                self.vm.run(f"fb pan 0 {480 - start}; dd if=/dev/zero of=/dev/fb0 bs=1M count=3", check=True)
                finger.lift()
                self.assert_stars(3, thanks=True)  # all of it, though the stars alone have changed
                self.assertEqual(job.stop().status, 0, job.stderr)
                self.assert_answers(job, [3])
                finger.unplug()


class Vfb16(ReadByGuest, Visits):
    display = "vfb16"
    pixels = "BGR565"

    def test_by_itself(self):
        self.visit(name="^fbdev:.* BGR565")


if __name__ == "__main__":
    unittest.main()
