"""star-courier and a broker, or an attacker between the two, that sends what no broker should."""

import contextlib
import os
import random
import signal
import socket
import subprocess
import threading
import time
import unittest

from parts import FleetCase, FleetError, Gate, program, wait_until

CONNACK = bytes.fromhex("2003000000")
# A CONNACK with an unknown property. libmosquitto 2.0.11 aborts: it logs the property without its connection. Later ones do not.
UNKNOWN_PROPERTY = bytes.fromhex("20050000020000")
# A packet of the maximum length, 256 MB.
LONGEST = bytes.fromhex("30ffffff7f")


class HostileBroker:
    """A server that sends the next of `replies` to each client that said CONNECT, then refuses connections."""

    def __init__(self, replies, port=0):
        self.server = socket.create_server(("127.0.0.1", port))
        self.port = self.server.getsockname()[1]
        self.sent = 0
        self.is_over = False
        threading.Thread(target=self._serve, args=(iter(replies),), daemon=True).start()

    def _serve(self, replies):
        for reply in replies:
            try:
                client, _ = self.server.accept()
            except OSError:
                return
            with client, contextlib.suppress(OSError):
                client.settimeout(5)
                client.recv(65536)
                for part in reply:
                    client.sendall(part)
                    self.sent += len(part)
                # Until the courier has read everything and closes, or waits for more.
                client.settimeout(0.3)
                while client.recv(65536):
                    pass
        self.is_over = True
        self.stop()

    def stop(self):
        with contextlib.suppress(OSError):
            self.server.shutdown(socket.SHUT_RDWR)
        self.server.close()


