"""Everything that depends on the processor architecture, in one table.

Adding an architecture is adding a row; no other module asks which one it is.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Arch:
    """How to emulate one architecture, and which Debian packages that takes."""

    name: str                   # Debian's name for it
    kernel: str                 # package that depends on the newest stock kernel
    qemu: str                   # emulator on the host
    machine: tuple[str, ...]    # the board it emulates
    console: str                # serial port for the kernel's own messages
    compiler: str               # builds the static helpers of the guest
    transport: tuple[str, ...]  # modules that make virtio devices appear
    packages: tuple[str, ...]   # Debian packages the host needs


_COMMON = (
    "busybox-static",  # the guest's shell and tools
    "evemu-tools",     # touch panels from text files
    "kmod",            # depmod: which module needs which
    "gcc", "libc6-dev",  # the guest's small C helpers
    "mmdebstrap", "e2fsprogs",  # a Debian on a disk
)

ARCHS = {
    "amd64": Arch(
        name="amd64",
        kernel="linux-image-amd64",  # not the cloud kernel: that one has no DRM
        qemu="qemu-system-x86_64",
        machine=("-M", "q35,vmport=off", "-cpu", "max"),
        console="ttyS0",
        compiler="gcc",
        transport=("virtio_pci",),
        packages=("qemu-system-x86", *_COMMON),
    ),
}


def host_packages():
    """The Debian packages to install on the host, for all architectures, each once."""
    return sorted({package for arch in ARCHS.values() for package in arch.packages})


HOST_PACKAGES = host_packages()
