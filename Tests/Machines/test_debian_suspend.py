"""A kiosk on a Debian that is suspended to RAM (ACPI S3) and wakes up.

QEMU's firmware does not return to a kernel that was booted directly, so the kernel's own test of suspending is used: it stops and restarts
all devices and clocks, and waits where it would call the firmware. virtio-gpu's driver cannot be restarted (Linux 6.1), bochs' can.
"""

import unittest

import test_debian_package

# The host's folders are on devices (virtio-9p) whose driver does not survive a suspend, so they are given back meanwhile. The host
# reads "night: over" from the kernel's log.
NIGHT = """#!/bin/sh
for folder in /out /run/vm; do
  until umount $folder; do sleep 0.1; done
done
cd /sys/bus/virtio/drivers/9pnet_virtio
devices=$(ls -d virtio*)
for device in $devices; do echo $device > unbind; done
echo core > /sys/power/pm_test
echo mem > /sys/power/state
for device in $devices; do echo $device > bind; done
options=trans=virtio,version=9p2000.L,msize=512000
mount -t 9p -o $options,cache=none channel /run/vm
mount -t 9p -o $options,cache=mmap out /out
echo "night: over" > /dev/kmsg
"""


class Suspend(test_debian_package.Package):
    display = "bochs"
    test_the_life_of_a_kiosk = None  # has its own place

    def test_a_night(self):
        """The picture and the touches are there in the morning, without a restart of the service."""
        self.boot_installed()
        self.rate(4)
        before, restarts = self.ahead(), self.restarts()
        self.sleep()
        self.assertGreater(self.ahead() - before, 2, "seconds of which only the boot clock knows")
        self.assert_ready()
        self.rate(2)
        self.assertEqual(self.restarts(), restarts, self.command("journalctl -n 60 --no-hostname"))

    def restarts(self):
        """The number of restarts since the boot: one is allowed before the screen's driver is loaded."""
        return self.command("systemctl show -P NRestarts star-kiosk.service")

    def sleep(self):
        """Suspend the machine for the kernel's five seconds. The panel is a program on the host's folders, so it is unplugged meanwhile,
        and the journal is not followed."""
        self.finger.unplug()
        self.finger = None
        self.log.stop()
        (self.vm.out / "night").write_text(NIGHT)
        self.command("cp /out/night /root && setsid sh /root/night < /dev/null > /root/said 2>&1 &")
        self.vm.wait_for_log("night: over", timeout=120)
        self.follow()

    def ahead(self):
        """Return by how many seconds the boot clock is ahead of the monotonic clock."""
        boot, _, _, monotonic = self.command("cut -d ' ' -f 1 /proc/uptime; grep '^now at' /proc/timer_list").split()[:4]
        return float(boot) - int(monotonic) / 1e9


if __name__ == "__main__":
    unittest.main()
