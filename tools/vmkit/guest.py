"""Commands inside the guest.

The agent in `init.sh` receives job numbers on a socket. Everything else about a job is in files in a folder
that host and guest share: the script, its output, and the files that it writes.
"""

import shlex
import signal
import time
from dataclasses import dataclass

from .qemu import LineReader, VMError, VMTimeout


class CommandError(VMError):
    """A command in the guest failed although `check` was set."""


@dataclass(frozen=True)
class Result:
    """The result of a command: its exit status (128 + N after signal N) and its output."""

    status: int
    stdout: str
    stderr: str


class Guest:
    """The guest's end of the command channel."""

    def __init__(self, socket, folder, evidence):
        self._socket = socket
        self._lines = LineReader(socket)
        self._folder = folder      # /run/vm in the guest
        self._evidence = evidence  # a function that returns the machine's last output, for error messages
        self._jobs = {}
        self.release = None

    def wait_until_ready(self, timeout):
        self._pump_until(lambda: self.release, timeout, "booting")

    def start(self, command, cwd="/", env=None):
        """Start `command`: a list is a program, and `Job.pid` is its process; a string is a shell script."""
        number = len(self._jobs) + 1
        folder = self._folder / str(number)
        folder.mkdir()
        environment = {"JOB": f"/run/vm/{number}", **(env or {})}
        (folder / "command").write_text(_script(command, cwd, environment))
        job = Job(self, number, folder, command)
        self._jobs[number] = job
        self._socket.sendall(f"{number}\n".encode())
        self._pump_until(lambda: job.pid, 10, f"starting {command}")
        return job

    def run(self, command, timeout=30, check=False, **where):
        """Run `command` to its end. With `check`, a status other than 0 is an error."""
        result = self.start(command, **where).wait(timeout)
        if check and result.status:
            raise CommandError(f"{command}: status {result.status}\n{result.stdout}{result.stderr}")
        return result

    def stop_all(self):
        """Kill all running jobs and their children, and with them their input devices."""
        left = [job for job in self._jobs.values() if job.running]
        for job in left:
            self.run(f"kill -CONT -{job.pid}; kill -KILL -{job.pid}")
        for job in left:
            job.wait()

    def _pump_until(self, condition, timeout, what):
        deadline = time.monotonic() + timeout
        while not condition():
            try:
                line = self._lines.line(deadline)
            except (EOFError, ConnectionError):
                raise VMError(f"the machine is gone while {what}\n{self._evidence()}") from None
            if line is None:
                raise VMTimeout(f"{what}: nothing after {timeout} s\n{self._evidence()}")
            self._take(line.split())

    def _take(self, words):
        match words:
            case ["ready", release]:
                self.release = release
            case ["started", number, pid]:
                self._jobs[int(number)].pid = int(pid)
            case ["ended", number, status]:
                self._jobs[int(number)].status = int(status)


class Job:
    """A running or finished command in the guest."""

    def __init__(self, guest, number, folder, command):
        self._guest = guest
        self.number = number
        self.folder = folder    # shared with the guest, where it is called $JOB
        self.command = command
        self.pid = None         # also its process group and its session
        self.status = None      # None while it runs

    @property
    def stdout(self):
        """Its output so far."""
        return self._read("stdout")

    @property
    def stderr(self):
        return self._read("stderr")

    @property
    def running(self):
        try:
            self._guest._pump_until(lambda: self.status is not None, 0.001, f"{self.command} runs")
        except VMTimeout:
            pass
        return self.status is None

    def wait(self, timeout=30):
        """Wait for its end. A timeout is an error and leaves it running."""
        try:
            self._guest._pump_until(lambda: self.status is not None, timeout, f"waiting for {self.command}")
        except VMError as error:
            said = f"{self.stdout}{self.stderr}".strip()[-2000:]
            raise type(error)(f"{error}\nThe command said: {said or 'nothing'}") from None
        return Result(self.status, self.stdout, self.stderr)

    def wait_for(self, text, timeout=60):
        """Wait until either output stream contains `text`. Return the output so far. A busy host makes a guest slow."""
        deadline = time.monotonic() + timeout
        while text not in (said := self.stdout + self.stderr):
            if not self.running and text not in self.stdout + self.stderr:
                raise VMError(f"{self.command} ended with {self.status} and never said {text!r}:\n{said}")
            if time.monotonic() > deadline:
                raise VMTimeout(f"{self.command}: no {text!r} in {timeout} s; it said:\n{said}\n{self._guest._evidence()}")
            time.sleep(0.01)
        return said

    def signal(self, number=signal.SIGTERM):
        """Send a signal to its process, not to its children."""
        self._guest.run(["kill", f"-{int(number)}", str(self.pid)], check=True)

    def stop(self, timeout=10):
        """Terminate it with a signal, then wait."""
        if self.running:
            self.signal(signal.SIGTERM)
        return self.wait(timeout)

    def _read(self, stream):
        try:
            return (self.folder / stream).read_text(errors="replace")
        except FileNotFoundError:
            return ""


def _script(command, cwd, env):
    lines = [f"export {name}={shlex.quote(str(value))}" for name, value in env.items()]
    lines.append(f"cd {shlex.quote(str(cwd))} || exit 126")
    if isinstance(command, str):
        lines.append(command)
    else:
        lines.append("exec " + shlex.join(str(word) for word in command))
    return "\n".join(lines) + "\n"
