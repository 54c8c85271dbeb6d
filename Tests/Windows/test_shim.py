"""The shim's own declarations of SDL's interface are those of SDL's headers."""

import subprocess
import tempfile
import unittest
from pathlib import Path

from desktop import REPOSITORY, environment

SHIM = REPOSITORY / "Sources/Shims/CWindow"
FLAGS = ["clang", "-Wall", "-Wextra", "-Werror", "-I", SHIM / "include"]


class Shim(unittest.TestCase):
    def compile(self, *words):
        return subprocess.run([*FLAGS, *words], capture_output=True, text=True)

    def test_declarations(self):
        done = self.compile("-fsyntax-only", "-DCW_SDL_HEADERS", SHIM / "window.c")
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_a_wrong_declaration_is_found(self):
        source = (SHIM / "sdl.h").read_text()
        for right, wrong in (("SDL_WINDOWEVENT_CLOSE, 14", "SDL_WINDOWEVENT_CLOSE, 13"), ("int SDL_Init(uint32_t", "int SDL_Init(uint64_t"),
                             ("SDL_MouseMotionEvent, y, 24", "SDL_MouseMotionEvent, y, 28")):
            with tempfile.TemporaryDirectory() as folder, self.subTest(wrong):
                self.assertIn(right, source)
                (Path(folder) / "sdl.h").write_text(source.replace(right, wrong))
                (Path(folder) / "window.c").write_text((SHIM / "window.c").read_text())
                self.assertNotEqual(self.compile("-fsyntax-only", "-DCW_SDL_HEADERS", Path(folder) / "window.c").returncode, 0)

    def test_a_window_that_cannot_be_opened_leaves_nothing(self):
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder) / "failing"
            done = self.compile("-fsanitize=leak", Path(__file__).with_name("failing.c"), "-ldl", "-o", program)
            self.assertEqual(done.returncode, 0, done.stderr)
            done = subprocess.run([program], env=environment(SDL_VIDEODRIVER="dummy"), capture_output=True, text=True, timeout=60)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "Couldn't find matching render driver\n", ""))

    def test_events(self):
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder) / "events"
            done = self.compile(Path(__file__).with_name("events.c"), SHIM / "window.c", "-ldl", "-lSDL2", "-o", program)
            self.assertEqual(done.stderr, "")
            done = subprocess.run([program], env=environment(SDL_VIDEODRIVER="dummy"), capture_output=True, text=True, timeout=20)
        self.assertEqual(done.stdout.splitlines(), [
            "dummy 800x480, 4 bytes per pixel",
            "asleep",
            "woken, began 1 at 200,240, began 2 at 600,240, moved 1 at 200,240, moved 2 at 600,300, "
            "ended 1 at 200,240, ended 2 at 600,360",
            # The middle of the pixel.
            "woken, began 0 at 10.5,20.5, moved 0 at -2.5,20.5, ended 0 at 799.5,479.5",
            "woken",
            "woken, key 80, key 69 again, exposed 0, resized 0, closed 0, closed 0",
            "asleep",
        ])
