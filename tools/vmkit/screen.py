"""The guest's screen. Mixed into `Machine`."""

import time

from .picture import Picture
from .qemu import VMError, VMTimeout


class Screen:

    def picture(self):
        """Return the current screen, exactly."""
        if self.display.scanout:
            path = self.folder / "screen.ppm"
            self.qemu.command("screendump", filename=str(path))
            return Picture.from_ppm(path.read_bytes())
        if self.boot_framebuffer:
            return self._memory_picture()
        if self.display.module:
            return self._framebuffer_picture()
        raise VMError("this machine has no display")

    def wait_for_picture(self, condition, timeout=10):
        """Wait for a picture that meets `condition`, a function of a Picture, and return it."""
        deadline = time.monotonic() + timeout
        while not condition(picture := self.picture()):
            if time.monotonic() > deadline:
                raise VMTimeout(f"the screen did not meet the condition within {timeout} s\n{self.evidence()}")
            time.sleep(0.02)
        return picture

    def framebuffer(self):
        """Return the kernel's fields of /dev/fb0 by name (numbers, and `id`)."""
        lines = self.run(["fb", "info"], check=True).stdout.splitlines()
        pairs = (line.split(maxsplit=1) for line in lines)
        return {name: int(value) if value.isdigit() else value for name, value in pairs}

    def _memory_picture(self):
        """Read the machine's memory from outside."""
        buffer, path = self.boot_framebuffer, self.folder / "screen.raw"
        self.qemu.command("pmemsave", val=buffer.address, size=buffer.length, filename=str(path))
        return Picture.from_framebuffer(path.read_bytes(), buffer.info)

    def _framebuffer_picture(self):
        """Read a screen that exists only in the guest's memory."""
        info = self.framebuffer()
        job = self.start(
            f"dd if=/dev/fb0 of=$JOB/fb bs={info['line_length']} skip={info['yoffset']} count={info['yres']}")
        if job.wait().status:
            raise VMError(f"/dev/fb0: {job.stderr}")
        return Picture.from_framebuffer((job.folder / "fb").read_bytes(), info)
