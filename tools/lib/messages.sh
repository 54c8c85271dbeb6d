# shellcheck shell=bash
# Messages of the tools. They go to standard error; standard output belongs to the programs that the tools run.

# Prints one line of progress.
say() { printf '%s\n' "$*" >&2; }

# Prints the comment at the head of the tool $1.
head_comment() { awk 'NR > 1 { if (!/^#/) exit; sub(/^# ?/, ""); print }' "$1"; }

# Prints the help of the tool $1 and exits if $2 is -h or --help.
offer_help() { case ${2-} in -h | --help) head_comment "$1" && exit ;; esac }

# Prints an error and exits with status 1.
die() {
  printf '%s: %s\n' "${0##*/}" "$*" >&2
  exit 1
}

# Prints a usage error and exits with status 2 (docs/decisions/0019-exit-status.md).
misuse() {
  printf '%s: %s\n' "${0##*/}" "$*" >&2
  exit 2
}
