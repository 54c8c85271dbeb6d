"""What the courier shows on site of its broker: the file that `star-kiosk status` and the service screen read."""

import datetime
import os
import random
import signal
import socket
import subprocess
import unittest
import unittest.mock

from certificates import KEY
from parts import Broker, FleetCase, free_port, wait_until

# A TLS record of a handshake begins with 22.
SLOW_HANDSHAKE = """
#include <sys/syscall.h>
#include <unistd.h>
ssize_t write(int file, const void *bytes, size_t size) {
  ssize_t written = syscall(SYS_write, file, bytes, size);
  if (size > 0 && *(const char *)bytes == 22) usleep(500000);
  return written;
}
"""


class BrokerState(FleetCase):
    def setUp(self):
        super().setUp()
        self.runtime = self.folder / "run"
        self.runtime.mkdir()
        os.environ["RUNTIME_DIRECTORY"] = str(self.runtime)
        self.addCleanup(os.environ.pop, "RUNTIME_DIRECTORY")

    def state(self, runtime=None):
        """Returns the fault and the reason; `None` without the file."""
        path = (runtime or self.runtime) / "courier"
        if not path.exists():
            return None
        pid, fault, reason = path.read_text().split("\n")[:3]
        self.assertGreater(int(pid), 0)
        return fault, reason

    def wait_for(self, fault, *parts, courier):
        wait_until(lambda: (found := self.state()) and fault in (None, found[0]) and all(part in found[1] for part in parts), 20,
                   lambda: f"{self.state()}, not {fault}, {parts}; {courier.said()}")

    def openssl(self, *words):
        subprocess.run(["openssl", *words], cwd=self.folder, check=True, capture_output=True)

    def authority(self, name):
        self.openssl("req", "-x509", *KEY, "-keyout", f"{name}.key", "-out", f"{name}.pem", "-days", "2", "-subj", f"/CN={name}")

    def sign(self, name, authority="ours", extension="subjectAltName=IP:127.0.0.1", days="2"):
        self.openssl("req", *KEY, "-keyout", f"{name}.key", "-out", f"{name}.csr", "-subj", f"/CN={name}")
        (self.folder / "extensions").write_text(extension)
        self.openssl("x509", "-req", "-in", f"{name}.csr", "-CA", f"{authority}.pem", "-CAkey", f"{authority}.key", "-CAcreateserial",
                     "-out", f"{name}.pem", "-days", days, "-extfile", "extensions")


class Reached(BrokerState):
    def test_unreachable_then_connected_then_ended(self):
        broker = self.broker(start=False)
        courier = self.courier(broker.port)
        self.wait_for("broker_unreachable", courier=courier)
        broker.start()
        self.wait_for("", "connected", courier=courier)
        broker.stop()
        self.wait_for("broker_unreachable", courier=courier)
        courier.stop()
        self.assertIsNone(self.state())

    def test_a_wrong_password_and_a_missing_right(self):
        passwords, rights, secret = (self.folder / name for name in ("passwords", "rights", "secret"))
        subprocess.run(["mosquitto_passwd", "-b", "-c", passwords, "t1", "right"], check=True, stderr=subprocess.DEVNULL)
        rights.write_text("user t1\ntopic readwrite star-slider/+/status\n")
        secret.write_text("wrong\n")
        broker = self.broker([f"password_file {passwords}", "allow_anonymous false", f"acl_file {rights}"])
        self.kiosk.run(2)
        courier = self.courier(broker.port, ("--tls", "no", "--username", "t1", "--password-file", str(secret)))
        self.wait_for("broker_refused", "Not authorized", courier=courier)
        secret.write_text("right\n")
        self.wait_for("broker_refused", "an answer: Not authorized", courier=courier)
        rights.write_text("user t1\ntopic readwrite star-slider/#\n")
        broker.reload()
        self.wait_for("", "connected", courier=courier)
        wait_until(lambda: self.pending() == 0, 20, courier.said)

    def test_an_end_by_an_error_and_by_a_signal(self):
        # A file that is missing may come.
        courier = self.courier(free_port(), ("--ca", "nowhere.pem"))
        self.wait_for("broker_unreachable", "cannot open nowhere.pem", courier=courier)
        courier.stop()
        courier = self.courier(free_port(), ("--key", "nowhere.key"))
        courier.process.wait(20)
        self.wait_for("courier_not_running", "requires certificate", courier=courier)
        courier = self.courier(free_port())
        self.wait_for("broker_unreachable", courier=courier)
        courier.stop(signal.SIGKILL)
        # The file stays; its process is gone.
        self.assertEqual(self.state()[0], "broker_unreachable")

    def test_a_broker_that_says_that_another_kiosk_has_the_id(self):
        """Mosquitto 2.0.11 closes the older connection without its reason, so a listener plays the broker that gives it."""
        with socket.create_server(("127.0.0.1", 0)) as listener:
            listener.settimeout(60)
            courier = self.courier(listener.getsockname()[1])
            connection, _ = listener.accept()
            with connection:
                connection.recv(4096)
                connection.sendall(bytes([0x20, 3, 0, 0, 0]))  # CONNACK
                connection.recv(4096)
                connection.sendall(bytes([0xe0, 1, 0x8e]))  # DISCONNECT: session taken over
                self.wait_for("duplicate_id", courier=courier)


