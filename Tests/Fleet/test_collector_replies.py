"""star-collector with brokers and databases that do not reply."""

import contextlib
import json
import socket
import threading
import time
import unittest

from collector_case import CollectorCase, answer
from packets import read_packet
from parts import wait_until

CONNACK = bytes.fromhex("2003000000")


def packet(kind, body):
    """Returns a packet of at most 16,383 bytes."""
    return bytes([kind, len(body) & 127 | 128, len(body) >> 7]) + body


class PlainBroker:
    """A broker without shared subscriptions that sends each of `messages` until it is acknowledged."""

    def __init__(self, connack, messages):
        self.connack, self.messages = connack, messages
        self.filters, self.acknowledged = [], set()
        self.server = socket.create_server(("127.0.0.1", 0))
        self.port = self.server.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def close(self):
        self.server.close()

    def accept(self):
        with contextlib.suppress(OSError):
            while True:
                threading.Thread(target=self.serve, args=(self.server.accept()[0],), daemon=True).start()

    def serve(self, client):
        def read(count):
            data = b""
            while len(data) < count:
                part = client.recv(count - len(data))
                if not part:
                    raise EOFError
                data += part
            return data
        with client, contextlib.suppress(OSError, EOFError):
            _, body = read_packet(read)
            # The connect marks follow the protocol's name and version: 2 is a clean start, which drops the queue.
            if body[7] & 2 and self.messages and self.acknowledged:
                self.messages = [one if number in self.acknowledged or not isinstance(one[0], bytes) else None
                                 for number, one in enumerate(self.messages, 1)]
            client.sendall(self.connack)
            while True:
                kind, body = read_packet(read)
                if kind >> 4 == 8:
                    filters, rest = [], body[3:]
                    while rest:
                        end = 2 + int.from_bytes(rest[:2], "big")
                        filters.append(rest[2:end].decode())
                        rest = rest[end + 1:]
                    self.filters += filters
                    client.sendall(packet(0x90, body[:2] + b"\0" + bytes(0x9e if one[0] == "$" else 1 for one in filters)))
                    if "star-slider/+/answer" in filters:
                        for number, message in enumerate(self.messages, 1):
                            if message and number not in self.acknowledged:
                                topic, payload = message
                                name = topic if isinstance(topic, bytes) else topic.encode()
                                client.sendall(packet(0x32, len(name).to_bytes(2, "big") + name + number.to_bytes(2, "big") + b"\0" + payload))
                elif kind >> 4 == 4:
                    self.acknowledged.add(int.from_bytes(body[:2], "big"))
                elif kind >> 4 == 12:
                    client.sendall(bytes.fromhex("d000"))


class Replies(CollectorCase):
    def silent(self, reply=b""):
        """Returns a server that accepts connections and sends one reply; its connections are counted."""
        server = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(server.close)
        self.accepted = []

        def serve():
            while True:
                try:
                    client, _ = server.accept()
                except OSError:
                    return
                self.accepted.append(client)
                self.addCleanup(client.close)
                if reply:
                    client.recv(65_536)
                    client.sendall(reply)
        threading.Thread(target=serve, daemon=True).start()
        return server.getsockname()[1]

    def ends(self, collector):
        start = time.monotonic()
        self.assertEqual(collector.stop(), 0)
        # Five seconds, and as many for a loaded machine.
        self.assertLess(time.monotonic() - start, 10)

    def test_a_broker_without_connack_or_suback(self):
        self.store = self.database()
        for reply, said in ((b"", "the broker does not respond"), (CONNACK, "the broker does not acknowledge a message")):
            self.port = self.silent(reply)
            collector = self.collecting("none" if not reply else "some")
            wait_until(lambda: said in collector.said(), 45, collector.said, pause=0.2)
            wait_until(lambda: len(self.accepted) > 1, 20, "another connection")
            self.ends(collector)

    def test_a_password_that_comes_later(self):
        self.store = self.database()
        self.port = self.broker(persistent=True).port
        secret = self.folder / "password"
        collector = self.collecting(options=("--patience", "1", "--username", "u", "--password-file", str(secret)))
        wait_until(lambda: "password: no such file" in collector.said(), 20, collector.said)
        secret.write_text("x\n")
        secret.chmod(0o600)
        wait_until(lambda: f"connected to 127.0.0.1, port {self.port}" in collector.said(), 20, collector.said)
        self.ends(collector)

    def test_a_signal_ends_it_while_a_database_does_not_reply(self):
        self.port = self.broker(persistent=True).port
        hanging = self.silent()
        collector = self.collecting(address=f"host=127.0.0.1 port={hanging} dbname=star")
        wait_until(lambda: self.accepted, 20, collector.said)
        self.ends(collector)

    def test_a_signal_ends_it_while_a_statement_hangs(self):
        self.start()
        self.publish(answer(1))
        self.stored(1)
        self.store.query("CREATE FUNCTION star.wait() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(40); RETURN NEW; END $$;"
                         "CREATE TRIGGER wait BEFORE INSERT ON star.answers FOR EACH ROW EXECUTE FUNCTION star.wait()")
        self.publish(answer(2))
        self.wait_for("SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%star.store%' AND state = 'active' AND pid <> pg_backend_pid()", "1")
        self.ends(self.collectors[0])

    def test_brokers_without_shared_subscriptions(self):
        self.store = self.database()
        # One says so in CONNACK, one only refuses the subscription.
        for number, connack in enumerate((bytes.fromhex("20050000022a00"), CONNACK)):
            broker = PlainBroker(connack, [("star-slider/k1/answer", json.dumps(answer(number + 1)).encode())])
            self.addCleanup(broker.close)
            self.port = broker.port
            collector = self.collecting(str(number))
            self.collectors = [collector]
            wait_until(lambda: "connected to the database" in collector.said(), 20, collector.said)  # noqa: B023
            self.stored(number + 1)
            self.assertIn("the broker has no shared subscriptions", collector.said())
            self.assertIn("star-slider/+/answer", broker.filters)
            self.assertEqual(any(one.startswith("$share/") for one in broker.filters), number == 1)
            self.ends(collector)

    def test_a_packet_that_is_refused_again_and_again(self):
        """The broker keeps it until it is acknowledged, which libmosquitto never does."""
        self.store = self.database()
        first, bad, second = answer(1), b"star-slider/k\x01/answer", answer(2)
        broker = PlainBroker(CONNACK, [("star-slider/k1/answer", json.dumps(first).encode()), (bad, b"{}"),
                                       ("star-slider/k1/answer", json.dumps(second).encode())])
        self.addCleanup(broker.close)
        self.port = broker.port
        collector = self.collecting()
        self.collectors = [collector]
        wait_until(lambda: "connected to the database" in collector.said(), 20, collector.said)
        self.stored(2)
        self.assertIn("dropping the broker's queue", collector.said())
        self.assertEqual(broker.acknowledged, {1, 3})
        self.ends(collector)

    def test_two_groups_and_prefixes_of_one_name_stay_connected(self):
        self.start()
        more = [self.collecting("0", ("--patience", "1", *options)) for options in (("--group", "other"), ("--prefix", "test"))]
        first = self.collectors[0]
        wait_until(lambda: all(f"port {self.port}" in one.said() for one in more), 20, lambda: more[0].said() + more[1].said())
        self.publish(answer(1))
        self.stored(1)
        for collector in (first, *more):
            self.assertNotIn("no connection", collector.said())


if __name__ == "__main__":
    unittest.main()
