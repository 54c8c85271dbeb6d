"""The programs of this repository that a fleet runs as services: star-collector and star-courier."""

import signal
import subprocess
from pathlib import Path

from processes import FleetError, product


class Service:
    """A child process; `log` holds the standard error of all its starts."""

    def __init__(self, log, words):
        self.log = Path(log)
        self.words = words
        self.process = None

    def start(self):
        with self.log.open("a") as log:
            self.process = subprocess.Popen(self.words, stderr=log)
        return self

    def stop(self, how=signal.SIGTERM):
        """Ends the process and returns its exit status."""
        if not self.process:
            return None
        self.process.send_signal(how)
        status = self.process.wait(20)
        self.process = None
        return status

    def crash(self):
        self.stop(signal.SIGKILL)

    def said(self):
        return self.log.read_text() if self.log.exists() else ""


class StarCollector(Service):

    def __init__(self, port, database, folder, name="one", options=()):
        self.name = name
        super().__init__(Path(folder) / f"collector-{name}.log", [
            product("star-collector"), "--broker", f"127.0.0.1:{port}", "--tls", "no", "--database", database, "--name", name, *options])


class Courier(Service):

    def __init__(self, journal, port, folder, kiosk="t1", options=("--tls", "no")):
        super().__init__(Path(folder) / f"courier-{kiosk}.log", [
            product("star-courier"), "--journal", str(journal), "--kiosk", kiosk, "--broker", f"127.0.0.1:{port}", *options])

    @property
    def worker(self):
        """The ID of the child process that delivers."""
        pid = self.process.pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        if not children:
            raise FleetError(f"star-courier {pid} has no child process")
        return int(children[0])

    def status(self, field):
        """Returns a number of the worker's /proc/PID/status, such as VmHWM (KiB) or voluntary_ctxt_switches."""
        for line in Path(f"/proc/{self.worker}/status").read_text().splitlines():
            if line.startswith(field + ":"):
                return int(line.split()[1])
        raise FleetError(f"/proc has no {field}")
