"""Mosquitto in a Debian guest: starting, stopping, and collecting messages.

    self.broker = Broker(self.vm)
    self.broker.start()
    self.broker.subscribe("star/#")       # from now on every message is kept, also across broker restarts
    ...
    self.broker.collect(50, "star/#")     # [(topic, payload), ...]

The root needs `PACKAGES`. Debian's configuration stays unchanged: version 2.0 without a listener accepts clients of its
own machine only, and keeps sessions on the disk.
"""

import shlex

import machines  # noqa: F401  it says where vmkit is
from vmkit.qemu import VMError

PACKAGES = ("mosquitto", "mosquitto-clients")

# An address, since the guest has no /etc/hosts, which Debian's installer would write.
_TO = ("-h", "127.0.0.1", "-q", "1")
_SESSION = ("-c", "-i", "collector")


class Broker:
    """The broker of one machine. After a power cut, create a new object for the rebooted machine."""

    def __init__(self, vm):
        self.vm = vm

    def start(self, timeout=60):
        """Start the broker and wait until it accepts clients."""
        self.vm.run("systemctl unmask mosquitto.service && systemctl start mosquitto.service", timeout=timeout, check=True)
        probe = shlex.join(["mosquitto_pub", *_TO, "-t", "probe", "-m", "probe"])  # 0 after the broker's acknowledgment
        self.vm.run(f"for i in $(seq 50); do {probe} 2>/dev/null && exit; sleep 0.2; done; {probe}", timeout=timeout,
                    check=True)

    def stop(self, timeout=60):
        """Stop the broker, also after the next boot. Its sessions are on the disk."""
        # To disable a service that has a script for System V, too, takes ten times as long.
        self.vm.run("systemctl mask --now mosquitto.service && sync", timeout=timeout, check=True)

    def subscribe(self, topic):
        """Keep all messages of a topic until they are collected."""
        self.vm.run(["mosquitto_sub", *_TO, *_SESSION, "-t", topic, "-E"], timeout=60, check=True)

    def publish(self, topic, payload):
        self.vm.run(["mosquitto_pub", *_TO, "-t", topic, "-m", payload], timeout=60, check=True)

    def collect(self, count, topic, patience=60, silence=3):
        """Return `count` messages of a topic, and those that follow within `silence` seconds: topics and payloads.

        Fewer than `count` after `patience` seconds is an error.
        """
        first = self._receive(topic, patience, ["-C", str(count)])
        if len(first) < count:
            raise VMError(f"{len(first)} messages of {count} in {patience} s: {first[-3:]}")
        return first + self._receive(topic, silence, [])

    def _receive(self, topic, seconds, words):
        done = self.vm.run(["mosquitto_sub", *_TO, *_SESSION, "-t", topic, "-W", str(seconds), "-F", "%t %p", *words], timeout=seconds + 60)
        if done.status not in (0, 27):  # 27: timed out
            raise VMError(f"mosquitto_sub: status {done.status}: {done.stderr}")
        return [tuple(line.split(" ", 1)) for line in done.stdout.splitlines()]
