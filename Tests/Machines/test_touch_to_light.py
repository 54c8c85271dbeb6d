"""star-bench's workload `touch` on real kernels: its parts add up, and what is missing is told in one line.

An emulator's times say nothing about a board: only what must be true of any are checked.
"""

import json
import unittest

from kiosk import KioskCase, board_program
from vmkit.arch import ARCHS

PARTS = ("touch wake", "touch paint", "touch wait")
TOUCHES = 15


class TouchToLight(KioskCase):

    @property
    def program(self):
        """Return star-bench: the static one on Arm; on a PC, the one whose modules have been compiled for star-kiosk."""
        cross = ARCHS[self.arch].cross
        return board_program("star-bench", cross, "--static") if cross else board_program("star-bench", "x86_64")

    def bench(self, *words, unprivileged=False):
        caller = ["unprivileged"] if unprivileged else []
        return self.vm.run([*caller, self.program, "--workload", "touch", *words], timeout=120)

    def measured(self, *words):
        """Return the report, the times in nanoseconds by name, and the facts by name."""
        done = self.bench("--display", "kms", "--batches", str(TOUCHES), "--json", "/out/touch.json", *words)
        # Status 3: measured on a machine that is not quiet.
        self.assertIn(done.status, (0, 3), done.stderr)
        self.errors = done.stderr
        self.assertNotIn("spread", done.stderr)
        report = json.loads((self.vm.out / "touch.json").read_text())
        times = {result["name"]: result["batches_ns"] for result in report["results"]}
        self.assertEqual(list(times), ["touch", *PARTS])
        for name, batches in times.items():
            self.assertEqual(len(batches), TOUCHES, name)
            # A touch may come while the program is awake for a flip's event.
            self.assertTrue(all(0 < time < 2e9 or (time == 0 and name == "touch wake") for time in batches), f"{name}: {batches}")
        for whole, *parts in zip(times["touch"], *(times[name] for name in PARTS)):
            self.assertEqual(whole, sum(parts))
        # A frame takes time to paint, and touches differ.
        self.assertGreater(min(times["touch paint"]), 10_000)
        self.assertGreater(len(set(times["touch"])), TOUCHES // 2)
        for result in report["results"]:
            self.assertLessEqual(result["minimum_ns"], result["median_ns"])
            self.assertLessEqual(result["median_ns"], result["p99_ns"])
        return report, times, {fact["name"]: fact["value"] for fact in report["facts"]}

    def refusal(self, *words, **who):
        done = self.bench(*words, **who)
        self.assertEqual((done.status, done.stdout), (1, ""), done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        return done.stderr


class VerticalBlanking(TouchToLight):
    """vkms has a timer for vertical blanking, and flips pages by itself."""

    display = "vkms"
    size = (1024, 768)

    def test_frames_wait_for_the_next_refresh(self):
        report, times, facts = self.measured()
        self.assertRegex(report["display"], r"^kms:/dev/dri/card0 \S+ 1024x768 XRGB8888, atomic, 2 buffers$")
        self.assertEqual(facts, {"touch refresh rate": 60, "touch has vertical blanking": 1})
        self.assertNotIn("vertical blanking", self.errors)
        refresh = 1e9 / 60
        waits = sorted(times["touch wait"])
        # A commit is shown at the next refresh, or at the one after it. Emulated, a few come later.
        self.assertLess(waits[len(waits) // 2], 2.1 * refresh)
        self.assertGreater(waits[-1] - waits[0], refresh / 4, "taps come at all phases of the refresh")

    def test_it_comes_with_all_workloads_that_were_named(self):
        done = self.bench("--display", "kms", "--workload", "touch,memory", "--batches", "3", "--json", "/out/both.json")
        self.assertIn(done.status, (0, 3), done.stderr)
        names = [result["name"] for result in json.loads((self.vm.out / "both.json").read_text())["results"]]
        self.assertEqual(names[:4], ["touch", *PARTS])
        self.assertGreater(len(names), 4)

    def test_without_uinput(self):
        self.vm.run("rmmod uinput", check=True)
        try:
            said = self.refusal("--display", "kms")
        finally:
            self.vm.run("insmod /vm/uinput.ko", check=True)
        self.assertEqual(
            said, "star-bench: cannot open /dev/uinput: no such file or directory; load the kernel's module with: modprobe uinput\n")

    def test_without_permission(self):
        self.vm.run("chmod 600 /dev/uinput; chmod 666 /dev/dri/card0", check=True)
        said = self.refusal("--display", "kms", unprivileged=True)
        self.assertEqual(
            said, "star-bench: cannot open /dev/uinput: permission denied; run the program as root, or let its user write to this file\n")


class Handover(TouchToLight):
    """virtio-gpu has no vertical blanking: a flip is done when the driver has taken the frame."""

    def test_flips_are_measured_if_asked_for(self):
        report, times, facts = self.measured("--buffers", "flip")
        self.assertRegex(report["display"], r"2 buffers$")
        self.assertEqual(facts["touch has vertical blanking"], 0)
        self.assertRegex(self.errors, r"(?m)^star-bench: touch: kms:.* has no vertical blanking; ")

    def test_without_page_flips(self):
        said = self.refusal("--display", "kms", "--buffers", "front")
        self.assertRegex(said, r"^star-bench: cannot measure from touch to light on kms:.*: without page flips .* is shown$")

    def test_without_choice_of_buffers(self):
        """Linux 6.1 does not tell the driver what has changed at a flip, so that drawing to the front buffer is faster. Linux 6.12 does."""
        done = self.bench("--display", "kms", "--batches", "3")
        if done.status == 1:
            self.assertRegex(done.stderr, r"^star-bench: cannot measure .*: without page flips .*; add --buffers flip$")
        else:
            self.assertRegex(done.stdout, "(?m)^touch ")
            self.assertIn(done.status, (0, 3), done.stderr)

    def test_taps_fill_the_stars_in_turn(self):
        job = self.vm.start([self.program, "--workload", "touch", "--display", "kms", "--buffers", "flip", "--batches", "999"])
        # Left of the stars' middles, since a tap fills up to there.
        places = [(102 + 149 * star - 8, self.size[1] // 2) for star in range(5)]

        def filled(picture):
            return [picture.pixel(*place) != (255, 255, 255) for place in places]

        for wanted in (1, 5, 1):
            self.vm.wait_for_picture(lambda picture: filled(picture) == [True] * wanted + [False] * (5 - wanted), timeout=20)
        job.stop()


class FramebufferOnly(TouchToLight):

    display = "vfb"

    def test_without_kms(self):
        self.assertRegex(self.refusal("--display", "kms"), r"^star-bench: cannot find .*/dev/dri")


if __name__ == "__main__":
    unittest.main()
