# shellcheck shell=bash
# The processors that tools/cross knows, a row each. Needs messages.sh.
#
# Columns: our name | Debian's architecture | Debian's folder of libraries | Swift's triple | clang's target |
#          QEMU's user-mode emulator | flags for Swift and C alike (through -Xcc in Swift)
#
# The none-elf triples are on purpose: the toolchain's Embedded standard library exists for these and not for linux-gnu
# (x86-64 is the exception, it has linux-gnu only). The C side and the linker still see plain Debian.
#
# armv7 without the float flags links without a word and computes wrong floats: Debian's armhf passes floats in
# registers, the none-eabi default passes them in integer ones. 64-bit file offsets, because a 64-bit kernel hands out
# mapping offsets of screen buffers above 4 GiB, and stat(2) refuses large inode numbers without.
architecture_table='
aarch64|arm64|aarch64-linux-gnu|aarch64-none-none-elf|aarch64-linux-gnu|qemu-aarch64-static|
armv7|armhf|arm-linux-gnueabihf|armv7-none-none-eabi|armv7-linux-gnueabihf|qemu-arm-static|-mfloat-abi=hard -mfpu=neon -D_FILE_OFFSET_BITS=64
x86_64|amd64|x86_64-linux-gnu|x86_64-unknown-linux-gnu|x86_64-linux-gnu|qemu-x86_64-static|
'

# The names, one a line.
architectures() { sed -n 's/|.*//p' <<<"$architecture_table"; }

# Sets arch_* for the architecture called $1, or stops.
choose_architecture() {
  local row
  row=$(grep "^$1|" <<<"$architecture_table") ||
    misuse "cannot build for $1: no such architecture; known are $(architectures | paste -sd ' ')"
  # shellcheck disable=SC2034  # read by whoever sources this file
  IFS='|' read -r arch_name arch_debian arch_libraries arch_triple arch_clang arch_emulator arch_flags <<<"$row"
}

# Debian's names for them, one a line.
debian_architectures() { sed -n 's/^[^|]*|\([^|]*\)|.*/\1/p' <<<"$architecture_table"; }

# Our name for Debian's architecture $1; nothing where there is none of that name.
architecture_for_debian() { sed -n "s/^\([^|]*\)|$1|.*/\1/p" <<<"$architecture_table"; }
