"""Touch panels in the guest. Mixed into `Machine`.

A panel is a uinput device that Debian's evemu-device creates, so the kernel sees real type A, type B
and resistive panels. (QEMU's own pointers are tablets, without INPUT_PROP_DIRECT.)
"""

import re
from dataclasses import dataclass
from pathlib import Path

from .guest import Job
from .qemu import VMError


@dataclass(frozen=True)
class Plugged:
    """An input device that exists in the guest."""

    path: str  # /dev/input/eventN
    name: str
    job: Job   # evemu-device; the device exists while it runs

    def __str__(self):
        return self.path


class Devices:
    _shared = 0  # number of texts so far

    def add_panel(self, description):
        """Plug in the device of an evemu description (text, or a file's Path)."""
        text = _text(description)
        job = self.start('exec evemu-device "$description"', env={"description": self._share(text)})
        said = job.wait_for("/dev/input/")
        found = re.search(r"^(.*): (/dev/input/event\d+)$", said, re.MULTILINE)
        if not found:
            raise VMError(f"evemu-device printed {said!r} instead of a device path")
        return Plugged(found.group(2), found.group(1), job)

    def remove_panel(self, panel):
        """Unplug the device: readers get POLLHUP and ENODEV."""
        panel.job.stop()

    def play(self, panel, recording, wait=True, timeout=60):
        """Play a recording (evemu text, or a file's Path) on `panel` at the recorded pace.

        Return the Job if `wait` is false.
        """
        job = self.start(f"exec evemu-play {panel} < {self._share(_text(recording))}")
        if not wait:
            return job
        result = job.wait(timeout)
        if result.status:
            raise VMError(f"evemu-play {panel}: status {result.status}: {result.stdout}{result.stderr}")
        return job

    def _share(self, text):
        """Write a text to a file that the guest can read. Return its path in the guest."""
        folder = self.folder / "channel"
        self._shared += 1
        name = f"text-{self._shared}"
        (folder / name).write_text(text)
        return f"/run/vm/{name}"


def _text(source):
    return source.read_text() if isinstance(source, Path) else source
