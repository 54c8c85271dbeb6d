"""Random databases: whatever a session's settings are and whichever rows the database refuses, all others are stored, and none is lost.

STAR_RANDOM_DATABASES sets the number of databases, STAR_RANDOM_SEED the first one.
"""

import json
import os
import random
import subprocess
import time
import unittest

from collector_case import CollectorCase, answer, heartbeat, now
from parts import StarCollector, program, try_seeds

COUNT = int(os.environ.get("STAR_RANDOM_DATABASES", "12"))
SEED = int(os.environ.get("STAR_RANDOM_SEED", "1"))
SETTINGS = {
    "DateStyle": ("German", "SQL, DMY", "Postgres, DMY", "ISO, DMY"), "TimeZone": ("Asia/Kathmandu", "Africa/Monrovia", "America/St_Johns", "EST5EDT"),
    "IntervalStyle": ("sql_standard", "iso_8601", "postgres_verbose"), "search_path": ("shadow, pg_catalog", "nowhere", "pg_temp, shadow"),
    "standard_conforming_strings": ("off",), "client_encoding": ("LATIN1", "SQL_ASCII", "WIN1252"), "array_nulls": ("off",),
    "default_transaction_read_only": ("on",), "default_transaction_isolation": ("serializable", "\"repeatable read\""),
    "default_transaction_deferrable": ("on",), "statement_timeout": ("2s",), "lock_timeout": ("1s",), "extra_float_digits": ("-15",),
    "idle_in_transaction_session_timeout": ("1s",), "client_min_messages": ("debug5", "error"), "transform_null_equals": ("on",),
    "check_function_bodies": ("off",), "bytea_output": ("escape",), "synchronous_commit": ("off",), "row_security": ("off",),
    "default_table_access_method": ("heap",), "lc_messages": ("C",), "enable_seqscan": ("off",), "jit": ("on",),
    "plpgsql.extra_errors": ("all",), "plpgsql.extra_warnings": ("all",),
}
STATES = ("54000", "XX000", "P0001", "42501", "22012", "23514", "0A000", "45000", "38000", "2F004", "21000", "44000", "42P01", "ZZ999")
# What a schema before pg_catalog may put in the place of a function or a type.
SHADOW = """
CREATE SCHEMA shadow;
CREATE FUNCTION shadow.now() RETURNS timestamptz LANGUAGE sql AS $$ SELECT 'infinity'::timestamptz $$;
CREATE FUNCTION shadow.to_timestamp(double precision) RETURNS timestamptz LANGUAGE sql AS $$ SELECT NULL::timestamptz $$;
CREATE FUNCTION shadow.hashtext(text) RETURNS integer LANGUAGE plpgsql AS $$ BEGIN RAISE 'the wrong hashtext'; END $$;
CREATE FUNCTION shadow.to_regclass(text) RETURNS regclass LANGUAGE sql AS $$ SELECT NULL::regclass $$;
"""


