"""Faults on demand. Mixed into `Machine`."""

import signal

from . import hotplug


class Faults:

    def power_cut(self):
        """Cut the power: the guest cannot flush or unmount."""
        self.qemu.kill()

    def kill(self, pid, number=signal.SIGKILL):
        """Send a signal to a process of the guest."""
        self.run(["kill", f"-{int(number)}", str(pid)], check=True)

    def chvt(self, number, timeout=5):
        """Switch to virtual console `number` and wait until the switch is done.

        Times out if a program in VT_PROCESS mode does not release its console.
        """
        self.run(["chvt", str(number)], timeout=timeout, check=True)

    def console(self, path="/dev/tty0"):
        """Return the state of a virtual console: ("text" or "graphics", "auto" or "process", active console)."""
        mode, switching, active, _ = self.run(["kdmode", path], check=True).stdout.split()
        return mode, switching, int(active)

    def reset_console(self, path):
        """Restore text mode and the keyboard, which a killed program may have left changed."""
        self.run(["kdmode", "reset", path], check=True)

    def keyboard(self, path="/dev/tty0"):
        """Return the keyboard mode of a virtual console: "unicode", or "off" while a kiosk has it."""
        return self.run(["kdmode", path], check=True).stdout.split()[3]

    def unbind_gpu(self):
        """Unbind the driver from the display adapter, also under a running program."""
        script = """
            card=$(ls -d /sys/class/drm/card? | head -n 1)  # not always card0 after a rebind
            device=$(readlink -f $card/device)
            driver=$(readlink -f $device/driver)
            echo "$driver ${device##*/}"
            echo ${device##*/} > $driver/unbind
        """
        self._gpu = self.run(script, check=True).stdout.split()

    def bind_gpu(self):
        """Bind the driver to the display adapter again."""
        driver, device = self._gpu
        self.run(f"echo {device} > {driver}/bind", check=True)

    def connector(self, state):
        """Force the connector "off" or "on", or "detect" its real state.

        The connector's state changes without a hotplug event.
        """
        self.run(f"echo {state} > $(ls -d /sys/class/drm/card?-*/status | head -n 1)", check=True)

    def resize_display(self, width, height):
        """Replace the monitor of a `virtio` display, with a hotplug event; 0 x 0 unplugs it."""
        hotplug.resize(self.folder / "vnc", width, height)
