"""The table: its ratios, its verdicts, and its formats."""

import contextlib
import io
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

import record
import quiet
import render
import rows
import run


def table(**changes):
    return {row.label: row for row in rows.rows({**record.made_up(), **changes})}


class Rows(unittest.TestCase):
    def test_every_target_of_the_issue_is_there(self):
        targets = [row.target for row in table().values() if row.target is not None]
        self.assertEqual(targets, [
            0.6, 1.4, 0.16, 1190, 1.05, 0.8, 0.45, 0.6, 0.4, 70_000, 650_000, 0.85,  # XRGB8888
            0.6, 1.9, 0.16, 0.85, 0.5, 0.45, 0.3, 0.9, 1.05,  # RGB565
            0.75, 0.27, 0.75, 2, 0, 0, 1.3, 1.0, 1.05, 1.05, 1.05, 1.05])

    def test_ratios_are_those_of_the_fastest_rounds(self):
        row = table()["drag: a frame over pixman's cached columns"]
        self.assertEqual((row.reached.value, row.reached.low, row.reached.high), (0.5, 0.5, 0.5))
        self.assertEqual(row.cells["freetype"].value, 1)
        self.assertEqual(row.cells["floor"].value, 0.2)
        self.assertNotIn("edges", row.cells)
        self.assertFalse(row.holds)
        self.assertTrue(table()["raster, 16 px: a star over FreeType's"].holds)

    def test_rounds_that_were_disturbed_do_not_count(self):
        ours, theirs = [4.5, 8.3, 4.6, 7.5, 4.5, 8.1], [9.0, 9.2, 18.0, 9.1, 19.0, 9.0]
        cell = rows.ratio(ours, theirs)
        self.assertEqual((cell.value, cell.low), (0.5, 0.5))
        # The odd rounds have never seen ours undisturbed, so that the run is unreliable.
        self.assertAlmostEqual(cell.high, 7.5 / 9.0)
        self.assertEqual(rows.ratio([1.0], [2.0]), rows.Cell(0.5))

    def test_blend2d_has_rows_if_it_was_measured(self):
        self.assertFalse([label for label in table() if "Blend2D" in label])
        times = record.made_up()["times_ns"]
        times.update({f"raster {side}": {**times["raster 16"]} for side in rows.MORE_SIDES})
        for row in times.values():
            row["blend2d"] = [1.25 * time for time in row["star-slider"]]
        times["raster 96"] = {**times["raster 96"], "star-slider": [6.25, 12.5, 25.0, 6.25, 7.5]}
        found = {label: row for label, row in table(times_ns=times).items() if "Blend2D" in label}
        self.assertEqual([row.target for row in found.values()], [0.97, 0.78, 0.78, 0.8, 0.9])
        self.assertTrue(found["raster, 16 px: a star over Blend2D's"].holds)
        self.assertFalse(found["raster, 64 px: a star over Blend2D's"].holds)
        worst = found["raster, 24 to 300 px: the most over Blend2D's, at 96 px"]
        self.assertAlmostEqual(worst.reached.value, 1)
        self.assertFalse(worst.holds)

    def test_a_logo_is_held_against_the_better_library(self):
        self.assertFalse([label for label in table() if "logo" in label])
        times = {**record.made_up()["times_ns"], "path 64": {
            rows.OURS: [3.0] * 5, "freetype": [2.0] * 5, "blend2d": [4.0] * 5, rows.FLOOR: [1.0] * 5, "edges": [1.0] * 5}}
        row = table(times_ns=times)["any path: a logo of 200 curves, 64 px, over freetype's"]
        self.assertEqual((row.reached.value, row.target, row.holds), (1.5, 1.5, True))
        self.assertEqual({name: cell.value for name, cell in row.cells.items()},
                         {rows.OURS: 1.5, "freetype": 1, "blend2d": 2, rows.FLOOR: 0.5})

    def test_a_line_of_text_is_held_against_the_better_library(self):
        times = {**record.made_up()["times_ns"], "line": {
            rows.OURS: [3.0] * 5, "freetype": [4.0] * 5, "blend2d": [2.0] * 5, rows.FLOOR: [1.0] * 5}}
        row = table(times_ns=times)["any path: a line of text, 40 px, over blend2d's"]
        self.assertEqual((row.reached.value, row.target, row.holds), (1.5, 1.5, True))

    def test_instructions_of_screens_have_rows_if_they_were_counted(self):
        self.assertFalse([label for label in table() if "instructions for" in label])
        counts = {"screen question RGB565": {rows.OURS: 250_001, "lvgl": 900_000}, "screen reasons RGB565": {rows.OURS: 450_000},
                  "screen button RGB565": {rows.OURS: 1}}
        found = {label: row for label, row in table(instructions={**record.made_up()["instructions"], **counts}).items()
                 if "instructions for" in label}
        self.assertEqual(list(found), [f"screen, RGB565: instructions for {words}" for words in ("a question", "its reasons", "a button")])
        self.assertEqual([row.target for row in found.values()], [250_000, 450_000, 120_000])
        self.assertEqual([row.holds for row in found.values()], [False, True, True])
        self.assertEqual(found["screen, RGB565: instructions for a question"].cells["lvgl"].value, 900_000)

    def test_screens_have_rows_if_lvgl_was_measured(self):
        self.assertFalse([label for label in table() if "LVGL" in label])
        times = record.made_up()["times_ns"]
        for part, time in (("question", 3.0), ("reasons", 2.0), ("button", 1.0)):
            for suffix in ("", " RGB565"):
                times[f"screen {part}{suffix}"] = {rows.OURS: [time] * 5, rows.FLOOR: [0.5] * 5, "lvgl": [4.0] * 5}
        found = {label: row for label, row in table(times_ns=times).items() if "LVGL" in label}
        self.assertEqual(list(found), [f"screen{said}: {words} over LVGL's" for said in ("", ", RGB565")
                                       for words in ("a question", "its reasons", "a button")])
        self.assertEqual([row.target for row in found.values()], 2 * [0.75, 0.45, 0.25])
        self.assertEqual([row.holds for row in found.values()], 2 * [True, False, True])
        self.assertEqual({name: cell.value for name, cell in found["screen, RGB565: its reasons over LVGL's"].cells.items()},
                         {rows.OURS: 0.5, "lvgl": 1, rows.FLOOR: 0.125})

    def test_a_limit_is_reached_and_one_more_is_not(self):
        self.assertTrue(table()["drag: instructions a frame"].holds)
        self.assertFalse(table()["raster, 64 px: instructions a star"].holds)
        self.assertTrue(table()["drag: bytes stored over bytes that differ"].holds)
        self.assertFalse(table()["drag, RGB565: bytes stored over bytes that differ"].holds)

    def test_rounds_that_disagree_are_unsure(self):
        def row(low, value, high):
            return rows.Row("a", 1.0, {rows.OURS: rows.Cell(value, low, high)})

        found = [render.verdict(row(*cell)) for cell in
                 ((0.8, 0.9, 1.0), (0.8, 0.9, 1.01), (0.9, 1.1, 1.2), (1.01, 1.1, 1.2))]
        self.assertEqual(found, ["yes", "unsure", "unsure", "no"])

    def test_errors_are_the_worse_of_inside_and_outline(self):
        self.assertEqual(table()["error of coverage, of 255: the most"].cells["freetype"].value, 2.5)
        self.assertEqual(table()["error of coverage, of 255: the mean"].cells["freetype"].value, 0.625)
        self.assertEqual(table()["error of coverage, of 255: the most"].reached.value, 0.75)

    def test_a_part_is_a_drawn_one_where_the_library_draws(self):
        cells = table()["part against whole, RGB565, of 255"].cells
        self.assertEqual({name: cell.value for name, cell in cells.items()},
                         {"star-slider": 0, "pixman": 3, "freetype": 5})

    def test_memory_is_what_is_held_above_the_frame(self):
        row = table()["memory above the frame, static, MB"]
        self.assertAlmostEqual(row.reached.value, 1.1)
        self.assertAlmostEqual(row.cells["floor"].value, 0.7)
        self.assertFalse(row.holds)

    def test_a_start_is_held_against_its_own_c_library_and_told_beside_glibc(self):
        mine, glibc = (table()[label] for label in ("start to first frame, static, over an empty C program's",
                                                    "the same over one with glibc"))
        self.assertEqual((mine.reached.value, mine.target, mine.holds), (1.25, 1.3, True))
        self.assertEqual((glibc.reached.value, glibc.target), (1, None))

    def test_an_earlier_record_has_one_floor(self):
        start = {**record.made_up()["start"]}
        del start["times_beside_glibc_ns"]
        labels = list(table(start=start))
        self.assertNotIn("the same over one with glibc", labels)
        self.assertIn("memory above the frame, static, MB", labels)

    def test_whole_programs_have_rows_if_they_were_measured(self):
        self.assertFalse([label for label in table() if "arm64" in label])

        def program(first, touch=None):
            return {"first_frame": first, "idle_minute": 0, "highest_resident": first // 2, "private": first // 10, "touch": touch}

        screen = {"stars": program(9_000_000, 1150), "question": program(30_000_001), "sample": program(10_000_000),
                  "cached": program(8_000_000),
                  "floor": program(5_000_000, 1000), "lvgl": {**program(12_000_000, 2500), "idle_minute": 77}}
        found = {label: row for label, row in
                 table(end_to_end={"virtio": screen, "bochs": {**screen, "stars": program(1, 1301)}}).items() if "arm64" in label}
        self.assertEqual([row.target for row in found.values() if row.target is not None], [9, 30, 50, 20, 1.15, 1.3, 0, 5, 5, 1.6, 1.6])

        def values(label):
            return {name: cell.value for name, cell in found[label].cells.items()}

        self.assertEqual(values("arm64, exec to first frame, stars: M instructions"), {rows.OURS: 9, "lvgl": 12, rows.FLOOR: 5})
        self.assertEqual(values("arm64, exec to first frame, two languages: M instructions"), {rows.OURS: 10})
        self.assertEqual(values("arm64, touch to commit, virtio: over a program that draws nothing"),
                         {rows.OURS: 1.15, "lvgl": 2.5, rows.FLOOR: 1})
        self.assertEqual(values("arm64, touch to commit, bochs: instructions"), {rows.OURS: 1301, "lvgl": 2500, rows.FLOOR: 1000})
        self.assertEqual(values("arm64, an idle minute, stars: instructions"), {rows.OURS: 0, "lvgl": 77, rows.FLOOR: 0})
        self.assertEqual(values("arm64, an idle minute, two languages: instructions"), {rows.OURS: 0})
        self.assertEqual(values("arm64, highest resident, two languages: MB"), {rows.OURS: 5})
        self.assertEqual(values("arm64, highest resident, two languages, cached text: MB"), {rows.OURS: 4})
        self.assertEqual(values("arm64, private after a minute, stars: MB"), {rows.OURS: 0.9, "lvgl": 1.2, rows.FLOOR: 0.5})
        self.assertEqual([label for label, row in found.items() if row.holds is False], [
            "arm64, exec to first frame, one question: M instructions",
            "arm64, touch to commit, bochs: over a program that draws nothing"])

    def test_whole_programs_without_lvgl(self):
        costs = {"first_frame": 1, "idle_minute": 2, "highest_resident": 3, "private": 4, "touch": 5}
        screen = {name: dict(costs) for name in ("stars", "question", "sample", "floor")}
        found = table(end_to_end={"virtio": screen, "bochs": screen})
        self.assertEqual(set(found["arm64, an idle minute, stars: instructions"].cells), {rows.OURS, rows.FLOOR})
        self.assertFalse(found["arm64, an idle minute, stars: instructions"].holds)

    def test_what_was_not_measured_is_said(self):
        row = table(start=None)["memory above the frame, static, MB"]
        self.assertIsNone(row.holds)
        self.assertEqual(render.verdict(row), "not measured")
        self.assertIn("not measured", render.text(record.made_up(), [row]))


class Quiet(unittest.TestCase):
    def test_a_quiet_run_has_no_reasons(self):
        self.assertEqual(quiet.reasons(0.05, {"drag": 0.02}), [])

    def test_load_and_spread_are_reasons(self):
        found = quiet.reasons(1.5, {"drag": 0.2, "many": 0.5, "raster": 0.01})
        self.assertEqual(len(found), 2)
        self.assertIn("150%", found[0])
        self.assertIn("2 of 3 ratios differ", found[1])
        self.assertIn("50%, many", found[1])

    def test_ones_own_work_is_not_others(self):
        watch = quiet.Watch()
        (t0, busy0, mine0), later = watch.start, quiet.Watch.look
        quiet.Watch.look = staticmethod(lambda: (t0 + 10, busy0 + 12, mine0 + 10))
        try:
            self.assertAlmostEqual(watch.others(), 0.2)
        finally:
            quiet.Watch.look = staticmethod(later)

    def test_spreads_are_those_of_what_has_a_target(self):
        found = rows.spreads(rows.rows(record.made_up()))
        self.assertIn("drag: a frame over the floor's", found)
        self.assertNotIn("the same where every slider is asked each frame", found)


class Documents(unittest.TestCase):
    def test_the_table_goes_between_its_marks(self):
        document = f"a\n{render.BEGIN}\nold\n{render.END}\nb\n"
        once = render.replaced(document, "new")
        self.assertEqual(once, f"a\n{render.BEGIN}\nnew\n{render.END}\nb\n")
        self.assertEqual(render.replaced(once, "new"), once)

    def test_a_document_without_marks_or_with_two_is_refused(self):
        mark = f"{render.BEGIN}\n{render.END}\n"
        for document in ("", render.BEGIN, mark + mark):
            self.assertIsNone(render.replaced(document, "new"))

    def test_the_repositorys_documents_have_marks(self):
        for name in ("README.md", "docs/benchmarks.md"):
            text = (record.FOLDER.parents[1] / name).read_text()
            self.assertIsNotNone(render.replaced(text, "new"), name)

    def test_every_row_of_the_markdown_has_as_many_cells_as_its_head(self):
        lines = render.markdown(record.made_up(), list(table().values())).split("\n")
        lines = [line for line in lines if line.startswith("|")]
        self.assertEqual(len(lines), 2 + len(render.compared(list(table().values()))))
        self.assertEqual({line.count("|") for line in lines}, {lines[0].count("|")})

    def test_the_markdown_compares_and_has_no_limits(self):
        text = render.markdown(record.made_up(), list(table().values()))
        self.assertIn("| | star-slider | pixman | freetype | floor |\n", text)
        self.assertIn("| drag: a frame over the floor's | 2.50 | 5.00 | 5.00 | 1.00 |\n", text)
        # The same times with another base, and a row with no other program.
        self.assertNotIn("over pixman's cached columns", text)
        self.assertNotIn("the unrolled floor's", text)

    def test_the_summary_has_rows_of_the_table(self):
        lines = render.summary(record.made_up(), list(table().values())).split("\n")
        # A made-up record has neither screens nor the arm64 kernel.
        self.assertEqual(len(lines), 2 + 3)
        self.assertIn("| one frame of a drag | 1,190 |  |  |  |", lines)

    def test_machine_compilers_and_versions_are_told(self):
        text = render.markdown(record.made_up(), [])
        for words in ("Swift 6.3", "gcc 12", "pixman 1.2", "abc", "P, 2 processors", "the fastest of 5 batches"):
            self.assertIn(words, text)


class Program(unittest.TestCase):
    def print_earlier(self, text):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "record.json"
            path.write_text(text)
            return subprocess.run([sys.executable, record.FOLDER / "run.py", "--from", path], stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, text=True)

    def test_an_earlier_run_is_printed_again(self):
        done = self.print_earlier(json.dumps(record.made_up()))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"drag: a frame over pixman's cached columns +0\.50 \(0\.50-0\.50\) +0\.16 +no")
        self.assertRegex(done.stdout, r"\n\d+ of 33 reached, 0 unsure\n$")

    def test_a_restless_run_ends_with_3_and_says_why(self):
        done = self.print_earlier(json.dumps({**record.made_up(), "valid": False, "reasons": ["it was loud"]}))
        self.assertEqual(done.returncode, 3)
        self.assertIn("unreliable: it was loud", done.stdout)

    def test_what_is_no_record_is_refused(self):
        for text in ("", "{", "[]", '{"program": "star-bench", "facts": []}', '{"program": "tools/peers", "instructions": {}}'):
            done = self.print_earlier(text)
            self.assertEqual(done.returncode, 1)
            self.assertRegex(done.stderr, r"^peers: \S+/record.json (is not valid JSON|is not a record of tools/peers).*\n$")

    def test_markdown_is_written_where_the_marks_are(self):
        with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
            pathlib.Path("docs").mkdir()
            for name in ("README.md", "docs/benchmarks.md"):
                pathlib.Path(name).write_text(f"# A\n{render.BEGIN}\n{render.END}\n")
            with contextlib.redirect_stderr(io.StringIO()):
                run.write_markdown(record.made_up(), list(table().values()))
            self.assertIn("| one frame of a drag | 1,190 |", pathlib.Path("README.md").read_text())
            self.assertIn(" pixman | freetype | floor |", pathlib.Path("docs/benchmarks.md").read_text())


if __name__ == "__main__":
    unittest.main()