class Certificates(BrokerState):
    def setUp(self):
        super().setUp()
        for name in ("ours", "theirs"):
            self.authority(name)

    def test_random_certificates(self):
        """Each draw has one fault or none. The state says which, and what to renew."""
        source = random.Random(25)
        today = datetime.datetime.now(datetime.timezone.utc)
        days = [(today + datetime.timedelta(minutes=m)).strftime("%Y-%m-%d") for m in (-5, 5)]
        names = [("DNS:elsewhere.example", "elsewhere.example"), ("DNS:*.example.org,DNS:b.example", "*.example.org, b.example"),
                 ("IP:192.0.2.1", "192.0.2.1"), ("IP:2001:db8::1", "2001:db8::1")]
        draws = ["expired", "authority", "name", "cn", "none"] * 3
        source.shuffle(draws)
        for number, kind in enumerate(draws):
            with self.subTest(kind=kind, number=number):
                name, (extension, shown) = f"server-{number}", source.choice(names)
                if kind == "cn":
                    (extension, shown) = ("basicConstraints=CA:FALSE", name)
                self.sign(name, authority="theirs" if kind == "authority" else "ours", days="0" if kind == "expired" else "2",
                          extension={"name": "subjectAltName=" + extension, "cn": extension}.get(kind, "subjectAltName=IP:127.0.0.1"))
                if kind == "expired":
                    subprocess.run(["sleep", "2"], check=True)
                place = self.folder / f"broker-{number}"
                place.mkdir()
                broker = Broker(place, [f"certfile {self.folder}/{name}.pem", f"keyfile {self.folder}/{name}.key"], False).start()
                courier = self.courier(broker.port, ("--ca", str(self.folder / "ours.pem")), kiosk=f"t{number}")
                if kind == "none":
                    self.wait_for("", "connected", courier=courier)
                elif kind == "expired":
                    self.wait_for("broker_refused", "the broker's certificate expired on ", courier=courier)
                    self.assertTrue(any(day in self.state()[1] for day in days), self.state())
                elif kind == "authority":
                    self.wait_for("broker_refused", "not signed by an authority in ", "ours.pem", courier=courier)
                else:
                    self.wait_for("broker_refused", f"certificate is for {shown} instead of 127.0.0.1", courier=courier)
                courier.stop()
                broker.stop()

    def test_own_certificates_that_the_broker_refuses(self):
        """For TLS 1.2 and 1.3. The state says what to renew or correct.

        The alert of a broker that has closed the connection may be lost, and the broker then counts as unreachable.
        """
        self.sign("server")
        self.sign("good", extension="extendedKeyUsage=clientAuth")
        self.sign("expired", extension="extendedKeyUsage=clientAuth", days="-1")
        self.sign("foreign", authority="theirs", extension="extendedKeyUsage=clientAuth")
        self.sign("purpose", extension="extendedKeyUsage=serverAuth")
        self.openssl("pkey", "-in", "good.key", "-aes256", "-passout", "pass:secret", "-out", "locked.key")
        self.openssl("ec", "-in", "good.key", "-aes256", "-passout", "pass:secret", "-out", "old.key")
        expired = (datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(days=1)).strftime("%Y-%m-")
        for version in ("tlsv1.2", "tlsv1.3"):
            place = self.folder / version
            place.mkdir()
            broker = Broker(place, [f"certfile {self.folder}/server.pem", f"keyfile {self.folder}/server.key",
                                    f"cafile {self.folder}/ours.pem", "require_certificate true", f"tls_version {version}"], False).start()
            self.addCleanup(broker.stop)
            for kind, (certificate, key), fault, said in (
                ("none", (None, None), None, "set certificate and key"),
                ("expired", ("expired", "expired"), "broker_refused", f"expired.pem: the certificate expired on {expired}"),
                ("foreign", ("foreign", "foreign"), None, "foreign.pem"),
                ("purpose", ("purpose", "purpose"), None, "purpose.pem"),
                ("mismatch", ("good", "foreign"), "broker_refused", 'foreign.key": key values mismatch'),
                ("passphrase", ("good", "locked"), "broker_unreachable", "locked.key: it has a passphrase"),
                ("older passphrase", ("good", "old"), "broker_unreachable", "old.key: it has a passphrase"),
                ("good", ("good", "good"), "", "connected"),
            ):
                with self.subTest(kind=kind, version=version):
                    words = [] if certificate is None else [
                        "--certificate", str(self.folder / f"{certificate}.pem"), "--key", str(self.folder / f"{key}.key")]
                    courier = self.courier(broker.port, ("--ca", str(self.folder / "ours.pem"), *words), kiosk=kind.replace(" ", "-"))
                    self.wait_for(fault, said, courier=courier)
                    courier.stop()

    def test_an_expired_certificate_that_the_broker_does_not_ask_for(self):
        self.sign("server")
        self.sign("expired", extension="extendedKeyUsage=clientAuth", days="-1")
        broker = self.broker([f"certfile {self.folder}/server.pem", f"keyfile {self.folder}/server.key"])
        courier = self.courier(broker.port, ("--ca", str(self.folder / "ours.pem"), "--certificate", str(self.folder / "expired.pem"),
                                             "--key", str(self.folder / "expired.key")))
        self.wait_for("", "connected", courier=courier)
        broker.stop()
        self.wait_for("broker_unreachable", courier=courier)

    def test_a_refusal_before_the_attempt_to_connect_returns(self):
        """On a busy core, the broker may reply before the courier reads for the first time. A slow write(2) forces that order."""
        library = self.folder / "slow.so"
        subprocess.run(["gcc", "-shared", "-fPIC", "-x", "c", "-", "-o", library], input=SLOW_HANDSHAKE, text=True, check=True)
        self.sign("server", extension="basicConstraints=CA:FALSE")
        broker = self.broker([f"certfile {self.folder}/server.pem", f"keyfile {self.folder}/server.key"])
        courier = self.courier(broker.port, ("--ca", str(self.folder / "ours.pem")), start=False)
        with unittest.mock.patch.dict(os.environ, LD_PRELOAD=str(library)):
            courier.start()
        self.wait_for("broker_refused", "certificate is for server instead of 127.0.0.1", courier=courier)

    def test_a_renewed_certificate_is_used_at_a_reload(self):
        self.sign("server")
        self.sign("client", extension="extendedKeyUsage=clientAuth")
        broker = self.broker([f"certfile {self.folder}/server.pem", f"keyfile {self.folder}/server.key", f"cafile {self.folder}/ours.pem",
                              "require_certificate true"])
        file = self.folder / "kiosk.conf"
        file.write_text(f"[kiosk]\nid = t1\n[courier]\nbroker = 127.0.0.1:{broker.port}\nca = {self.folder}/ours.pem\n"
                        f"certificate = {self.folder}/client.pem\nkey = {self.folder}/client.key\n")
        courier = self.courier(broker.port, start=False)
        courier.words = [courier.words[0], "--journal", str(self.journal), "--config", str(file)]
        courier.start()
        wait_until(lambda: courier.said().count("connected to") == 1, 20, courier.said)

        def reload(times):
            courier.process.send_signal(signal.SIGHUP)
            wait_until(lambda: courier.said().count("configuration reloaded") == times, 20, courier.said)
        reload(1)
        self.assertEqual(courier.said().count("connected to"), 1)
        self.sign("client", extension="extendedKeyUsage=clientAuth")
        reload(2)
        wait_until(lambda: courier.said().count("connected to") == 2, 20, courier.said)
        # One that cannot be used changes nothing.
        (self.folder / "client.pem").write_text("not a certificate")
        courier.process.send_signal(signal.SIGHUP)
        wait_until(lambda: "the previous configuration stays in effect" in courier.said(), 20, courier.said)
        self.assertEqual(self.state()[0], "")


if __name__ == "__main__":
    unittest.main()
