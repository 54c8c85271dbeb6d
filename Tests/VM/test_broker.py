"""The broker that other scenarios lean on: Debian's Mosquitto in a guest keeps what it acknowledged."""

import tempfile
import unittest

from broker import PACKAGES, Broker
from machines import MachineCase
from vmkit import arch
from vmkit.debian import DebianMachine, root_image
from vmkit.qemu import VMError


class InAGuest(MachineCase):
    display = "none"

    def test_messages_wait_for_who_subscribed(self):
        with tempfile.TemporaryDirectory(prefix="star-broker-") as folder:
            disk = root_image(arch.ARCHS["amd64"], PACKAGES, folder)
            with DebianMachine(disk, display=self.display, cpus=2) as vm:
                broker = Broker(vm)
                broker.start()
                broker.subscribe("star/#")
                broker.publish("star/a/answer", "1 of 2")
                broker.publish("other/a", "not ours")
                broker.stop()
                with self.assertRaises(VMError):
                    broker.publish("star/a/answer", "nobody is there")
                broker.start()
                broker.publish("star/b/answer", "2 of 2")
                self.assertEqual(broker.collect(2, "star/#"), [("star/a/answer", "1 of 2"), ("star/b/answer", "2 of 2")])
                with self.assertRaisesRegex(VMError, "0 messages of 1"):
                    broker.collect(1, "star/#", patience=2)


if __name__ == "__main__":
    unittest.main()
