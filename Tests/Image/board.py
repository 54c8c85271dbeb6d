"""A board that starts from an image of tools/image, as an operator has it on the desk: a card that a computer can write to, a screen, a
keypad and a power switch. What the kiosk has stored is read from the card afterwards."""

import json
import random
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(REPOSITORY / "tools"), str(REPOSITORY / "Tests/Machines")]

from kiosk import starctl  # noqa: E402
from vmkit import parts  # noqa: E402
from vmkit.picture import Picture  # noqa: E402
from vmkit.qemu import Qemu, VMTimeout  # noqa: E402

# What a kiosk shows before it has a kiosk.conf. The image has no other font.
SAMPLE = "[theme]\nfonts = DejaVu Sans\n" + (REPOSITORY / "tools/image.d/root/usr/share/star-image/kiosk.conf").read_text()
PATIENCE = 600  # seconds for a start; an emulated processor takes one to five minutes


def _uefi(code):
    """Return how to start from UEFI's code, with the variables beside it in a file of their own."""
    def words(card):
        own = card.folder / "variables"
        shutil.copy(code.replace("CODE", "VARS"), own)
        return ["-drive", f"if=pflash,format=raw,readonly=on,file={code}", "-drive", f"if=pflash,format=raw,file={own}"]
    return words


def _raspberry(card):
    """Return how to start U-Boot, as the firmware does on the board. QEMU has no graphics of the board, only the firmware's framebuffer."""
    card.add_words("modprobe.blacklist=vc4")
    files = {"-kernel": "u-boot.bin", "-dtb": "bcm2837-rpi-3-b.dtb"}
    for name in files.values():
        parts.run("mcopy", "-o", "-i", card.fat("star-loader"), f"::{name}", card.folder)
    parts.run("truncate", "-s", "2G", card.path)  # QEMU's cards have such sizes
    return [word for key, name in files.items() for word in (key, str(card.folder / name))]


_VIRT = ["qemu-system-aarch64", "-M", "virt", "-cpu", "cortex-a53", "-m", "512", "-smp", "2", "-device", "virtio-gpu-pci"]
_KEYPAD = ["-device", "qemu-xhci", "-device", "usb-kbd"]


@dataclass(frozen=True)
class Machine:
    """How QEMU emulates a board."""

    words: list      # processor, memory, screen, and a keypad if QEMU's works
    firmware: object  # a function of the card that returns QEMU's words for the firmware
    disk: str = "virtio"
    size: tuple = (1280, 800)  # of the screen; QEMU's monitor
    swaps: bool = False  # QEMU shows red as blue


_MACHINES = {
    "generic-amd64": Machine(["qemu-system-x86_64", "-M", "q35", "-cpu", "max", "-vga", "std", "-m", "512", "-smp", "2", *_KEYPAD],
                             _uefi("/usr/share/OVMF/OVMF_CODE.fd")),
    "generic-arm64": Machine([*_VIRT, *_KEYPAD], _uefi("/usr/share/AAVMF/AAVMF_CODE.fd")),
    "qemu-virt-arm64": Machine([*_VIRT, *_KEYPAD], lambda _: ["-bios", "/usr/lib/u-boot/qemu_arm64/u-boot.bin"]),
    "raspberry-pi-3": Machine(["qemu-system-aarch64", "-M", "raspi3b", "-serial", "null"], _raspberry, "sd", (640, 480), True),
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

    def copy_kernel(self, more):
        """Copy the kernel of slot A to slot B, with `more` at its end."""
        parts.run("mcopy", "-s", "-i", self.fat("star-loader"), "::a", self.folder)
        (self.folder / "a").rename(self.folder / "b")
        with open(self.folder / "b/linux", "a") as file:
            file.write(more)
        parts.run("mcopy", "-s", "-i", self.fat("star-loader"), self.folder / "b", "::")

    def files(self, slot):
        """Return the content of U-Boot's files of the slot by name."""
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            parts.run("mcopy", "-s", "-i", self.fat("star-loader"), f"::{slot}", folder)
            return {file.name: file.read_bytes() for file in Path(folder).glob("*/*")}

    def add_words(self, words):
        """Add words to the kernel's command line in slot A of U-Boot."""
        path = self.folder / "words"
        parts.run("mcopy", "-o", "-i", self.fat("star-loader"), "::a/words", path)
        path.write_text(f"{path.read_text().strip()} {words}\n")
        parts.run("mcopy", "-o", "-i", self.fat("star-loader"), path, "::a/words")

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
        """`disk` is the address of a disk in place of the card, such as a LoggedDisk's. On its `network`, this host has the address 10.0.2.2."""
        self.card = card
        self.machine = machine = _MACHINES[name]
        words = [*machine.words, "-accel", "tcg,thread=multi", "-nodefaults", "-no-user-config", "-display", "none",
                 *machine.firmware(card), "-serial", f"file:{card.folder / 'serial'}",
                 "-drive", f"file={disk or card.path},format=raw,if={machine.disk},cache=writeback"]
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
        picture = Picture.from_ppm(path.read_bytes())
        return _swapped(picture) if self.machine.swaps else picture

    def wait_for(self, expected, timeout=PATIENCE, unless=False):
        """Wait until the screen shows exactly this picture, or another one if `unless`."""
        deadline = time.monotonic() + timeout
        while ((shown := self.picture()) == expected) == unless:
            if time.monotonic() > deadline:
                shown.write_png(self.card.folder / "shown.png")
                expected.write_png(self.card.folder / "expected.png")
                serial = (self.card.folder / "serial").read_text(errors="replace")[-2000:]
                raise VMTimeout(f"not shown within {timeout} s; see {self.card.folder}\n{serial}")
            # Not in step with the stars of the start screen, which move every 6 s.
            time.sleep(random.uniform(0.5, 3.5))

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


def _swapped(picture):
    """Return the picture with red as blue and blue as red."""
    rows = []
    for row in map(bytearray, picture.rows):
        row[0::3], row[2::3] = row[2::3], row[0::3]
        rows.append(bytes(row))
    return Picture(picture.width, picture.height, tuple(rows))


def screens(configuration, board="generic-amd64"):
    """Return the pictures of a configuration's screens on a board by name, such as "start", drawn by starctl on this host."""
    with tempfile.TemporaryDirectory() as folder:
        path, output = Path(folder) / "kiosk.conf", Path(folder) / "pictures"
        path.write_text(configuration)
        parts.run(starctl(), "screens", "--size", "%dx%d" % _MACHINES[board].size, "--phrases",
                  REPOSITORY / "Sources/Kiosk/Phrases", "--output", output, path)
        return {file.stem.split("-", 2)[2]: Picture.from_png(file.read_bytes()) for file in output.glob("en-*.png")}
