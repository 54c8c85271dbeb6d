"""A disk that logs every write and flush, and derives what a power cut may leave of them.

    with LoggedDisk(image) as disk, Machine(disk=disk.address) as vm:
        ...
        promised = disk.completed      # the guest has an answer for everything up to here
    disk.write(Cut.seeded(disk, 7), path)

The disk is an NBD server (fixed newstyle) with QEMU as its client. QEMU's own blklogwrites filter also keeps a log, but
not the arrival of flushes, which decides what they cover. A flush makes durable the writes that had been answered when
the flush arrived. All others are in the disk's cache, and a cut keeps any subset of them.
"""

import random
import select
import socket
import struct
import tempfile
import threading
from dataclasses import dataclass
from pathlib import Path

from . import parts

SECTOR = 512  # bytes; the largest unit that a disk writes atomically

# https://github.com/NetworkBlockDevice/nbd/blob/master/doc/proto.md
_OPTION_MAGIC, _REPLY_MAGIC = 0x49484156454F5054, 0x3E889045565A9
_OPT_EXPORT_NAME, _OPT_ABORT, _OPT_GO = 1, 2, 7
_REP_ACK, _REP_INFO, _REP_UNSUPPORTED = 1, 3, 0x80000001
_INFO_EXPORT = 0
_REQUEST_MAGIC, _SIMPLE_REPLY_MAGIC = 0x25609513, 0x67446698
_READ, _WRITE, _DISCONNECT, _FLUSH = range(4)
_FUA = 1  # command flag
_HAS_FLAGS, _SEND_FLUSH, _SEND_FUA = 1, 4, 8  # disk flags
_HEADER = struct.Struct(">IHHQQI")
_EINVAL = 22


@dataclass(frozen=True)
class Write:
    offset: int       # bytes
    data: bytes
    durable: bool     # FUA: on the medium once it is answered


@dataclass(frozen=True)
class Flush:
    covers: int       # log entries that had been answered when it arrived


@dataclass(frozen=True)
class Cut:
    """A power cut after `arrived` entries of the log had arrived and the first `answered` had been answered."""

    arrived: int
    answered: int
    keep: str         # which unflushed writes survive: "none", "all", "some", or "torn" (some sectors)
    seed: int

    @staticmethod
    def seeded(disk, seed, first=0):
        """Return a random cut after `first` entries."""
        choice = random.Random(seed)
        arrived = choice.randint(first, len(disk.log))
        # Requests that arrived together are answered together, before or after the cut.
        together = disk.arrived_with(arrived)
        answered = arrived if arrived in disk.rests and choice.random() < 0.75 else together
        return Cut(arrived, max(answered, first), choice.choice(("none", "all", "some", "torn")), seed)


