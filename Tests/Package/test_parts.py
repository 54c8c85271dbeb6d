"""What tools/package computes by itself: dependencies and manual pages. Run by tools/check-package."""

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools/package.d"))

import dependencies  # noqa: E402
import manual  # noqa: E402

SYMBOLS = """\
libdrm.so.2 libdrm2 #MINVER#
* Build-Depends-Package: libdrm-dev
 drmClose@Base 2.3.1
 drmModeAddFB2@Base 2.4.31
 drmInner@Base 2.4.90 1
libc.so.6 libc6 #MINVER#
| libc6 (>> 2.36), libc6 (<< 2.37)
 open@GLIBC_2.2.5 2.2.5
 stat@GLIBC_2.33 2.33
 stat@GLIBC_2.9 2.9
"""
SHLIBS = "libinih 1 libinih1 (>= 55)\nudeb: libinih 1 libinih1-udeb (>= 55)\n"


class Dependencies(unittest.TestCase):
    def setUp(self):
        self.libraries = dependencies.read_shlibs(SHLIBS) | dependencies.read_symbols(SYMBOLS)

    def of(self, *programs):
        return dependencies.depends(programs, self.libraries)

    def test_the_oldest_version_that_has_all_symbols(self):
        self.assertEqual(self.of((["libdrm.so.2"], ["drmClose@Base"])), ["libdrm2 (>= 2.3.1)"])
        self.assertEqual(self.of((["libdrm.so.2"], ["drmModeAddFB2@Base", "drmClose@Base"])), ["libdrm2 (>= 2.4.31)"])

    def test_versions_are_no_decimal_numbers(self):
        self.assertEqual(self.of((["libc.so.6"], ["stat@GLIBC_2.33", "stat@GLIBC_2.9"])), ["libc6 (>= 2.33)"])

    def test_several_programs_make_one_list(self):
        self.assertEqual(
            self.of((["libc.so.6"], ["open@GLIBC_2.2.5"]), (["libc.so.6", "libdrm.so.2"], ["stat@GLIBC_2.9"])),
            ["libc6 (>= 2.9)", "libdrm2"])

    def test_a_library_without_a_list_of_symbols(self):
        self.assertEqual(self.of((["libinih.so.1"], ["ini_parse@Base"])), ["libinih1 (>= 55)"])

    def test_what_nobody_has_is_an_error(self):
        with self.assertRaisesRegex(dependencies.Unresolved, "libnone.so.1"):
            self.of((["libnone.so.1"], []))
        with self.assertRaisesRegex(dependencies.Unresolved, "drmNone@Base"):
            self.of((["libdrm.so.2"], ["drmNone@Base"]))
        with self.assertRaisesRegex(dependencies.Unresolved, "drmInner@Base"):
            self.of((["libdrm.so.2"], ["drmInner@Base"]))


class Manual(unittest.TestCase):
    HELP = "star-x: a thing.\n\nusage: star-x [-h]    do it\n       star-x undo    don't\n\n  -h   `back\\slash`\n.dot\n"

    def test_sections_and_columns(self):
        lines = manual.page(self.HELP, "1.2", "2026-01-02").splitlines()
        self.assertEqual(lines[:4], [
            '.TH STAR-X 1 "2026-01-02" "star-x 1.2" "Star slider"', ".SH NAME", "star\\-x \\- a thing", ".SH SYNOPSIS"])
        self.assertEqual(lines[5:7], ["\\&star\\-x [\\-h]    do it", "\\&star\\-x undo    don\\(aqt"])
        self.assertEqual(lines[-3:], ["\\&  \\-h   \\(gaback\\eslash\\(ga", "\\&.dot", ".fi"])

    def test_other_pages(self):
        lines = manual.page(self.HELP, "1.2", "2026-01-02", "star-x(1)", "star-y(1)", "x.conf(5)").splitlines()
        self.assertEqual(lines[-2:], [".SH SEE ALSO", "star\\-y(1), x.conf(5)"])
        alone = manual.page(self.HELP, "1.2", "2026-01-02", "star-x(1)")
        self.assertEqual(alone, manual.page(self.HELP, "1.2", "2026-01-02"))

    def test_another_kind_of_help_is_refused(self):
        for text in ("star-x\n\nusage: star-x\n", "star-x: a thing.\n\nno usage\n"):
            with self.assertRaises(ValueError):
                manual.page(text, "1", "2026-01-02")


if __name__ == "__main__":
    unittest.main()
