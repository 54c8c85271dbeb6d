"""A broker in this process that does what a random one of the field may do: limits, refusals, silence, late and repeated acknowledgments."""

import contextlib
import json
import random
import socket
import threading
import time

from packets import read_packet

# Reason codes for CONNACK and for PUBACK.
REFUSED_CONNECTIONS = (0x80, 0x83, 0x87, 0x88, 0x89, 0x8A, 0x97, 0x9F)
REFUSED_MESSAGES = (0x80, 0x83, 0x87, 0x97, 0x99)


class RandomBroker:
    """One broker for one kiosk. Everything follows from the seed. `stored` has the UUIDs that it has acknowledged, without a refusal."""

    def __init__(self, seed, answers):
        self.dice = dice = random.Random(seed)
        chosen = dice.sample(range(1, answers + 1), answers)
        self.refused = {chosen.pop() for _ in range(dice.choice((0, 0, 1, 2, 4)))}
        # Refused by the end of the connection, with or without a reason.
        self.fatal = {chosen.pop() for _ in range(dice.choice((0, 0, 0, 1)))}
        # Larger than the broker's packets.
        self.large = {chosen.pop() for _ in range(dice.choice((0, 0, 1, 3)))}
        self.largest = 1_000 if self.large else dice.choice((None, 1_000, 65_535))
        self.quality = 0 if dice.randrange(12) == 0 else 1
        self.retains = dice.randrange(3) > 0
        # Whether it says so in CONNACK only, or refuses a retained will, too.
        self.is_strict = dice.randrange(2) == 0
        self.receives = dice.choice((None, 1, 2, 20))
        self.keepalive = dice.choice((None, None, 5, 60))
        self.refusals = dice.choice((0, 0, 0, 1, 2))
        self.silences = dice.choice((0, 0, 0, 0, 1))
        self.acknowledges_status = dice.randrange(4) > 0
        self.repeats = dice.randrange(3) == 0
        self.delay = dice.choice((0, 0, 0.02, 0.3))
        self.losses = dice.choice((0, 0, 0, 1, 2))
        self.addresses = dice.choice(("one", "one", "one", "refusing", "silent", "swallowing"))
        self.stored = set()
        self.connections = 0
        self.failures = []
        self.lock = threading.Lock()
        self.servers = []
        self.server = socket.create_server(("127.0.0.1", 0), backlog=32)
        self.port = self.server.getsockname()[1]
        self.host = "127.0.0.1" if self.addresses == "one" else "localhost"
        self._other_address()
        threading.Thread(target=self._accept, daemon=True).start()

    def _other_address(self):
        """Makes ::1, the first address of localhost, one that does not answer."""
        if self.addresses in ("silent", "swallowing"):
            other = socket.socket(socket.AF_INET6, socket.SOCK_STREAM)
            other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            other.bind(("::1", self.port))
            other.listen(32 if self.addresses == "silent" else 0)
            self.servers.append(other)
            # The kernel answers no further SYN once the queue is full.
            for _ in range(4 if self.addresses == "swallowing" else 0):
                waiting = socket.socket(socket.AF_INET6, socket.SOCK_STREAM)
                waiting.setblocking(False)
                with contextlib.suppress(OSError):
                    waiting.connect(("::1", self.port))
                self.servers.append(waiting)

    @property
    def kept(self):
        """The numbers of the answers that must stay in the journal."""
        return None if self.quality == 0 else self.refused | self.fatal | self.large

    def stop(self):
        with contextlib.suppress(OSError):
            self.server.shutdown(socket.SHUT_RDWR)
        for server in (self.server, *self.servers):
            server.close()

    def _accept(self):
        while True:
            try:
                client, _ = self.server.accept()
            except OSError:
                return
            self.connections += 1
            threading.Thread(target=self._serve, args=(client, self.connections), daemon=True).start()

    def _serve(self, client, number):
        with client, contextlib.suppress(OSError, EOFError):
            try:
                Session(self, client, number).run()
            except (IndexError, ValueError, KeyError) as error:
                self.failures.append(error)


