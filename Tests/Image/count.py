#!/usr/bin/env python3
"""count.py IMAGE: starts the kernel and the initramfs of an image for qemu-virt-arm64 on a machine whose clock counts instructions, while a
finger keeps tapping the middle star. Prints the instructions from reset to each step of the start. They are no times of a board."""

import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from board import SAMPLE, Card, parts
from vmkit import initramfs
from vmkit.qemu import Qemu, VMTimeout

HERE = Path(__file__).resolve().parent
SIZE = (800, 480)
LIMIT = 300  # seconds
REST = 45  # seconds, after which the kernel has written everything to the card
# The kiosk takes no pointer for a touchscreen unless it is named. event0 is the machine's power key.
CONFIGURATION = f"[touch]\ndevice = /dev/input/event1\n\n{SAMPLE}"
# The kernel's log has the time, and this line what of it the processor was idle.
_MARK = 'echo "<0>count %s - $(head -n 1 %s/proc/stat)" >%s/dev/kmsg\n'
# In place of the line of init that starts the first kiosk.
_FIRST = "chroot /root /usr/lib/star-image/first-kiosk </root/dev/null\n"
_PRELOAD = """folder=/root/run/systemd/system/star-kiosk.service.d
mkdir -p $folder
mkdir /root/run/star-card
ln -s /dev/kmsg /root/run/star-card/first-kiosk.log
cp /first_answer.so /root/run
printf '[Service]\\nEnvironment=LD_PRELOAD=/run/first_answer.so\\nStandardError=kmsg\\n' >$folder/count.conf
MARKexport LD_PRELOAD=/run/first_answer.so
FIRSTunset LD_PRELOAD
"""


def files(card):
    """Return the kernel, the initramfs whose init preloads first_answer.so, and the kernel's words."""
    parts.run("mcopy", "-o", "-s", "-i", card.fat("star-loader"), "::a", card.folder)
    preload = card.folder / "first_answer.so"
    subprocess.run([parts.TOOLS / "cross", "aarch64", "--c", HERE / "first_answer.c", preload, "libdrm"], check=True, stdout=subprocess.DEVNULL)
    # The kernel unpacks a second archive over the first one.
    more = initramfs.Newc()
    init = (parts.TOOLS / "image.d/init").read_text()
    init = init.replace("mount -t sysfs sys /sys\n", "mount -t sysfs sys /sys\n" + _MARK % ("kernel", "", ""))
    more.file("init", init.replace(_FIRST, _PRELOAD.replace("MARK", _MARK % ("init", "/root", "/root")).replace("FIRST", _FIRST)).encode())
    more.file("first_answer.so", preload.read_bytes())
    with open(card.folder / "a/initramfs", "ab") as file:
        file.write(more.finish())
    words = (card.folder / "a/words").read_text().strip().removeprefix("words=")
    return card.folder / "a/linux", card.folder / "a/initramfs", f"{words} rauc.slot=a printk.devkmsg=on"


def count(card, more="", rest=0):
    """Return the lines of the serial console from a start to the first answered tap, after which it runs for `rest` seconds. `more` are words
    for the kernel."""
    kernel, first, words = files(card)
    serial = card.folder / "serial"
    serial.unlink(missing_ok=True)
    command = ["qemu-system-aarch64", "-M", "virt", "-cpu", "cortex-a53", "-m", "512", "-smp", "1", "-accel", "tcg,thread=single",
               "-icount", "shift=0", "-nodefaults", "-no-user-config", "-no-reboot", "-display", "none",
               "-kernel", str(kernel), "-initrd", str(first), "-append", f"{words} {more}", "-serial", f"file:{serial}",
               "-device", "virtio-gpu-pci,xres=%d,yres=%d" % SIZE, "-device", "virtio-tablet-pci", "-device", "virtio-rng-pci",
               "-drive", f"file={card.path},format=raw,if=virtio,cache=writeback"]
    qemu = Qemu(command, [], card.folder / "qemu.log", alone=True)
    try:
        deadline = time.monotonic() + LIMIT
        while "count answer" not in (text := serial.read_text(errors="replace") if serial.exists() else ""):
            if time.monotonic() > deadline:
                raise VMTimeout(f"no answer within {LIMIT} s\n{text[-2000:]}")
            tap(qemu)
            time.sleep(0.05)
        time.sleep(rest)
    finally:
        qemu.kill()
    return text.splitlines()


def tap(qemu):
    at = [{"type": "abs", "data": {"axis": axis, "value": value}} for axis, value in (("x", 16384), ("y", 18000))]
    for down in (True, False):
        qemu.command("input-send-event", events=[*at, {"type": "btn", "data": {"button": "left", "down": down}}])


def measure(image, *words):
    """Return the count of each step of a first start and of a later one."""
    folder = tempfile.mkdtemp(prefix="star-count-")
    try:
        card = Card.copy(image, folder)
        card.put(kiosk_conf=CONFIGURATION)
        return steps(count(card, " ".join(words), REST)), steps(count(card, " ".join(words)))
    finally:
        shutil.rmtree(folder)


def main(image, *words):
    first, later = measure(image, *words)
    print("billions of instructions since reset: first start, later start")
    for step, instructions in first.items():
        print(f"{step:10}{instructions / 1e9:8.2f}{later[step] / 1e9:8.2f}")


def steps(lines):
    """Return the count of each step. Programs that prepare the kiosk's start begin before it, so the last one before its picture counts. The
    service's kiosk may draw later, in place of the first one."""
    found = [re.search(r"\[ *([\d.]+)\].*count (\w+) (\d+|-) cpu +(.*)", line) for line in lines]
    found = [match.groups() for match in found if match]
    before = next(int(count) - 1e9 * float(at) for at, _, count, _ in found if count != "-")
    counts = {}
    for at, step, count, times in found:
        if step in counts and (step != "program" or "picture" in counts):
            continue
        idle = sum(map(int, times.split()[3:5]))  # and waiting for a disk, in hundredths of a second
        counts[step] = (1e9 * float(at) + before if count == "-" else int(count)) - 1e7 * idle
    return counts


if __name__ == "__main__":
    main(*sys.argv[1:])
