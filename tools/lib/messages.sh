# shellcheck shell=bash
# How the tools talk: what they do on standard error, so that standard output stays the program's own.

# One line of what is going on.
say() { printf '%s\n' "$*" >&2; }

# What the comment at a tool's head says of it; $1 is the tool.
head_comment() { awk 'NR > 1 { if (!/^#/) exit; sub(/^# ?/, ""); print }' "$1"; }

# Prints it and leaves, where $2, a word behind the tool $1, asks for that.
offer_help() { case ${2-} in -h | --help) head_comment "$1" && exit ;; esac }

# One line of what went wrong, then out.
die() {
  printf '%s: %s\n' "${0##*/}" "$*" >&2
  exit 1
}

# The same of words that make no sense: docs/decisions/0019-exit-status.md.
misuse() {
  printf '%s: %s\n' "${0##*/}" "$*" >&2
  exit 2
}
