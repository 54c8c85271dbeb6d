"""Updates from the card: installed, tried, confirmed or taken back; bad ones are named. A mixin for the test of a board."""

import functools
import http.server
import shutil
import tempfile
import threading

from board import PATIENCE, SAMPLE, Board
from bundles import Bundles
from first_start import VALID, said

BROKEN = VALID.replace("fonts", "fonds")
OTHER = VALID.replace("trial?", "update?")


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


class Updating:

    def is_updated(self, card):
        """Whether both slots are confirmed."""
        return card.entries() == ["star-a.conf", "star-b.conf"]

    def is_taken_back(self, card):
        """Whether slot B was tried in vain."""
        return card.entries() == ["star-a.conf", "star-b+0-2.conf"]

    def bundles(self):
        folder = tempfile.mkdtemp(prefix="star-bundles-")
        self.addCleanup(shutil.rmtree, folder)
        return Bundles(self.board, self.card, folder)

    def kept(self, name):
        """Return what the kiosk keeps about updates, or None."""
        path = self.card.data() / "lib/star-update" / name
        return path.read_text() if path.exists() else None

    def log(self):
        return self.card.log("star-update.service")

    def says(self, line):
        """Whether the log in use has a line. A copy of it may have half of a change."""
        try:
            return line in self.log()
        except RuntimeError:
            return False

    def test_an_update_after_bad_ones(self):
        """Bad bundles are named, on the glass, too. The good one is installed, and its version stays."""
        bundles = self.bundles()
        version = bundles.version()
        newer = version + ".1"
        old = f"e-old.raucb: its version 0.1.0 is older than {newer}"
        cut = bundles.small("d-cut.raucb", newer)
        cut.write_bytes(cut.read_bytes()[:9000])
        self.card.store(bundles.root("a-good.raucb", newer), bundles.small("b-foreign.raucb", newer, key=bundles.foreign_key()),
                        bundles.small("c-board.raucb", "99", board="toaster"), cut, bundles.small("e-old.raucb", "0.1.0"))
        with Board(self.board, self.card) as board:
            board.wait_for(self.starts(SAMPLE))
            board.wait_until(lambda: self.is_updated(self.card), timeout=2 * PATIENCE)
            board.wait_for(self.starts(said("The card: d-cut.raucb: it is incomplete or damaged; copy it again")))
            self.rate(board)
            board.wait_until(lambda: self.says(old))
        log = self.log()
        for line in (f"installing version {newer}", f"starting version {newer}", "update: done",
                     "update: failed: b-foreign.raucb: it is not signed with this kiosk's key",
                     "update: failed: c-board.raucb: it is for another board, toaster",
                     "update: failed: d-cut.raucb: it is incomplete or damaged; copy it again",
                     old):
            self.assertIn(line, log)
        self.assertEqual(len(self.answers()), 1)

    def test_an_update_that_does_not_start(self):
        """It is tried twice. Then the version before is back, says why, and does not install it again."""
        bundles = self.bundles()
        newer = bundles.version() + ".1"
        self.card.store(bundles.root("update.raucb", newer, lambda tree: (tree / "usr/sbin/init").unlink()))
        with Board(self.board, self.card) as board:
            board.wait_for(self.starts(said(f"The card: update.raucb: version {newer}: it did not start")), timeout=3 * PATIENCE)
        self.assertTrue(self.is_taken_back(self.card))
        self.assertEqual(self.kept("failed"), f"{newer} it did not start\n")
        self.assertEqual(self.log().count("installing version"), 1)

    def test_an_update_whose_kiosk_fails(self):
        """It is tried twice, and says what was missing."""
        bundles = self.bundles()
        newer = bundles.version() + ".1"

        def change(tree):
            (tree / "usr/bin/star-kiosk").unlink()
            (tree / "usr/bin/star-kiosk").symlink_to("false")

        self.card.store(bundles.root("update.raucb", newer, change))
        reason = f"version {newer}: the kiosk has shown no picture"
        with Board(self.board, self.card) as board:
            board.wait_for(self.starts(said(f"The card: update.raucb: {reason}")), timeout=3 * PATIENCE)
            board.wait_until(lambda: self.says(f"update: failed: {reason}"))
        self.assertTrue(self.is_taken_back(self.card))

    def test_settings_alone(self):
        """They are in effect without a restart, and after it. Invalid ones are named. The card's other files stay."""
        bundles = self.bundles()
        self.card.put(kiosk_conf=VALID, password="secret")
        self.card.store(bundles.settings("a-invalid.raucb", "1", kiosk_conf=BROKEN), bundles.settings("b-valid.raucb", "2", kiosk_conf=OTHER))
        with Board(self.board, self.card) as board:
            board.wait_for(self.starts(OTHER))
            board.wait_until(lambda: self.says("update: failed: a-invalid.raucb: kiosk.conf:2"))
        with Board(self.board, self.card) as board:
            board.wait_for(self.starts(OTHER))
        self.assertEqual(self.kept("settings"), "2\n")
        self.assertEqual((self.card.data() / "etc/valid/password").read_text(), "secret")

    def test_a_remote_command(self):
        """The bundle at its address is fetched and installed."""
        bundles = self.bundles()
        bundles.settings("update.raucb", "1", kiosk_conf=OTHER)
        handler = functools.partial(Quiet, directory=bundles.folder)
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        with Board(self.board, self.card) as board:
            board.wait_for(self.starts(SAMPLE))
            self.rate(board)
        request = self.card.folder / "request"
        request.write_text(f"http://10.0.2.2:{server.server_port}/update.raucb\n")
        self.card.put_data(request, "/lib/star-slider-kiosk/update")
        with Board(self.board, self.card, network=True) as board:
            board.wait_for(self.starts(OTHER))
            board.wait_until(lambda: self.kept("request") is None)
        self.assertFalse((self.card.data() / "lib/star-slider-kiosk/update").exists())
        self.assertEqual(self.kept("last"), "update done\ndetail settings 1\n")
