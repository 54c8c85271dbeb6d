"""Each sample, and each whole program of a page, is a package of its own: it builds, and does in its folder what its page says."""

import re
import subprocess
import tempfile
import unittest
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
SAMPLES = REPOSITORY / "Samples"
SCRATCH = REPOSITORY / ".build/samples"


def build(name):
    """Build a sample as a package. Return its program. All share a folder, so that the control's modules are compiled once."""
    # SwiftPM would keep the plan of a package that has been built twice, and then build that one instead of another.
    words = ["--scratch-path", SCRATCH, "--disable-build-manifest-caching"]
    done = subprocess.run(["swift", "build", "--package-path", SAMPLES / name, *words], capture_output=True, text=True)
    if done.returncode:
        raise AssertionError(f"{name} does not build:\n{done.stdout}{done.stderr}")
    if "warning:" in done.stdout + done.stderr:
        raise AssertionError(f"{name} has warnings:\n{done.stdout}{done.stderr}")
    return SCRATCH / "debug" / name


class Picture:
    """A PPM."""

    def __init__(self, path):
        data = path.read_bytes()
        head, self.pixels = re.match(rb"P6\n(\d+) (\d+)\n255\n", data), None
        self.width, self.height = int(head[1]), int(head[2])
        self.pixels = data[head.end():]
        assert len(self.pixels) == 3 * self.width * self.height

    def __getitem__(self, place):
        start = 3 * (place[1] * self.width + place[0])
        return self.pixels[start:start + 3].hex()


class Samples(unittest.TestCase):

    def run_sample(self, name):
        """Run a sample with its picture in another folder. Return what it prints, and the picture."""
        program = build(name)
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run([program, "made.ppm"], cwd=folder, capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertTrue(done.stdout.endswith("wrote made.ppm\n"), done.stdout)
            return done.stdout, Picture(Path(folder) / "made.ppm")

    def test_in_memory(self):
        printed, picture = self.run_sample("in-memory")
        self.assertIn("editing   1.5 stars\n", printed)
        self.assertIn("committed 3.5 stars\n", printed)
        self.assertIn("spoken    3.5 of 5\n", printed)
        self.assertIn("          repainted ", printed)
        # The middles of the stars: 12 px around, 8 px between.
        middles = [12 + 46 + i * ((480 - 24 - 4 * 8) / 5 + 8) for i in range(5)]
        colors = [picture[int(x) - 8, 60] for x in middles]
        self.assertEqual(colors, ["f5b301"] * 4 + ["ffffff"])
        self.assertEqual(picture[int(middles[3]) + 8, 60], "ffffff")

    def test_averages(self):
        printed, picture = self.run_sample("averages")
        self.assertIn("Lamp: 2.499 stars\n", printed)
        cell = (320 - 16 - 4 * 8) / 5
        for row, stars in enumerate([4.63, 3.2, 2.499, 5, 0.75, 0]):
            y = row * 64 + 32
            filled = [x for x in range(320) if picture[x, y] == "ffb000"]
            if stars == 0:
                self.assertEqual(filled, [])
                continue
            whole, part = divmod(stars, 1)
            # Where the fill ends, if that is inside a star on this line; the star's middle is wide there.
            edge = 8 + whole * (cell + 8) + part * cell if part else 8 + (whole - 1) * (cell + 8) + cell
            self.assertLessEqual(filled[-1], edge, f"row {row}")
            self.assertGreater(filled[-1], edge - cell / 4, f"row {row}")
            self.assertEqual([x for x in range(320) if picture[x, y] == "d9d5ca" and x < edge - 1], [], f"row {row}")

    def test_own_shape(self):
        _, picture = self.run_sample("own-shape")
        side = (560 - 32 - 4 * 16) / 5
        top = (128 - side) / 2
        for i in range(5):
            left = 16 + i * (side + 16)
            low, high = int(top + 0.8 * side), int(top + 0.03 * side)
            middle = int(left + side / 2)
            # Round below, pointed above: drops, and no squares.
            self.assertEqual(picture[middle - 4, low], "1e88e5" if i < 3 else "e3f2fd", i)
            self.assertEqual(picture[int(left + 3), high], "ffffff")
            self.assertEqual(picture[int(left + side - 4), high], "ffffff")
        # A quarter of the fourth one.
        left = 16 + 3 * (side + 16)
        y = int(top + 0.66 * side)
        self.assertEqual([picture[int(left + share * side), y] for share in (0.2, 0.3)], ["1e88e5", "e3f2fd"])

    def test_hello_stars_without_a_screen(self):
        """On a machine without one, it says what is missing, and what to do."""
        build("hello-stars")  # twice, as Tests/Windows does meanwhile
        done = subprocess.run([build("hello-stars")], capture_output=True, text=True, timeout=20)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stdout, r"^hello-stars: cannot find a screen: .*\n$")

    def test_programs_of_the_pages(self):
        """Copied as a reader would: the page's package beside a clone, and each page's whole program in it."""
        def programs(page):
            blocks = re.findall(r"```swift\n(.*?)```", (REPOSITORY / page).read_text(), re.DOTALL)
            return [block for block in blocks if block.startswith("import ") or block.startswith("// swift-tools-version")]

        package, on_a_screen = programs("docs/swift.md")
        in_memory, = programs("README.md")
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "star-slider").symlink_to(REPOSITORY)
            rater = Path(folder) / "rater"
            (rater / "Sources/rater").mkdir(parents=True)
            (rater / "Package.swift").write_text(package)
            for program in (on_a_screen, in_memory):
                (rater / "Sources/rater/main.swift").write_text(program)
                words = ["--package-path", rater, "--scratch-path", SCRATCH, "--disable-build-manifest-caching"]
                built = subprocess.run(["swift", "build", *words], capture_output=True, text=True)
                self.assertEqual(built.returncode, 0, built.stdout + built.stderr)
                self.assertNotIn("warning:", built.stdout + built.stderr)
            done = subprocess.run([SCRATCH / "debug/rater"], capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stdout), (0, "3.0 stars; 3 rectangles changed\n"))

    def test_readmes_have_the_command(self):
        for folder in SAMPLES.iterdir():
            if (folder / "Package.swift").exists():
                readme = (folder / "README.md").read_text()
                self.assertIn(f"swift run {folder.name}", readme)
        self.assertEqual(len(list(SAMPLES.glob("*/Package.swift"))), 4)

    def test_hello_stars_is_short(self):
        lines = (SAMPLES / "hello-stars/Sources/hello-stars/main.swift").read_text().splitlines()
        self.assertLessEqual(sum(bool(line.strip()) for line in lines), 60)


if __name__ == "__main__":
    unittest.main()
