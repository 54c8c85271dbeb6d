"""Updates for a board, made as by tools/image: of a root that differs from the image's, of settings, and bad ones."""

import os
import shutil
from pathlib import Path

from board import REPOSITORY
from vmkit import parts

KEY = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config") / "star-slider/update-key.pem"


class Bundles:
    """Bundles in a folder, for the board `name`; those with a root are made of that of the image `card`."""

    def __init__(self, name, card, folder):
        self.name, self.card, self.folder = name, card, Path(folder)
        self.image, self.tree = self.folder / "root.img", self.folder / "tree"  # the image's root, read and unpacked once it is needed
        self.changed = self.folder / "changed.img"  # the root of the last update

    def version(self):
        """Return the version of the image."""
        self._unpack()
        return (self.tree / "usr/share/star-image/version").read_text().strip()

    def root(self, file, version, change=None):
        """Make an update with this version of the image's root, after `change(tree)`."""
        self._unpack()
        (self.tree / "usr/share/star-image/version").write_text(f"{version}\n")
        if change:
            change(self.tree)
        self.changed.unlink(missing_ok=True)
        parts.run("mkfs.erofs", "-d0", "-zlz4", self.changed, self.tree)
        return self.make(file, f'bundle_root "$1" "$2" {self.changed}', version)

    def small(self, file, version, board=None, key=KEY):
        """Make an update with a root that no kiosk installs."""
        image = self.folder / "small.img"
        image.write_bytes(os.urandom(1 << 16))
        return self.make(file, f'bundle_root "$1" "$2" {image}', version, board, key)

    def settings(self, file, version, **files):
        """Make an update of the settings in `files`; `kiosk_conf` stands for kiosk.conf."""
        folder = self.folder / "settings"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        for name, content in files.items():
            (folder / name.replace("_", ".")).write_text(content)
        return self.make(file, f'bundle_settings "$1" "$2" {folder}', version)

    def make(self, file, words, version, board=None, key=KEY):
        path = self.folder / file
        script = f". tools/lib/messages.sh; . tools/image.d/bundle.sh; board_name={board or self.name}; key={key}; {words}"
        parts.run("bash", "-c", f"cd {REPOSITORY}; {script}", "bundle", path, version)
        return path

    def foreign_key(self):
        """Return a key that no image knows."""
        path = self.folder / "foreign.pem"
        certificate = self.folder / "foreign.crt"
        parts.run("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "9", "-subj", "/CN=other",
                  "-keyout", path, "-out", certificate)
        path.write_text(path.read_text() + certificate.read_text())
        return path

    def _unpack(self):
        if not self.tree.exists():
            self.image.write_bytes(self.card.read("star-root-a"))
            parts.run("fsck.erofs", f"--extract={self.tree}", self.image)
