"""The scenarios of the x86-64 machines, on the kernels of Arm boards.

A test module for an architecture is a list of those that it takes:

    globals().update(arm.scenarios("arm64", __name__, screens.Virtio, ...))
"""

import json
import re

from kiosk import KioskCase, board_program
from machines import REPOSITORY
from test_kiosk_screens import Visits
from vmkit.arch import ARCHS


def scenarios(arch, module, *cases):
    """The test cases again, by the same names, on machines of `arch`."""
    return {case.__name__: type(case.__name__, (case,), {"arch": arch, "__module__": module}) for case in cases}


class Simplefb(Visits):
    """A frame buffer that the firmware left: RGB565, and rows that are no multiple of 16 bytes."""

    display = "simplefb"
    pixels = "RGB565"

    def test_by_itself(self):
        self.visit(name=r"^fbdev:/dev/fb0 800x480 RGB565")


class Profile(KioskCase):
    """The board's profile is the one that fits, and nothing is missing."""

    def test_it_is_found(self):
        self.add_finger()
        done = self.vm.run([self.kiosk, "doctor", "--boards", REPOSITORY / "boards"], env={"STATE_DIRECTORY": "/out"})
        self.assertEqual(done.status, 0, done.stdout + done.stderr)
        self.assertRegex(done.stdout, rf"(?m)^ok +profile +qemu-virt-{self.arch}, ")
        self.assertNotIn("unverified", done.stdout)


class StaticBench(KioskCase):
    """The benchmark as one file, with a C library and a libdrm of its own, on a real screen."""

    def bench(self, *words):
        return self.vm.run([board_program("star-bench", ARCHS[self.arch].cross, "--static"), *words], timeout=120)

    def test_draws_and_measures_on_the_screen(self):
        for display, file in (("kms", "screen"), (f"memory:{self.size[0]}x{self.size[1]}", "memory")):
            done = self.bench("--display", display, "--workload", "drag", "--picture", f"/out/bench-{file}")
            self.assertEqual((done.status, done.stderr), (0, ""))
        screen, memory = ((self.vm.out / f"bench-{file}-drag.ppm").read_bytes() for file in ("screen", "memory"))
        self.assertEqual(screen, memory)
        done = self.bench("--display", "kms", "--workload", "memory", "--batches", "1", "--json", "/out/bench.json")
        # 3: measured, on a machine that is not quiet.
        self.assertIn(done.status, (0, 3), done.stderr)
        report = json.loads((self.vm.out / "bench.json").read_text())
        self.assertRegex(report["display"], r"^kms:/dev/dri/card0 \S+ 800x480 XRGB8888")
        self.assertTrue(all(result["median_ns"] > 0 for result in report["results"]))


class Memory(KioskCase):
    """What the program keeps for itself, 800x480, by smaps_rollup: below 2 MB while it waits for somebody, whoever shares a page.

    Private_Dirty are heap with the tiles, stack, data, relocations; Private_Clean are pages of program and libraries that nobody
    else happens to run, on these machines all of SQLite's and of the C library's. What the start or a visit needed of those is
    dropped when it is over, and comes back from the page cache when it is needed. This terminal has no words, so the libraries for text
    are not there at all. The screen's dumb buffers are the driver's memory; the kernel counts such mappings nowhere in smaps.
    """

    # Kilobytes. A visitor's thanks are the most that there is.
    WAITING = 2_000_000 // 1024
    THANKING = 3584

    def test_private_memory(self):
        finger = self.add_finger()
        job = self.start_kiosk("--display", "kms")
        self.assertLessEqual(self.private(job), self.WAITING)
        finger.press(1)
        finger.move(5)
        finger.lift()
        self.assert_stars(5, thanks=True)
        self.assertLessEqual(self.private(job), self.THANKING)
        self.assert_stars(0)
        self.assertLessEqual(self.private(job), self.WAITING)

    def private(self, job):
        rollup = self.vm.run(f"cat /proc/{job.pid}/smaps_rollup", check=True).stdout
        pages = {name: int(count) for name, count in re.findall(r"^(\w+): +(\d+) kB$", rollup, re.MULTILINE)}
        return pages["Private_Dirty"] + pages["Private_Clean"]
