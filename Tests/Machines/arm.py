"""The scenarios of the x86-64 machines, on the kernels of Arm boards.

A test module for an architecture lists its scenarios:

    globals().update(arm.scenarios("arm64", __name__, screens.Virtio, ...))
"""

import json
import re
import time

from kiosk import KioskCase, board_program
from machines import REPOSITORY
from test_kiosk_screens import Visits
from vmkit.arch import ARCHS
from vmkit.debian import OWN_SUITE


def scenarios(arch, module, *cases):
    """Return the test cases under the same names, on machines of `arch`."""
    return {case.__name__: type(case.__name__, (case,), {"arch": arch, "__module__": module}) for case in cases}


class Simplefb(Visits):
    """A framebuffer set up by firmware: RGB565, with a pitch that is not a multiple of 16 bytes."""

    display = "simplefb"
    pixels = "RGB565"

    def test_by_itself(self):
        self.visit(name=r"^fbdev:/dev/fb0 800x480 RGB565")


class Profile(KioskCase):
    """The board's profile is found, and nothing is missing."""

    def test_it_is_found(self):
        self.add_finger()
        done = self.vm.run([self.kiosk, "doctor", "--boards", REPOSITORY / "boards"], env={"STATE_DIRECTORY": "/out"})
        self.assertEqual(done.status, 0, done.stdout + done.stderr)
        self.assertRegex(done.stdout, rf"(?m)^ok +profile +qemu-virt-{self.arch}, ")
        self.assertNotIn("unverified", done.stdout)


class StaticBench(KioskCase):
    """The static benchmark, with its own C library and libdrm, on a real screen."""

    def bench(self, *words):
        return self.vm.run([board_program("star-bench", ARCHS[self.arch].cross, "--static"), *words], timeout=120)

    def test_draws_and_measures_on_the_screen(self):
        for display, file in (("kms", "screen"), (f"memory:{self.size[0]}x{self.size[1]}", "memory")):
            done = self.bench("--display", display, "--workload", "drag", "--picture", f"/out/bench-{file}")
            self.assertEqual((done.status, done.stderr), (0, ""))
        screen, memory = ((self.vm.out / f"bench-{file}-drag.ppm").read_bytes() for file in ("screen", "memory"))
        self.assertEqual(screen, memory)
        done = self.bench("--display", "kms", "--workload", "memory", "--batches", "1", "--json", "/out/bench.json")
        # Status 3: measured on a machine that is not quiet.
        self.assertIn(done.status, (0, 3), done.stderr)
        report = json.loads((self.vm.out / "bench.json").read_text())
        self.assertRegex(report["display"], r"^kms:/dev/dri/card0 \S+ 800x480 XRGB8888")
        self.assertTrue(all(result["median_ns"] > 0 for result in report["results"]))


class Memory(KioskCase):
    """The kiosk's private memory at 800x480, by smaps_rollup: below 2 MB while it waits for a visitor.

    Private_Dirty is the heap with the sprites, stack, data and relocations. Private_Clean is pages of programs and libraries that no
    other process maps, here all of SQLite's and the C library's. The kiosk drops pages that only the start or a visit
    needed, and they come back from the page cache. This kiosk has no text, so the text libraries
    are not loaded. The screen's dumb buffers are the driver's memory, which smaps does not count.
    """

    # Kilobytes while it rests, and at the peak while "thank you" shows, when a visit has needed most of the code. Debian 13's kernel, Linux
    # 6.12, maps more of a file's pages at once.
    WAITING, THANKING = (1536, 3712) if OWN_SUITE == "bookworm" else (2_000_000 // 1024, 4096)

    def test_private_memory(self):
        finger = self.add_finger()
        job = self.start_kiosk("--display", "kms")
        self.assert_private(job, self.WAITING)
        finger.press(1)
        finger.move(5)
        finger.lift()
        self.assert_stars(5, thanks=True)
        self.assertLessEqual(self.private(job), self.THANKING)
        self.assert_stars(0)
        self.assert_private(job, self.WAITING)

    def assert_private(self, job, limit, timeout=20):
        """Check what stays: a busy machine's kiosk is still preparing when its picture is there."""
        deadline = time.monotonic() + timeout
        while (found := self.private(job)) > limit:
            self.assertLess(time.monotonic(), deadline, f"{found} KiB of private memory; at most {limit} were expected")
            time.sleep(0.5)

    def private(self, job):
        rollup = self.vm.run(f"cat /proc/{job.pid}/smaps_rollup", check=True).stdout
        pages = {name: int(count) for name, count in re.findall(r"^(\w+): +(\d+) kB$", rollup, re.MULTILINE)}
        return pages["Private_Dirty"] + pages["Private_Clean"]
