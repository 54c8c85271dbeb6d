"""Screens by name, with QEMU's device, the kernel module, and the purpose in tests.

| name     | driver     | the guest sees                  | good for                                     |
| -------- | ---------- | ------------------------------- | -------------------------------------------- |
| `virtio` | virtio-gpu | KMS XRGB8888; fbdev 32 bit      | only reported damage reaches the screen      |
| `bochs`  | bochs      | KMS XRGB8888; fbdev 32 bit      | direct scanout, no DIRTYFB                   |
| `cirrus` | cirrus     | KMS RGB565 first; fbdev 16 bit  | 16 bits per pixel                            |
| `vfb`    | vfb        | fbdev only, red and blue swapped | bitfields, and a pitch wider than the screen |
| `vfb16`  | vfb        | the same with 16 bits: BGR565   | bitfields that are not whole bytes           |
| `simplefb` | simplefb | fbdev only: RGB565              | an odd pitch; Arm only                       |
| `none`   |            | no screen at all                | starting without a display                   |
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Display:
    """One screen of a given size. The strings in the table below are templates for it."""

    device: str | None = None     # QEMU's -device
    module: str | None = None     # kernel module
    source: str | None = None     # the folder of its source in the kernel's, if Debian does not build it
    options: str = ""             # parameters of that module
    append: str = ""              # kernel command line
    setup: str = ""               # a command in the guest once the module is loaded
    scanout: bool = True          # QEMU sees the picture; otherwise it is read from memory
    padding: int | None = None    # bytes between rows of a framebuffer in the device tree


_VFB_PADDING = 24  # pixels between rows of vfb


_SIMPLEFB_PADDING = 24  # bytes; the text console of Linux 6.1 oopses unless rows are a multiple of 8


def _vfb(bits):
    """The kernel's virtual framebuffer, with red and blue swapped and a pitch that we choose."""
    return Display(
        module="vfb", scanout=False,
        options="vfb_enable=1 videomemorysize=8388608",
        setup=f"fb set xres={{width}} yres={{height}} xres_virtual=$(({{width}} + {_VFB_PADDING})) "
              f"yres_virtual={{height}} bits_per_pixel={bits}",
    )


DISPLAYS = {
    "virtio": Display("virtio-gpu-pci,xres={width},yres={height}", "virtio_gpu"),
    "bochs": Display("bochs-display,xres={width},yres={height},edid=on", "bochs"),
    "cirrus": Display("cirrus-vga", "cirrus", append="video=VGA-1:{width}x{height}-16"),
    "vfb": _vfb(32),
    "vfb16": _vfb(16),
    "simplefb": Display(scanout=False, padding=_SIMPLEFB_PADDING),
    "vkms": Display(module="vkms", source="drivers/gpu/drm/vkms", scanout=False),
    "none": Display(scanout=False),
}


def display(name, size):
    """Return the display `name` with its templates filled in for `size`."""
    if name not in DISPLAYS:
        raise LookupError(f"no display named {name}; choose from {', '.join(DISPLAYS)}")
    template = DISPLAYS[name]
    width, height = size
    filled = {
        field: value.format(width=width, height=height) if isinstance(value, str) else value
        for field, value in vars(template).items()
    }
    return Display(**filled)
