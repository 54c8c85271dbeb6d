"""The web page in Chromium: touches, mouse and keys, its pixels beside those of the native program, and what it says when it cannot
run. Requires the page of `tools/web` and the release build."""

import base64
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(REPOSITORY / "tools"))

from vmkit.picture import Picture  # noqa: E402

from browser import Browser  # noqa: E402

PAGE = (REPOSITORY / ".build/web/index.html").as_uri()
BUILD = REPOSITORY / ".build/release"


class PageCase(unittest.TestCase):
    """One browser for all tests of a class; each opens the page anew."""

    @classmethod
    def setUpClass(cls):
        cls.browser = Browser()
        cls.addClassCleanup(cls.browser.__exit__)

    def open(self, **options):
        self.browser.messages.clear()
        self.browser.open(PAGE, **options)
        self.browser.wait("control !== undefined")
        self.browser.frame()
        self.addCleanup(lambda: self.assertEqual(self.browser.messages, []))

    def choose(self, **settings):
        """Set fields of the form, as a user does."""
        for name, value in settings.items():
            field = f"element('{name.replace('_', '-')}')"
            kind = "checked" if isinstance(value, bool) else "value"
            self.browser.evaluate(f"{field}.{kind} = {str(value).lower() if kind == 'checked' else repr(str(value))}")
        self.browser.evaluate("element('settings').dispatchEvent(new Event('input', { bubbles: true }))")
        self.browser.frame()

    def point(self, x, y=0.5):
        """Return a place on the stars, in CSS pixels; `x` and `y` are shares of the canvas."""
        left, top, width, height = self.browser.evaluate(
            "(box => [box.left, box.top, box.width, box.height])(stars.getBoundingClientRect())")
        return left + x * width, top + y * height

    def events(self):
        """Return the events of the page's list, the oldest first."""
        return self.browser.evaluate("[...element('events').children].map(each => each.innerText.replace('\\n', ': '))")[::-1]

    def attribute(self, name):
        return self.browser.evaluate(f"slider.getAttribute('{name}')")

    def text(self, name):
        return self.browser.evaluate(f"element('{name}').textContent")


class InputTests(PageCase):
    def test_a_drag_rates(self):
        self.open()
        self.browser.touch("touchStart", self.point(0.1))
        self.browser.touch("touchMove", self.point(0.52))
        self.assertEqual(self.attribute("aria-valuetext"), "3 of 5 stars")
        self.browser.touch("touchMove", self.point(0.99))
        self.browser.touch("touchEnd")
        self.assertEqual(self.events(), ["editing: 0.5 of 5 stars", "editing: 3 of 5 stars", "editing: 5 of 5 stars",
                                         "committed: 5 of 5 stars"])

    def test_one_contact_rates_and_others_are_ignored(self):
        self.open()
        self.browser.touch("touchStart", self.point(0.1))
        self.browser.touch("touchStart", self.point(0.1), self.point(0.9))
        self.browser.touch("touchMove", self.point(0.1), self.point(0.67))
        self.browser.touch("touchEnd")
        self.assertEqual(self.events(), ["editing: 0.5 of 5 stars", "committed: 0.5 of 5 stars"])

    def test_leaving_the_stars_restores_the_value(self):
        self.open()
        self.browser.evaluate("control.setValue(4)")
        self.browser.touch("touchStart", self.point(0.9))
        self.browser.touch("touchMove", self.point(0.9, 3))
        self.browser.touch("touchEnd")
        self.assertEqual(self.events()[-1], "cancelled: 2 of 5 stars")
        self.assertEqual(self.attribute("aria-valuenow"), "2")

    def test_the_mouse_is_a_finger(self):
        self.open(is_touch=False)
        self.browser.mouse("mousePressed", *self.point(0.3))
        self.browser.mouse("mouseMoved", *self.point(0.67))
        self.browser.mouse("mouseReleased", *self.point(0.67))
        self.assertEqual(self.events(), ["editing: 1.5 of 5 stars", "editing: 3.5 of 5 stars", "committed: 3.5 of 5 stars"])

    def test_keys(self):
        self.open()
        self.browser.evaluate("slider.focus()")
        for key, value in [("End", "5 of 5 stars"), ("ArrowLeft", "4.5 of 5 stars"), ("PageDown", "3.5 of 5 stars"),
                           ("ArrowUp", "4 of 5 stars"), ("Enter", "4 of 5 stars"), ("Home", "0 of 5 stars"),
                           ("Escape", "4 of 5 stars")]:
            self.browser.key(key)
            self.assertEqual(self.attribute("aria-valuetext"), value, key)
        self.assertEqual(self.events()[-3:], ["committed: 4 of 5 stars", "editing: 0 of 5 stars", "cancelled: 4 of 5 stars"])

    def test_a_read_only_control_ignores_both(self):
        self.open()
        self.choose(read_only=True)
        self.browser.touch("touchStart", self.point(0.52))
        self.browser.touch("touchEnd")
        self.browser.evaluate("slider.focus()")
        self.browser.key("End")
        self.assertEqual((self.events(), self.attribute("aria-readonly")), ([], "true"))

    def test_a_change_of_the_scale_keeps_value_and_finger(self):
        self.open()
        self.browser.touch("touchStart", self.point(0.67))
        self.choose(step=4)
        self.assertEqual(self.attribute("aria-valuetext"), "3.5 of 5 stars")
        self.browser.touch("touchMove", self.point(0.99))
        self.browser.touch("touchEnd")
        self.assertEqual(self.events()[-1], "committed: 5 of 5 stars")

    def test_a_frame_copies_only_what_changed(self):
        self.open()
        self.choose(size="800x480")
        self.browser.touch("touchStart", self.point(0.52))
        self.browser.touch("touchMove", self.point(0.6))
        self.browser.touch("touchEnd")
        self.assertLess(int(self.text("area").replace(",", "")), 144 * 144)