class HostileBrokers(FleetCase):
    def hostile(self, replies, port=0):
        broker = HostileBroker(replies, port)
        self.addCleanup(broker.stop)
        return broker

    def crash(self, courier, times=1):
        """Kill the process that delivers. Debian 12's libmosquitto aborts it after some packets. It is started again."""
        def kill():
            with contextlib.suppress(FleetError, ProcessLookupError):
                os.kill(courier.worker, signal.SIGKILL)
                return True
        for _ in range(times):
            before = courier.said().count("crashed (signal 9)")
            wait_until(kill, 15, courier.said)
            wait_until(lambda: courier.said().count("crashed (signal 9)") > before, 15, courier.said)

    def test_a_crash_delays_answers_and_is_reported(self):
        broker = self.broker()
        collector = self.collector(broker.port)
        gate = Gate(broker.port)
        hostile = self.hostile([[]] * 2, gate.port)
        self.kiosk.run(5)
        courier = self.courier(hostile.port, ("--tls", "no", "--heartbeat", "1"))
        self.crash(courier, 2)
        hostile.stop()
        gate.open()
        self.addCleanup(gate.shut)
        self.wait_for_all(collector, 5)
        self.assert_complete(collector)
        self.assertIsNone(courier.process.poll())
        wait_until(lambda: collector.of("heartbeat"), 5, "a heartbeat")
        self.assertIn("courier_crashed", collector.of("heartbeat")[-1]["faults"])
        self.assertEqual(courier.stop(), 0)

    def test_a_signal_ends_it_between_two_crashes(self):
        courier = self.courier(self.hostile([]).port)
        self.crash(courier)
        wait_until(lambda: "restarting it in" in courier.said(), 5, courier.said)
        crashes = courier.said().count("restarting it in")
        self.assertEqual(courier.stop(), 0)
        self.assertEqual(courier.said().count("restarting it in"), crashes)

    def test_after_a_crash_an_invalid_configuration_is_not_applied(self):
        file = self.folder / "kiosk.conf"
        file.write_text("[courier]\ntls = no\n")
        courier = self.courier(self.hostile([]).port, ("--config", str(file)))
        self.crash(courier)
        file.write_text("[courier]\ntls = perhaps\n")
        self.crash(courier)
        # The log of the crash precedes the start of the process that reads the file.
        wait_until(lambda: ":2: [courier] tls = perhaps" in courier.said(), 15, courier.said)
        self.assertIsNone(courier.process.poll())

    def test_malformed_packets_never_end_it(self):
        """Every kiosk gets its own packets. The seed is fixed."""
        dice = random.Random(19)
        # The replies of a Mosquitto that accepts everything, and what a client never receives.
        packets = [CONNACK, UNKNOWN_PROPERTY, bytes.fromhex("4002 0001"), bytes.fromhex("4004 0001 10 00"),
                   bytes.fromhex("d000"), bytes.fromhex("e002 8b00"), bytes.fromhex("e000"), bytes.fromhex("f000"),
                   bytes.fromhex("3009 0001 61 03 230001 78 79"), bytes.fromhex("3408 0001 61 0007 00 7879"),
                   bytes.fromhex("5002 0001"), bytes.fromhex("6202 0001"), bytes.fromhex("7002 0001"),
                   bytes.fromhex("9004 0001 00 00"), bytes.fromhex("b004 0001 00 00"), LONGEST,
                   bytes.fromhex("2009 0000 06 22000a 21 0000"), bytes.fromhex("2008 0000 05 2700000000")]

        def reply():
            yield dice.choice([CONNACK, CONNACK, b""])
            for _ in range(dice.randrange(1, 12)):
                packet = bytearray(dice.choice(packets))
                for _ in range(dice.randrange(3)):
                    packet[dice.randrange(len(packet))] = dice.choice([0, 1, 2, 127, 128, 255, dice.randrange(256)])
                if dice.randrange(4) == 0:
                    del packet[dice.randrange(len(packet)):]
                yield bytes(packet)

        self.kiosk.run(3)
        hostiles = [self.hostile([list(reply()) for _ in range(3)]) for _ in range(20)]
        couriers = [self.courier(hostile.port, kiosk=f"t{i}") for i, hostile in enumerate(hostiles)]
        time.sleep(8)
        for courier in couriers:
            self.assertIsNone(courier.process.poll(), courier.said())
        print(f"\n  {sum(c.said().count('delivery crashed') for c in couriers)} crashes", flush=True)

    def test_a_broker_cannot_fill_the_memory(self):
        # A packet that fits, whose content is then copied; and one that does not.
        packets = [bytes.fromhex("3080808014"), LONGEST]
        hostile = self.hostile([[CONNACK, packet, *[bytes(1 << 20)] * 255] for packet in packets])
        courier = self.courier(hostile.port)
        highest = 0
        end = time.monotonic() + 60
        while time.monotonic() < end and not hostile.is_over:
            with contextlib.suppress(OSError, FleetError):
                highest = max(highest, courier.status("VmHWM"))
            time.sleep(0.005)
        self.assertTrue(hostile.is_over)
        self.assertIsNone(courier.process.poll(), courier.said())
        print(f"\n  {hostile.sent >> 20} MB sent, peak memory {highest} KiB", flush=True)
        self.assertLess(highest, 64 << 10)
        self.assertGreater(highest, 1 << 10)

    def test_a_broker_withholds_what_is_too_long(self):
        """A client that may write to one topic of the kiosk cannot fill its memory."""
        broker = self.broker()
        collector = self.collector(broker.port)
        courier = self.courier(broker.port)
        for size in (100_000, 60 << 20):
            subprocess.run([program("mosquitto_pub"), "-p", str(broker.port), "-V", "5", "-q", "1", "-t", "star-slider/t1/resend", "-s"],
                           input=bytes(size), check=True, timeout=60)
            self.kiosk.run(3)
            self.wait_for_all(collector, len(self.kiosk.recorded))
        self.assertEqual(courier.said().count("connected to"), 1, courier.said())
        self.assertNotIn("out of memory", courier.said())
        self.assertLess(courier.status("VmHWM"), 32 << 10)


class Watchdog(FleetCase):
    def test_the_watchdog_is_notified_while_the_delivery_works(self):
        place = str(self.folder / "notify")
        manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.addCleanup(manager.close)
        manager.bind(place)
        manager.settimeout(2)
        port = self.broker().port
        os.environ |= {"NOTIFY_SOCKET": place, "WATCHDOG_USEC": "1000000"}
        self.addCleanup(lambda: [os.environ.pop(name) for name in ("NOTIFY_SOCKET", "WATCHDOG_USEC")])
        courier = self.courier(port)
        for _ in range(4):
            self.assertEqual(manager.recv(100), b"WATCHDOG=1")
        # Its parent does not speak for a delivery that hangs.
        os.kill(courier.worker, signal.SIGSTOP)
        with self.assertRaises(TimeoutError):
            for _ in range(4):
                manager.recv(100)
        # It does while there is none.
        os.kill(courier.worker, signal.SIGKILL)
        wait_until(lambda: "delivery crashed (signal 9)" in courier.said(), 5, courier.said)
        self.assertEqual(manager.recv(100), b"WATCHDOG=1")


if __name__ == "__main__":
    unittest.main()
