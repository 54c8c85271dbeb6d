"""Brokers with passwords, access rights and certificates, and how star-courier handles a refusal."""

import re
import subprocess
import unittest

from certificates import KEY, make_certificates
from parts import REPOSITORY, FleetCase, Gate, wait_until


class Refusal(FleetCase):
    def password_file(self, password):
        path = self.folder / "passwords"
        path.unlink(missing_ok=True)
        subprocess.run(["mosquitto_passwd", "-b", "-c", path, "t1", password], check=True, stderr=subprocess.DEVNULL)
        return path

    def test_a_wrong_password_then_the_right_one(self):
        broker = self.broker([f"password_file {self.password_file('right')}", "allow_anonymous false"])
        secret = self.folder / "secret"
        secret.write_text("wrong\n")
        collector = self.collector(broker.port, ("-u", "t1", "-P", "right"))
        self.kiosk.run(5)
        courier = self.courier(
            broker.port, ("--tls", "no", "--username", "t1", "--password-file", str(secret), "--heartbeat", "1"))
        wait_until(lambda: "the broker refused the connection: Not authorized" in courier.said(), 5, courier.said)
        self.assertEqual((self.pending(), len(collector.answers)), (5, 0))
        # The courier connects without a restart, and has reported the refusal only once.
        secret.write_text("right\n")
        self.wait_for_all(collector, 5)
        self.assertEqual(courier.said().count("Not authorized"), 1)
        self.assert_complete(collector)

    def test_a_password_is_bytes(self):
        password = "\u00fcber".encode("latin-1")
        broker = self.broker([f"password_file {self.password_file(password)}", "allow_anonymous false"])
        secret = self.folder / "secret"
        secret.write_bytes(password + b"\r\nanother line\n")
        collector = self.collector(broker.port, ("-u", "t1", "-P", password))
        self.kiosk.run(5)
        self.courier(broker.port, ("--tls", "no", "--username", "t1", "--password-file", str(secret)))
        self.wait_for_all(collector, 5)

    def test_an_answer_that_is_not_authorised_is_not_delivered(self):
        rights = self.folder / "rights"
        rights.write_text("topic readwrite star-slider/+/status\ntopic read star-slider/#\n")
        broker = self.broker([f"acl_file {rights}"])
        collector = self.collector(broker.port)
        self.kiosk.run(100)
        courier = self.courier(broker.port)
        wait_until(lambda: "refused an answer: Not authorized" in courier.said(), 10, courier.said)
        self.assertEqual((self.pending(), len(collector.answers)), (100, 0))
        rights.write_text("topic readwrite star-slider/#\n")
        broker.reload()
        self.wait_for_all(collector, 100)
        self.assert_complete(collector)

    def test_answers_arrive_where_nothing_else_may(self):
        rights = self.folder / "rights"
        rights.write_text(
            "topic write star-slider/+/answer\ntopic write star-slider/probe/status\ntopic read star-slider/#\n")
        broker = self.broker([f"acl_file {rights}"])
        collector = self.collector(broker.port)
        self.kiosk.run(100)
        # Mosquitto 2.0.11 closes the connection after a refused message: once for the status, once for the heartbeat.
        courier = self.courier(broker.port)
        self.wait_for_all(collector, 100)
        wait_until(lambda: "refused the heartbeat" in courier.said(), 10, courier.said)
        self.assertIn("refused the status at star-slider/t1/status: Not authorized; trying again later", courier.said())
        self.kiosk.run(10)
        self.wait_for_all(collector, 110)
        self.assert_complete(collector)
        # After a restart of the broker with other rights, the courier sends everything without being restarted.
        connections = courier.said().count("connected to")
        self.assertGreaterEqual(connections, 2)
        self.assertEqual(collector.of("heartbeat"), [])
        collector.stop()
        rights.write_text("topic readwrite star-slider/#\n")
        broker.stop()
        broker.start()
        collector = self.collector(broker.port, name="later")
        wait_until(lambda: any(s.get("kiosk") == "t1" for s in collector.of("status")), 20, courier.said)
        wait_until(lambda: collector.of("heartbeat"), 10, courier.said)
        self.assertEqual([s["status"] for s in collector.of("status") if s.get("kiosk") == "t1"], ["online"])
        self.assertEqual(courier.said().count("; trying again later"), 2)

    def test_a_description_that_ends_the_connection_delays_no_answer(self):
        """A Mosquitto that limits messages to 1,200 bytes closes the connection at a longer one."""
        broker = self.broker(["message_size_limit 1200"])
        collector = self.collector(broker.port)
        self.kiosk.run(8)
        file = self.folder / "kiosk.conf"
        file.write_text("[courier]\ntls = no\n[fleet]\ndiscovery = homeassistant\n")
        courier = self.courier(broker.port, ("--config", str(file)))
        self.wait_for_all(collector, 8)
        wait_until(lambda: "the description for Home Assistant at homeassistant/device/t1/star-slider/config" in courier.said(), 20, courier.said)
        self.kiosk.run(4)
        self.wait_for_all(collector, 12)
        self.assertEqual(collector.duplicates, 0)
        self.assertNotIn("of an answer", courier.said())


