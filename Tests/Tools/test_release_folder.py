"""tools/release, whose packages come from stand-ins for tools/package and tools/cross: the folder, and what apt accepts of it.

Run by tools/test shell.
"""

import functools
import gzip
import http.server
import os
import re
import shutil
import subprocess
import tempfile
import threading
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/integrators.md").read_text()

PACKAGE = """#!/bin/bash
set -euo pipefail
suite=own name=star-slider
if [ "$1" = --suite ]; then suite=$2 architecture=$3; else name=star-collector architecture=$(dpkg --print-architecture); fi
[ ! -e ../broken ] || exit 1
[ ! -e ../edited ] || touch edited
tree=$(mktemp -d)/$name
mkdir -p "$tree/DEBIAN" "$tree/usr"
chmod -R 755 "$tree"
echo "$suite" >"$tree/usr/$name"
printf '%s\\n' "Package: $name" 'Version: 1' "Architecture: $architecture" 'Maintainer: test <test@localhost>' "Description: $suite" >"$tree/DEBIAN/control"
find "$tree" -exec touch -d "@$SOURCE_DATE_EPOCH" {} +
dpkg-deb --root-owner-group -Znone --build "$tree" ".build/${name}_1+${suite}_$architecture.deb" >&2
readlink -f ".build/${name}_1+${suite}_$architecture.deb"
"""
CROSS = """#!/bin/bash
[ "${*:2}" = '--static --product star-bench' ] && echo "star-bench for $1" >.build/bench && readlink -f .build/bench
"""
IMAGE = """#!/bin/bash
set -euo pipefail
[ "$1 $3 $5" = '--suite --package --output' ] && [ -f "$4" ]
mkdir -p "$(dirname "$6")"
echo "$7 of $2" | tee "$6" >"${6%.img}.raucb"
echo "$6"
"""
CHANGES = "# Changelog\n\n## 1.2.0 ({})\n\n- New.\n\n## 1.1.0 (2026-01-02)\n\n- Old.\n"


def block(word):
    """Return the snippet of docs/integrators.md that contains a word."""
    return next(text for text in re.findall(r"```sh\n(.*?)```", PAGE, re.S) if word in text)


