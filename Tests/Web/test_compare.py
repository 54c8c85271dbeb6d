"""The page of `starctl compare` in Chromium: its widths and colors. Requires the release build."""

import json
import pathlib
import subprocess
import tempfile
import unittest

from browser import Browser

REPOSITORY = pathlib.Path(__file__).resolve().parent.parent.parent
STARCTL = REPOSITORY / ".build/release/starctl"
WIDTHS = (360, 800, 1400)
# Name, processor, clock in MHz, nanoseconds of a star of 64 px; the name that is longest, and one that wants to be markup.
BOARDS = [
    ("Raspberry Pi 4 Model B Rev 1.4", "CPU implementer 0x41, CPU part 0xd08", 1800, 26_100.0),
    ("TI AM335x BeagleBone Black", "ARMv7 Processor rev 2 (v7l)", 1000, 154_000.0),
    ("<b>Board</b> & \"Sons\" " + "Lengthy" * 12, "A processor", 2400, 14_000.0),
]


def report(board, processor, clock, star, valid):
    """Return a report in which a board's times are multiples of its star's."""
    results = []
    for name, unit, factor, floor in (("raster 64", "star", 1, 0.05), ("raster 512", "star", 10, 0.5), ("drag", "frame", 0.02, 0.04)):
        results.append({"name": name, "per": unit, "batches_ns": [star * factor * share for share in (0.99, 1, 1.01)], "floor": name + " floor"})
        results.append({"name": name + " floor", "per": unit, "batches_ns": [star * floor] * 3})
    return {
        "program": "star-bench", "version": "0.2.0", "valid": valid, "reasons": [] if valid else ["other programs used 40 %"],
        "date": "2026-01-02T03:04:05Z", "display": "memory 800x480 XRGB8888", "note": "a fan",
        "machine": {"processor": processor, "processors": 4, "architecture": "aarch64", "board": board, "memory_mib": 950, "kernel": "6.1.0",
                    "governor": "performance"},
        "build": {"language": "Embedded Swift", "compiler": "Swift 6.3", "commit": "abc"}, "results": results, "facts": [],
        "series": [{"time_ms": i * 60_000, "frames_per_second": 9000 - 40 * i, "clock_khz": clock * 1000 - 9000 * i,
                    "temperature_millicelsius": 40_000 + 2000 * i} for i in range(1, 16)],
    }


class PageTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="star-slider-compare-")
        cls.addClassCleanup(folder.cleanup)
        root = pathlib.Path(folder.name)
        for i, board in enumerate(BOARDS):
            root.joinpath(f"run-{i}.json").write_text(json.dumps(report(*board, valid=i != 1)))
        subprocess.run([STARCTL, "compare", *sorted(root.glob("*.json")), "--output", root / "page.html"], capture_output=True, check=True)
        cls.page = (root / "page.html").as_uri()
        cls.browser = Browser()
        cls.addClassCleanup(cls.browser.__exit__)

    def open(self, **options):
        self.browser.messages.clear()
        self.browser.open(self.page, **options)
        self.browser.frame()
        self.addCleanup(lambda: self.assertEqual(self.browser.messages, []))

    def test_nothing_overflows(self):
        for width in WIDTHS:
            for scheme in ("light", "dark"):
                with self.subTest(width=width, scheme=scheme):
                    self.open(width=width, height=900, prefers_color_scheme=scheme)
                    self.assertLessEqual(self.browser.evaluate("document.documentElement.scrollWidth"), width)
                    # Wide tables and charts scroll in their own boxes; no other text leaves its box.
                    wide = self.browser.evaluate("""[...document.querySelectorAll("h3, dd, figcaption, p")]
                        .filter(each => each.scrollWidth > each.clientWidth + 1).map(each => each.innerText)""")
                    self.assertEqual(wide, [])

    def test_it_has_every_run_ratio_and_series_and_needs_no_network(self):
        self.open(width=1400, height=900)
        count = "document.querySelectorAll('{}').length".format
        self.assertEqual([self.browser.evaluate(count(name)) for name in ("article", "#ratios ~ figure", "#series ~ figure", ".doubt")], [3, 2, 3, 1])
        self.assertEqual(self.browser.evaluate("[...document.querySelectorAll('tbody tr')].map(row => row.cells.length)"), [9] * 6)
        self.assertEqual(self.browser.evaluate("document.querySelectorAll('dd b').length"), 0)
        self.assertEqual(self.browser.evaluate("performance.getEntriesByType('resource').map(each => each.name)"), [])

    def test_colors_have_contrast(self):
        def luminance(color):
            parts = [int(part) / 255 for part in color[color.index("(") + 1:-1].split(",")[:3]]
            red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
            return 0.2126 * red + 0.7152 * green + 0.0722 * blue

        for scheme in ("light", "dark"):
            self.open(width=1400, height=900, prefers_color_scheme=scheme)
            pairs = self.browser.evaluate("""["header p", "dt", "dd", ".doubt", "thead th", "td.secondary", "text.secondary", "text.ink",
                "text.faster", "text.slower", "text.speed", "text.clock", "text.heat", "footer"].map(name => {
                let place = document.querySelector(name);
                const style = getComputedStyle(place);
                const text = place instanceof SVGElement ? style.fill : style.color;
                while (getComputedStyle(place).backgroundColor === "rgba(0, 0, 0, 0)") place = place.parentElement;
                return [name, text, getComputedStyle(place).backgroundColor];
            })""")
            for name, text, ground in pairs:
                low, high = sorted((luminance(text), luminance(ground)))
                with self.subTest(scheme=scheme, name=name):
                    self.assertGreaterEqual((high + 0.05) / (low + 0.05), 4.5)


if __name__ == "__main__":
    unittest.main()
