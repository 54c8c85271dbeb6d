#!/usr/bin/env python3
"""Writes the .evemu files in this folder: visitors at a slider of five 144 px stars, 5 px apart, centred on 800x480
(x 30 to 770, y 168 to 312). The panels in controllers.py are those of drivers. Run it after a change here or there. The files are committed, and the tests read only the files.

    python3 Tests/Recordings/make.py
"""
import os

SYN, KEY, ABS = 0, 1, 3
BTN_TOUCH = 0x14A
X, Y, PRESSURE = 0x00, 0x01, 0x18
SLOT, MT_X, MT_Y, MT_ID = 0x2F, 0x35, 0x36, 0x39
STAR = [102 + 149 * i for i in range(5)]  # centres, px
FRAME = 16_700  # us, a 60 Hz panel


class Panel:
    """A device description and its events, with their own clock."""

    def __init__(self, name, identity, axes, frame=FRAME, buttons=(BTN_TOUCH,), is_direct=True):
        self.lines, self.now, self.frame = [], 0, frame
        keys = sum(1 << button for button in buttons)
        mask = sum(1 << code for code in axes)
        self.lines += ["# EVEMU 1.3", f"# Input device name: \"{name}\"", f"N: {name}", f"I: {identity}"]
        self.lines += ["P: " + self.bytes(is_direct << 1, 8)]  # INPUT_PROP_DIRECT
        self.lines += ["B: 00 " + self.bytes(1 << SYN | 1 << KEY | 1 << ABS, 8)]
        for start in range(0, 96, 8):
            self.lines += ["B: 01 " + self.bytes(keys >> (start * 8), 8)]
        self.lines += ["B: 02 " + self.bytes(0, 8), "B: 03 " + self.bytes(mask, 8)]
        for code, (low, high) in sorted(axes.items()):
            self.lines += [f"A: {code:02x} {low} {high} 0 0 0"]

    @staticmethod
    def bytes(value, count):
        return " ".join(f"{value >> (8 * i) & 255:02x}" for i in range(count))

    def send(self, *events):
        """Events of one frame, SYN_REPORT last; then the clock advances by a frame."""
        for kind, code, value in list(events) + [(SYN, 0, 0)]:
            time = f"{self.now // 1_000_000}.{self.now % 1_000_000:06}"
            self.lines.append(f"E: {time} {kind:04x} {code:04x} {value:04d}")
        self.now += self.frame

    def wait(self, seconds):
        self.now += int(seconds * 1_000_000)

    def save(self, file):
        path = os.path.join(os.path.dirname(os.path.abspath(__file__)), file)
        with open(path, "w") as out:
            out.write("\n".join(self.lines) + "\n")


class TypeB(Panel):
    next_id = 40

    def __init__(self, frame=FRAME):
        axes = {X: (0, 799), Y: (0, 479), SLOT: (0, 9), MT_X: (0, 799), MT_Y: (0, 479), MT_ID: (0, 65535)}
        super().__init__("generic ft5x06 (79)", "0018 0000 0000 0000", axes, frame)

    def down(self, x, y):
        TypeB.next_id += 1
        self.send((ABS, MT_ID, TypeB.next_id), (ABS, MT_X, x), (ABS, MT_Y, y), (KEY, BTN_TOUCH, 1), (ABS, X, x), (ABS, Y, y))

    def move(self, x, y):
        self.send((ABS, MT_X, x), (ABS, MT_Y, y), (ABS, X, x), (ABS, Y, y))

    def up(self):
        self.send((ABS, MT_ID, -1), (KEY, BTN_TOUCH, 0))


class TypeA(Panel):
    def __init__(self):
        super().__init__("zet6221", "0018 0000 0000 0000", {MT_X: (0, 799), MT_Y: (0, 479)})

    def down(self, x, y):
        self.send((ABS, MT_X, x), (ABS, MT_Y, y), (SYN, 2, 0), (KEY, BTN_TOUCH, 1))

    def move(self, x, y):
        self.send((ABS, MT_X, x), (ABS, MT_Y, y), (SYN, 2, 0))

    def up(self):
        self.send((SYN, 2, 0), (KEY, BTN_TOUCH, 0))