class PixelTests(PageCase):
    def canvas(self):
        """Return the canvas' pixels; each is opaque."""
        width, height, data = self.browser.evaluate("""(() => {
            const bytes = stars.getContext("2d").getImageData(0, 0, stars.width, stars.height).data;
            let text = "";
            for (let i = 0; i < bytes.length; i += 4096) text += String.fromCharCode(...bytes.subarray(i, i + 4096));
            return [stars.width, stars.height, btoa(text)];
        })()""")
        data = base64.b64decode(data)
        self.assertEqual(set(data[3::4]), {255})
        rows = []
        for y in range(height):
            row = data[4 * y * width:4 * (y + 1) * width]
            rgb = bytearray(3 * width)
            for channel in range(3):
                rgb[channel::3] = row[channel::4]
            rows.append(bytes(rgb))
        return Picture(width, height, tuple(rows))

    def native(self, value):
        """Return what `starctl preview` draws with the configuration that the page offers to copy."""
        with tempfile.TemporaryDirectory() as folder:
            configuration, picture = Path(folder, "kiosk.conf"), Path(folder, "stars.png")
            configuration.write_text(self.text("configuration"))
            width, height = self.browser.evaluate("[stars.width, stars.height]")
            subprocess.run([BUILD / "starctl", "preview", "--config", configuration, "--value", value,
                            "--size", f"{width}x{height}", "--output", picture], check=True)
            return Picture.from_png(picture.read_bytes())

    def test_every_look_equals_the_native_picture(self):
        looks = [
            dict(size="480x272"), dict(shape="star", step=4), dict(shape="heart", direction=1), dict(shape="circle", count=7),
            dict(shape="flower", direction=2, step=10), dict(shape="smileys", direction=0, step=2), dict(disabled=True),
            dict(disabled=False, shape="rounded", fill="#d62839", background="#102030", line_width=0, size="320x240"),
            dict(count=20, spacing=40, line_width=7.5, step=1000000), dict(size="1024x600", count=3, stroke="#ffffff"),
        ]
        self.open()
        for look in looks:
            self.choose(**look)
            per_star = self.browser.evaluate("settings.perStar")
            for value in (0, 1.5, 2.5 if per_star > 1 else 2):
                with self.subTest(look=look, value=value):
                    self.browser.evaluate(f"control.setValue({round(value * per_star)}), update()")
                    self.browser.frame()
                    self.assertEqual(self.canvas(), self.native(str(value)))

    def test_a_dragged_picture_equals_one_painted_at_once(self):
        self.open()
        self.choose(size="480x272", step=1000000)
        self.browser.touch("touchStart", self.point(0.1))
        for x in (0.31, 0.72, 0.4, 0.93, 0.555):
            self.browser.touch("touchMove", self.point(x))
        steps = self.browser.evaluate("control.value()")
        self.assertEqual(self.canvas(), self.native(str(steps / 1000000)))
        self.browser.touch("touchEnd")

    def test_the_swift_text_compiles(self):
        self.open()
        for look in (dict(), dict(shape="smileys", direction=2), dict(shape="heart", step=10, clears=True, disabled=True)):
            self.choose(**look)
            with tempfile.TemporaryDirectory() as folder, self.subTest(look=look):
                source = Path(folder, "main.swift")
                source.write_text(self.text("swift"))
                subprocess.run(["swiftc", "-typecheck", "-I", BUILD / "Modules", source], check=True)