class RandomDatabases(CollectorCase):
    def setUp(self):
        super().setUp()
        self.store = self.database(settings=("max_connections = 200",))
        self.port = self.broker(persistent=True).port

    def publish_all(self, prefix, kind, messages):
        subprocess.run([program("mosquitto_pub"), "-p", str(self.port), "-V", "5", "-q", "1", "-t", f"{prefix}/k1/{kind}", "-l"],
                       input="".join(json.dumps(message) + "\n" for message in messages).encode(), check=True, timeout=60)

    def collect(self, seed):
        """Returns what is wrong with a collection; empty if nothing is."""
        dice = random.Random(seed)
        name, prefix = f"random_{seed}", f"random-{seed}"
        role = f"writer_{seed}"
        self.store.query(f"CREATE ROLE {role} LOGIN", database="postgres")
        self.store.query(f"CREATE DATABASE {name} OWNER {role}", database="postgres")
        self.store.query(SHADOW + f"GRANT USAGE ON SCHEMA shadow TO {role}", database=name)
        settings = dice.sample(sorted(SETTINGS), dice.randrange(1, 9))
        for setting in settings:
            place = dice.choice((f"ROLE {role}", f"DATABASE {name}"))
            self.store.query(f"ALTER {place} SET {setting} = {dice.choice([v if ',' in v or v[0] == chr(34) else repr(v) for v in SETTINGS[setting]])}",
                             database="postgres")
        log = self.folder / name
        log.mkdir()
        collector = StarCollector(self.port, f"host={self.store.folder} user={role} dbname={name}", log, name,
                                  ("--patience", "1", "--prefix", prefix, "--group", f"g{seed}"))
        collector.start()
        try:
            wrong = self.outcome(dice, collector, name, prefix)
            start = time.monotonic()
            if collector.stop() != 0 or time.monotonic() - start > 30:
                wrong.append(f"it took {time.monotonic() - start:.1f} s to end")
            return wrong and [f"seed {seed}: {settings}", *wrong, collector.said()]
        finally:
            collector.crash()
            self.store.query(f"DROP DATABASE {name} WITH (FORCE)", database="postgres")

    def outcome(self, dice, collector, name, prefix):
        def eventually(condition, what, seconds=240):
            # What a healthy collector needs depends on the machine.
            end = time.monotonic() + seconds
            while not condition():
                if time.monotonic() > end:
                    return [what]
                time.sleep(0.1)
            return []

        def query(sql):
            return self.store.query(
                "SET search_path = pg_catalog; SET default_transaction_read_only = off; SET statement_timeout = 0; SET lock_timeout = 0; "
                "SET jit = off; SET client_min_messages = warning; " + sql, database=name)
        wrong = eventually(lambda: f"port {self.port}" in collector.said(), "it does not connect")
        if wrong:
            return wrong
        answers = [answer(number, wall_ms=now() - dice.randrange(60) * 86_400_000, question=f"q{number}") for number in range(1, 31)]
        bad = {f"q{number}" for number in dice.sample(range(1, 31), dice.choice((0, 1, 2, 7)))}
        state = dice.choice(STATES)
        names = ", ".join(f"'{one}'" for one in bad) or "''"
        query(f"""CREATE FUNCTION star.refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
            IF NEW.question IN ({names}) THEN RAISE EXCEPTION 'refused by a test' USING ERRCODE = '{state}'; END IF; RETURN NEW; END $$;
            CREATE TRIGGER refuse BEFORE INSERT ON star.answers FOR EACH ROW EXECUTE FUNCTION star.refuse()""")
        self.publish_all(prefix, "answer", answers)
        self.publish_all(prefix, "heartbeat", [heartbeat(faults=["disk_full"])])
        good = len(answers) - len(bad)
        wrong += eventually(lambda: query("SELECT count(*) FROM star.answers") == str(good), f"not {good} answers with {state}")
        wrong += eventually(lambda: query("SELECT count(*) FROM star.set_aside") == str(len(bad)), f"not {len(bad)} set aside with {state}")
        wrong += eventually(lambda: query("SELECT count(*) FROM star.alert_log WHERE detail = 'disk_full'") == "1", "no alert")
        if collector.said().count("refused by a test") < min(len(bad), 1):
            wrong.append("the refusal is not named")
        if query("SELECT count(*) FROM star.answers a WHERE date_trunc('month', answered_at, 'UTC') <> date_trunc('month', to_timestamp("
                 "wall_ms / 1000.0), 'UTC')") != "0":
            wrong.append("an answer has another month")
        # Once the cause is gone, the kiosk sends again what was refused.
        query("DROP TRIGGER refuse ON star.answers")
        self.publish_all(prefix, "answer", [one for one in answers if one["question"] in bad])
        return wrong + eventually(lambda: query("SELECT count(*) FROM star.answers") == str(len(answers)), "an answer is lost")

    def test_every_row_that_can_be_stored_is(self):
        try_seeds(self, self.collect, range(SEED, SEED + COUNT), "databases", side_by_side=6)


if __name__ == "__main__":
    unittest.main()
