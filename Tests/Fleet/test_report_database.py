"""The report of the collector's database: the same page as from the journals, and figures that SQL confirms."""

import html
import os
import re
import subprocess
import unittest

from collector_case import CollectorCase, answer, now
from parts import REPOSITORY, Courier, Kiosk, product, wait_until


def text(page):
    """The words of a page, without those of its style."""
    page = re.sub(r"<style>.*?</style>", "", page, flags=re.DOTALL)
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", page)))


class Reports(CollectorCase):
    def report(self, *words, name="report", **environment):
        """Returns the finished process and the page."""
        folder = self.folder / name
        done = subprocess.run([product("starctl"), "report", *words, "--output", folder], capture_output=True, text=True, timeout=60,
                              env=os.environ | environment)
        page = folder / "index.html"
        return done, page.read_text() if page.exists() else ""

    def of_database(self, *words):
        done, page = self.report("--database", self.store.address, *words)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return page

    def test_journals_and_database_give_the_same_page(self):
        self.start()
        journals = []
        for name, answers in (("gate", 150), ("hall", 90)):
            journals.append(self.folder / f"{name}.sqlite")
            Kiosk(journals[-1], name).run(answers)
            courier = Courier(journals[-1], self.port, self.folder, name)
            self.addCleanup(courier.stop)
            courier.start()
        self.stored(240)
        done, page = self.report(*journals, "--time-zone", "UTC", name="journals")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.of_database("--time-zone", "UTC"), page)
        self.assertIn("waiting", page)

    def test_versions_and_orders_are_named(self):
        """Answers of two versions of a survey, and those to tiles in another order, are not mixed without a word."""
        self.start()
        self.publish(answer(1, survey="v1"), answer(2, survey="v1"))
        self.stored(2)
        self.assertNotIn("Questions or words changed", text(self.of_database()))
        self.publish(*(answer(number, wall_ms=now() - (4 - number) * 3_600_000, survey="v2", shown=["b", "a"]) for number in (3, 4)))
        self.stored(4)
        page = text(self.of_database())
        self.assertIn("Questions or words changed on ", page)
        self.assertIn("Answers to tiles in changing order: 2", page)

    def test_settings_of_the_database_do_not_matter(self):
        self.start()
        self.publish(*(answer(number) for number in range(1, 6)))
        self.stored(5)
        self.store.query("CREATE SCHEMA shadow; CREATE FUNCTION shadow.to_timestamp(numeric) RETURNS timestamptz LANGUAGE sql AS "
                         "$$ SELECT NULL::timestamptz $$; GRANT USAGE ON SCHEMA shadow TO PUBLIC")
        for setting in ("search_path = shadow, pg_catalog", "statement_timeout = '1ms'", "default_transaction_isolation = 'serializable'"):
            self.store.query(f"ALTER DATABASE star SET {setting}", database="postgres")
            self.assertIn("Answers 5 ", text(self.of_database()), setting)
            self.store.query("ALTER DATABASE star RESET ALL", database="postgres")
        for zone in ("<+03>-03", "UTC+3"):
            self.store.query(f"ALTER DATABASE star SET timezone = '{zone}'", database="postgres")
            done, page = self.report("--database", self.store.address)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn(f"unknown time zone {zone} of the database; using UTC", done.stderr)
            self.assertIn("Answers 5 ", text(page))

    def test_kiosks_send_their_zones_and_groups(self):
        self.start()
        noon = now() // 86_400_000 * 86_400_000 - 5 * 86_400_000 + 43_200_000
        day = self.store.query(f"SELECT (to_timestamp({noon / 1000}) AT TIME ZONE 'UTC')::date")
        # Noon in UTC is the next day in the first zone.
        for kiosk, zone, groups in (("east", "Pacific/Kiritimati", ["north", "hall"]), ("west", "Pacific/Pago_Pago", ["hall"])):
            self.publish({"kiosk": kiosk, "status": "online", "journal": None, "sequence": None, "time_zone": zone, "groups": groups},
                         kiosk=kiosk, kind="status", retained=True)
            self.publish(*(answer(number, wall_ms=noon, journal=None, sequence=None) for number in range(3)), kiosk=kiosk)
        self.stored(6)
        self.wait_for("SELECT count(*) FROM star.statuses WHERE time_zone IS NOT NULL", "2")
        for words, count in (((), 3), (("--time-zone", "UTC"), 6), (("--group", "hall"), 3), (("--time-zone", "UTC", "--group", "north"), 3),
                             (("--time-zone", "UTC", "--kiosk", "west", "--group", "north"), 6)):
            self.assertIn(f"Answers {count} ", text(self.of_database("--from", day, "--to", day, *words)), words)
        done, _ = self.report("--database", self.store.address, "--group", "south")
        self.assertEqual(done.returncode, 1)
        self.assertIn("no kiosk of the database is in the group south", done.stderr)

    def test_names_and_places(self):
        self.start()
        kiosks = {"k1": ("Gate 3", ["Berlin", "Hauptbahnhof"]), "k2": ("Gate 3", ["Berlin", "Zoo"]), "k3": ("k4", ["Köln"]), "k4": (None, [])}
        for number, (kiosk, (name, place)) in enumerate(kiosks.items()):
            self.publish({"kiosk": kiosk, "status": "online", "journal": None, "sequence": None, "groups": [], "place": place}
                         | ({} if name is None else {"name": name}), kiosk=kiosk, kind="status", retained=True)
            self.publish(*(answer(one, journal=None, sequence=None) for one in range(number + 1)), kiosk=kiosk)
        self.stored(10)
        self.wait_for("SELECT count(*) FROM star.statuses", "4")

        def rows(*words):
            """The kiosks or places of the table, with their answers."""
            page = self.of_database("--time-zone", "UTC", *words)
            table = next(one for one in re.findall(r"<table.*?</table>", page, re.S) if ">Kiosk</th>" in one)
            cells = [re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row) for row in re.findall(r"<tr>(.*?)</tr>", table, re.S)]
            return {text(row[0]).strip(): text(row[1]).strip() for row in cells[1:]}

        self.assertEqual(rows(), {"Gate 3 (k1)": "1", "Gate 3 (k2)": "2", "k4 (k3)": "3", "k4": "4"})
        self.assertEqual(rows("--level", "1"), {"Berlin": "3", "Köln": "3", "Without a name": "4"})
        self.assertEqual(rows("--level", "2", "--place", "Berlin"), {"Berlin / Hauptbahnhof": "1", "Berlin / Zoo": "2"})
        for place in ("Berlin/Zoo", " Berlin /  Zoo "):
            self.assertIn("Answers 2 ", text(self.of_database("--place", place)))
        for words, status, said in (
            (("--place", "Berlin / Z"), 1, "no kiosk of the database is at Berlin / Z;"),
            (("--level", "0"), 64, "must be 1 to 8"), (("--level", "9"), 64, "must be 1 to 8"),
        ):
            done, _ = self.report("--database", self.store.address, *words)
            self.assertEqual(done.returncode, status, done.stderr)
            self.assertIn(said, done.stderr)
        done, _ = self.report(self.folder / "journal.sqlite", "--level", "1")
        self.assertIn("--place and --level require --database", done.stderr)

    def test_visits_begun_and_finished(self):
        self.start()
        date = [self.store.query(f"SELECT (now() AT TIME ZONE 'UTC')::date - {days}") for days in (1, 9, 40)]
        self.publish(answer(1, question="staff"), answer(2, question="shop", wall_ms=now()))
        self.stored(2)
        self.assertNotIn("Visits begun and finished", self.of_database())

        def counts(day, begun, kiosk="k1", **left):
            steps = {"touched": 99, "begun": begun, "finished": begun - sum(left.values())} | left
            self.publish({"kiosk": kiosk, "day": day, "written_ms": now(), "counts": [
                {"language": "de", "way": "touch", "step": step if step in ("touched", "begun", "finished") else "left", "count": count,
                 "question": "" if step in ("touched", "begun", "finished", "language") else step} for step, count in steps.items()]},
                         kind="day", kiosk=kiosk)

        counts(date[0], 10, shop=2, staff=1)
        counts(date[1], 30, shop=3, language=5, older=1)
        counts(date[0], 60, kiosk="k2", staff=20)
        counts(date[2], 7)
        self.wait_for("SELECT sum(begun) FROM star.visits", "107")

        def rows(*words, title="Visits begun and finished"):
            page = self.of_database("--time-zone", "UTC", *words)
            table = page.split(title)[1].split("</table>")[0]
            return [tuple(text(cell).strip() for cell in re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row))
                    for row in re.findall(r"<tr>(.*?)</tr>", table, re.S)]

        self.assertEqual(rows(), [
            ("Outcome", "Visits", "Share", "Before"), ("Begun", "100", "100.0%", "7"), ("Left at: Choice of language", "5", "5.0%", "0"),
            ("Left at: staff", "21", "21.0%", "0"), ("Left at: shop", "5", "5.0%", "0"), ("Left at: older", "1", "1.0%", "0"),
            ("Finished", "68", "68.0%", "7")])
        self.assertEqual(rows("--kiosk", "k1", "--from", date[0])[1:], [
            ("Begun", "10", "100.0%", "0"), ("Left at: staff", "1", "10.0%", "0"), ("Left at: shop", "2", "20.0%", "0"),
            ("Finished", "7", "70.0%", "0")])
        german = rows("--language", "de", "--phrases", str(REPOSITORY / "Sources/Kiosk/Phrases/Report"), title="Begonnene und beendete Besuche")
        self.assertEqual([row[0] for row in german[1:3]], ["Begonnen", "Verlassen bei: Sprachauswahl"])
        # A role that may read only answers, and the database of an earlier collector.
        self.store.query("CREATE ROLE reader LOGIN; GRANT USAGE ON SCHEMA star TO reader; GRANT SELECT ON star.answers TO reader")
        done, page = self.report("--database", self.store.address.replace("user=postgres", "user=reader"))
        self.assertEqual((done.returncode, done.stderr, "begun and finished" in page), (0, "", False))
        self.store.query("DROP TABLE star.visit_counts CASCADE")
        self.assertNotIn("begun and finished", self.of_database())

    def test_figures_are_those_of_sql(self):
        self.store = self.database()
        self.store.query("ALTER DATABASE star SET timezone = 'Asia/Kathmandu'")
        self.port = self.broker(persistent=True).port
        self.collectors = [self.collecting()]
        wait_until(lambda: f"port {self.port}" in self.collectors[0].said(), 20, self.collectors[0].said)
        day = 86_400_000
        kinds = [("stars", 2, 5), ("nps", 1, 10), ("yes-no", 1, 1), ("choice", 1, 1)]
        answers = []
        for number in range(120):
            kind, per_star, stars = kinds[number % 4]
            steps = 0 if kind == "choice" else number * 7 % (per_star * stars + 1)
            answers.append(answer(
                number + 1, kind=kind, question="q-" + kind, steps=steps, steps_per_star=per_star, star_count=stars,
                wall_ms=now() - number % 14 * day - number * 1_000_000, wall_synchronised=number % 9 != 0,
                reasons=["slow", 'a "quoted" \\ one'] if steps == 3 else [], chosen=["red"] if kind == "choice" else [],
                flags=[["burst"], ["partial"], ["hasty", "staff"], []][min(number % 10, 3)]))
        self.publish(*answers)
        self.stored(120)
        days = [self.store.query(f"SELECT now()::date - {ago}") for ago in (6, 0)]
        page = text(self.of_database("--from", days[0], "--to", days[1]))
        within = f"answered_at >= '{days[0]}' AND answered_at < date '{days[1]}' + 1"
        before = f"answered_at >= date '{days[0]}' - 7 AND answered_at < '{days[0]}'"

        def number(sql, where=within):
            return self.store.query(f"SELECT {sql} FROM star.answers_counted WHERE {where}")
        self.assertIn(f"Answers {number('count(*)')} Before: {number('count(*)', before)} "
                      f"Visits {number('count(DISTINCT visit)')} Before: {number('count(DISTINCT visit)', before)} Kiosks 1 ", page)
        of = within + " AND question = 'q-stars'"
        self.assertIn(f"Mean {number('round(avg(value)::numeric, 2)', of)} "
                      f"± {number('round((1.96 * stddev_samp(value) / sqrt(count(*)))::numeric, 2)', of)} (95 % interval)", page)
        self.assertIn(f"Satisfied {number('round(100 * avg((fraction >= 0.75)::int), 1)', of)}%", page)
        nps = number("round(100.0 * (count(*) FILTER (WHERE value >= 9) - count(*) FILTER (WHERE value <= 6)) / count(*), 1)",
                     within + " AND kind = 'nps'").replace("-", "−")
        self.assertRegex(page, f"Net promoter score [+]?{re.escape(nps)} ±")
        yes = number("round(100 * avg(value)::numeric, 1)", within + " AND kind = 'yes-no'")
        self.assertIn(f"Yes {yes}% ±", page)
        rows = self.store.query(f"SELECT reason, count(*) FROM star.answers_counted, unnest(reasons || chosen) reason WHERE {within} GROUP BY 1")
        self.assertEqual(len(rows.splitlines()), 3)
        for row in rows.splitlines():
            reason, count = row.rsplit("|", 1)
            self.assertRegex(page, f"{re.escape(reason)} [0-9.]+% {count} ")
        for mark, words in (("burst", "Many visits in a short time"), ("hasty", "Faster than people read"), ("staff", "Given by staff")):
            count = self.store.query(f"SELECT count(*) FROM star.answers WHERE {within} AND '{mark}' = ANY (flags)")
            self.assertIn(f"{words} {count} ", page)
        count = self.store.query(f"SELECT count(*) FROM star.answers WHERE {within} AND flags && '{{burst,hasty,staff}}'")
        self.assertIn(f"Left out of all figures: {count} ", page)
        count = number("count(*)", within + " AND time_source = 'unsure'")
        self.assertIn(f"clock was not set: {count} ", page)

    def test_visits_of_the_same_moment_are_counted_once(self):
        """Two visits share a millisecond, and the later one's name comes first. Two others have no numbers."""
        self.start()
        names = [f"{letter * 8}-0000-4000-8000-000000000000" for letter in "ba98"]
        moment = now() - 1000
        numbered = [(1, 0, names[0]), (2, 1, names[0]), (3, 1, names[1]), (4, 2, names[1])]
        others = [(5, 1, names[2]), (6, 2, names[3]), (7, 3, names[2]), (8, 3, names[3])]
        self.publish(*(answer(number, visit=visit, wall_ms=moment + later) for number, later, visit in numbered))
        self.publish(*(answer(number, visit=visit, wall_ms=moment + later, journal=None, sequence=None, version=3)
                       for number, later, visit in others))
        self.stored(8)
        self.assertIn("Answers 8 Before: 0 Visits 4 Before: 0 ", text(self.of_database()))

    def test_only_a_database_needs_libpq(self):
        """The library that is found first is an empty file."""
        (self.folder / "libpq.so.5").touch()
        library = {"LD_LIBRARY_PATH": str(self.folder)}
        done, _ = self.report("--database", "dbname=star", **library)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"cannot load libpq\.so\.5: .*; install Debian's package libpq5\n$")
        Kiosk(self.folder / "gate.sqlite", "gate").run(150)
        done, page = self.report(self.folder / "gate.sqlite", **library)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("</html>", page)

    def test_databases_that_cannot_be_read(self):
        self.store = self.database()
        self.store.query("CREATE ROLE reader LOGIN PASSWORD 'right'")
        self.store.configure(access=("local all reader scram-sha-256", "local all all trust"))
        self.store.query("SELECT pg_reload_conf()")
        reader = f"host={self.store.folder} user=reader dbname=star password="
        for address, line in {
            f"host={self.folder}/none dbname=star": "cannot connect to the database: connection to server on socket",
            reader + "wrong": "password authentication failed for user \"reader\"",
            "postgresql://[": "cannot connect to the database: ",
            self.store.address: "it has no table star.answers; name the database that star-collector writes",
        }.items():
            with self.subTest(address):
                done, page = self.report("--database", address)
                self.assertEqual((done.returncode, page, done.stderr.count("\n")), (1, "", 1), done.stderr)
                self.assertIn(line, done.stderr)
        self.port = self.broker().port
        self.collectors = [self.collecting()]
        wait_until(lambda: f"port {self.port}" in self.collectors[0].said(), 20, self.collectors[0].said)
        for address, line in {reader + "right": "permission denied", self.store.address: "there are no answers yet; nothing was written"}.items():
            with self.subTest(address):
                done, page = self.report("--database", address)
                self.assertEqual((done.returncode, page, done.stderr.count("\n")), (1, "", 1), done.stderr)
                self.assertIn(line, done.stderr)
        done, _ = self.report("--database", "dbname=star", "--journal", "x")
        self.assertEqual(done.returncode, 64)
        self.assertIn("--database and --journal cannot be combined", done.stderr)


if __name__ == "__main__":
    unittest.main()
