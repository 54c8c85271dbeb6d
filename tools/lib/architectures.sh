# shellcheck shell=bash
# The processors that tools/cross builds for. Requires messages.sh.
#
# Columns: name | Debian's architecture | Debian's library folder | Swift's triple | clang's target |
#          QEMU's user-mode emulator | flags for C, and for Swift through -Xcc
#
# The toolchain has an Embedded standard library only for the none-elf triples (and for x86-64 linux-gnu). C and the linker use Debian's
# target.
#
# Without the float flags, armv7 links without an error and computes wrong floats: Debian's armhf passes floats in floating-point
# registers, none-eabi in integer registers. File offsets have 64 bits, because otherwise mapping offsets above 4 GiB, which a 64-bit
# kernel returns, and stat(2) for large inode numbers would fail. Times have 64 bits, because 32-bit times end in January 2038.
architecture_table='
aarch64|arm64|aarch64-linux-gnu|aarch64-none-none-elf|aarch64-linux-gnu|qemu-aarch64-static|
armv7|armhf|arm-linux-gnueabihf|armv7-none-none-eabi|armv7-linux-gnueabihf|qemu-arm-static|-mfloat-abi=hard -mfpu=neon -D_FILE_OFFSET_BITS=64 -D_TIME_BITS=64
x86_64|amd64|x86_64-linux-gnu|x86_64-unknown-linux-gnu|x86_64-linux-gnu|qemu-x86_64-static|
'

# Prints the names, one per line.
architectures() { sed -n 's/|.*//p' <<<"$architecture_table"; }

# Sets arch_* for the architecture $1, or stops.
choose_architecture() {
  local row
  row=$(grep "^$1|" <<<"$architecture_table") ||
    misuse "cannot build for $1: unknown architecture; choose one of $(architectures | paste -sd ' ')"
  # shellcheck disable=SC2034  # read by the scripts that source this file
  IFS='|' read -r arch_name arch_debian arch_libraries arch_triple arch_clang arch_emulator arch_flags <<<"$row"
}

# Prints Debian's names of the architectures, one per line.
debian_architectures() { sed -n 's/^[^|]*|\([^|]*\)|.*/\1/p' <<<"$architecture_table"; }

# Prints the name for Debian's architecture $1, or nothing if it is unknown.
architecture_for_debian() { sed -n "s/^\([^|]*\)|$1|.*/\1/p" <<<"$architecture_table"; }
