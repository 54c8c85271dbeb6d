"""The page "From stand to chart", with broker, database, collector and kiosk."""

import json
import os
import re
import subprocess
import time
import unittest

from collector_case import JOURNAL, CollectorCase, answer
from parts import REPOSITORY, Kiosk, program, wait_until


class Documented(CollectorCase):
    """The snippets of docs/chart.md, and of docs/integrators.md for the broker, with this test's ports and folders."""

    def test_the_page_from_stand_to_chart(self):
        page = (REPOSITORY / "docs" / "chart.md").read_text()
        blocks = [block.split("\n", 1) for block in page.split("```")[1::2]]
        integrators = (REPOSITORY / "docs" / "integrators.md").read_text()
        files = {name: text for name, text in re.findall(r"```\n# (/etc/mosquitto/.*?)\n(.*?)```", integrators, re.S)}
        broker = files["/etc/mosquitto/conf.d/stars.conf"]
        (self.folder / "rights").write_text(files["/etc/mosquitto/rights"])
        passwords = self.folder / "passwords"
        for index, user in enumerate(("collector", "gate-7", "gate-8")):
            subprocess.run(["mosquitto_passwd", "-b", *(["-c"] if index == 0 else []), passwords, user, f"{user}'s"], check=True,
                           stderr=subprocess.DEVNULL)
        lines = broker.replace("/etc/mosquitto/passwords", str(passwords)).replace("/etc/mosquitto/rights", str(self.folder / "rights"))
        # Certificates are tested elsewhere (test_brokers.py); the test's broker has its own listener and queue.
        left_out = ("listener", "certfile", "keyfile", "max_queued")
        self.port = self.broker([line for line in lines.splitlines() if not line.startswith(left_out)], persistent=True).port
        # The collector's options and user, and the commands for the database.
        self.store = self.database()
        commands = [line for _, text in blocks for line in text.splitlines() if line.startswith("sudo -u postgres")]
        self.assertEqual(len(commands), 3)
        self.store.query("DROP DATABASE star", database="postgres")
        for command in commands:
            subprocess.run(command.removeprefix("sudo -u postgres "), shell=True, check=True, stdout=subprocess.DEVNULL,
                           env=os.environ | {"PGHOST": str(self.store.folder), "PGUSER": "postgres"})
        self.assertEqual(self.store.query("SHOW timezone"), "Europe/Berlin")
        options = next(line for _, text in blocks for line in text.splitlines() if line.startswith("OPTIONS=")).removeprefix("OPTIONS=")
        (self.folder / "secret").write_text("collector's\n")
        options = options.replace("localhost", f"localhost:{self.port}").replace("/etc/star-collector.password", str(self.folder / "secret"))
        collector = self.collecting(start=False)
        collector.words = [collector.words[0], *options.split(), "--patience", "1"]
        os.environ |= {"PGHOST": str(self.store.folder), "PGUSER": "_star-collector"}
        self.addCleanup(lambda: [os.environ.pop(name) for name in ("PGHOST", "PGUSER")])
        self.collectors = [collector.start()]
        wait_until(lambda: f"port {self.port}" in collector.said(), 20, collector.said)
        # A kiosk with the settings of the page.
        settings = next(text for kind, text in blocks if kind == "ini")
        (self.folder / "gate-7").write_text("gate-7's\n")
        file = self.folder / "kiosk.conf"
        file.write_text(settings.replace("broker.example.org", f"127.0.0.1:{self.port}\ntls = no").replace(
            "/etc/star-slider/password", str(self.folder / "gate-7")))
        Kiosk(self.journal, "gate-7").run(20)
        courier = self.courier(self.port, start=False)
        courier.words = [courier.words[0], "--journal", str(self.journal), "--config", str(file)]
        courier.start()
        self.stored(20)
        self.wait_for("SELECT kiosk, status, board <> '' FROM star.kiosks", "gate-7|online|t")
        # A missing answer comes again, so the collector may ask and the kiosk may hear it.
        self.store.query("DELETE FROM star.answers WHERE sequence = 7; DELETE FROM star.received WHERE uuid NOT IN "
                         "(SELECT uuid FROM star.answers); UPDATE star.streams SET arrived = '{[1,7),[8,21)}'")
        self.stored(20)
        self.wait_for("SELECT count(*) FROM star.gaps", "0")
        # Another kiosk can neither write in its name nor ask.
        for topic, message in (("gate-7/answer", json.dumps(answer(99))), ("gate-7/resend", f"{JOURNAL} 1 9")):
            subprocess.run([program("mosquitto_pub"), "-p", str(self.port), "-V", "5", "-q", "1", "-u", "gate-8", "-P", "gate-8's", "-t",
                            f"star-slider/{topic}", "-m", message], timeout=10, stderr=subprocess.DEVNULL)
        time.sleep(1)
        self.stored(20)
        self.assertNotIn("resend", courier.said())


if __name__ == "__main__":
    unittest.main()
