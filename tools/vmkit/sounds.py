"""Sound cards by name, with QEMU's devices, the kernel modules, and the purpose in tests.

| name       | driver        | good for                                                                     |
| ---------- | ------------- | ---------------------------------------------------------------------------- |
| `hda`      | snd-hda-intel | what a card plays is in `vm.recording`, a WAV file; it can be unplugged      |
| `loopback` | snd-aloop     | a program in the guest hears what the card plays, with the guest's own clock |
| `usb`      | snd-aloop     | a second card, `usb-audio`, is plugged in and played as with `hda`           |
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Sound:
    """A sound card. `devices` are templates of QEMU's arguments for a recording."""

    devices: tuple[str, ...]
    modules: tuple[tuple[str, str], ...]  # pairs of a name and its parameters


SOUNDS = {
    "hda": Sound(("-audiodev", "wav,id=sound,path={recording}", "-device", "intel-hda,id=hda", "-device", "hda-output,audiodev=sound"),
                 (("snd_hda_codec_generic", ""), ("snd_hda_intel", ""))),
    "loopback": Sound((), (("snd_aloop", ""),)),
    "usb": Sound(("-audiodev", "wav,id=sound,path={recording}", "-device", "qemu-xhci,id=usb"),
                 (("snd_aloop", ""), ("xhci_pci", ""), ("snd_usb_audio", ""))),
}
