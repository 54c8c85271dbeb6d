"""A machine for tests: `with Machine(display="virtio") as vm: vm.run("echo hello")`."""

import shutil
import tempfile
import time
from pathlib import Path

from . import arch as archs
from . import devicetree, displays, initramfs, parts, sounds
from .devices import Devices
from .faults import Faults
from .guest import Guest
from .qemu import Qemu, VMError, VMTimeout
from .screen import Screen

REPOSITORY = Path(__file__).resolve().parents[2]

_MODULES = ("virtio_console", "9p", "9pnet_virtio", "evdev", "uinput")

# The host's font cache. The guest has the same fonts, and an emulated processor would take long to make its own.
_FONT_LIST = Path("/var/cache/fontconfig")

# panic=-1: QEMU exits on a panic because of -no-reboot. The consoles print nothing, so that the screen is black.
# The second line saves a second of boot: it disables self-tests and security modules.
_APPEND = ("rdinit=/init panic=-1 random.trust_cpu=on consoleblank=0 "
           "nokaslr mitigations=off cryptomgr.notests=1 lsm= audit=0 ipv6.disable=1 tsc=reliable")


class Machine(Devices, Screen, Faults):
    """One emulated computer, from power on to power off.

    A guest of the host's architecture sees the host's files read-only at their own paths, except for /dev, /proc, /sys, /tmp, /run and
    /var, which are the guest's own. A guest of another architecture has its own libraries and tools. The repository and the current
    folder are visible everywhere. The guest's /out is the host's folder `vm.out`, and both can write to it.

    With `counts` its clock advances by one nanosecond per instruction and jumps while it sleeps. Times that programs in the guest measure
    are then exact, repeatable instruction counts, including the kernel's. Unless it is `alone` on one of the host's processors (the
    default), other programs of the host disturb the counts.
    """

    init = "init.sh"  # of the initramfs

    def __init__(self, display="virtio", size=(800, 480), arch="amd64", append="", out=None,
                 folders=(), disk=None, modules=(), sound=None, memory=512, cpus=1, counts=False, alone=None,
                 boot_timeout=60):
        self.arch = archs.ARCHS[arch]
        self.size = size
        self.display = displays.display(display, size)
        self.append = append              # more kernel arguments
        self.folder = Path(tempfile.mkdtemp(prefix="star-vm-"))
        self.out = Path(out) if out else self.folder / "out"
        self.folders = (REPOSITORY, Path.cwd(), *map(Path, folders))
        if not self.arch.root and _FONT_LIST.is_dir():
            self.folders += (_FONT_LIST,)
        self.disk = disk                  # a raw image: /dev/vda, ext4 possible
        self.modules = modules            # more kernel modules: pairs of a name and parameters
        self.sound = sounds.SOUNDS[sound] if sound else None
        self.recording = self.folder / "sound.wav"  # by QEMU; only while the card plays
        self.memory, self.cpus = memory, cpus
        self.counts = counts
        self.alone = counts if alone is None else alone
        self.boot_timeout = boot_timeout
        self.boot_framebuffer = self._boot_framebuffer()
        self.qemu = None
        self.guest = None

    def __enter__(self):
        try:
            return self.boot()
        except BaseException:
            self.close()
            raise

    def __exit__(self, *_):
        self.close()

    def boot(self):
        """Power on and wait until the guest accepts commands."""
        kernel = parts.kernel(self.arch, sound=self.sound is not None)
        if self.display.source:
            kernel = parts.with_module(self.arch, kernel, self.display.source)
        channel = self.folder / "channel"
        for folder in (channel, self.out):
            folder.mkdir(parents=True, exist_ok=True)
        (channel / "folders").write_text("".join(f"{path}\n" for path in self.folders))
        (channel / "setup").write_text(self.display.setup)
        loads = [(name, "") for name in self.arch.transport + _MODULES] + list(self.modules)
        if self.sound:
            loads += self.sound.modules
        if self.disk:
            loads += [("virtio_blk", ""), ("ext4", ""), ("crc32c_generic", "")]
        if self.display.module:
            loads.append((self.display.module, self.display.options))
        initrd = self.folder / "initramfs"
        initramfs.build(self.arch, kernel, loads, initrd, self.init)

        self._power_on(kernel, initrd, channel)
        try:
            self.guest.wait_until_ready(self.boot_timeout)
        except VMError:
            # Debian 13's QEMU aborts in one of some hundred boots, while the kernel finds out the sizes of devices' registers.
            if "msix_table_mmio_write: Assertion" not in self.qemu.said():
                raise
            self.qemu.kill()
            self._power_on(kernel, initrd, channel)
            self.guest.wait_until_ready(self.boot_timeout)
        if "\ninit: " in self.kernel_log:  # it logs only failures
            raise VMError(f"the guest's start-up failed\n{self.evidence()}")
        return self

    def _power_on(self, kernel, initrd, channel):
        self.qemu = Qemu(self._command(kernel, initrd, channel), ["commands"], self.folder / "qemu.log", alone=self.alone)
        self.guest = Guest(self.qemu.ports["commands"], channel, self.evidence)

    def run(self, command, timeout=30, check=False, **where):
        """Run a command in the guest: `Result(status, stdout, stderr)`. See `Guest.run`."""
        return self.guest.run(command, timeout, check, **where)

    def start(self, command, **where):
        """Start a command in the guest and return its `Job`. See `Guest.start`."""
        return self.guest.start(command, **where)

    def stop_all(self):
        """Kill all running commands, and with them the panels, before the next scenario."""
        self.guest.stop_all()

    def close(self):
        """Power off and delete everything except `out`."""
        if self.qemu:
            self.qemu.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def alive(self):
        """Whether it runs: false before the boot, after a power cut and after a kernel panic."""
        return self.qemu is not None and self.qemu.process.poll() is None

    @property
    def kernel_log(self):
        """The kernel's log."""
        try:
            return (self.folder / "kernel.log").read_text(errors="replace").replace("\r", "")
        except FileNotFoundError:
            return ""

    def wait_for_log(self, text, timeout=10):
        """Wait until the kernel's log contains `text`. The guest needs no command for it."""
        deadline = time.monotonic() + timeout
        while text not in self.kernel_log:
            if time.monotonic() > deadline:
                raise VMTimeout(f"the kernel's log has no {text!r} after {timeout} s\n{self.evidence()}")
            time.sleep(0.1)

    def evidence(self):
        """The last output of QEMU and the kernel, for error messages."""
        lines = self.kernel_log.splitlines()
        causes = [line for line in lines[:-15] if "panic" in line and "not syncing" in line]
        kernel = "\n".join(causes + lines[-15:])
        return f"QEMU: {self.qemu.said() or 'no complaints'}\nThe kernel's last lines:\n{kernel}"

    def _boot_framebuffer(self):
        """The framebuffer in the device tree, near the end of RAM, if that is the display."""
        if self.display.padding is None:
            return None
        if not self.arch.memory_base:
            raise VMError(f"{self.arch.name} has no device tree, so it cannot have this display")
        width, height = self.size
        address = self.arch.memory_base + (self.memory - 32) * 2**20
        return devicetree.FrameBuffer(address, width, height, 2 * width + self.display.padding)

    def _command(self, kernel, initrd, channel):
        board = [self.arch.qemu, *self.arch.machine, "-m", str(self.memory), "-smp", str(self.cpus)]
        words = [
            *board, "-accel", f"tcg,thread={'single' if self.counts else 'multi'}", "-nodefaults", "-no-user-config", "-no-reboot",
            "-kernel", str(kernel.image), "-initrd", str(initrd),
            "-append", f"console={self.arch.console} {_APPEND} {self.arch.append} {self.display.append} {self.append}",
            "-serial", f"file:{self.folder / 'kernel.log'}",
            "-device", "virtio-serial-pci",
            "-device", "virtserialport,chardev=commands,name=commands",
        ]
        if self.counts:
            words += ["-icount", "shift=0,sleep=off"]
        if self.boot_framebuffer:
            words += ["-dtb", str(devicetree.write(self.boot_framebuffer, [*board, "-display", "none"], self.folder))]
        shared = {"root": (parts.root(self.arch), "on"), "host": ("/", "on"), "channel": (channel, "off"),
                  "out": (self.out, "off")}
        for tag, (path, readonly) in shared.items():
            words += [
                "-fsdev", f"local,id={tag},path={path},security_model=none,readonly={readonly},multidevs=remap",
                "-device", f"virtio-9p-pci,fsdev={tag},mount_tag={tag}",
            ]
        if self.sound:
            words += [word.format(recording=self.recording) for word in self.sound.devices]
        if self.display.device:
            words += ["-device", self.display.device, "-vnc", f"unix:{self.folder / 'vnc'}"]
        else:
            words += ["-display", "none"]
        if self.disk:
            words += ["-drive", f"file={self.disk},format=raw,if=virtio,cache=writeback"]
        return words
