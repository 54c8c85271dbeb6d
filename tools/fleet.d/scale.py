"""Measures how many answers per second reach PostgreSQL through one broker and one or more collectors.

A publisher sends the traffic of many kiosks over a few connections, because Python with one connection per kiosk would be the bottleneck.
"""

import json
import os
import socket
import threading
import time
import uuid

from postgres import Postgres
from processes import Broker, wait_until
from services import StarCollector

BATCH = 500     # messages that a connection sends before it waits for their acknowledgments
LINKS = 2


def scale(folder, options):
    kiosks, answers = options.kiosks, options.kiosks * options.answers
    packets = Traffic(kiosks, options.answers).packets()
    print(f"{kiosks} kiosks, {answers} answers, {len(os.sched_getaffinity(0))} processor cores for everything", flush=True)
    for collectors in (1, 2):
        place = folder / f"{collectors}"
        (place / "broker").mkdir(parents=True)
        database = Postgres(place / "database", ("shared_buffers = 512MB", "max_wal_size = 4GB"))
        broker = Broker(place / "broker")
        group = [StarCollector(broker.port, database.address, place, str(number)) for number in range(collectors)]
        try:
            database.start()
            broker.start()
            for collector in group:
                collector.start()
                wait_until(lambda: f"port {broker.port}" in collector.said(), 20, collector.said)
            start, before = time.monotonic(), used(database, broker, group)
            threads = [threading.Thread(target=publish, args=(broker.port, packets[link::LINKS])) for link in range(LINKS)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            sent = time.monotonic() - start
            wait_until(lambda: database.number("SELECT count(*) FROM star.received") >= answers, 600, "all answers")
            seconds = time.monotonic() - start
            spent = [after - first for after, first in zip(used(database, broker, group), before)]
            gaps = database.number("SELECT count(*) FROM star.gaps")
            size = database.number("SELECT sum(pg_total_relation_size(c.oid)) FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace "
                                   "WHERE nspname = 'star' AND relkind = 'r'")
            views = {}
            for view in ("daily", "by_kiosk", "nps", "silent_kiosks", "gaps"):
                moment = time.monotonic()
                database.query(f"SELECT count(*) FROM star.{view}")
                views[view] = time.monotonic() - moment
        finally:
            for process in (*group, broker, database):
                process.stop()
        print(f"{collectors} collectors: {answers / seconds:.0f} answers/s (sent in {sent:.1f} s, stored after {seconds:.1f} s), {gaps} gaps, "
              f"{size / answers:.0f} bytes an answer; processor time an answer: PostgreSQL {spent[0] / answers * 1e6:.0f} us, "
              f"broker {spent[1] / answers * 1e6:.0f} us, collectors {spent[2] / answers * 1e6:.0f} us; "
              + ", ".join(f"{view} {taken:.2f} s" for view, taken in views.items()), flush=True)
    return 0


class Traffic:
    """The answers of a month, preceded by statuses and heartbeats, as PUBLISH packets without their identifiers."""

    def __init__(self, kiosks, answers):
        self.kiosks, self.answers = kiosks, answers
        self.journals = [str(uuid.UUID(int=(4 << 76) | (2 << 62) | number)) for number in range(kiosks)]

    def packets(self):
        now = int(time.time() * 1000)
        packets = []
        for number, journal in enumerate(self.journals):
            place = {"kiosk": f"kiosk-{number}", "journal": journal, "sequence": 0}
            packets.append(packet(number, "status", place | {"status": "online"}))
            packets.append(packet(number, "heartbeat", place | {
                "version": "1.2.3", "board": "a board", "uptime_s": 1, "wall_ms": now, "wall_synchronised": True, "monotonic_ns": 1,
                "boot_id": journal, "backlog": 0, "last_answer_ms": None, "temperature_mc": 41_000, "faults": []}))
        month = 28 * 86_400_000
        for sequence in range(1, self.answers + 1):
            for number, journal in enumerate(self.journals):
                name = str(uuid.uuid4())
                packets.append(packet(number, "answer", {
                    "uuid": name, "stars": 2.5, "steps": 5, "steps_per_star": 2, "star_count": 5, "fraction": 0.5,
                    "wall": "2026-01-01T12:00:00.000Z", "wall_ms": now - month + month * sequence // (self.answers + 1),
                    "monotonic_ns": sequence, "boot_id": journal, "visit": name, "question": "overall",
                    "reasons": ["waiting"] if sequence % 4 == 0 else [], "language": "de", "flags": [], "kiosk": f"kiosk-{number}",
                    "wall_synchronised": True, "wall_repaired_ms": None, "version": 5, "kind": "stars", "value": 2.5, "chosen": [],
                    "journal": journal, "sequence": sequence}))
        return packets


def packet(kiosk, kind, message):
    """Returns a PUBLISH packet of quality 1 in two parts, which enclose its identifier."""
    topic = f"star-slider/kiosk-{kiosk}/{kind}".encode()
    payload = json.dumps(message, separators=(",", ":")).encode()
    length = 2 + len(topic) + 2 + 1 + len(payload)
    return b"\x32" + bytes([length & 127 | 128, length >> 7]) + len(topic).to_bytes(2, "big") + topic, b"\0" + payload


def publish(port, packets):
    with socket.create_connection(("127.0.0.1", port)) as link:
        link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        name = f"publisher-{threading.get_ident()}".encode()
        body = b"\0\4MQTT\5\2\0\0\0" + len(name).to_bytes(2, "big") + name
        link.sendall(b"\x10" + bytes([len(body)]) + body)
        stream = link.makefile("rb")
        stream.read(1)
        stream.read(stream.read(1)[0])
        for start in range(0, len(packets), BATCH):
            part = packets[start:start + BATCH]
            link.sendall(b"".join(first + (index + 1).to_bytes(2, "big") + rest for index, (first, rest) in enumerate(part)))
            for _ in part:
                stream.read(1)
                stream.read(stream.read(1)[0])


def used(database, broker, group):
    """Returns the seconds of processor time used by the processes of the database, the broker and the collectors."""
    def seconds(process):
        fields = open(f"/proc/{process}/stat").read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    pid = database.process.pid
    servers = open(f"/proc/{pid}/task/{pid}/children").read().split()
    return [sum(map(seconds, servers)), seconds(broker.process.pid), sum(seconds(one.process.pid) for one in group)]