class Documented(FleetCase):
    """The lines of docs/integrators.md, as they stand there."""

    def setUp(self):
        super().setUp()
        text = (REPOSITORY / "docs" / "integrators.md").read_text()
        self.blocks = {block.split("\n", 1)[0]: block.split("\n", 1)[1] for block in re.findall(r"```\n(# /etc/.*?)```", text, re.S)}
        # The broker of a test has its own listener and queue.
        self.listener = [line for line in self.blocks["# /etc/mosquitto/conf.d/stars.conf"].splitlines()
                         if not line.startswith(("listener", "max_queued"))]
        rights = self.folder / "rights"
        # The collector of these tests first publishes a message to itself.
        rights.write_text(self.blocks["# /etc/mosquitto/rights"] + "topic write star-slider/probe/status\n")
        make_certificates(self)

    def lines(self, *more, without=()):
        """Returns the listener's lines with this test's files in place of the system's."""
        places = {"certfile": "server.pem", "keyfile": "server.key", "password_file": "passwords", "acl_file": "rights"}
        kept = [line for line in self.listener if line.split()[0] not in without]
        self.assertEqual({line.split()[0] for line in kept} & {"acl_file", "certfile", "keyfile"}, {"acl_file", "certfile", "keyfile"})
        return [f"{w} {self.folder / places[w]}" if (w := line.split()[0]) in places else line for line in kept] + list(more)

    def test_a_kiosk_publishes_only_below_its_own_topics(self):
        passwords = self.folder / "passwords"
        for i, user in enumerate(("t1", "collector")):
            words = ["mosquitto_passwd", "-b", *(["-c"] if i == 0 else []), passwords, user, "secret"]
            subprocess.run(words, check=True, stderr=subprocess.DEVNULL)
        (self.folder / "password").write_text("secret")
        broker = self.broker(self.lines())
        trust = ("--cafile", str(self.folder / "ours.pem"), "--insecure")
        collector = self.collector(broker.port, ("-u", "collector", "-P", "secret", *trust))
        own = ("--ca", str(self.folder / "ours.pem"), "--username", "t1", "--password-file", str(self.folder / "password"))
        self.kiosk.run(5)
        stranger = self.courier(broker.port, own, kiosk="t2")
        wait_until(lambda: "refused an answer: Not authorized" in stranger.said(), 15, stranger.said)
        self.assertEqual((self.pending(), len(collector.answers)), (5, 0))
        stranger.stop()
        self.courier(broker.port, (*own, "--heartbeat", "1"))
        self.wait_for_all(collector, 5)
        self.assert_complete(collector)
        wait_until(lambda: collector.of("heartbeat"), 10, "a heartbeat")
        self.assertIn("online", [s.get("status") for s in collector.of("status")])

    def test_client_certificates_instead_of_passwords(self):
        text = (REPOSITORY / "docs" / "integrators.md").read_text()
        more = [line for line in ("require_certificate true", "use_identity_as_username true") if f"`{line}`" in text]
        self.assertEqual(len(more), 2)
        broker = self.broker(self.lines(
            f"cafile {self.folder}/ours.pem", *more, "allow_anonymous false", without=("password_file", "allow_anonymous")))
        def own(name):
            return str(self.folder / f"{name}.pem"), str(self.folder / f"{name}.key")
        certificate, key = own("collector")
        collector = self.collector(broker.port, (
            "--cafile", str(self.folder / "ours.pem"), "--cert", certificate, "--key", key, "--insecure"))
        self.kiosk.run(5)
        certificate, key = own("t1")
        words = ("--ca", str(self.folder / "ours.pem"), "--certificate", certificate, "--key", key)
        # The name in the certificate is the user, and so the kiosk for which it may publish.
        stranger = self.courier(broker.port, words, kiosk="t2")
        wait_until(lambda: "refused an answer: Not authorized" in stranger.said(), 15, stranger.said)
        self.assertEqual((self.pending(), len(collector.answers)), (5, 0))
        stranger.stop()
        self.courier(broker.port, words)
        self.wait_for_all(collector, 5)
        self.assert_complete(collector)


