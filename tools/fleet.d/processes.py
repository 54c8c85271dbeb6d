"""The programs of a fleet as child processes on this machine: broker, collector, kiosks and couriers.

Only the visitors are simulated. The journal is written by the kiosk's code, the courier is star-courier, the broker is Mosquitto, and
the collector is mosquitto_sub.
"""

import contextlib
import json
import os
import random
import shutil
import signal
import socket
import subprocess
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PRODUCTS = ROOT / ".build" / "release"

# Debian installs mosquitto in /usr/sbin, which may not be in $PATH.
_PATH = os.environ.get("PATH", "") + ":/usr/sbin:/usr/local/sbin"


class FleetError(Exception):
    """A program of the fleet failed."""


def program(name):
    """Returns the path of a program from a Debian package."""
    found = shutil.which(name, path=_PATH)
    if not found:
        raise FleetError(f"cannot find {name}; install the packages mosquitto and mosquitto-clients")
    return found


def product(name):
    """Returns the path of a program that tools/test has built."""
    path = PRODUCTS / name
    if not path.exists():
        raise FleetError(f"cannot find {path}; build it with: tools/test build")
    return str(path)


def free_port():
    """Returns an unused loopback port. The kernel gives none of these to clients, which could take it while a broker is away."""
    while True:
        port = random.randrange(20_000, 32_000)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


# Time limits are meant for a quiet machine. Among other tests everything may take several times as long.
PATIENCE = 4


def wait_until(condition, seconds, what, pause=0.02):
    """Waits for `condition`, or raises an error that names `what`: a text or a function that returns one. `pause` is in seconds."""
    end = time.monotonic() + PATIENCE * seconds
    while not condition():
        if time.monotonic() > end:
            raise FleetError(f"timeout after {PATIENCE * seconds} s, waiting for {what() if callable(what) else what}")
        time.sleep(pause)


def open_sockets(pid):
    """Counts the sockets of a running process, which may open and close them meanwhile."""
    count = 0
    for link in Path(f"/proc/{pid}/fd").iterdir():
        # A descriptor that was closed after it was listed has no link anymore.
        with contextlib.suppress(FileNotFoundError):
            count += os.readlink(link).startswith("socket:")
    return count


class Broker:
    """A Mosquitto broker. `lines` are added to its configuration below the listener. It drops messages beyond `queue` per client."""

    def __init__(self, folder, lines=(), persistent=False, queue=0):
        self.folder = Path(folder)
        self.port = free_port()
        self.process = None
        self.file = self.folder / "mosquitto.conf"
        self.log = self.folder / "mosquitto.log"
        self.persistent = persistent
        self.queue = queue
        self.configure(lines)

    def configure(self, lines):
        """Writes the configuration. A running broker applies it at its next start, and parts of it on `reload`."""
        text = [
            f"listener {self.port} 127.0.0.1", *lines,
            # With this, the broker writes to the subscriber before it acknowledges the publisher, regardless of unacknowledged messages,
            # and drops nothing: every acknowledged answer is already on the collector's socket.
            "max_inflight_messages 0", f"max_queued_messages {self.queue}", "set_tcp_nodelay true",
        ]
        if self.queue:
            text[-3] = "max_inflight_messages 20"
        if not any(line.startswith(("allow_anonymous", "password_file")) for line in lines):
            text.append("allow_anonymous true")
        if self.persistent:
            text += ["persistence true", f"persistence_location {self.folder}/"]
        if os.geteuid() == 0:
            # As root, Mosquitto would change to the user mosquitto, who cannot read the folder.
            text.append("user root")
        self.file.write_text("\n".join(text) + "\n")

    def start(self):
        words = [program("mosquitto"), "-c", str(self.file)]
        with self.log.open("a") as log:
            self.process = subprocess.Popen(words, stdout=log, stderr=subprocess.STDOUT)
        wait_until(self._answers, 10, lambda: "the broker to start:\n" + self.log.read_text())
        return self

    def _answers(self):
        if self.process.poll() is not None:
            raise FleetError("the broker exited at its start:\n" + self.log.read_text())
        try:
            socket.create_connection(("127.0.0.1", self.port), 1).close()
        except OSError:
            return False
        return True

    def stop(self, how=signal.SIGTERM):
        """Ends the broker; SIGKILL keeps it from saving its state."""
        if self.process:
            self.process.send_signal(how)
            self.process.wait(20)
            self.process = None

    def crash(self):
        self.stop(signal.SIGKILL)

    def reload(self):
        self.process.send_signal(signal.SIGHUP)


