# shellcheck shell=bash
# Builds star-bench for callgrind. Requires messages.sh.

# Builds star-bench as it is shipped and copies it without debug information to the folder $1: Debian's valgrind cannot read
# Swift's debug information. The build has its own scratch path, because a change of flags would recompile the tests' build.
build_bench() {
  swift build -c release --product star-bench --scratch-path .build/bench --omit-frame-pointers >&2 ||
    die "cannot build star-bench; the compiler's errors are above"
  strip -g -o "$1/star-bench" .build/bench/release/star-bench
}

# Prints the instructions of a command, including its start.
instructions_of() {
  local report
  report=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" 2>&1 >/dev/null) ||
    die "cannot count the instructions of $*: $report"
  sed -n 's/.*Collected : \([0-9]*\).*/\1/p' <<<"$report"
}