class LoggedDisk:
    """`image` is the disk's initial content. The file is never written."""

    def __init__(self, image):
        self.image = Path(image)
        self.log = []         # Write and Flush, in the order of arrival
        self.rests = [0]      # lengths of the log at which all requests had been answered, ascending
        self._content = bytearray(self.image.read_bytes())
        self._folder = tempfile.TemporaryDirectory(prefix="star-disk-")
        path = Path(self._folder.name) / "socket"
        self.address = f"nbd:unix:{path}"
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(path))
        self._listener.listen(1)
        self._stop, self._stopped = socket.socketpair()
        self._thread = threading.Thread(target=self._serve, daemon=True)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._stop.close()
        self._thread.join()
        self.discard()

    def discard(self):
        """Close the server's socket. The log stays."""
        self._stop.close()
        self._stopped.close()
        self._listener.close()
        self._folder.cleanup()

    @property
    def completed(self):
        """The number of log entries that the guest has an answer for."""
        return self.rests[-1]

    def arrived_with(self, length):
        """Return the length of the log before the group of requests that contains its entry `length`."""
        return max((rest for rest in self.rests if rest < length), default=0)

    def read(self, offset, size):
        """Return the bytes that the guest would read now."""
        return bytes(self._content[offset:offset + size])

    # The state after a cut.

    def write(self, cut, path, honest=True):
        """Write a sparse image of the disk after `cut` and return the path. A disk that is not `honest` ignores flushes."""
        parts.run("cp", "--sparse=always", self.image, path)
        with open(path, "r+b") as file:
            for offset, data in self.arrived(cut, honest):
                file.seek(offset)
                file.write(data)
        return path

    def arrived(self, cut, honest=True):
        """Yield the pieces that reached the medium in order: offset and bytes."""
        covered = self._covered(cut) if honest else 0
        choice = random.Random(f"{cut.seed} of what is cached")
        for index, entry in enumerate(self.log[:cut.arrived]):
            if not isinstance(entry, Write):
                continue
            if index < covered or honest and entry.durable and index < cut.answered:
                yield entry.offset, entry.data
            else:
                yield from _kept(entry, cut.keep, choice)

    def _covered(self, cut):
        return max((entry.covers for entry in self.log[:cut.answered] if isinstance(entry, Flush)), default=0)

    # The server.

    def _serve(self):
        while True:
            ready, _, _ = select.select([self._listener, self._stopped], [], [])
            if self._stopped in ready:
                return
            connection, _ = self._listener.accept()
            with connection:
                try:
                    if self._negotiate(_Stream(connection, self._stopped)):
                        self._transmit(_Stream(connection, self._stopped))
                except EOFError:
                    pass

    def _negotiate(self, stream):
        """Return True if the client has chosen the disk, False if it only queried it."""
        stream.send(struct.pack(">8sQH", b"NBDMAGIC", _OPTION_MAGIC, 3))  # fixed newstyle, no zeroes
        stream.take(4)
        flags = _HAS_FLAGS | _SEND_FLUSH | _SEND_FUA
        while True:
            _, option, length = struct.unpack(">QII", stream.take(16))
            stream.take(length)
            reply = struct.pack(">QI", _REPLY_MAGIC, option)
            if option == _OPT_EXPORT_NAME:
                stream.send(struct.pack(">QH", len(self._content), flags))
                return True
            if option == _OPT_GO:
                stream.send(reply + struct.pack(">IIHQH", _REP_INFO, 12, _INFO_EXPORT, len(self._content), flags))
                stream.send(reply + struct.pack(">II", _REP_ACK, 0))
                return True
            if option == _OPT_ABORT:
                stream.send(reply + struct.pack(">II", _REP_ACK, 0))
                return False
            stream.send(reply + struct.pack(">II", _REP_UNSUPPORTED, 0))

    def _transmit(self, stream):
        while True:
            # Read all pending requests before answering any: none of them can depend on an answer.
            before = len(self.log)
            replies = [self._handle(stream, before)]
            while stream.has_more():
                replies.append(self._handle(stream, before))
            if None in replies:
                return
            stream.send(b"".join(replies))
            if len(self.log) > before:
                self.rests.append(len(self.log))

    def _handle(self, stream, answered):
        """Handle one request. Return the reply, or None if the client disconnects."""
        magic, flags, kind, handle, offset, length = _HEADER.unpack(stream.take(_HEADER.size))
        if magic != _REQUEST_MAGIC:
            raise EOFError
        error, data = 0, b""
        if kind == _READ:
            data = bytes(self._content[offset:offset + length])
        elif kind == _WRITE:
            written = stream.take(length)
            self._content[offset:offset + length] = written
            self.log.append(Write(offset, written, bool(flags & _FUA)))
        elif kind == _FLUSH:
            self.log.append(Flush(answered))
        elif kind == _DISCONNECT:
            return None
        else:
            error = _EINVAL
        return struct.pack(">IIQ", _SIMPLE_REPLY_MAGIC, error, handle) + data


def _kept(write, keep, choice):
    """Yield what reaches the medium of a write that is still in the cache: all, some or none of it."""
    if keep == "all" or keep == "some" and choice.random() < 0.5:
        yield write.offset, write.data
    elif keep == "torn":
        for start in range(0, len(write.data), SECTOR):
            if choice.random() < 0.5:
                yield write.offset + start, write.data[start:start + SECTOR]


class _Stream:
    """Bytes from a client. Raises EOFError when it disconnects or `stopped` becomes readable."""

    def __init__(self, connection, stopped):
        self._connection, self._stopped = connection, stopped
        self._pending = b""

    def take(self, count):
        while len(self._pending) < count:
            ready, _, _ = select.select([self._connection, self._stopped], [], [])
            if self._stopped in ready:
                raise EOFError
            self._receive()
        data, self._pending = self._pending[:count], self._pending[count:]
        return data

    def has_more(self):
        """Return whether at least a part of another request has arrived."""
        return bool(self._pending) or bool(select.select([self._connection], [], [], 0)[0])

    def send(self, data):
        try:
            self._connection.sendall(data)
        except ConnectionError:
            raise EOFError from None

    def _receive(self):
        try:
            data = self._connection.recv(1 << 20)
        except ConnectionError:
            data = b""
        if not data:
            raise EOFError
        self._pending += data
