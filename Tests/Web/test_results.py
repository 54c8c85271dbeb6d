"""The page of `starctl results` in Chromium: its widths, its table, its comparison. Requires the release build."""

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
    ("Raspberry Pi Zero 2 W Rev 1.0", "CPU implementer 0x41, CPU part 0xd03", 1000, 71_800.0),
    ("TI AM335x BeagleBone Black", "ARMv7 Processor rev 2 (v7l)", 1000, 154_000.0),
    ("<b>Board</b> & \"Sons\" " + "Lengthy" * 12, "A processor", 2400, 14_000.0),
    ("unknown", "AMD EPYC", 4200, 4300.0),
]


def report(board, processor, clock, star, valid=True):
    """Return a report in which a board's times are multiples of its star's."""
    results = []
    for name, unit, factor, floor in (
            ("raster 16", "star", 0.4, 0.02), ("raster 64", "star", 1, 0.05), ("raster 512", "star", 10, 0.5), ("drag", "frame", 0.02, 0.04),
            ("many", "scene", 5, 6), ("motion", "frame", 18, 7)):
        times = [star * factor * share for share in (0.99, 1, 1.01)]
        results.append({"name": name, "per": unit, "batches_ns": times, "floor": name + " floor", "median_ns": times[1]})
        results.append({"name": name + " floor", "per": unit, "batches_ns": [star * floor] * 3, "median_ns": star * floor})
    return {
        "program": "star-bench", "version": "0.2.0", "valid": valid, "reasons": [] if valid else ["other programs used 40 %"],
        "date": "2026-01-02T03:04:05Z", "display": "memory 800x480 XRGB8888",
        "machine": {"processor": processor, "processors": 4, "architecture": "aarch64", "board": board, "soc": "unknown",
                    "kernel": "6.1.0", "governor": "performance", "cores": [], "time_in_state": [], "counters": "available",
                    "clocks": [{"workload": "raster", "before_khz": clock * 1000, "after_khz": clock * 1000}]},
        "build": {"language": "Embedded Swift", "compiler": "Swift 6.3", "commit": "abc"},
        "headline": {"subject": "raster 64", "stars_per_second_per_ghz": int(1e12 / star / clock), "clock_khz": clock * 1000, "times_floor": 20},
        "results": results, "facts": [],
        "series": [{"time_ms": i * 60_000, "frames_per_second": 9000 - 40 * i, "clock_khz": clock * 1000 - 9000 * i,
                    "temperature_millicelsius": 40_000 + 2000 * i} for i in range(1, 16)],
    }


def submission(note):
    return {"program": "star-bench", "submission": 1, "version": "0.2.0", "note": note, "kernel_build": "#1 SMP", "compatible": [],
            "hash": "SHA-256", "binary": {"bytes": 1_000_000, "hash": "0" * 64}, "pictures": [{"name": "drag", "hash": "1" * 64}]}


def write(folder, name, run, note=None, peers=None):
    """Write an unpacked archive."""
    folder = pathlib.Path(folder, name)
    folder.mkdir()
    for file, content in (("submission.json", submission(note)), ("report.json", run), ("peers.json", peers)):
        if content is not None:
            folder.joinpath(file).write_text(json.dumps(content))


class PageCase(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="star-slider-results-")
        cls.addClassCleanup(folder.cleanup)
        root = pathlib.Path(folder.name)
        root.joinpath("in").mkdir()
        for i, board in enumerate(BOARDS):
            is_last = i == len(BOARDS) - 1
            record = {"program": "tools/peers", "date": "2026-01-02", "commit": "abc", "peers": {"freetype": "2.12", "cairo": "1.16"},
                      "times_ns": {"raster 64": {"star-slider": [4000.0] * 3, "freetype": [6000.0] * 3, "cairo": [15_000.0] * 3}}}
            write(root / "in", f"run-{i}", report(*board, valid=i != 2), "build machine, not a board" if is_last else None, record if is_last else None)
        run = report(*BOARDS[0])
        del run["headline"]
        write(root / "in", "without-headline", run)
        made = subprocess.run([STARCTL, "results", root / "in", "--output", root / "site"], capture_output=True, text=True, check=True)
        assert made.stderr == "", made.stderr
        cls.page = (root / "site/index.html").as_uri()
        cls.browser = Browser()
        cls.addClassCleanup(cls.browser.__exit__)

    def open(self, **options):
        self.browser.messages.clear()
        self.browser.open(self.page, **options)
        self.browser.frame()
        self.addCleanup(lambda: self.assertEqual(self.browser.messages, []))

    def column(self, number):
        return self.browser.evaluate(f"[...table.tBodies[0].rows].map(row => row.cells[{number}].innerText)")

    def sort(self, number):
        """Click a head of the table. Return the rows' values in order and the direction that is announced."""
        self.browser.evaluate(f"heads[{number}].querySelector('button').click()")
        values = self.browser.evaluate(f"[...table.tBodies[0].rows].map(row => row.cells[{number}].dataset.sort)")
        states = self.browser.evaluate("heads.map(head => head.getAttribute('aria-sort'))")
        self.assertEqual([i for i, state in enumerate(states) if state], [number])
        return values, states[number]


