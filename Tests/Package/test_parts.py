"""The dependencies and manual pages that tools/package computes. Run by tools/check-package."""

import re
import struct
import subprocess
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
        return dependencies.depends([dependencies.Program(*program) for program in programs], self.libraries)

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

    def test_an_unknown_library_or_symbol_is_an_error(self):
        with self.assertRaisesRegex(dependencies.Unresolved, "libnone.so.1"):
            self.of((["libnone.so.1"], []))
        with self.assertRaisesRegex(dependencies.Unresolved, "drmNone@Base"):
            self.of((["libdrm.so.2"], ["drmNone@Base"]))
        with self.assertRaisesRegex(dependencies.Unresolved, "drmInner@Base"):
            self.of((["libdrm.so.2"], ["drmInner@Base"]))

    def test_a_library_that_is_loaded_counts_as_the_others(self):
        loads = [(["libdrm.so.2"], ["drmClose", "drmModeAddFB2"]), (["libinih.so.1"], ["ini_parse"])]
        self.assertEqual(self.of(([], [], loads)), ["libdrm2 (>= 2.4.31)", "libinih1 (>= 55)"])
        # A program that is linked with it and takes less of it changes nothing.
        self.assertEqual(self.of(([], [], loads[:1]), (["libdrm.so.2"], ["drmClose@Base"])), ["libdrm2 (>= 2.4.31)"])

    def test_of_a_symbol_with_versions_any_will_do(self):
        self.assertEqual(self.of(([], [], [(["libc.so.6"], ["stat"])])), ["libc6 (>= 2.9)"])

    def test_the_soname_that_the_sysroot_has(self):
        self.assertEqual(self.of(([], [], [(["libdrm.so.9", "libdrm.so.2"], ["drmClose"])])), ["libdrm2 (>= 2.3.1)"])

    def test_what_cannot_be_loaded_is_an_error(self):
        with self.assertRaisesRegex(dependencies.Unresolved, "libnone.so.1"):
            self.of(([], [], [(["libnone.so.1"], ["none"])]))
        with self.assertRaisesRegex(dependencies.Unresolved, "libdrm.so.2 has no drmNone"):
            self.of(([], [], [(["libdrm.so.2"], ["drmNone"])]))

    def test_notes(self):
        def note(owner, kind, payload):
            data = struct.pack("<III", len(owner), len(payload), kind) + owner + payload
            return data + bytes(-len(data) % 4)

        one = b'[{"soname":["libx.so.1","libx.so.0"],"feature":"text","symbols":"x_open x_close "}]\0'
        other = b'[{"soname":["liby.so.2"],"symbols":"y "}]\0'
        self.assertEqual(
            dependencies.read_notes(
                note(b"FDO\0", 0x407c0c0a, one) + note(b"GNU\0", 3, b"12345") + note(b"FDO\0", 0x407c0c0a, other)),
            [(["libx.so.1", "libx.so.0"], ["x_open", "x_close"]), (["liby.so.2"], ["y"])])

    def test_a_library_that_is_only_suggested_is_no_dependency(self):
        payload = b'[{"soname":["libx.so.1"],"priority":"suggested","symbols":"x "}]\0\0\0\0'
        self.assertEqual(dependencies.read_notes(struct.pack("<III", 4, len(payload), 0x407c0c0a) + b"FDO\0" + payload), [])


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


class Services(unittest.TestCase):
    """`systemd-analyze security` without a running systemd."""

    def test_no_service_is_more_exposed_than_its_limit(self):
        folder = Path(dependencies.__file__).parent
        for name, tenths in (("star-kiosk", 12), ("star-courier", 18), ("star-voice", 8), ("collector/star-collector", 15)):
            words = ["systemd-analyze", "security", "--offline=true", "--no-pager", f"--threshold={tenths}"]
            done = subprocess.run([*words, folder / f"{name}.service"], capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stdout[-2000:] + done.stderr)

    def test_the_voice_has_sound_cards_and_nothing_else(self):
        text = (Path(dependencies.__file__).parent / "star-voice.service").read_text()
        for line in ("User=_star-voice", "MemoryMax=64M", "PrivateNetwork=yes", "DevicePolicy=closed", "LimitCORE=0", "StandardInput=socket"):
            self.assertIn(f"\n{line}\n", text)
        self.assertEqual(re.findall(r"(?m)^DeviceAllow=(.*)", text), ["char-116 rw"])

    def test_devices_are_allowed_whose_drivers_come_later(self):
        """systemd looks a name such as char-drm up when the service starts, and ignores it if no driver has it yet."""
        allowed = [word for path in Path(dependencies.__file__).parent.rglob("*.service")
                   for word in re.findall(r"(?m)^DeviceAllow=(\S+)", path.read_text())]
        self.assertGreater(len(allowed), 4)
        self.assertEqual([word for word in allowed if not re.fullmatch(r"char-\d+|/dev/tty1", word)], [])

    def test_no_service_that_starts_early_has_a_folder_that_is_cleared(self):
        """systemd-tmpfiles removes the folders of PrivateTmp= in /tmp before sysinit.target, so that an ExecReload= after that fails."""
        tools = Path(dependencies.__file__).parents[1]
        early = [path for folder in ("package.d", "image.d") for path in (tools / folder).rglob("*.service")
                 if "\nDefaultDependencies=no\n" in path.read_text()]
        self.assertLessEqual({"star-kiosk.service", "star-card.service"}, {path.name for path in early})
        self.assertEqual([path.name for path in early if "\nPrivateTmp=" in path.read_text()], [])

    def test_the_first_kiosk_has_the_user_and_folders_of_the_service(self):
        folder = Path(dependencies.__file__).parent
        unit = (folder / "star-kiosk.service").read_text()
        words = dict(line.split("=", 1) for line in unit.splitlines() if re.match(r"[A-Z]\w+=", line))
        groups, folders = words["SupplementaryGroups"].replace(" ", ","), re.search(r"^Environment=(STATE_DIRECTORY=.*)", unit, re.M)
        first = (folder.parent / "image.d/root/usr/lib/star-image/first-kiosk").read_text()
        for word in (f"--reuid={words['User']} --regid={words['Group']} --groups={groups} ", f"{folders[1]} ",
                     f"RUNTIME_DIRECTORY=/run/{words['RuntimeDirectory']} ", f"CACHE_DIRECTORY=/var/cache/{words['CacheDirectory']} ",
                     f"umask {words['UMask']}\n", words["ExecStart"].removeprefix("/usr/bin/") + " --keep-picture "):
            self.assertIn(word, first)

    def test_the_package_suggests_what_the_voice_loads(self):
        folder = Path(dependencies.__file__).parents[2]
        table = (folder / "Sources/Shims/CVoice/include/functions.h").read_text()
        packages = re.findall(r'(?m)^  L\(\w+, "[^"]+", "([^",]+)', table)
        self.assertEqual(len(packages), 2)
        suggested = re.search("(?m)^Suggests: (.*)", (folder / "tools/package").read_text()).group(1).split(", ")
        self.assertLessEqual(set(packages), set(suggested))

    def test_the_courier_is_bounded(self):
        text = (Path(dependencies.__file__).parent / "star-courier.service").read_text()
        for line in ("MemoryMax=96M", "LimitCORE=0", "StartLimitIntervalSec=0", "NotifyAccess=all"):
            self.assertIn(f"\n{line}\n", text)


if __name__ == "__main__":
    unittest.main()
