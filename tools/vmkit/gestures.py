"""Gestures as evemu recordings.

    gesture = Gesture(panel).tap(400, 240).wait(0.2).drag([(100, 240), (700, 240)])
    vm.play(plugged, gesture.evemu())

Points are in the panel's units. The kernel drops unchanged values, as it does for real panels, so a recording may repeat values.
"""

from .panels import (
    ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_MT_SLOT, ABS_MT_TRACKING_ID, ABS_X, ABS_Y, BTN_TOUCH,
    EV_ABS, EV_KEY, EV_SYN, SYN_MT_REPORT, SYN_REPORT,
)


class Gesture:
    """A timed list of input events for one panel. Every method returns the gesture, for chaining."""

    def __init__(self, panel, interval=0.010):
        self.panel = panel
        self.interval = interval    # seconds between reports while a finger moves; 0 is a burst
        self.events = []            # microseconds, type, code, value
        self._time = 0              # whole microseconds, as evemu writes them
        self._fingers = {}          # finger -> point, for those that are down
        self._last_id = 0

    # Finger movements

    def tap(self, x, y, hold=0.05, finger=0):
        """Touch, hold, release."""
        return self.press(x, y, finger).wait(hold).release(finger)

    def drag(self, points, steps=10, finger=0):
        """Touch the first point, move through the others in `steps` reports each, release at the last."""
        return self.press(*points[0], finger).move(points[1:], steps, finger).release(finger)

    def press(self, x, y, finger=0):
        if finger in self._fingers:
            raise ValueError(f"finger {finger} is already down")
        self._fingers[finger] = (x, y)
        return self._report(finger, new=True)

    def move(self, points, steps=1, finger=0):
        for x, y in points:
            from_x, from_y = self._fingers[finger]
            for step in range(1, steps + 1):
                self.wait(self.interval)
                self._fingers[finger] = (from_x + (x - from_x) * step // steps,
                                         from_y + (y - from_y) * step // steps)
                self._report(finger)
        return self

    def release(self, finger=0):
        """Release. A gesture may end without a release, which leaves the finger on the panel."""
        del self._fingers[finger]
        self.wait(self.interval)
        return self._report(finger, gone=True)

    def wait(self, seconds):
        self._time += round(seconds * 1_000_000)
        return self

    # Reports of each kind of panel

    def _report(self, finger, new=False, gone=False):
        {"type-b": self._slots, "type-a": self._contacts, "single": self._point}[self.panel.kind](finger, new, gone)
        return self._event(EV_SYN, SYN_REPORT, 0)

    def _slots(self, finger, new, gone):
        self._event(EV_ABS, ABS_MT_SLOT, finger)
        if new:
            self._last_id += 1
            self._event(EV_ABS, ABS_MT_TRACKING_ID, self._last_id)
        if gone:
            self._event(EV_ABS, ABS_MT_TRACKING_ID, -1)
        else:
            self._position(ABS_MT_POSITION_X, ABS_MT_POSITION_Y, finger)
        self._pointer(new, gone)

    def _contacts(self, finger, new, gone):
        """Type A is stateless: every report lists all fingers, and an empty one means that none touches."""
        for other in self._fingers:
            self._position(ABS_MT_POSITION_X, ABS_MT_POSITION_Y, other)
            self._event(EV_SYN, SYN_MT_REPORT, 0)
        if not self._fingers:
            self._event(EV_SYN, SYN_MT_REPORT, 0)
        self._button(new, gone)

    def _point(self, finger, new, gone):
        self._pointer(new, gone)

    def _pointer(self, new, gone):
        """Single-touch emulation of the oldest finger, which type B panels also have."""
        if self._fingers:
            self._position(ABS_X, ABS_Y, next(iter(self._fingers)))
        self._button(new, gone)

    def _button(self, new, gone):
        if new and len(self._fingers) == 1:
            self._event(EV_KEY, BTN_TOUCH, 1)
        if gone and not self._fingers:
            self._event(EV_KEY, BTN_TOUCH, 0)

    def _position(self, x_code, y_code, finger):
        x, y = self._fingers[finger]
        self._event(EV_ABS, x_code, x)
        self._event(EV_ABS, y_code, y)

    def _event(self, kind, code, value):
        self.events.append((self._time, kind, code, value))
        return self

    # Output for evemu-play

    def evemu(self):
        """Return the recording with the panel's description, so that the file can also create the panel."""
        return self.panel.evemu() + "".join(
            f"E: {time // 1_000_000}.{time % 1_000_000:06d} {kind:04x} {code:04x} {value}\n"
            for time, kind, code, value in self.events)

    def take(self):
        """Return the recording so far and clear it. Fingers that are down stay down."""
        recording = self.evemu()
        self.events, self._time = [], 0
        return recording
