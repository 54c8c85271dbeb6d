"""Each step of tools/test asks for the Debian packages of every command that it calls. Run by tools/test shell."""

import re
import subprocess
import unittest

import commands
import shellwords

# Commands by package. A new command must be added here.
TABLE = """
alsa-utils: amixer
apt-utils: apt-ftparchive
arch-test: arch-test
binutils: ar nm readelf strip
btrfs-progs: mkfs.btrfs
busybox-static: busybox
chromium: chromium
cmake: cmake
dosfstools: mkfs.vfat
device-tree-compiler: dtc
dpkg-dev: dpkg-shlibdeps dpkg-source
e2fsprogs: debugfs e2fsck mke2fs resize2fs tune2fs dumpe2fs
curl: curl
erofs-utils: fsck.erofs mkfs.erofs
evemu-tools: evemu-device evemu-play evemu-describe
fdisk: sfdisk
fontconfig: fc-cache fc-match
g++: g++
gcc: gcc cc
gpg: gpg
gpgconf: gpgconf
kmod: depmod modinfo modprobe
libharfbuzz-bin: hb-shape hb-view
lintian: lintian
make: make
mmdebstrap: mmdebstrap
mosquitto: mosquitto mosquitto_passwd
mosquitto-clients: mosquitto_pub mosquitto_sub
mtools: mcopy mdir mtype
openbox: openbox
openssl: openssl
pkg-config: pkg-config
postgresql: initdb psql pg_ctl postgres
procps: pgrep pkill ps
qemu-system-arm: qemu-system-aarch64 qemu-system-arm
qemu-system-x86: qemu-system-x86_64
qemu-user-static: qemu-aarch64-static qemu-arm-static qemu-x86_64-static
qemu-utils: qemu-img qemu-io
rauc: rauc
shellcheck: shellcheck
sqlite3: sqlite3
strace: strace
systemd: journalctl systemctl systemd-analyze systemd-notify systemd-run
u-boot-tools: mkenvimage mkimage
valgrind: valgrind
x11-apps: xwd xprop
xdotool: xdotool
xvfb: Xvfb
zbar-tools: zbarimg
zopfli: zopfli
"""

# What every step finds: Debian's essential and required packages, git, Swift's toolchain, and Python, which tools/test itself asks for.
EVERYWHERE = set("""
apt apt-cache apt-get awk base64 bash cat chmod chown cksum cmp cp cut date dd df diff dirname dpkg dpkg-deb dpkg-query du env false find flock
getconf grep gzip head hostname id install ionice kill ldconfig ldd ln ls md5sum mkdir mkfifo mktemp mount mv nice nproc od paste prlimit python3
readlink realpath rm sed seq setpriv setsid sh sha256sum sleep sort stat stdbuf sync tail tar taskset tee timeout touch tr true truncate
umount uname uniq unshare wc xargs
git
clang clang++ docc llvm-ar llvm-nm lld swift swift-symbolgraph-extract swift-format swiftc wasm-ld
""".split())

# They are optional: the tool or the test does without.
OPTIONAL = {"sudo", "man"}


def owners():
    rows = (line.split(": ") for line in TABLE.strip().splitlines())
    return {command: package for package, names in rows for command in names.split()}


def steps():
    text = (commands.TOOLS / "test").read_text()
    return re.findall(r"^step_(\w+)\(\)", text, re.M)


def faults(name, step, known):
    """Yield what the step does not ask for."""
    for command, file in sorted(step.commands.items()):
        if command == "swift build":
            if "libsodium-dev" not in step.packages:
                yield f"step {name} does not ask for the C libraries, with which {file} builds"
        elif command not in known and command not in EVERYWHERE | OPTIONAL:
            yield f"{file} calls {command}; name its package in {__name__}.py"
        elif command in known and known[command] not in step.packages:
            yield f"step {name} does not ask for {known[command]}, whose {command} is called in {file}"


class Packages(unittest.TestCase):
    maxDiff = None

    def test_each_step_asks_for_the_packages_of_its_commands(self):
        known, scripts = owners(), commands.shell_files()
        self.assertGreater(len(steps()), 15)
        self.assertEqual([fault for name in steps() for fault in faults(name, commands.Step(scripts, known, name), known)], [])

    def test_a_package_that_is_not_asked_for_is_found(self):
        known, scripts = owners(), commands.shell_files()
        for name, package, caller in (
                ("kiosk", "zbar-tools", "Tests/Machines/test_kiosk_comment.py"), ("kiosk", "sqlite3", "Tests/Machines/test_kiosk_storage.py"),
                ("test", "libharfbuzz-bin", "Tests/Kiosk/TextTests/ShapingTests.swift"),
                ("budget", "valgrind", "tools/lib/bench.sh"), ("web", "chromium", "Tests/Web/browser.py"),
                ("package", "rauc", "tools/image.d/bundle.sh"), ("package", "mtools", "tools/image.d/disk.sh"),
                ("fleet", "postgresql", "tools/fleet.d/postgres.py"), ("cross", "pkg-config", "tools/lib/toolset.sh")):
            step = commands.Step(scripts, known, name)
            step.packages.discard(package)
            found = list(faults(name, step, known))
            self.assertTrue(any(package in fault for fault in found) and found[0].endswith(caller), found)


class Words(unittest.TestCase):
    """What shellwords reads from scripts."""

    def read(self, text):
        return [shellwords.program(words)[0] for words in shellwords.read(text).called("")]

    def test_commands_are_found_wherever_they_are(self):
        for text, found in (
                ("a; b & c | d || ! e && (f)", "a b c d e f"), ('x=$(a "$(b)") y="${z:-$(c)}"', "b a c"), ("if a; then b; else c; fi", "a b c"),
                ("case $(a) in\n  x | y) b ;;\n  *) c ;;\nesac\nd", "a b c d"), ("a <<END\n b $(c)\nEND\nd", "a c d"),
                ("a <<'END'\n$(b)\nEND\nd", "a d"), ("words=(a $(b) c)\nd", "b d"), ("for x in a b; do c; done", "c"),
                ("a <<<b >c 2>&1 # d", "a"), ("exec env X=1 a b", "a"), ("while read -r x; do a; done < <(b)", "read a b"),
                ("{ a && b; } | c", "a b c"), ("[ a ] || b", "[ b")):
            with self.subTest(text):
                self.assertEqual(sorted(self.read(text)), sorted(found.split()))

    def test_functions_have_their_own_commands(self):
        script = shellwords.read("f() { a; }\ng() {\n  b\n  { c; }\n}\nh() (\n  d\n)\nf\n")
        self.assertEqual(script.commands, {"f": [["a"]], "g": [["b"], ["c"]], "h": [["d"]], "": [["f"]]})


if __name__ == "__main__":
    unittest.main()
