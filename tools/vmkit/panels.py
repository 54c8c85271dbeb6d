"""Input devices for the guest, as evemu descriptions.

Panels of the three kinds that are in use, with any axis ranges, and devices that a kiosk must not mistake for a touch panel.
`tools/vmkit/devices.py` plugs them in; `gestures.py` moves fingers on them.
"""

from dataclasses import dataclass

# Names and numbers as in linux/input-event-codes.h.
EV_SYN, EV_KEY, EV_REL, EV_ABS, EV_MSC, EV_SW = 0, 1, 2, 3, 4, 5
SYN_REPORT, SYN_MT_REPORT = 0, 2
BTN_LEFT, BTN_RIGHT, BTN_TOUCH = 0x110, 0x111, 0x14A
KEY_ESC, KEY_ENTER, KEY_SPACE, KEY_OK = 1, 28, 57, 0x160
KEY_BACK, KEY_HELP, KEY_VOLUMEUP, KEY_NEXT, KEY_PREVIOUS = 158, 138, 115, 0x197, 0x19C
KEY_UP, KEY_LEFT, KEY_RIGHT, KEY_END, KEY_DOWN = 103, 105, 106, 107, 108
REL_X, REL_Y, REL_WHEEL = 0, 1, 8
ABS_X, ABS_Y, ABS_Z, ABS_PRESSURE = 0x00, 0x01, 0x02, 0x18
ABS_MT_SLOT, ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_MT_TRACKING_ID = 0x2F, 0x35, 0x36, 0x39
SW_HEADPHONE_INSERT = 2
PROP_DIRECT, PROP_ACCELEROMETER = 1, 6


@dataclass(frozen=True)
class Device:
    """An input device as it describes itself."""

    name: str
    keys: tuple[int, ...] = ()
    relative: tuple[int, ...] = ()
    axes: tuple[tuple[int, int, int], ...] = ()  # code, minimum, maximum
    properties: tuple[int, ...] = ()
    switches: tuple[int, ...] = ()
    bus: int = 0x18  # I2C

    def evemu(self):
        """Return the description for evemu-device."""
        lines = ["# EVEMU 1.3", f"N: {self.name}", f"I: {self.bus:04x} 1234 5678 0001"]
        lines += _bits("P:", self.properties, 8)
        types = {EV_SYN} | {kind for kind, codes in ((EV_KEY, self.keys), (EV_REL, self.relative),
                                                     (EV_ABS, self.axes), (EV_SW, self.switches)) if codes}
        lines += _bits("B: 00", types, 8)
        lines += _bits("B: 01", self.keys, 96)
        lines += _bits("B: 02", self.relative, 8)
        lines += _bits("B: 03", [code for code, *_ in self.axes], 8)
        lines += _bits("B: 05", self.switches, 8)
        lines += [f"A: {code:02x} {low} {high} 0 0 0" for code, low, high in self.axes]
        return "\n".join(lines) + "\n"


@dataclass(frozen=True)
class Panel(Device):
    """A touch panel; `kind` is its protocol."""

    kind: str = "type-b"


def panel(kind="type-b", x=(0, 799), y=(0, 479), slots=10, name=None, direct=True):
    """A touch panel with the axis ranges `x` and `y` (minimum, maximum).

    type-b  multitouch with slots and tracking IDs: most capacitive panels
    type-a  multitouch without slots: old controllers and some USB ones
    single  one point, as resistive panels have; often without INPUT_PROP_DIRECT
    """
    single = ((ABS_X, *x), (ABS_Y, *y))
    multi = ((ABS_MT_POSITION_X, *x), (ABS_MT_POSITION_Y, *y))
    axes = {
        "type-b": (*single, (ABS_MT_SLOT, 0, slots - 1), *multi, (ABS_MT_TRACKING_ID, 0, 65535)),
        "type-a": multi,
        "single": single,
    }
    if kind not in axes:
        raise LookupError(f"no panel kind {kind}; choose from {', '.join(axes)}")
    return Panel(
        name=name or f"star {kind} panel", keys=(BTN_TOUCH,), axes=axes[kind],
        properties=(PROP_DIRECT,) if direct else (), kind=kind,
    )


def resistive(name="star resistive panel"):
    """A panel like ads7846: raw 12 bit, one point, no INPUT_PROP_DIRECT."""
    return panel("single", (0, 4095), (0, 4095), name=name, direct=False)


def keypad(name="star keypad", enter=KEY_ENTER):
    """A keypad with four arrow keys and Enter."""
    return Device(name, keys=(KEY_UP, KEY_LEFT, KEY_RIGHT, KEY_DOWN, enter), bus=0x03)


def four_keys(name="star four keys"):
    """A keypad with previous, next, choose and back, and keys for speech."""
    return Device(name, keys=(KEY_PREVIOUS, KEY_NEXT, KEY_ENTER, KEY_BACK, KEY_HELP, KEY_VOLUMEUP), bus=0x03)


def headphones(name="star headphone jack"):
    """A jack that reports whether headphones are plugged in."""
    return Device(name, switches=(SW_HEADPHONE_INSERT,), bus=0x03)


def keyboard(name="star full keyboard"):
    """A desktop keyboard."""
    return Device(name, keys=tuple(range(KEY_ESC, KEY_DOWN + 1)), bus=0x03)


KINDS = ("type-b", "type-a", "single")

# Devices that a kiosk must not mistake for panels.
DECOYS = {
    "accelerometer": Device(
        "star accelerometer", axes=((ABS_X, -512, 511), (ABS_Y, -512, 511), (ABS_Z, -512, 511)),
        properties=(PROP_ACCELEROMETER,)),
    "magnetometer": Device(  # as on the i.MX6ULL EVK: nothing but axes
        "star magnetometer", axes=((ABS_X, -32768, 32767), (ABS_Y, -32768, 32767), (ABS_Z, -32768, 32767))),
    "keyboard": Device("star keyboard", keys=tuple(range(KEY_ESC, KEY_SPACE + 1)), bus=0x03),
    "mouse": Device("star mouse", keys=(BTN_LEFT, BTN_RIGHT), relative=(REL_X, REL_Y, REL_WHEEL), bus=0x03),
}


def _bits(label, numbers, size):
    """Return the numbers as a bit set of `size` bytes, in evemu's lines of eight."""
    field = bytearray(size)
    for number in numbers:
        field[number // 8] |= 1 << number % 8
    return [f"{label} " + field[i:i + 8].hex(" ") for i in range(0, size, 8)] if any(field) else []
