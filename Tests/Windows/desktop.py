"""A desktop on a virtual screen (Xvfb), with a kiosk's window on it and a pointer that moves as a visitor's does (xdotool)."""

import os
import re
import select
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(REPOSITORY / "tools"), str(REPOSITORY / "Tests/Samples")]

from test_samples import build as build_sample  # noqa: E402, F401
from vmkit.picture import Picture  # noqa: E402

PROGRAM = REPOSITORY / ".build/release/star-kiosk"
CONFIG = Path(__file__).with_name("kiosk.conf")

# What names a display server or a state folder in the environment of the tests.
_NAMES = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER", "STATE_DIRECTORY", "RUNTIME_DIRECTORY")


def environment(**variables):
    """The environment of this process without a display server, with other variables."""
    kept = {name: value for name, value in os.environ.items() if name not in _NAMES}
    return {**kept, **{name: str(value) for name, value in variables.items()}}


def wait_for(what, condition, seconds=10):
    """Return what `condition` returns once that is true."""
    end = time.monotonic() + seconds
    while True:
        result = condition()
        if result:
            return result
        if time.monotonic() > end:
            raise TimeoutError(f"no {what} within {seconds} s")
        time.sleep(0.02)


class Desktop:
    """An X server with a window manager. Use it in a `with` statement."""

    def __init__(self, width=1280, height=900):
        reading, writing = os.pipe()
        self._server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{width}x{height}x24", "-nolisten", "tcp", "-noreset"],
            pass_fds=[writing], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(writing)
        # The server ends if its reader leaves before the end of the line.
        self.name = ":"
        while not self.name.endswith("\n"):
            if not select.select([reading], [], [], 20)[0]:
                raise TimeoutError("Xvfb did not start")
            part = os.read(reading, 16).decode()
            if not part:
                raise RuntimeError("Xvfb has ended")
            self.name += part
        self.name = self.name.strip()
        os.close(reading)
        self._manager = subprocess.Popen(
            ["openbox", "--sm-disable"], env=environment(DISPLAY=self.name), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_for("window manager", lambda: not self.run("xdotool", "get_num_desktops").returncode)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in (self._manager, self._server):
            process.terminate()
            process.wait()

    def run(self, *words):
        return subprocess.run(list(map(str, words)), env=environment(DISPLAY=self.name), capture_output=True)

    def pointer(self, *words):
        """Run xdotool's commands. Return what they print."""
        done = self.run("xdotool", *words)
        if done.returncode:
            raise RuntimeError(f"xdotool {words}: {done.stderr.decode()}")
        return done.stdout.decode()

    def windows(self, process):
        """The numbers of a process's visible windows."""
        found = self.run("xdotool", "search", "--all", "--onlyvisible", "--pid", process.pid, "--name", "^(star-kiosk|hello-stars)$")
        return found.stdout.decode().split()

    def picture(self, window):
        """A window's pixels, read back from the X server. No pixels if it is not visible."""
        data = self.run("xwd", "-silent", "-id", window).stdout
        if not data:
            return Picture(0, 0, ())
        header = struct.unpack_from(">25I", data)
        width, height, pitch = header[4], header[5], header[12]
        if header[11] != 32 or header[7] != 0:
            raise ValueError("not 32 bits per pixel with the least significant byte first")
        start, rows = header[0] + 12 * header[19], []
        for y in range(height):
            row, pixels = data[start + pitch * y:start + pitch * y + 4 * width], bytearray(3 * width)
            pixels[0::3], pixels[1::3], pixels[2::3] = row[2::4], row[1::4], row[0::4]
            rows.append(bytes(pixels))
        return Picture(width, height, tuple(rows))


class Kiosk:
    """A kiosk in a window of a desktop. Use it in a `with` statement."""

    def __init__(self, desktop, *options, program=(PROGRAM,), config=CONFIG, display_name=("--display", "window"), **variables):
        self.desktop = desktop
        self._folder = tempfile.TemporaryDirectory(prefix="star-slider-window-")
        self.folder = Path(self._folder.name)
        self.journal = self.folder / "star-slider/journal.sqlite"
        self._errors = open(self.folder / "errors", "wb")
        words = [*program, *display_name, *options]
        if config:
            words += ["--config", config, "--phrases", REPOSITORY / "Sources/Kiosk/Phrases"]
        self.process = subprocess.Popen(
            list(map(str, words)), stdout=subprocess.PIPE, stderr=self._errors, text=True,
            env=environment(DISPLAY=desktop.name, XDG_STATE_HOME=self.folder, TMPDIR=self.folder, **variables))
        try:
            self.window = wait_for("window", self._find)
            wait_for("frame", lambda: len(self.picture.colors()) > 2)
        except BaseException:
            self.__exit__()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        self._errors.close()
        self._folder.cleanup()

    @property
    def errors(self):
        return (self.folder / "errors").read_text()

    def _find(self):
        if self.process.poll() is not None:
            raise RuntimeError("the kiosk has ended: " + self.errors)
        return next(iter(self.desktop.windows(self.process)), None)

    @property
    def size(self):
        found = dict(line.split("=") for line in self.desktop.pointer("getwindowgeometry", "--shell", self.window).split())
        return int(found["WIDTH"]), int(found["HEIGHT"])

    @property
    def picture(self):
        return self.desktop.picture(self.window)

    def shows(self, picture):
        """Wait until the window shows a picture; then return true. Otherwise false, after 20 s, three times the start screen's motion."""
        try:
            return wait_for("picture", lambda: self.picture == picture, seconds=20)
        except TimeoutError:
            return False

    def point(self, x, y, *words):
        """Move the pointer to a place in the window, and go on with other commands of xdotool."""
        self.desktop.pointer("mousemove", "--window", self.window, x, y, *words)

    def next_picture(self, act):
        """Return the first picture that differs from the one before, and then stays for 0.3 s."""
        before = self.picture
        act()
        wait_for("other picture", lambda: self.picture != before)
        while True:
            shown = self.picture
            time.sleep(0.3)
            if self.picture == shown:
                return shown

    def tap(self, x, y):
        return self.next_picture(lambda: self.point(x, y, "click", 1))

    def press(self, *keys):
        self.desktop.pointer("key", *keys)

    def snapshot(self):
        """Press F12 and return the picture that the kiosk says it has written."""
        named = re.compile(r"the snapshot is in (\S+)\n")
        count = len(named.findall(self.errors))
        self.press("F12")
        paths = wait_for("snapshot", lambda: named.findall(self.errors)[count:])
        return Picture.from_png(Path(paths[0]).read_bytes())

    def close(self):
        """Ask the window to close, as its button does. Return the exit status."""
        def has_ended():
            # Errors mean that the window has gone.
            self.desktop.run("xdotool", "windowactivate", self.window, "key", "alt+F4")
            return self.process.poll() is not None

        wait_for("end", has_ended)
        return self.process.returncode


def memory_picture(size, config=CONFIG):
    """Return the first screen of the same kiosk in memory."""
    header = [line for line in (REPOSITORY / "Tests/Recordings/visitor.evemu").read_text().splitlines() if not line.startswith("E:")]
    with tempfile.TemporaryDirectory() as folder:
        recording, path = Path(folder) / "nothing.evemu", Path(folder) / "picture.png"
        recording.write_text("\n".join([*header, "E: 0.000000 0000 0000 0000", ""]))
        subprocess.run(
            [PROGRAM, "--display", f"memory:{size}", "--touch", f"replay:{recording}", "--snapshot", path, "--config", config,
             "--phrases", REPOSITORY / "Sources/Kiosk/Phrases"],
            env=environment(XDG_STATE_HOME=folder), check=True, capture_output=True)
        return Picture.from_png(path.read_bytes())
