# shellcheck shell=bash
# star-bench as callgrind can take it. Needs messages.sh.

# Builds star-bench as it is shipped and puts a copy without debug information in the folder $1: Debian's valgrind stops
# at the debug information that swift writes. In a scratch path of its own: tests are built with other flags, and each
# change of flags compiles everything anew.
build_bench() {
  swift build -c release --product star-bench --scratch-path .build/bench --omit-frame-pointers >&2 ||
    die "cannot build star-bench; the compiler's words are above"
  strip -g -o "$1/star-bench" .build/bench/release/star-bench
}

# Instructions that a command takes, setting up and all; the command is the arguments.
instructions_of() {
  local report
  report=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" 2>&1 >/dev/null) ||
    die "cannot count the instructions of $*: $report"
  sed -n 's/.*Collected : \([0-9]*\).*/\1/p' <<<"$report"
}
