"""The emulator: its process, and QMP, its control protocol."""

import ctypes
import json
import os
import select
import shutil
import signal
import socket
import subprocess
import time


class VMError(Exception):
    """The machine failed; the message says what is known about the reason."""


class VMTimeout(VMError):
    """A timeout. The state is unchanged, so the caller may wait again."""


class Qemu:
    """One emulator process and its QMP connection.

    `ports` are the sockets to the guest, by name. QEMU has one end of a socket pair and this process the other, so
    no path can collide, nothing has to be awaited, and end-of-file means that QEMU has exited.

    With `alone`, its threads share one host processor and do not preempt each other: devices answer while the guest's processor waits,
    and rarely while it runs.
    """

    def __init__(self, command, ports, log, alone=False):
        if not shutil.which(command[0]):
            raise VMError(f"{command[0]} is missing: apt-get install $(tools/vm --packages)")
        self.ports, theirs = {}, []
        for name in ("qmp", *ports):
            self.ports[name], their = socket.socketpair()
            theirs.append(their)
            command += ["-chardev", f"socket,id={name},fd={their.fileno()}"]
        command += ["-mon", "chardev=qmp,mode=control"]
        self._log = open(log, "wb")
        self.process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=self._log, stderr=self._log,
            pass_fds=[their.fileno() for their in theirs], preexec_fn=_begin_alone if alone else _die_with_parent,
        )
        for their in theirs:
            their.close()
        self._log_path = log
        self._qmp = LineReader(self.ports["qmp"])
        self._greeted = False

    def command(self, name, timeout=10, **arguments):
        """Run a QMP command and return its result. Events in between are dropped."""
        deadline = time.monotonic() + timeout
        if not self._greeted:  # QEMU's greeting may be late, so __init__ does not wait for it
            self._next(deadline, "greeting")
            self._greeted = True
            self._send("qmp_capabilities")
            self._answer(deadline, "qmp_capabilities")
        self._send(name, **arguments)
        return self._answer(deadline, name)

    def kill(self):
        """Kill the process at once, like a power cut."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for port in self.ports.values():
            port.close()
        self._log.close()

    def said(self):
        """QEMU's output, which is empty unless something failed."""
        return self._log_path.read_text(errors="replace").strip()

    def _send(self, name, **arguments):
        words = {"execute": name, "arguments": {k.replace("_", "-"): v for k, v in arguments.items()}}
        self.ports["qmp"].sendall(json.dumps(words).encode() + b"\n")

    def _answer(self, deadline, name):
        while True:
            message = self._next(deadline, name)
            if "error" in message:
                raise VMError(f"QMP {name}: {message['error']['desc']}")
            if "return" in message:
                return message["return"]

    def _next(self, deadline, what):
        line = self._qmp.line(deadline)
        if line is None:
            raise VMError(f"QMP: no answer to {what}; QEMU said: {self.said() or 'nothing'}")
        return json.loads(line)


class LineReader:
    """Lines from a socket, with a deadline."""

    def __init__(self, source):
        self._source = source
        self._pending = b""

    def line(self, deadline):
        """Return the next line without its end, or None at the deadline. Raise EOFError when the other side has closed."""
        while b"\n" not in self._pending:
            left = max(0, deadline - time.monotonic())
            if not select.select([self._source], [], [], left)[0]:
                return None
            data = self._source.recv(65536)
            if not data:
                raise EOFError
            self._pending += data
        line, _, self._pending = self._pending.partition(b"\n")
        return line.decode(errors="replace").rstrip("\r")


def _die_with_parent():
    PR_SET_PDEATHSIG = 1
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def _begin_alone():
    _die_with_parent()
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))  # a wakeup does not preempt a running thread
