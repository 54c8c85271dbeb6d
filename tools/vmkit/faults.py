"""What goes wrong in the field, on purpose. Mixed into `Machine`."""

import signal

from . import hotplug


class Faults:

    def power_cut(self):
        """The plug is pulled: nothing in the guest gets to flush, unmount or say goodbye."""
        self.qemu.kill()

    def kill(self, pid, number=signal.SIGKILL):
        """Send a signal to a process of the guest."""
        self.run(["kill", f"-{int(number)}", str(pid)], check=True)

    def chvt(self, number, timeout=5):
        """Switch to virtual console `number`; returns when the switch is done.

        A program in VT_PROCESS mode that does not let go makes this a timeout.
        """
        self.run(["chvt", str(number)], timeout=timeout, check=True)

    def console(self, path="/dev/tty0"):
        """What a virtual console does: ("text" or "graphics", "auto" or "process", active console)."""
        mode, switching, active, _ = self.run(["kdmode", path], check=True).stdout.split()
        return mode, switching, int(active)

    def reset_console(self, path):
        """Text again, and keys: what a killed program leaves behind would spoil the next scenario."""
        self.run(["kdmode", "reset", path], check=True)

    def keyboard(self, path="/dev/tty0"):
        """What a virtual console makes of keys: "unicode", or "off" while a kiosk has it."""
        return self.run(["kdmode", path], check=True).stdout.split()[3]

    def unbind_gpu(self):
        """Take the driver off the display adapter, under a running program if there is one."""
        script = """
            card=$(ls -d /sys/class/drm/card? | head -n 1)  # not always card0 once it went and came
            device=$(readlink -f $card/device)
            driver=$(readlink -f $device/driver)
            echo "$driver ${device##*/}"
            echo ${device##*/} > $driver/unbind
        """
        self._gpu = self.run(script, check=True).stdout.split()

    def bind_gpu(self):
        """Give the display adapter its driver back."""
        driver, device = self._gpu
        self.run(f"echo {device} > {driver}/bind", check=True)

    def connector(self, state):
        """Pull the display's cable ("off"), push it in ("on"), or look for real ("detect").

        The connector's state changes, but no hotplug event says so: the cable nobody noticed.
        """
        self.run(f"echo {state} > $(ls -d /sys/class/drm/card?-*/status | head -n 1)", check=True)

    def resize_display(self, width, height):
        """Another monitor on a `virtio` display, told to the guest as hotplug; 0 x 0 is none."""
        hotplug.resize(self.folder / "vnc", width, height)