class ResultsPageTests(PageCase):
    def test_nothing_overflows(self):
        for width in WIDTHS:
            for scheme in ("light", "dark"):
                with self.subTest(width=width, scheme=scheme):
                    self.open(width=width, height=900, prefers_color_scheme=scheme)
                    self.browser.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
                    self.browser.frame()
                    self.assertLessEqual(self.browser.evaluate("document.documentElement.scrollWidth"), width)
                    # No text leaves its own box, either.
                    wide = self.browser.evaluate("""[...document.querySelectorAll("td, th, dd, li, summary, figcaption, label")]
                        .filter(each => each.clientWidth > 1 && each.scrollWidth > each.clientWidth + 1).map(each => each.innerText)""")
                    self.assertEqual([text for text in wide if text], [])

    def test_columns_sort_both_ways_with_unknown_values_last(self):
        self.open()
        for number, first in ((1, "ascending"), (2, "ascending"), (4, "descending"), (5, "ascending"), (7, "descending")):
            for turn in range(2):
                values, direction = self.sort(number)
                with self.subTest(column=number, turn=turn):
                    self.assertEqual(direction == first, turn == 0)
                    known = [value for value in values if value]
                    self.assertEqual(values, known + [""] * (len(values) - len(known)))
                    key = float if number < 7 else str
                    self.assertEqual(known, sorted(known, key=key, reverse=direction == "descending"))
        names, direction = self.sort(0)
        self.assertEqual((direction, names), ("ascending", sorted(names, key=str.lower)))

    def test_the_figure_stands_beside_its_ratios(self):
        self.open()
        self.assertEqual(self.column(1)[0].replace("\u202f", ""), str(int(1e12 / 4300 / 4200)))
        self.assertEqual([self.column(2)[0], self.column(3)[0]], ["20.00 ×", "0.67 × freetype"])
        self.assertEqual(self.column(3)[1:], ["not measured"] * 5)
        self.assertIn("build machine, not a board", self.column(0)[0])
        self.assertEqual([("not valid" in text) for text in self.column(0)].count(True), 1)

    def test_texts_of_a_run_are_no_markup(self):
        self.open()
        self.assertEqual(self.browser.evaluate("document.querySelectorAll('tbody b:not(.figure), option b').length"), 0)
        self.assertTrue(any(text.startswith('<b>Board</b> & "Sons"') for text in self.column(0)))

    def test_two_boards_are_compared(self):
        self.open()
        labels = self.browser.evaluate("[...document.getElementById('a').options].map(each => each.text)")
        pi, zero = (next(i for i, label in enumerate(labels) if label.startswith(name)) for name in (BOARDS[0][0], BOARDS[1][0]))
        for name, value in (("a", zero), ("b", pi)):
            self.browser.evaluate(f"""(field => {{ field.value = {value}; field.dispatchEvent(new Event("change")); }})
                (document.getElementById("{name}"))""")
        rows = self.browser.evaluate(
            "[...document.querySelectorAll('#comparison tbody tr')].map(row => [...row.cells].map(cell => cell.innerText))")
        by_name = {row[0]: row[1:] for row in rows}
        self.assertEqual(by_name["A star of 64 px"], ["71.8 µs", "26.1 µs", "2.75 ×", "1.53 ×"])
        self.assertEqual(len(rows), 7)
        self.assertEqual(by_name["A page of 500 stars"][2:], ["2.75 ×", "1.53 ×"])
        self.assertIn("6 workloads in common", self.browser.evaluate("document.getElementById('summary').textContent"))

    def test_every_workload_has_a_chart_of_all_runs(self):
        self.open()
        charts = self.browser.evaluate("""[...document.querySelectorAll(".charts figure")].map(figure => [figure.querySelector("figcaption").innerText,
            [...figure.querySelectorAll(".fill")].map(bar => parseFloat(bar.getAttribute("width")))])""")
        self.assertEqual(len(charts), 6)
        for title, widths in charts:
            with self.subTest(chart=title):
                self.assertEqual((len(widths), widths[0], widths), (6, 100, sorted(widths, reverse=True)))
        stars = dict(charts)["A star of 64 px"]
        self.assertAlmostEqual(stars[1], 100 * 4300 / 14_000, delta=0.1)

    def test_it_is_accessible_and_needs_no_network(self):
        self.open()
        heads = self.browser.evaluate("[...document.querySelectorAll('th')].filter(head => !['col', 'row'].includes(head.scope)).length")
        self.assertEqual(heads, 0)
        self.browser.key("Tab")
        self.assertEqual(self.browser.evaluate("document.activeElement.tagName"), "A")
        names = self.browser.evaluate("performance.getEntriesByType('resource').map(each => each.name)")
        self.assertEqual(names, [])

    def test_colours_have_contrast(self):
        def luminance(colour):
            parts = [int(part) / 255 for part in colour[colour.index("(") + 1:-1].split(",")[:3]]
            red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
            return 0.2126 * red + 0.7152 * green + 0.0722 * blue

        for scheme in ("light", "dark"):
            self.open(prefers_color_scheme=scheme)
            # The first comparison has rows of one kind; this marks a row of the other.
            self.browser.evaluate("document.querySelector('.slower').className = 'faster'")
            pairs = self.browser.evaluate("""["header p", ".note", ".doubt", ".none", ".what", "thead button", "tbody th", "small", ".faster",
                ".slower"].map(name => {
                let place = document.querySelector(name);
                const text = getComputedStyle(place).color;
                while (getComputedStyle(place).backgroundColor === "rgba(0, 0, 0, 0)") place = place.parentElement;
                return [name, text, getComputedStyle(place).backgroundColor];
            })""")
            for name, text, ground in pairs:
                low, high = sorted((luminance(text), luminance(ground)))
                with self.subTest(scheme=scheme, name=name):
                    self.assertGreaterEqual((high + 0.05) / (low + 0.05), 4.5)


if __name__ == "__main__":
    unittest.main()
