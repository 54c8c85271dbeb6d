"""Mosquitto in a guest that is a Debian: started, stopped, and what came through it.

    self.broker = Broker(self.vm)
    self.broker.start()
    self.broker.subscribe("star/#")       # from now on everything is kept for us, while the broker is off, too
    ...
    self.broker.collect(50, "star/#")     # [(topic, payload), ...]

The root needs `PACKAGES`. Debian's configuration stays as it is: a broker of 2.0 without a listener takes clients of its
own machine and nobody else, and keeps sessions on the disk.
"""

import shlex

import machines  # noqa: F401  it says where vmkit is
from vmkit.qemu import VMError

PACKAGES = ("mosquitto", "mosquitto-clients")

# By its address: the guest has no /etc/hosts, as Debian's installer writes it.
_TO = ("-h", "127.0.0.1", "-q", "1")
_SESSION = ("-c", "-i", "collector")


class Broker:
    """The broker of one machine. After a power cut, make another one for the machine that was booted again."""

    def __init__(self, vm):
        self.vm = vm

    def start(self, timeout=60):
        """On, and taking clients; from now on at every boot, too."""
        self.vm.run("systemctl enable --now mosquitto.service", timeout=timeout, check=True)
        probe = shlex.join(["mosquitto_pub", *_TO, "-t", "probe", "-m", "probe"])  # 0 once the broker acknowledged
        self.vm.run(f"for i in $(seq 50); do {probe} 2>/dev/null && exit; sleep 0.2; done; {probe}", timeout=timeout,
                    check=True)

    def stop(self, timeout=60):
        """Off, at the next boot, too; its sessions are on the disk, power cut or not."""
        self.vm.run("systemctl disable --now mosquitto.service && sync", timeout=timeout, check=True)

    def subscribe(self, topic):
        """Have everything of a topic kept until it is collected."""
        self.vm.run(["mosquitto_sub", *_TO, *_SESSION, "-t", topic, "-E"], timeout=60, check=True)

    def publish(self, topic, payload):
        self.vm.run(["mosquitto_pub", *_TO, "-t", topic, "-m", payload], timeout=60, check=True)

    def collect(self, count, topic, patience=60, silence=3):
        """The first `count` messages of a topic, and whatever else comes within `silence` seconds: topics and payloads.

        Fewer than `count` after `patience` seconds is an error that tells what came.
        """
        first = self._receive(topic, patience, ["-C", str(count)])
        if len(first) < count:
            raise VMError(f"{len(first)} messages of {count} in {patience} s: {first[-3:]}")
        return first + self._receive(topic, silence, [])

    def _receive(self, topic, seconds, words):
        done = self.vm.run(["mosquitto_sub", *_TO, *_SESSION, "-t", topic, "-W", str(seconds), "-F", "%t %p", *words], timeout=seconds + 60)
        if done.status not in (0, 27):  # 27 is the end of its patience
            raise VMError(f"mosquitto_sub: status {done.status}: {done.stderr}")
        return [tuple(line.split(" ", 1)) for line in done.stdout.splitlines()]