class Gate:
    """A TCP proxy between couriers and the broker. Closing it refuses new connections and interrupts existing ones.

    After a restart without saved state, the broker has no subscriber and would acknowledge answers without delivering them. The proxy
    stays closed until the collector has subscribed again.
    """

    def __init__(self, target):
        self.target = target
        self.port = free_port()
        self.listener = None
        self.sockets = []

    def open(self):
        self.listener = socket.socket()
        self.listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.listener.bind(("127.0.0.1", self.port))
        self.listener.listen()
        threading.Thread(target=self._accept, args=(self.listener,), daemon=True).start()

    def _accept(self, listener):
        while True:
            try:
                client, _ = listener.accept()
                server = socket.create_connection(("127.0.0.1", self.target))
            except OSError:
                return
            self.sockets += [client, server]
            for one, other in ((client, server), (server, client)):
                one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                threading.Thread(target=self._pump, args=(one, other), daemon=True).start()

    @staticmethod
    def _pump(one, other):
        try:
            while data := one.recv(65536):
                other.sendall(data)
        except OSError:
            pass
        for end in (one, other):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def shut(self):
        if self.listener:
            # Only a shutdown wakes the thread in accept.
            self.listener.shutdown(socket.SHUT_RDWR)
            self.listener.close()
            self.listener = None
        for end in self.sockets:
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            end.close()
        self.sockets = []


class Collector:
    """A mosquitto_sub process; `messages` holds what it received, in order, as (topic, retained, payload).

    With `quality` 0, it sends no acknowledgments, and after the broker is killed it still reads everything that the broker had
    written. With 1, a failed acknowledgment may make it discard the rest.
    """

    kinds = ("answer", "status", "heartbeat", "resent", "survey", "day", "config/reported", "command/reply")

    def __init__(self, port, prefix="star-slider", options=(), name="collector", quality=1):
        self.messages = []
        self.answers = {}     # uuid -> payloads, in the order of arrival
        self.words = [
            program("mosquitto_sub"), "-h", "127.0.0.1", "-p", str(port), "-V", "5", "-q", str(quality), "-i", name, "-k", "5",
            *(word for kind in self.kinds for word in ("-t", f"{prefix}/+/{kind}")),
            "-F", "%t %r %p", *options,
        ]
        self.process = None

    def start(self):
        self.process = subprocess.Popen(self.words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.reader = threading.Thread(target=self._read, args=(self.process.stdout,), daemon=True)
        self.reader.start()
        return self

    def _read(self, stream):
        for line in stream:
            topic, retained, payload = line.decode().rstrip("\n").split(" ", 2)
            if topic.endswith("/answer"):
                self.answers.setdefault(payload[9:45], []).append(payload)
            self.messages.append((topic, retained == "1", payload))

    def wait_for_end(self, seconds=10):
        """Waits until it has read everything that a killed broker had sent."""
        # libmosquitto uses two additional descriptors for its threads.
        wait_until(lambda: open_sockets(self.process.pid) <= 2, seconds, "the collector to read to the end")

    def of(self, kind):
        """Returns the payloads of one topic, decoded."""
        return [json.loads(payload) for topic, _, payload in list(self.messages) if topic.endswith("/" + kind)]

    @property
    def duplicates(self):
        return sum(len(payloads) - 1 for payloads in self.answers.values())

    def stop(self):
        if self.process:
            # Not terminate(): mosquitto_sub disconnects in its signal handler, and waits forever for a lock that its own thread
            # holds when the signal comes at a bad moment.
            self.process.kill()
            self.process.wait(10)
            self.reader.join()
            self.process.stdout.close()
            self.process = None


class Kiosk:
    """Visitors of one kiosk; `recorded` holds the UUIDs of recorded answers."""

    def __init__(self, journal, name="t1"):
        self.journal, self.name = str(journal), name
        self.recorded = []
        self.nanoseconds = []
        self.process = None

    def start(self, answers, rate=0, visit=2):
        words = [product("simulate-kiosk"), self.journal, self.name, str(answers), str(rate), str(visit)]
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()
        return self

    def _read(self):
        for line in self.process.stdout:
            uuid, nanoseconds = line.split()
            self.recorded.append(uuid)
            self.nanoseconds.append(int(nanoseconds))

    def wait(self, seconds=60):
        """Waits for the end and returns the text of standard error."""
        status = self.process.wait(seconds)
        self.reader.join()
        said = self.process.stderr.read()
        self.process.stdout.close()
        self.process.stderr.close()
        if status:
            raise FleetError(f"simulate-kiosk failed: {said}")
        return said

    def run(self, answers, rate=0, visit=2):
        self.start(answers, rate, visit)
        return self.wait()
