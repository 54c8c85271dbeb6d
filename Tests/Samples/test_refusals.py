"""What would write outside a surface is refused: a wrong surface, a layout that is too large, a closed display. Run by tools/test library."""

import os
import signal
import subprocess
import tempfile
import unittest
from pathlib import Path

from test_samples import REPOSITORY, SCRATCH

MANIFEST = f"""// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "refusals",
  platforms: [.macOS(.v26)],
  dependencies: [.package(name: "star-slider", path: "{REPOSITORY}")],
  targets: [
    .executableTarget(
      name: "refusals",
      dependencies: [
        .product(name: "StarSlider", package: "star-slider"), .product(name: "LinuxDisplay", package: "star-slider"),
      ])
  ]
)
"""
PROGRAM = """import Glibc
import LinuxDisplay
import StarSlider

let size = Size<PhysicalSpace>(width: 240, height: 60)
let screen = ScreenTransform(physical: size, rotation: .none)
let scale = try Scale(starCount: 5, step: .half)
let slider = try StarSlider(
  SliderConfiguration(scale: scale), bounds: Rect(screen.layout), on: screen, format: .xrgb8888)

/// A surface in memory that is larger than it says.
func surface(
  width: Int32 = 240, height: Int32 = 60, pitch: Int = 2048, format: PixelFormat = .xrgb8888
) -> Surface {
  let memory = UnsafeMutableRawPointer.allocate(byteCount: 1 << 20, alignment: 64)
  return Surface(base: memory, pitch: pitch, size: Size(width: width, height: height), format: format)
}

@MainActor func paint(on surface: Surface, age: Int = 0) {
  _ = slider.paint(into: surface, age: age)
  print("painted")
  fflush(nil)
}

/// The surface of a display in memory that is gone. Later displays may take its place.
@MainActor func lateSurface() throws -> Surface {
  let display = try openDisplay(named: "memory:240x60")
  let surface = try display.nextFrame()!.surface
  display.close()
  paint(on: surface)
  return surface
}

switch CommandLine.arguments[1] {
case "right": paint(on: surface())
case "narrow": paint(on: surface(width: 200))
case "low": paint(on: surface(height: 40))
case "format": paint(on: surface(format: .rgb565))
case "narrow-later":
  paint(on: surface())
  slider.set(4)
  paint(on: surface(width: 200), age: 1)
case "pitch": paint(on: surface(pitch: 239 * 4))
case "layout":
  do {
    let huge = ScreenTransform(physical: Size(width: 1 << 24, height: 1 << 24), rotation: .none)
    _ = try StarSlider(SliderConfiguration(scale: scale), bounds: Rect(huge.layout), on: huge, format: .xrgb8888)
  } catch { print(error) }
case "closed": _ = try lateSurface()
case "gone": paint(on: try lateSurface())
default: break
}
"""
TRAPS = (-signal.SIGILL, -signal.SIGTRAP)


class Refusals(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        (cls.folder / "Sources/refusals").mkdir(parents=True)
        (cls.folder / "Package.swift").write_text(MANIFEST)
        (cls.folder / "Sources/refusals/main.swift").write_text(PROGRAM)
        words = ["--scratch-path", SCRATCH, "--disable-build-manifest-caching"]
        done = subprocess.run(["swift", "build", "--package-path", cls.folder, *words], capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr

    def ends(self, case):
        """Return how often the program painted, its exit status, and what it said."""
        done = subprocess.run([SCRATCH / "debug/refusals", case], capture_output=True, text=True, env=os.environ | {"SWIFT_BACKTRACE": "enable=no"})
        return done.stdout.count("painted"), done.returncode, done.stdout + done.stderr

    def test_a_wrong_surface(self):
        self.assertEqual(self.ends("right")[:2], (1, 0))
        for case, painted in (("narrow", 0), ("low", 0), ("format", 0), ("narrow-later", 1)):
            with self.subTest(case):
                frames, status, said = self.ends(case)
                self.assertEqual(frames, painted)
                self.assertIn(status, TRAPS)
                self.assertIn("the surface has another size or format", said)
        _, status, said = self.ends("pitch")
        self.assertIn(status, TRAPS)
        self.assertIn("a pitch that is shorter than a row", said)

    def test_a_layout_that_is_too_large(self):
        painted, status, said = self.ends("layout")
        self.assertEqual((painted, status), (0, 0))
        self.assertIn("cannot place the stars: a side of their bounds is longer than 16384 px", said)

    def test_a_closed_display(self):
        """What is drawn after `close` is shown nowhere. Once the display is gone, a debug build ends at the first store."""
        self.assertEqual(self.ends("closed")[:2], (1, 0))
        self.assertEqual(self.ends("gone")[:2], (1, -signal.SIGSEGV))


if __name__ == "__main__":
    unittest.main()
