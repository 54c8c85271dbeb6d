"""A virtio screen that changes while the machine runs.

virtio-gpu takes its size from its viewer and sends the guest a hotplug event, as a monitor
would. QMP has no command for this, so this module acts as a VNC viewer. The protocol is RFC 6143
with the ExtendedDesktopSize extension.
"""

import socket
import struct

_EXTENDED_DESKTOP_SIZE = -308


def resize(path, width, height, timeout=5):
    """Resize the screen behind the VNC socket `path`; 0 x 0 unplugs it."""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(timeout)
        connection.connect(str(path))
        viewer = connection.makefile("rwb")
        _shake_hands(viewer)
        viewer.write(struct.pack(">BxHi", 2, 1, _EXTENDED_DESKTOP_SIZE))    # SetEncodings
        viewer.write(struct.pack(">BxHHBx", 251, width, height, 1))         # SetDesktopSize, one screen:
        viewer.write(struct.pack(">IHHHHI", 0, 0, 0, width, height, 0))
        viewer.flush()
        _wait_for_answer(viewer)


def _shake_hands(viewer):
    version = viewer.readline()
    viewer.write(version)
    viewer.flush()
    viewer.read(viewer.read(1)[0])       # security types; without a password, 1 is among them
    viewer.write(b"\x01")
    viewer.flush()
    if viewer.read(4) != bytes(4):
        raise ConnectionError("VNC: refused")
    viewer.write(b"\x01")                # share the screen
    viewer.flush()
    *_, length = struct.unpack(">HH16sI", viewer.read(24))
    viewer.read(length)                  # the screen's name


def _wait_for_answer(viewer):
    """Read server messages up to the answer to our request (reason 1), which confirms the size."""
    while True:
        kind, count = struct.unpack(">BxH", viewer.read(4))
        if kind != 0:
            raise ConnectionError(f"VNC: unexpected message {kind}")
        for _ in range(count):
            reason, status, _, _, encoding = struct.unpack(">HHHHi", viewer.read(12))
            if encoding != _EXTENDED_DESKTOP_SIZE:
                raise ConnectionError(f"VNC: unexpected encoding {encoding}")
            screens, = struct.unpack(">Bxxx", viewer.read(4))
            viewer.read(16 * screens)
            if reason == 1:
                if status not in (0, 4):  # done; passed on
                    raise ConnectionError(f"VNC: the screen refuses its new size, status {status}")
                return