class Session:
    """A client's connection."""

    def __init__(self, broker, client, number):
        self.broker, self.client, self.number = broker, client, number
        self.dice = random.Random(broker.dice.random())
        self.sending = threading.Lock()

    def exactly(self, count):
        data = b""
        while len(data) < count:
            part = self.client.recv(count - len(data))
            if not part:
                raise EOFError
            data += part
        return data

    def send(self, kind, body):
        with self.sending, contextlib.suppress(OSError):
            self.client.sendall(bytes((kind, len(body))) + body)

    def run(self):
        broker = self.broker
        _, connect = read_packet(self.exactly)
        if self.number <= broker.silences:
            time.sleep(600)
        if self.number <= broker.silences + broker.refusals:
            return self.send(0x20, bytes((0, self.dice.choice(REFUSED_CONNECTIONS), 0)))
        if not broker.retains and broker.is_strict and connect[7] & 0x20:
            return self.send(0x20, bytes((0, 0x9A, 0)))
        if broker.quality == 0 and broker.is_strict and connect[7] & 0x18:
            return self.send(0x20, bytes((0, 0x9B, 0)))
        properties = b""
        if not broker.retains:
            properties += b"\x25\x00"
        if broker.quality == 0:
            properties += b"\x24\x00"
        if broker.largest:
            properties += b"\x27" + broker.largest.to_bytes(4, "big")
        if broker.receives:
            properties += b"\x21" + broker.receives.to_bytes(2, "big")
        if broker.keepalive:
            properties += b"\x13" + broker.keepalive.to_bytes(2, "big")
        self.send(0x20, bytes((0, 0, len(properties))) + properties)
        loses_after = self.dice.randrange(1, 9) if self.number <= broker.silences + broker.refusals + broker.losses else None
        while loses_after is None or loses_after > 0:
            kind, body = read_packet(self.exactly)
            if kind >> 4 == 3:
                self.publish(kind, body)
                loses_after = loses_after and loses_after - 1
            elif kind >> 4 == 8:
                self.send(0x90, body[:2] + b"\x00" + b"\x01")
            elif kind >> 4 == 12:
                self.send(0xD0, b"")
            elif kind >> 4 == 14:
                return None
        return None

    def publish(self, kind, body):
        broker = self.broker
        length = int.from_bytes(body[:2], "big")
        topic, rest = body[2:2 + length].decode(), body[2 + length:]
        quality = kind >> 1 & 3
        if broker.largest and len(body) + 5 > broker.largest + 5:
            broker.failures.append(f"a packet of {len(body)} bytes at {topic}")
        if kind & 1 and not broker.retains:
            broker.failures.append(f"a retained message at {topic}")
        if quality > broker.quality:
            broker.failures.append(f"quality {quality} at {topic}")
        if quality == 0:
            return
        identifier, rest = rest[:2], rest[2:]
        message = json.loads(rest[1 + rest[0]:])
        code = 0
        if topic.endswith("/answer"):
            if message["sequence"] in broker.fatal:
                if self.dice.randrange(2):
                    self.send(0xE0, b"\x99\x00")
                raise EOFError
            if message["sequence"] in broker.refused:
                code = self.dice.choice(REFUSED_MESSAGES)
            else:
                with broker.lock:
                    broker.stored.add(message["uuid"])
        elif topic.endswith("/status") and not broker.acknowledges_status:
            return
        elif self.dice.randrange(6) == 0:
            code = 0x87
        acknowledgment = identifier if code == 0 else identifier + bytes((code, 0))

        def acknowledge():
            for _ in range(2 if broker.repeats and self.dice.randrange(3) == 0 else 1):
                self.send(0x40, acknowledgment)
        if broker.delay:
            threading.Timer(self.dice.random() * broker.delay, acknowledge).start()
        else:
            acknowledge()
