"""A private PostgreSQL server in a folder, reached through a socket in that folder. The system's servers are not touched."""

import contextlib
import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

from processes import FleetError

# The server refuses to run as root.
USER = "postgres" if os.geteuid() == 0 else None


def programs():
    """Returns the folder of the newest server's programs."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parent.parent.name))
    if not found:
        raise FleetError("cannot find initdb; install the package postgresql")
    return found[-1].parent


class Postgres:
    """A server with the database `star`. `settings` are added to its configuration; `access` replaces the rules of pg_hba.conf.

    `template` is a stopped server whose files are copied, which is faster than making them.
    """

    def __init__(self, folder, settings=(), access=("local all all trust",), template=None):
        self.folder = Path(folder)
        self.data = self.folder / "data"
        self.log = self.folder / "postgres.log"
        self.process = None
        self.folder.mkdir(parents=True, exist_ok=True)
        # Its user needs access to the folder, and its clients to the socket.
        for parent in (self.folder, *self.folder.parents):
            if parent.stat().st_uid == os.geteuid() and parent != Path("/tmp"):
                parent.chmod(parent.stat().st_mode | 0o711)
        if USER:
            shutil.chown(self.folder, USER)
        if template:
            self._run("cp", "-a", "--reflink=auto", template.data, self.data)
        else:
            self._run(programs() / "initdb", "-D", self.data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-locale",
                      "--no-instructions", "--no-sync")
        self.configure(settings, access)

    def configure(self, settings=(), access=("local all all trust",)):
        text = ["listen_addresses = ''", f"unix_socket_directories = '{self.folder}'", "log_line_prefix = '%m '", *settings]
        self._write("postgresql.auto.conf", "\n".join(text) + "\n")
        self._write("pg_hba.conf", "\n".join(access) + "\n")

    def _write(self, name, text):
        (self.data / name).write_text(text)

    def _run(self, *words):
        subprocess.run([str(word) for word in words], check=True, user=USER, group=USER, extra_groups=[] if USER else None,
                       cwd="/", capture_output=True)

    @property
    def address(self):
        return f"host={self.folder} user=postgres dbname=star"

    def start(self):
        end = time.monotonic() + 30
        while not self._starts():
            # After kill -9, the last processes of the old server may still hold its memory.
            if time.monotonic() > end:
                raise FleetError("the database does not start:\n" + self.log.read_text()[-2000:])
            time.sleep(0.1)
        if self.query("SELECT count(*) FROM pg_database WHERE datname = 'star'", database="postgres") == "0":
            self.query("CREATE DATABASE star", database="postgres")
        return self

    def _starts(self):
        with self.log.open("a") as log:
            self.process = subprocess.Popen(
                [str(programs() / "postgres"), "-D", str(self.data)], stdout=log, stderr=subprocess.STDOUT, cwd="/",
                user=USER, group=USER, extra_groups=[] if USER else None)
        end = time.monotonic() + 30
        while self.process.poll() is None and time.monotonic() < end:
            with contextlib.suppress(FleetError):
                self.query("SELECT 1", database="postgres")
                return True
            time.sleep(0.05)
        return False

    def query(self, sql, database="star"):
        """Returns the output of psql: rows in lines, columns separated by |."""
        words = ["psql", "-XqAt", "-v", "ON_ERROR_STOP=1", "-h", str(self.folder), "-U", "postgres", "-d", database]
        result = subprocess.run(words, input=sql, capture_output=True, text=True, timeout=600)
        if result.returncode != 0:
            raise FleetError(f"{sql}: {result.stderr.strip()}")
        return result.stdout.rstrip("\n")

    def number(self, sql):
        return int(self.query(sql))

    def crash(self):
        """Kills every process of the server."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        for process in [self.process.pid, *map(int, children)]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        self.process.wait(20)
        self.process = None

    def stop(self):
        if self.process:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.crash()
            self.process = None


