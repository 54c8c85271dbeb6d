"""A board that starts from an image of tools/image, as an operator has it on the desk: a card that a computer can write to, a screen, a
keypad and a power switch. What the kiosk has stored is read from the card afterwards."""

import json
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(REPOSITORY / "tools"), str(REPOSITORY / "Tests/Machines")]

from kiosk import starctl  # noqa: E402
from vmkit import parts  # noqa: E402
from vmkit.picture import Picture  # noqa: E402
from vmkit.qemu import Qemu, VMTimeout  # noqa: E402

SIZE = (1280, 800)  # QEMU's monitor
PATIENCE = 600  # seconds for a start; an emulated processor takes one to five minutes

# The machine, and the firmware with its variables.
_MACHINES = {
    "generic-amd64": (["qemu-system-x86_64", "-M", "q35", "-cpu", "max", "-vga", "std"],
                      "/usr/share/OVMF/OVMF_CODE.fd", "/usr/share/OVMF/OVMF_VARS.fd"),
}


class Card:
    """A card with an image in a file, and a folder for what is read from it."""

    def __init__(self, path, folder):
        self.path, self.folder = Path(path), Path(folder)
        table = json.loads(parts.run("sfdisk", "--json", self.path))["partitiontable"]["partitions"]
        self.partitions = {row["name"]: (512 * row["start"], 512 * row["size"]) for row in table}

    @classmethod
    def copy(cls, image, folder):
        """Return a card of its own for an image."""
        path = Path(folder) / "card.img"
        parts.run("cp", "--sparse=always", image, path)
        return cls(path, folder)

    def fat(self, name):
        """Return mtools' name of a FAT partition."""
        return f"{self.path}@@{self.partitions[name][0]}"

    def put(self, **files):
        """Write files to KIOSK; `kiosk_conf` stands for kiosk.conf."""
        for name, text in files.items():
            path = self.folder / name.replace("_", ".")
            path.write_text(text)
            self.store(path)

    def entries(self):
        """Return the names of the loader's entries."""
        return sorted(Path(name).name for name in parts.run("mdir", "-b", "-i", self.fat("star-loader"), "::loader/entries/*.conf").split())

    def store(self, *paths):
        """Write files to KIOSK."""
        parts.run("mcopy", "-o", "-i", self.fat("KIOSK"), *paths, "::")

    def write(self, name, content):
        with open(self.path, "r+b") as file:
            file.seek(self.partitions[name][0])
            file.write(content)

    def read(self, name):
        with open(self.path, "rb") as file:
            file.seek(self.partitions[name][0])
            return file.read(self.partitions[name][1])

    def data(self):
        """Return a folder with the content of the data partition, repaired as at a start."""
        image, folder = self.folder / "data.img", self.folder / "data"
        offset, size = (number >> 20 for number in self.partitions["star-data"])
        parts.run("dd", f"if={self.path}", f"of={image}", "bs=1M", f"skip={offset}", f"count={size}", "conv=sparse", "status=none")
        subprocess.run([parts.program("e2fsck"), "-fy", image], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        parts.run("debugfs", "-R", f"rdump / {folder}", image)
        return folder

    def put_data(self, path, name):
        """Write a file to the data partition, as `name` in its folders."""
        self.data()
        image = self.folder / "data.img"
        parts.run("debugfs", "-w", "-R", f"write {path} {name}", image)
        self.write("star-data", image.read_bytes())

    def log(self, unit):
        """Return what a unit has said since the first start."""
        return parts.run("journalctl", "--directory", self.data() / "log/journal", "--merge", "--output=cat", f"--unit={unit}")


class Board:
    """The board with a card, from power-on to a power cut."""

    def __init__(self, name, card, disk=None, network=False):
        """`disk` is the address of a disk in place of the card. On its `network`, this host has the address 10.0.2.2."""
        self.card = card
        machine, code, variables = _MACHINES[name]
        own = card.folder / "variables"
        shutil.copy(variables, own)
        words = [*machine, "-accel", "tcg,thread=multi", "-m", "512", "-smp", "2", "-nodefaults", "-no-user-config", "-display", "none",
                 "-drive", f"if=pflash,format=raw,readonly=on,file={code}", "-drive", f"if=pflash,format=raw,file={own}",
                 "-serial", f"file:{card.folder / 'serial'}", "-drive", f"file={disk or card.path},format=raw,if=virtio,cache=writeback",
                 "-device", "qemu-xhci", "-device", "usb-kbd"]
        if network:
            words += ["-nic", "user,model=virtio-net-pci"]
        self.qemu = Qemu(words, [], card.folder / "qemu.log")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.qemu.kill()

    def picture(self):
        path = self.card.folder / "screen.ppm"
        self.qemu.command("screendump", timeout=60, filename=str(path))
        return Picture.from_ppm(path.read_bytes())

    def wait_for(self, expected, timeout=PATIENCE, unless=False):
        """Wait until the screen shows exactly this picture, or another one if `unless`."""
        deadline = time.monotonic() + timeout
        while ((shown := self.picture()) == expected) == unless:
            if time.monotonic() > deadline:
                shown.write_png(self.card.folder / "shown.png")
                expected.write_png(self.card.folder / "expected.png")
                serial = (self.card.folder / "serial").read_text(errors="replace")[-2000:]
                raise VMTimeout(f"not shown within {timeout} s; see {self.card.folder}\n{serial}")
            time.sleep(3)

    def wait_until(self, condition, timeout=PATIENCE):
        deadline = time.monotonic() + timeout
        while not condition():
            if time.monotonic() > deadline:
                raise VMTimeout(f"not within {timeout} s; see {self.card.folder}")
            time.sleep(2)

    def press(self, *keys):
        for key in keys:
            self.qemu.command("send-key", keys=[{"type": "qcode", "data": key}], hold_time=50)
            time.sleep(4)  # a slow kiosk ignores keys that it reads late


def screens(configuration):
    """Return the pictures of a configuration's screens by name, such as "start", drawn by starctl on this host."""
    with tempfile.TemporaryDirectory() as folder:
        path, output = Path(folder) / "kiosk.conf", Path(folder) / "pictures"
        path.write_text(configuration)
        parts.run(starctl(), "screens", "--size", "%dx%d" % SIZE, "--phrases",
                  REPOSITORY / "Sources/Kiosk/Phrases", "--output", output, path)
        return {file.stem.split("-", 2)[2]: Picture.from_png(file.read_bytes()) for file in output.glob("en-*.png")}