def contents(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


class Server(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


class ReleaseFolder(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        work = tempfile.TemporaryDirectory(prefix="star-release-")
        cls.addClassCleanup(work.cleanup)
        cls.work = Path(work.name)
        cls.tree = cls.work / "tree"
        tools = cls.tree / "tools"
        shutil.copytree(ROOT / "tools/lib", tools / "lib", ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copytree(ROOT / "tools/release.d", tools / "release.d")
        shutil.copy(ROOT / "tools/release", tools)
        shutil.copytree(ROOT / "tools/image.d", tools / "image.d")
        for name, text in ("package", PACKAGE), ("cross", CROSS), ("image", IMAGE):
            (tools / name).write_text(text)
            (tools / name).chmod(0o755)
        (cls.tree / ".gitignore").write_text(".build\n")
        (cls.tree / ".build").mkdir()
        (cls.tree / "CHANGELOG.md").write_text(CHANGES.format("unreleased"))
        cls.environment = {**os.environ, "HOME": str(cls.work), "XDG_CONFIG_HOME": str(cls.work / "config"), "GIT_CONFIG_GLOBAL": "/dev/null",
                           **{f"GIT_{role}_{part}": "test@localhost" for role in ("AUTHOR", "COMMITTER") for part in ("NAME", "EMAIL")}}
        cls.environment.pop("SOURCE_DATE_EPOCH", None)
        cls.git("init", "--quiet")
        cls.commit()
        cls.folder = cls.tree / ".build/release-1.2.0"
        done = cls.run_in_tree("bash", "-ec", block("tools/release"))  # as the page prints it
        assert (done.returncode, done.stdout) == (0, f"{cls.folder}\n"), done.stderr
        cls.key = cls.work / "config/star-slider/release-key.asc"

    @classmethod
    def run_in_tree(cls, *words):
        return subprocess.run(words, cwd=cls.tree, env=cls.environment, stdin=subprocess.DEVNULL, capture_output=True, text=True)

    @classmethod
    def git(cls, *words):
        done = cls.run_in_tree("git", *words)
        assert done.returncode == 0, done.stderr
        return done.stdout

    @classmethod
    def commit(cls):
        cls.git("add", "--all")
        cls.git("commit", "--quiet", "--allow-empty", "--message", "test")

    @classmethod
    def release(cls, *words):
        return cls.run_in_tree("tools/release", *words)

    def refused(self, status, reason, *words):
        done = self.release(*words)
        self.assertEqual((done.returncode, done.stdout), (status, ""), done.stderr)
        self.assertIn(reason, done.stderr)
        left = [path.name for folder in (self.work, self.tree / ".build") for path in folder.iterdir() if path.suffix == ".part"]
        self.assertEqual(left, [])  # unfinished folders

    # The folder.

    def test_the_same_commit_gives_the_same_bytes(self):
        again = self.work / "again"
        done = self.release("--output", str(again))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(contents(again), contents(self.folder))
        self.assertEqual({path.stat().st_mtime for path in again.rglob("*")}, {float(self.git("log", "-1", "--format=%ct"))})

    def test_all_suites_and_architectures(self):
        files = contents(self.folder)
        for suite in "bookworm", "trixie":
            for architecture in "amd64", "arm64", "armhf":
                self.assertIn(f"pool/{suite}/star-slider_1+{suite}_{architecture}.deb", files)
                self.assertIn(b"Package: star-slider\n", files[f"dists/{suite}/main/binary-{architecture}/Packages"])
            self.assertRegex(files[f"dists/{suite}/Release"].decode(), f"(?m)^Architectures: amd64 arm64 armhf\nCodename: {suite}\nComponents: main$")
        self.assertEqual([files[f"star-bench-{name}"] for name in ("amd64", "arm64", "armhf")],
                         [f"star-bench for {name}\n".encode() for name in ("x86_64", "aarch64", "armv7")])
        self.assertEqual(files["NOTES.md"], b"## 1.2.0 (unreleased)\n\n- New.\n\n")
        subprocess.run(["sha256sum", "--check", "--strict", "--quiet", "SHA256SUMS"], cwd=self.folder, check=True)

    def test_a_part(self):
        folder = self.work / "part"
        done = self.release("--suite", "trixie", "--architecture", "arm64", "--output", str(folder))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(sorted(path.name for path in [*folder.glob("pool/*/*"), *folder.glob("dists/*"), *folder.glob("star-bench*")]),
                         ["star-bench-arm64", "star-slider_1+trixie_arm64.deb", "trixie"])

    def test_images(self):
        """They and their updates are there for the boards of the architecture."""
        folder = self.work / "images"
        done = self.release("--images", "--suite", "trixie", "--architecture", "amd64", "--output", str(folder))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(sorted(path.name for path in folder.glob("images/*/*")), ["generic-amd64.img.gz", "generic-amd64.raucb"])
        self.assertEqual(gzip.decompress((folder / "images/trixie/generic-amd64.img.gz").read_bytes()), b"generic-amd64 of trixie\n")
        self.assertIn("images/trixie/generic-amd64.raucb", (folder / "SHA256SUMS").read_text())

    def test_only_an_unchanged_release_is_replaced(self):
        folder = self.work / "replaced"
        folder.mkdir()
        for expected in 0, 0, 1, 0, 1:
            if expected:
                added = folder / ("SHA256SUMS.mine" if (folder / "NOTES.md").exists() else "NOTES.md")
                added.write_text("by the operator")
                before = contents(folder)
                self.refused(1, "it contains other files than an unchanged release", "--output", str(folder))
                self.assertEqual(contents(folder), before)
                added.unlink()
            else:
                done = self.release("--suite", "trixie", "--architecture", "amd64", "--output", str(folder))
                self.assertEqual(done.returncode, 0, done.stderr)
        (folder / "NOTES.md").write_text("by the operator")
        self.refused(1, "it contains other files than an unchanged release", "--output", str(folder))
        self.refused(1, "not a folder", "--output", str(folder / "NOTES.md"))
        self.refused(2, "it would change the tree", "--output", str(self.tree / "release"))

    def test_only_a_commit_is_released(self):
        file = self.tree / "new"
        file.write_text("")
        self.addCleanup(file.unlink, missing_ok=True)
        self.refused(1, "cannot release a tree that differs from its last commit")
        file.unlink()
        # It is edited while a package is built.
        (self.work / "edited").touch()
        self.addCleanup((self.work / "edited").unlink)
        self.addCleanup((self.tree / "edited").unlink)
        self.refused(1, "cannot release a tree that differs from its last commit", "--suite", "trixie", "--architecture", "amd64")

    # The key.

    def test_the_secret_key_is_private(self):
        self.assertEqual((self.key.stat().st_mode & 0o777, self.key.parent.stat().st_mode & 0o777), (0o600, 0o700))
        secret = self.key.read_text().splitlines()[2]
        for name, data in contents(self.folder).items():
            self.assertNotIn(b"PRIVATE KEY", data, name)
            self.assertNotIn(secret.encode(), data, name)

    def test_a_given_key(self):
        home, name = self.other_key()
        folder = self.work / "given"
        words = ("--suite", "trixie", "--architecture", "amd64", "--output", str(folder))
        done = self.release("--key", str(home / "secret"), *words)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual((folder / "star-slider.asc").read_text(), self.gpg(home, "--armor", "--export", name))
        for wrong in self.other_key("locked")[0] / "secret", folder / "star-slider.asc", folder / "NOTES.md":
            self.refused(2, "choose a secret key without a passphrase", "--key", str(wrong), *words)
        self.refused(2, "no such file", "--key", str(self.work / "none"), *words)

    def test_nothing_expires(self):
        for file in self.folder.glob("dists/*/Release"):
            self.assertNotIn("Valid-Until", file.read_text())
        home = Path(tempfile.mkdtemp(dir=self.work))
        self.gpg(home, "--import", self.folder / "star-slider.asc")
        for signed in (["dists/trixie/InRelease"], ["dists/trixie/Release.gpg", "dists/trixie/Release"], ["SHA256SUMS.asc", "SHA256SUMS"]):
            said = self.gpg(home, "--faked-system-time", "20991231T000000", "--status-fd", "1", "--verify", *(self.folder / name for name in signed))
            self.assertIn("[GNUPG:] GOODSIG ", said)

    def gpg(self, home, *words):
        done = subprocess.run(["gpg", "--homedir", home, "--batch", "--quiet", *words], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def other_key(self, passphrase=""):
        """Return a folder of GnuPG with another key, in the file `secret`, and the key's name."""
        home = Path(tempfile.mkdtemp(dir=self.work))
        self.addCleanup(subprocess.run, ["gpgconf", "--homedir", home, "--kill", "all"], check=True)
        words = ("--pinentry-mode", "loopback", "--passphrase", passphrase)
        self.gpg(home, *words, "--faked-system-time", "20260101T000000", "--quick-generate-key", "other", "ed25519", "sign", "never")
        (home / "secret").write_text(self.gpg(home, *words, "--armor", "--export-secret-keys"))
        return home, "other"

    # The tag.

    def test_the_tag(self):
        folder, words = self.work / "tagged", ("--suite", "trixie", "--architecture", "amd64")
        self.refused(1, "CHANGELOG.md calls it unreleased", "--tag", *words)
        start = self.git("rev-parse", "HEAD").strip()
        self.addCleanup(self.git, "reset", "--quiet", "--hard", start)
        (self.tree / "CHANGELOG.md").write_text(CHANGES.format("2026-02-03"))
        self.commit()
        broken = self.work / "broken"
        broken.touch()
        self.refused(1, "cannot release without the package for trixie's amd64", "--tag", *words, "--output", str(folder))
        broken.unlink()
        self.assertEqual(self.git("tag"), "")
        done = self.release("--tag", *words, "--output", str(folder))
        self.assertEqual((done.returncode, done.stdout), (0, f"{folder}\n"), done.stderr)
        self.addCleanup(self.git, "tag", "--delete", "v1.2.0")
        self.assertEqual(self.git("cat-file", "-t", "v1.2.0"), "tag\n")
        self.assertEqual(self.git("rev-parse", "v1.2.0^{commit}"), self.git("rev-parse", "HEAD"))
        self.assertEqual(self.release("--tag", *words, "--output", str(folder)).returncode, 0)
        self.commit()
        self.refused(1, "cannot tag this commit as v1.2.0: the tag exists at", "--tag", *words, "--output", str(folder))
        self.assertEqual(self.release(*words, "--output", str(folder)).returncode, 0)

    # apt.

    def apt(self, folder, key=None, suite="trixie"):
        """Return a function that runs apt-get with the source of docs/integrators.md, for which a web server shows the folder."""
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Server, directory=folder))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        state = Path(tempfile.mkdtemp(dir=self.work))
        source, = re.findall(r'"(deb .*)"', block("signed-by"))
        source = source.replace("$VERSION_CODENAME", suite).replace("/etc/apt/keyrings/star-slider.asc", str(key or folder / "star-slider.asc"))
        (state / "sources.list").write_text(source.replace("https://packages.example.org", f"http://127.0.0.1:{server.server_port}") + "\n")
        (state / "status").touch()
        for part in "lists/partial", "cache/archives/partial":
            (state / part).mkdir(parents=True)
        options = {"Dir::State": state, "Dir::State::status": state / "status", "Dir::Cache": state / "cache",
                   "Dir::Etc::sourcelist": state / "sources.list", "Dir::Etc::sourceparts": "/dev/null", "Dir::Etc::trustedparts": "/dev/null",
                   "Dir::Etc::trusted": "/dev/null", "APT::Architecture": "arm64", "APT::Architectures": "arm64", "APT::Sandbox::User": "root",
                   "Acquire::http::Proxy": "DIRECT", "APT::Update::Error-Mode": "any"}

        def run(*words):
            return subprocess.run(["apt-get", *(f"-o{name}={value}" for name, value in options.items()), *words], cwd=state, capture_output=True, text=True)
        return run

    def changed(self, pattern, old, new):
        """Return a copy of the folder, with other bytes in the files of the pattern."""
        folder = Path(tempfile.mkdtemp(dir=self.work)) / "changed"
        shutil.copytree(self.folder, folder)
        for file in folder.glob(pattern):
            data = file.read_bytes()
            self.assertIn(old, data)
            file.write_bytes(data.replace(old, new))
        return folder

    def test_apt_downloads_the_packages(self):
        for suite in "bookworm", "trixie":
            apt = self.apt(self.folder, suite=suite)
            done = apt("update")
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            done = apt("download", "star-slider")
            self.assertEqual(done.returncode, 0, done.stderr)

    def test_apt_refuses_a_changed_package(self):
        apt = self.apt(self.changed("pool/trixie/*", b"trixie", b"trixxx"))
        self.assertEqual(apt("update").returncode, 0)
        done = apt("download", "star-slider")
        self.assertEqual(done.returncode, 100)
        self.assertIn("Hash Sum mismatch", done.stderr)

    def test_apt_refuses_a_changed_list(self):
        for pattern, old, new in ("dists/trixie/main/*/Packages*", b"", b"x"), ("dists/trixie/*elease", b"star slider", b"star gazer!"):
            done = self.apt(self.changed(pattern, old, new))("update")
            self.assertEqual(done.returncode, 100, done.stderr)

    def test_apt_refuses_another_key(self):
        home, name = self.other_key()
        key = home / "other.asc"
        key.write_text(self.gpg(home, "--armor", "--export", name))
        done = self.apt(self.folder, key)("update")
        self.assertEqual(done.returncode, 100)
        self.assertRegex(done.stderr, "(?i)is not signed|missing key|NO_PUBKEY")


if __name__ == "__main__":
    unittest.main()
