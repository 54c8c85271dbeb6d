"""star-collector with brokers and databases that do not reply."""

import socket
import threading
import time
import unittest

from collector_case import CollectorCase, answer
from parts import wait_until

CONNACK = bytes.fromhex("2003000000")


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
