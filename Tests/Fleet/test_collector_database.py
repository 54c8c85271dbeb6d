"""star-collector with databases that are down, refuse it, or belong to another version."""

import subprocess
import unittest

from collector_case import DAY, SCHEMA, SCHEMAS, CollectorCase, answer, heartbeat, now
from parts import free_port, wait_until


class BadDatabases(CollectorCase):
    def test_a_wrong_password(self):
        self.store = self.database()
        self.store.query("CREATE ROLE writer LOGIN PASSWORD 'right'; GRANT ALL ON DATABASE star TO writer")
        self.store.configure(access=("local all writer scram-sha-256", "local all all trust"))
        self.store.query("SELECT pg_reload_conf()")
        self.port = self.broker(persistent=True).port
        secret = self.folder / "pgpass"
        secret.write_text("*:*:*:writer:wrong\n")
        secret.chmod(0o600)
        collector = self.collecting(address=f"host={self.store.folder} user=writer dbname=star passfile={secret}")
        wait_until(lambda: "password authentication failed for user" in collector.said(), 10, collector.said)
        self.assertEqual(collector.said().count("\n"), 1)
        self.assertIsNone(collector.process.poll())
        # It reads the file for each connection.
        secret.write_text("*:*:*:writer:right\n")
        wait_until(lambda: f"port {self.port}" in collector.said(), 20, collector.said)
        self.collectors = [collector]
        self.publish(answer())
        self.stored(1)

    def test_a_database_that_is_down(self):
        self.start()
        collector = self.collectors[0]
        self.publish(answer(1))
        self.stored(1)
        self.store.stop()
        # The first message finds it out. Until the database is back, the broker keeps the others.
        self.publish(*(answer(number) for number in range(2, 6)))
        wait_until(lambda: "trying again" in collector.said(), 10, collector.said)
        self.publish(*(answer(number) for number in range(6, 10)))
        self.assertIsNone(collector.process.poll())
        self.store.start()
        self.stored(9)
        self.assertEqual(self.store.number("SELECT count(*) FROM star.gaps"), 0)

    def test_a_database_that_never_was(self):
        self.store = self.database()
        self.port = free_port()
        for address, line in {
            f"host={self.folder}/none dbname=star": "No such file or directory",
            f"host={self.store.folder} user=postgres dbname=other": 'database "other" does not exist',
            "postgresql://[": "cannot connect to the database",
            "host=127.0.0.1 port=1 dbname=star": "Connection refused",
        }.items():
            with self.subTest(address):
                collector = self.collecting(str(len(address)), address=address)
                wait_until(lambda: line in collector.said(), 15, collector.said)
                self.assertTrue(collector.said().endswith("; trying again\n"), collector.said())
                self.assertEqual(collector.said().count("\n"), 1)
                self.assertEqual(collector.stop(), 0)

    def test_schemas_that_are_not_ours(self):
        self.start()
        collector = self.collectors[0]
        line = f"its schema version is {SCHEMA + 1}; this program supports {SCHEMA}; install the version of the collector that created it"
        # While it runs, and at its start.
        self.store.query(f"UPDATE star.schema SET version = {SCHEMA + 1}")
        self.publish(answer(1))
        wait_until(lambda: line in collector.said(), 10, collector.said)
        second = self.collecting("second")
        wait_until(lambda: line in second.said(), 10, second.said)
        self.assertEqual(self.store.number("SELECT count(*) FROM star.answers"), 0)
        # Nothing was lost meanwhile.
        self.store.query(f"UPDATE star.schema SET version = {SCHEMA}")
        self.stored(1)
        self.store.query("CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0", database="postgres")
        third = self.collecting("third", address=self.store.address.replace("=star", "=latin"))
        wait_until(lambda: "its encoding is not UTF8; create another one: createdb -E UTF8" in third.said(), 10, third.said)
        self.store.query("CREATE DATABASE foreign_schema; ", database="postgres")
        self.store.query("CREATE SCHEMA star; CREATE TABLE star.things (x integer)", database="foreign_schema")
        fourth = self.collecting("fourth", address=self.store.address.replace("=star", "=foreign_schema"))
        wait_until(lambda: 'schema "star" already exists' in fourth.said(), 10, fourth.said)

    def test_a_database_of_version_3_is_migrated(self):
        self.store = self.database()
        for schema in SCHEMAS[:3]:
            self.store.query(schema.read_text())
        self.store.query("""UPDATE star.schema SET version = 3; CREATE TABLE star.answers_2024_02
            PARTITION OF star.answers FOR VALUES FROM ('2024-02-01 00:00Z') TO ('2024-03-01 00:00Z'); INSERT INTO star.answers VALUES (
            '00000000-0000-4000-8000-000000000001', 'k1', '2024-02-29', 'kiosk', 'overall', 'stars', 5, 1, 5, 1, 5, '{}', '{}', 'de', '{}',
            '00000000-0000-4000-8000-000000000001', NULL, 1709164800000, NULL, true, 1, 'b')""")
        self.port = self.broker(persistent=True).port
        collector = self.collecting()
        self.collectors = [collector]
        wait_until(lambda: f"port {self.port}" in collector.said(), 20, collector.said)
        self.publish(answer(1))
        self.stored(2)
        self.assertEqual(self.store.query("SELECT version, (SELECT sum(value) FROM star.answers_counted) FROM star.schema"), f"{SCHEMA}|7.5")

    def test_a_database_of_version_7_is_migrated(self):
        """Its heartbeats have no image. A session that is older than the upgrade gets a table with one."""
        self.store = self.database()
        for schema in SCHEMAS[:7]:
            self.store.query(schema.read_text())
        self.store.query("""UPDATE star.schema SET version = 7; INSERT INTO star.heartbeats (kiosk, boot_id, monotonic_ns, wall_ms, wall_synchronised,
            version, board, uptime_s, faults) VALUES ('k1', 'boot-1', 1, 1, true, '0.2.0', '', 1, '{}')""")
        self.store.query("CREATE DATABASE pooled TEMPLATE star", database="postgres")
        self.port = self.broker(persistent=True).port
        collector = self.collecting()
        wait_until(lambda: f"port {self.port}" in collector.said(), 20, collector.said)
        images = "SELECT kiosk, image, update_state FROM star.kiosks"
        self.assertEqual(self.store.query(images), "k1||")
        self.publish(heartbeat(image={"version": "0.3.0", "update": "done"}), kind="heartbeat")
        self.wait_for(images, "k1|0.3.0|done")
        self.assertEqual(self.store.number("SELECT version FROM star.schema"), SCHEMA)
        columns = self.store.query("SET client_min_messages = warning; SELECT star.begin_tables(7, 'kiosk'); " + SCHEMAS[7].read_text() + """
            UPDATE star.schema SET version = 8; SELECT star.begin_session(8, 'kiosk'); SELECT star.begin_session(8, 'kiosk');
            SELECT count(*) FROM pg_attribute WHERE attrelid = 'pg_temp.new_heartbeats'::regclass AND attname IN ('image', 'update_state')""",
                                   database="pooled")
        self.assertEqual(columns.split(), ["2"])

    def test_a_transaction_that_reads_delays_no_answer_of_another_month(self):
        self.start()
        self.publish(answer(1))
        self.stored(1)
        reader = subprocess.Popen(["psql", "-XqAt", "-h", str(self.store.folder), "-U", "postgres", "-d", "star"], text=True,
                                  stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.addCleanup(reader.communicate)
        reader.stdin.write("BEGIN; SELECT count(*) FROM star.answers;\n")
        reader.stdin.flush()
        self.assertEqual(reader.stdout.readline(), "1\n")
        # A clock that is behind, and later the time of a heartbeat.
        old = now() - 70 * DAY
        self.publish(answer(2, wall_ms=old, wall_synchronised=False))
        self.stored(2)
        self.publish(heartbeat(wall_ms=old - 70 * DAY), kind="heartbeat")
        self.wait_for("SELECT time_source, count(*) FROM star.answers GROUP BY 1 ORDER BY 1", "heartbeat|1\nkiosk|1")
        self.assertEqual(self.store.query("SELECT count(*) FROM pg_inherits WHERE inhparent = 'star.answers'::regclass"), "3")
        self.assertNotIn("trying again", self.collectors[0].said())

    def test_a_role_that_may_not_create_a_table_waits_for_the_right(self):
        self.store = self.database()
        self.store.query("CREATE ROLE writer LOGIN; GRANT ALL ON DATABASE star TO writer")
        self.port = self.broker(persistent=True).port
        collector = self.collecting(address=f"host={self.store.folder} user=writer dbname=star")
        self.collectors = [collector]
        wait_until(lambda: f"port {self.port}" in collector.said(), 20, collector.said)
        self.store.query("ALTER SCHEMA star OWNER TO postgres; REVOKE CREATE ON SCHEMA star FROM writer; GRANT USAGE ON SCHEMA star TO writer")
        self.publish(answer(1))
        wait_until(lambda: "its role may not create tables in the schema star" in collector.said(), 20, collector.said)
        self.assertEqual(self.store.query("SELECT count(*) FROM star.set_aside"), "0")
        self.store.query("GRANT CREATE ON SCHEMA star TO writer")
        self.stored(1)

    def test_collectors_that_start_at_once_create_one_schema(self):
        self.store = self.database()
        self.port = self.broker(persistent=True).port
        collectors = [self.collecting(str(number)) for number in range(6)]
        for collector in collectors:
            wait_until(lambda: f"port {self.port}" in collector.said(), 20, collector.said)
            self.assertEqual(collector.said().count("\n"), 2, collector.said())
        self.assertEqual(self.store.number("SELECT version FROM star.schema"), SCHEMA)


if __name__ == "__main__":
    unittest.main()
