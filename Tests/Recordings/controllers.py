"""Visitors at the panels of real controllers, each in the way of its driver in the kernel (drivers/input/touchscreen unless noted). Every visitor
taps star 4, taps star 2 and drags from star 1 to star 5. make.py writes the files."""
from make import ABS, BTN_TOUCH, KEY, MT_ID, MT_X, MT_Y, PRESSURE, SLOT, STAR, SYN, X, Y, Panel, drag, tap

BTN_LEFT, BTN_TOOL_PEN, BTN_TOOL_RUBBER, BTN_TOOL_FINGER = 0x110, 0x140, 0x141, 0x145
DISTANCE, MAJOR, WIDTH, TOOL, MT_PRESSURE, MT_DISTANCE = 0x19, 0x30, 0x32, 0x37, 0x3A, 0x3B
MT_SYNC = (SYN, 2, 0)
PALM = 2


class Single(Panel):
    """One finger, on 12 bits."""

    name, identity, high, step = "", "0018 0000 0000 0000", 4095, 10_000
    buttons, is_direct, axes = (BTN_TOUCH,), True, ()

    def __init__(self):
        axes = {X: (0, self.high), Y: (0, self.high)} | {code: (0, 255) for code in self.axes}
        super().__init__(self.name, self.identity, axes, self.step, self.buttons, self.is_direct)

    def at(self, x, y):
        self.place = [(ABS, X, x * (self.high + 1) // 800), (ABS, Y, y * (self.high + 1) // 480)]
        return self.place

    def down(self, x, y):
        self.send(*self.at(x, y), (KEY, self.buttons[0], 1))

    def move(self, x, y):
        self.send(*self.at(x, y))

    def up(self):
        self.send((KEY, self.buttons[0], 0))


class Bouncing(Single):
    """ads7846.c: the pressure and the button fall in one frame. The film bounces: up for 12 ms, then down again beside the place."""

    name, identity, axes = "ADS7846 Touchscreen", "001c 1ea6 0000 0000", (PRESSURE,)

    def down(self, x, y):
        self.send((KEY, BTN_TOUCH, 1), *self.at(x, y), (ABS, PRESSURE, 140))

    def up(self):
        for shift in (30, -25, None):
            self.send((KEY, BTN_TOUCH, 0), (ABS, PRESSURE, 0))
            if shift is None:
                break
            self.wait(0.002)
            (_, _, x), (_, _, y) = self.place
            self.send((KEY, BTN_TOUCH, 1), (ABS, X, x + shift), (ABS, Y, y - shift), (ABS, PRESSURE, 40))


class TiTsc(Single):
    """ti_am335x_tsc.c: BTN_TOUCH 0 and the pressure 0."""

    name, axes = "ti-tsc", (PRESSURE,)

    def down(self, x, y):
        self.send(*self.at(x, y), (ABS, PRESSURE, 200), (KEY, BTN_TOUCH, 1))

    def up(self):
        self.send((KEY, BTN_TOUCH, 0), (ABS, PRESSURE, 0))


class Stmpe(Single):
    """stmpe-ts.c before 5.x: announces BTN_TOUCH and never reports it; only the pressure says that a finger is down."""

    name, axes = "stmpe-ts", (PRESSURE,)

    def down(self, x, y):
        self.send(*self.at(x, y), (ABS, PRESSURE, 90))

    def up(self):
        self.send((ABS, PRESSURE, 0))


class PenMount(Single):
    """penmount.c, the 9000: every packet has a position, also the one of the release, which here is elsewhere."""

    name, identity, high = "PenMount Serial TouchScreen", "0013 0031 9000 0100", 1023

    def up(self):
        self.send((ABS, X, 1000), (ABS, Y, 20), (KEY, BTN_TOUCH, 0))


class UsbTouch(Single):
    """usbtouchscreen.c: a report without a touch has zeros."""

    name, identity = "eGalax Inc. USB TouchController", "0003 0eef 0001 0100"

    def up(self):
        self.send((KEY, BTN_TOUCH, 0), (ABS, X, 0), (ABS, Y, 0))


class Wacom(Single):
    """wacom_w8001.c, a finger: the tool comes before the touch and leaves after it."""

    name, buttons = "Wacom Serial Penabled 1FG Touchscreen", (BTN_TOUCH, BTN_TOOL_FINGER, BTN_TOOL_PEN, BTN_TOOL_RUBBER)

    def down(self, x, y):
        self.send(*self.at(x, y + 40), (KEY, BTN_TOOL_FINGER, 1))
        self.send(*self.at(x, y), (KEY, BTN_TOUCH, 1))

    def up(self):
        self.send((KEY, BTN_TOUCH, 0))
        self.send((KEY, BTN_TOOL_FINGER, 0), (ABS, X, 0), (ABS, Y, 0))


class Mouse(Single):
    """eGalax's program for X, through uinput: an absolute mouse."""

    name, identity, high, buttons = "eGalaxTouch Virtual Device for Single", "0006 0eef 0001 0001", 2047, (BTN_LEFT, 0x111)


class PenMountUsb(Mouse):
    """PenMount USB (hid-penmount before 4.x): an absolute mouse that does not say that it is on the screen."""

    name, identity, is_direct = "DIALOGUE INC PenMount USB", "0003 14e1 6000 0110", False


class Slots(Panel):
    """Slots, tracking IDs, and what input_mt_report_pointer_emulation adds."""

    name, identity, axes, step, finger = "", "0018 0000 0000 0000", (), 10_000, 0

    def __init__(self):
        axes = {X: (0, 799), Y: (0, 479), SLOT: (0, 9), MT_X: (0, 799), MT_Y: (0, 479), MT_ID: (0, 65535)}
        super().__init__(self.name, self.identity, axes | {code: (0, 255) for code in self.axes}, self.step)
        self.sent = {}

    def put(self, *values):
        """Sends the values that are not the last ones."""
        events = [(ABS, code, value) for code, value in values if code is not BTN_TOUCH and self.sent.get(code) != value]
        events += [(KEY, code, value) for code, value in values if code is BTN_TOUCH and self.sent.get(code) != value]
        self.sent |= dict(values)
        self.send(*events)

    def at(self, x, y):
        return [(MT_X, x), (MT_Y, y), (X, x), (Y, y)]

    def begin(self):
        self.finger += 1
        return (MT_ID, self.finger)

    def down(self, x, y):
        self.put(self.begin(), *self.at(x, y), *self.signs(True), (BTN_TOUCH, 1))

    def move(self, x, y):
        self.put(*self.at(x, y), *self.signs(True))

    def up(self):
        self.put((MT_ID, -1), (BTN_TOUCH, 0))

    def signs(self, touches):
        return ()


class Goodix(Slots):
    """goodix.c: the size of each finger, and slots that are not used are dropped."""

    name, identity, axes = "Goodix Capacitive TouchScreen", "0018 0416 0000 1060", (MAJOR, WIDTH)

    def signs(self, touches):
        return (MAJOR, 30), (WIDTH, 30)


class FirmwareTouch(Slots):
    """raspberrypi-ts.c: polled 60 times a second."""

    name, step = "raspberrypi-ts", 17_000


class Ili251x(Slots):
    """ili210x.c, ILI251x: a pressure for each finger, which stays behind in the slot."""

    name, axes = "ILI2511 Touchscreen", (MT_PRESSURE, PRESSURE)

    def signs(self, touches):
        return (MT_PRESSURE, 60), (PRESSURE, 60)


class Hovering(Slots):
    """hid-multitouch.c with "in range" and "tip switch": a finger has a slot, and BTN_TOUCH, while it hovers."""

    name, identity, axes = "ELAN Touchscreen", "0003 04f3 2234 0110", (MT_DISTANCE, MAJOR)

    def signs(self, touches):
        return (MT_DISTANCE, 0 if touches else 1), (MAJOR, 12 if touches else 0)

    def down(self, x, y):
        self.put(self.begin(), *self.at(x + 160 if x < 400 else x - 160, y), *self.signs(False), (BTN_TOUCH, 1))
        self.put(*self.at(x + 40, y), *self.signs(False))
        self.put(*self.at(x, y), *self.signs(True))

    def up(self):
        self.put(*self.signs(False), *self.at(400, 240))
        self.put(*self.at(420, 200))
        super().up()


class Atmel(Slots):
    """atmel_mxt_ts.c, T100: a hovering finger has no pressure, and a palm is reported as one."""

    name, axes = "Atmel maXTouch Touchscreen", (MAJOR, MT_PRESSURE, TOOL, MT_DISTANCE)

    def signs(self, touches):
        return (MAJOR, 20 * touches), (MT_PRESSURE, 70 * touches), (TOOL, 0), (MT_DISTANCE, 0 if touches else 1)

    def down(self, x, y):
        self.put(self.begin(), (TOOL, PALM), *self.at(STAR[2], 240), (MAJOR, 90), (MT_PRESSURE, 200), (BTN_TOUCH, 1))
        self.put((MT_ID, -1), (BTN_TOUCH, 0))
        self.wait(0.2)
        self.put(self.begin(), *self.at(STAR[2], 240), *self.signs(False))
        super().down(x, y)

    def begin(self):
        self.finger += self.sent.get(MT_ID, -1) < 0
        return (MT_ID, self.finger)

    def up(self):
        self.put(*self.signs(False), *self.at(0, 0))
        super().up()


class Packets(Panel):
    """Multitouch type A: each frame lists the fingers."""

    name, axes, buttons = "", (MAJOR,), ()

    def __init__(self):
        axes = {MT_X: (0, 799), MT_Y: (0, 479)} | {code: (0, 255) for code in self.axes}
        super().__init__(self.name, "0018 0000 0000 0000", axes, 16_000, self.buttons)

    def down(self, x, y):
        self.move(x, y)

    def move(self, x, y):
        self.place = (x, y)
        self.send((ABS, MAJOR, 24), (ABS, MT_X, x), (ABS, MT_Y, y), MT_SYNC)

    def up(self):
        self.send(MT_SYNC)


class St1232(Packets):
    """st1232.c before 5.x: the release is an empty packet."""

    name = "st1232-touchscreen"


class Legacy(Packets):
    """Drivers written for Android 2, such as synaptics_i2c_rmi.c: the release is a packet of no size, and may lie elsewhere."""

    name, axes = "synaptics-rmi-touchscreen", (MAJOR, WIDTH)

    def up(self):
        self.send((ABS, MAJOR, 0), (ABS, WIDTH, 0), (ABS, MT_X, 0), (ABS, MT_Y, 0), MT_SYNC)


CONTROLLERS = {
    "ads7846": Bouncing, "ti-tsc": TiTsc, "stmpe": Stmpe, "penmount": PenMount, "usbtouchscreen": UsbTouch, "wacom-w8001": Wacom,
    "egalax-mouse": Mouse, "penmount-usb": PenMountUsb, "goodix": Goodix, "raspberrypi-ts": FirmwareTouch, "ili251x": Ili251x,
    "hid-multitouch": Hovering, "atmel-mxt": Atmel, "st1232": St1232, "legacy-android": Legacy,
}


def save():
    for name, controller in CONTROLLERS.items():
        panel = controller()
        tap(panel, STAR[3], 240)
        panel.wait(3)
        tap(panel, STAR[1], 236)
        panel.wait(3)
        drag(panel, (STAR[0], 240), (STAR[4], 244), step=24)
        panel.save(f"controller-{name}.evemu")
