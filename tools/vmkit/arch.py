"""One table of everything that depends on the processor architecture.

To add an architecture, add a row. No other module distinguishes between architectures.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Arch:
    """How to emulate one architecture, and the Debian packages required for that."""

    name: str                   # Debian's name for it
    kernel: str                 # package that depends on the newest stock kernel
    qemu: str                   # emulator on the host
    machine: tuple[str, ...]    # the board it emulates
    console: str                # serial port for the kernel's own messages
    cross: str | None           # its name in tools/cross; None for the host's own
    transport: tuple[str, ...]  # modules that make virtio devices appear
    packages: tuple[str, ...]   # Debian packages the host needs
    root: tuple[str, ...]       # Debian packages of the guest's system; if empty, the guest sees the host's
    memory_base: int = 0        # where RAM begins on a board with a device tree, bytes
    append: str = ""            # more kernel arguments


# Fonts: Latin, Arabic, Cyrillic and more in one small package, and fontconfig's rules.
_FONTS = ("fontconfig-config", "fonts-dejavu-core")

_COMMON = (
    "busybox-static",  # the guest's shell and tools
    "evemu-tools",     # touch panels from text files
    "kmod",            # depmod: dependencies of modules
    "binutils",        # strip: smaller modules
    "gcc", "libc6-dev",  # the guest's small C helpers
    "libdrm-dev",      # the visitor of tools/soak reads the screen
    "mmdebstrap", "e2fsprogs",  # a Debian on a disk
    "fontconfig",      # caches the list of the host's fonts, which would take the guest long to make
    *_FONTS,           # a guest of this architecture sees the host's fonts
)

# The guest speaks with the host's libraries, and hears itself with Debian's Python. The headers are for a test of declarations.
_VOICE = ("libespeak-ng-dev", "libasound2-dev", "alsa-utils", "python3")

_ARM = (
    "device-tree-compiler",  # a framebuffer in the board's device tree
    *_COMMON,
)

# The libraries of star-kiosk and the guest's own tools, with their dependencies.
_ROOT = (
    "libc6", "libgcc-s1", "libdrm2", "libevdev2", "libsqlite3-0", "libpng16-16", "zlib1g",
    "libfreetype6", "libbrotli1", "libfribidi0", "libharfbuzz0b", "libgraphite2-3", "libglib2.0-0",
    "libpcre2-8-0", "libfontconfig1", "libexpat1", "fontconfig-config", "libicu72", "libstdc++6",
    "libqrencode4", "libsodium23", "libbz2-1.0", "libatomic1",
    "busybox-static", "evemu-tools", "libevemu3",
)

ARCHS = {
    "amd64": Arch(
        name="amd64",
        kernel="linux-image-amd64",  # the cloud kernel has no DRM
        qemu="qemu-system-x86_64",
        machine=("-M", "q35,vmport=off", "-cpu", "max"),
        console="ttyS0",
        cross=None,
        transport=("virtio_pci",),
        packages=("qemu-system-x86", "make", "pahole", *_VOICE, *_COMMON),  # make, pahole: modules of the kernel's source
        root=(),
        # On a busy host late timer ticks would make the kernel panic. The other two save an eighth of a boot: locks are not patched
        # for a single processor, and pages are not searched for code that could be overwritten.
        append="no_timer_check noreplace-smp rodata=off",
    ),
    "arm64": Arch(
        name="arm64",
        kernel="linux-image-arm64",
        qemu="qemu-system-aarch64",
        machine=("-M", "virt", "-cpu", "cortex-a53"),  # a Raspberry Pi 3's; "max" is much slower to emulate
        console="ttyAMA0",
        cross="aarch64",
        transport=("virtio_pci", "virtio_mmio"),
        packages=("qemu-system-arm", *_ARM),
        root=_ROOT + _FONTS,
        memory_base=0x4000_0000,
    ),
    "armhf": Arch(
        name="armhf",
        kernel="linux-image-armmp",
        qemu="qemu-system-arm",
        machine=("-M", "virt,highmem=off", "-cpu", "cortex-a15"),
        console="ttyAMA0",
        cross="armv7",
        transport=("virtio_pci", "virtio_mmio"),
        packages=("qemu-system-arm", *_ARM),
        root=_ROOT + _FONTS,
        memory_base=0x4000_0000,
    ),
}


def host_packages():
    """Return the Debian packages to install on the host, for all architectures."""
    return sorted({package for arch in ARCHS.values() for package in arch.packages})


HOST_PACKAGES = host_packages()
