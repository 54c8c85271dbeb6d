# shellcheck shell=bash
# How the tools talk: what they do on standard error, so that standard output stays the program's own.

# One line of what is going on.
say() { printf '%s\n' "$*" >&2; }

# One line of what went wrong, then out.
die() {
  printf '%s: %s\n' "${0##*/}" "$*" >&2
  exit 1
}
