"""A kiosk with a memory screen, its courier, and an operator with a key."""

import json
import os
import socket
import subprocess

from parts import FleetCase, product, program, wait_until

LOCAL = """
[screen]
display = memory:320x240
[touch]
device = none
[kiosk]
id = t1
[courier]
broker = 127.0.0.1:{port}
tls = no
heartbeat = 10
[fleet]
public-key = {folder}/operator.pub
groups = north, south
"""


class ControlCase(FleetCase):
    """Kiosk `t1`, which belongs to the groups `north` and `south`."""

    def setUp(self):
        super().setUp()
        self.starctl("sign", "key", self.folder / "operator")
        self.starctl("sign", "key", self.folder / "stranger")
        self.file = self.folder / "kiosk.conf"
        self.private = self.folder / "private"
        self.kiosk_process = self.received = None
        self.kiosk_log = self.folder / "kiosk.log"
        self.environment = {}

    def starctl(self, *words):
        return subprocess.run([product("starctl"), *map(str, words)], check=True, capture_output=True, timeout=10).stdout

    def start(self, more="", lines=()):
        self.port = self.broker(lines).port
        self.file.write_text(LOCAL.format(port=self.port, folder=self.folder) + more)
        self.received = self.collector(self.port)
        self.start_kiosk()
        self.sender = self.courier(self.port, ("--config", str(self.file)))
        wait_until(lambda: self.reports(), 10, self.said)

    def start_kiosk(self):
        environment = os.environ | {"STATE_DIRECTORY": f"{self.journal.parent}:{self.private}", "RUNTIME_DIRECTORY": str(self.folder)}
        environment |= self.environment
        with self.kiosk_log.open("a") as log:
            self.kiosk_process = subprocess.Popen(
                [product("star-kiosk"), "--config", str(self.file), "--board", "none", "--journal", str(self.journal)],
                env=environment, stdout=subprocess.DEVNULL, stderr=log)
        self.addCleanup(self.end_kiosk)
        wait_until(lambda: (self.journal.parent / "control").exists(), 10, self.said)

    def end_kiosk(self, how="kill"):
        if self.kiosk_process.poll() is None:
            getattr(self.kiosk_process, how)()
            self.kiosk_process.wait(10)

    def said(self):
        return self.kiosk_log.read_text() + self.sender.said() if hasattr(self, "sender") else self.kiosk_log.read_text()

    def sign(self, text, counter, target=("--kiosk", "t1"), key="operator"):
        file = self.folder / "text"
        file.write_text(text)
        return self.starctl("sign", "configuration", "--unchecked", "--key", self.folder / key, *target, "--counter", counter, file)

    def publish(self, payload, topic="t1/config/desired", *options):
        subprocess.run([program("mosquitto_pub"), "-p", str(self.port), "-V", "5", "-q", "1", "-t", "star-slider/" + topic, "-s", *options],
                       input=payload, check=True, timeout=10)

    def desire(self, payload, topic="t1/config/desired"):
        self.publish(payload, topic, "-r")

    def reports(self):
        return self.received.of("reported")

    def wait_for(self, state, counter=None, seconds=10):
        """Waits for a report and returns it."""
        def found():
            reports = self.reports()
            return reports and reports[-1]["state"] == state and counter in (None, reports[-1]["counter"])
        wait_until(found, seconds, lambda: f"{state} {counter}: {json.dumps(self.reports()[-3:])}\n{self.said()}")
        return self.reports()[-1]

    def status(self):
        return json.loads((self.folder / "status.json").read_text())


class Publisher:
    """An MQTT 3.1.1 client that publishes any bytes, fast."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port))
        self._send(0x10, b"\0\4MQTT\4\2\0\0" + self._text("hostile"))
        self.socket.recv(4)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def publish(self, topic, payload):
        self._send(0x30, self._text(topic) + payload)

    def wait(self):
        """Waits until the broker has read everything."""
        self._send(0xc0, b"")
        self.socket.settimeout(30)
        self.socket.recv(2)

    @staticmethod
    def _text(text):
        return len(text).to_bytes(2, "big") + text.encode()

    def _send(self, kind, body):
        length, rest = b"", len(body)
        while True:
            rest, digit = rest >> 7, rest & 127
            length += bytes([digit | (0x80 if rest else 0)])
            if not rest:
                break
        self.socket.sendall(bytes([kind]) + length + body)