class Certificates(FleetCase):
    def setUp(self):
        super().setUp()
        for name in ("ours", "theirs"):
            self.openssl("req", "-x509", *KEY, "-keyout", f"{name}.key", "-out", f"{name}.pem", "-days", "2", "-subj",
                         f"/CN={name}")
        self.sign("server", "subjectAltName=IP:127.0.0.1")
        self.sign("elsewhere", "subjectAltName=DNS:elsewhere.example")
        self.sign("client", "extendedKeyUsage=clientAuth")

    def openssl(self, *words):
        subprocess.run(["openssl", *words], cwd=self.folder, check=True, capture_output=True)

    def sign(self, name, extension):
        self.openssl("req", *KEY, "-keyout", f"{name}.key", "-out", f"{name}.csr", "-subj", f"/CN={name}")
        (self.folder / "extensions").write_text(extension)
        self.openssl("x509", "-req", "-in", f"{name}.csr", "-CA", "ours.pem", "-CAkey", "ours.key", "-CAcreateserial",
                     "-out", f"{name}.pem", "-days", "2", "-extfile", "extensions")

    def lines(self, name, *more):
        return [f"certfile {self.folder}/{name}.pem", f"keyfile {self.folder}/{name}.key", *more]

    def secure(self, broker):
        """Returns a collector with a client certificate."""
        return self.collector(broker.port, (
            "--cafile", str(self.folder / "ours.pem"), "--cert", str(self.folder / "client.pem"), "--key",
            str(self.folder / "client.key"), "--insecure"))

    def test_only_a_broker_with_a_trusted_certificate_receives_answers(self):
        broker = self.broker(self.lines("server"))
        collector = self.secure(broker)
        self.kiosk.run(5)
        # Untrusted authorities: another one than the given, and the system's.
        for trust in (("--ca", str(self.folder / "theirs.pem")), ()):
            courier = self.courier(broker.port, trust)
            wait_until(lambda: "certificate verify failed" in courier.said(), 5, courier.said)
            courier.stop()
            courier.log.unlink()
        self.assertEqual((self.pending(), len(collector.answers)), (5, 0))
        self.courier(broker.port, ("--ca", str(self.folder / "ours.pem")))
        self.wait_for_all(collector, 5)
        self.assert_complete(collector)

    def test_a_certificate_for_another_name_is_refused(self):
        broker = self.broker(self.lines("elsewhere"))
        self.kiosk.run(2)
        courier = self.courier(broker.port, ("--ca", str(self.folder / "ours.pem")))
        wait_until(lambda: "host name verification failed" in courier.said(), 5, courier.said)
        self.assertEqual(self.pending(), 2)

    def test_a_client_certificate_is_required_and_accepted(self):
        broker = self.broker(self.lines("server", f"cafile {self.folder}/ours.pem", "require_certificate true"))
        collector = self.secure(broker)
        self.kiosk.run(3)
        trust = ("--ca", str(self.folder / "ours.pem"))
        courier = self.courier(broker.port, trust)
        wait_until(lambda: "no connection" in courier.said(), 5, courier.said)
        courier.stop()
        self.assertEqual((self.pending(), len(collector.answers)), (3, 0))
        own = ("--certificate", str(self.folder / "client.pem"), "--key", str(self.folder / "client.key"))
        self.courier(broker.port, trust + own)
        self.wait_for_all(collector, 3)

    def test_files_that_are_not_certificates_are_reported_and_read_again(self):
        port = self.broker(self.lines("server")).port
        (self.folder / "note").write_text("not a certificate")
        trust = ["--ca", str(self.folder / "ours.pem")]
        for number, (words, said) in enumerate((
            (["--ca", "nowhere.pem"], "cannot open nowhere.pem: no such file"),
            (["--ca", str(self.folder / "note")], "it is not a PEM file"),
            (trust + ["--username", "t1", "--password-file", "nowhere"], "cannot open nowhere: no such file"),
        )):
            courier = self.courier(port, words, kiosk=f"t{number}")
            wait_until(lambda: said in courier.said(), 10, courier.said)  # noqa: B023
            self.assertIn("; trying again\n", courier.said())
            self.assertEqual(courier.stop(), 0)
        courier = self.courier(port, ["--ca", str(self.folder / "later.pem")], kiosk="later")
        wait_until(lambda: "later.pem: no such file" in courier.said(), 10, courier.said)
        (self.folder / "later.pem").write_bytes((self.folder / "ours.pem").read_bytes())
        wait_until(lambda: "connected to" in courier.said(), 20, courier.said)
        # What a file cannot mend is an error.
        done = subprocess.run([*self.courier(port, start=False, kiosk="last").words[:7], "--key", str(self.folder / "client.key")],
                              capture_output=True, text=True, timeout=10)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("requires certificate", done.stderr)

    def test_a_password_that_is_away_while_the_network_is_down(self):
        broker = self.broker()
        collector = self.collector(broker.port)
        gate = Gate(broker.port)
        gate.open()
        self.addCleanup(gate.shut)
        secret = self.folder / "password"
        secret.write_text("x\n")
        secret.chmod(0o600)
        courier = self.courier(gate.port, ("--tls", "no", "--username", "t1", "--password-file", str(secret)))
        wait_until(lambda: "connected to" in courier.said(), 10, courier.said)
        secret.rename(self.folder / "renewed")
        gate.shut()
        wait_until(lambda: "password: no such file" in courier.said(), 20, courier.said)
        self.kiosk.run(2)
        (self.folder / "renewed").rename(secret)
        gate.open()
        self.wait_for_all(collector, 2, 30)
        self.assertIsNone(courier.process.poll())


if __name__ == "__main__":
    unittest.main()