class PageTests(PageCase):
    def test_the_control_is_a_slider_for_assistive_technology(self):
        self.open()
        self.assertEqual([self.attribute(name) for name in ("role", "tabindex", "aria-valuemin", "aria-valuemax")],
                         ["slider", "0", "0", "5"])
        self.assertEqual([self.attribute("aria-valuetext"), self.attribute("aria-valuenow")], ["not rated", None])
        self.choose(direction=2, count=7)
        self.assertEqual([self.attribute("aria-orientation"), self.attribute("aria-valuemax")], ["vertical", "7"])

    def test_the_focus_is_visible(self):
        self.open(is_touch=False)
        self.browser.evaluate("document.querySelector('nav').lastElementChild.focus()")
        self.browser.key("Tab")
        self.assertEqual(self.browser.evaluate("document.activeElement.id"), "slider")
        self.assertEqual(self.browser.evaluate("getComputedStyle(slider).outlineStyle"), "solid")

    def test_nothing_moves_by_itself(self):
        self.open(prefers_reduced_motion="reduce")
        self.browser.touch("touchStart", self.point(0.52))
        self.browser.touch("touchEnd")
        self.assertEqual(self.browser.evaluate("document.getAnimations().length"), 0)

    def test_no_size_scrolls_sideways_or_asks_a_network(self):
        for width, height in ((320, 480), (360, 640), (768, 1024), (1280, 800)):
            for scheme in ("light", "dark"):
                self.open(width=width, height=height, scale=2, prefers_color_scheme=scheme)
                self.assertLessEqual(self.browser.evaluate("document.documentElement.scrollWidth"), width)
        loaded = self.browser.evaluate("performance.getEntriesByType('resource').map(each => each.name)")
        self.assertEqual(loaded, [], "the page loads only its own files")

    def test_the_canvas_has_the_pixels_of_the_screen(self):
        for scale in (1, 2, 3):
            self.open(width=360, height=640, scale=scale)
            width, shown = self.browser.evaluate("[stars.width, stars.getBoundingClientRect().width]")
            self.assertAlmostEqual(width / shown, scale, places=2)

    def test_stars_that_do_not_fit_are_a_clear_line(self):
        self.open()
        self.choose(count=7)
        before = self.browser.evaluate("stars.width")
        self.browser.evaluate("settings.count = 1000, control.setScale(1000, 2, 0), tell(control.show(320, 40) ? '' : 'no room')")
        self.assertEqual(self.text("problem"), "no room")
        self.assertEqual(self.browser.evaluate("stars.width"), before)
        self.choose(count=5)
        self.assertTrue(self.browser.evaluate("element('problem').hidden"))

    def test_a_browser_without_webassembly_says_so(self):
        script = self.browser.send("Page.addScriptToEvaluateOnNewDocument", source="delete window.WebAssembly")["identifier"]
        self.addCleanup(self.browser.send, "Page.removeScriptToEvaluateOnNewDocument", identifier=script)
        self.browser.open(PAGE)
        self.browser.wait("!document.getElementById('problem').hidden")
        self.assertIn("This browser cannot run the control", self.text("problem"))


if __name__ == "__main__":
    unittest.main()