class Resistive(Panel):
    """12 bits across the screen, with the noise of such panels."""

    def __init__(self):
        axes = {X: (0, 4095), Y: (0, 4095), PRESSURE: (0, 255)}
        super().__init__("ADS7846 Touchscreen", "001c 1ea6 0000 0000", axes, 20_000)
        self.noise = 7

    def raw(self, x, y):
        self.noise = (self.noise * 1103515245 + 12345) & 0x7FFFFFFF
        return x * 4096 // 800 + (self.noise >> 16) % 5 - 2, y * 4096 // 480 + (self.noise >> 20) % 5 - 2

    def down(self, x, y):
        rx, ry = self.raw(x, y)
        self.send((KEY, BTN_TOUCH, 1), (ABS, X, rx), (ABS, Y, ry), (ABS, PRESSURE, 180))

    def move(self, x, y):
        rx, ry = self.raw(x, y)
        self.send((ABS, X, rx), (ABS, Y, ry))

    def up(self):
        self.send((KEY, BTN_TOUCH, 0), (ABS, PRESSURE, 0))


def drag(panel, *points, step=12):
    """Straight lines from point to point, at most `step` px per frame."""
    panel.down(*points[0])
    x, y = points[0]
    for tx, ty in points[1:]:
        count = max(abs(tx - x), abs(ty - y)) // step + 1
        for i in range(1, count + 1):
            panel.move(x + (tx - x) * i // count, y + (ty - y) * i // count)
        x, y = tx, ty
    panel.up()


def tap(panel, x, y):
    panel.down(x, y)
    panel.move(x + 1, y)
    panel.move(x + 1, y - 1)
    panel.wait(0.04)
    panel.up()


def visitors(panel):
    """Four visitors: 2; from 1 to 4 and back, 3; a change of mind; 5."""
    tap(panel, STAR[1], 240)
    panel.wait(4.6)
    drag(panel, (STAR[0], 236), (STAR[3], 244), (STAR[2], 241))
    panel.wait(5.2)
    drag(panel, (STAR[2], 240), (STAR[3], 250), (STAR[3] + 20, 460))
    panel.wait(4.4)
    tap(panel, STAR[4], 250)
    return panel


def fingers(panel):
    """A second finger joins a drag from 1 to 4, moves, and leaves first; then the second stays longest."""
    panel.down(STAR[0], 240)
    panel.send((ABS, SLOT, 1), (ABS, MT_ID, 900), (ABS, MT_X, 700), (ABS, MT_Y, 60))
    for i in range(1, 31):
        x = STAR[0] + (STAR[3] - STAR[0]) * i // 30
        panel.send((ABS, SLOT, 0), (ABS, MT_X, x), (ABS, SLOT, 1), (ABS, MT_Y, 60 + i), (ABS, X, x))
    panel.send((ABS, MT_ID, -1))
    panel.send((ABS, SLOT, 0), (ABS, MT_ID, -1), (KEY, BTN_TOUCH, 0))
    panel.wait(4.8)
    panel.down(STAR[1], 240)
    panel.send((ABS, SLOT, 1), (ABS, MT_ID, 901), (ABS, MT_X, 650), (ABS, MT_Y, 400))
    panel.send((ABS, SLOT, 0), (ABS, MT_ID, -1))
    panel.send((ABS, SLOT, 1), (ABS, MT_ID, -1), (KEY, BTN_TOUCH, 0))
    return panel


def quick(panel):
    """A polled panel that saw a whole tap on star 4 between two reports, then an ordinary one on star 1."""
    TypeB.next_id += 1
    x = STAR[3]
    panel.send(
        (ABS, MT_ID, TypeB.next_id), (ABS, MT_X, x), (ABS, MT_Y, 240), (KEY, BTN_TOUCH, 1), (ABS, X, x), (ABS, Y, 240),
        (ABS, MT_ID, -1), (KEY, BTN_TOUCH, 0))
    panel.wait(5)
    tap(panel, STAR[0], 240)
    return panel


if __name__ == "__main__":
    import controllers
    visitors(TypeB()).save("visitor.evemu")
    visitors(TypeA()).save("visitor-type-a.evemu")
    visitors(Resistive()).save("visitor-resistive.evemu")
    fingers(TypeB()).save("two-fingers.evemu")
    quick(TypeB(frame=33_000)).save("tap-in-one-frame.evemu")
    controllers.save()
