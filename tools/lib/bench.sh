# shellcheck shell=bash
# Builds star-bench for measuring. Requires messages.sh.

# Builds star-bench and copies it to the folder $1: on x86-64 as Debian's package contains it, in Embedded Swift; elsewhere, where tools/cross
# does not run, as this machine's program. That one has its own scratch path, because a change of flags would recompile the tests' build,
# and loses its debug information, because Debian's valgrind cannot read Swift's.
build_bench() {
  local program=.build/bench/release/star-bench
  if [ "$(uname -m)" = x86_64 ]; then
    program=$("${here:?}/cross" x86_64 --product star-bench) || die "cannot build star-bench (above)"
  else
    swift build -c release --product star-bench --scratch-path .build/bench --omit-frame-pointers >&2 ||
      die "cannot build star-bench; the compiler's errors are above"
  fi
  strip -g -o "$1/star-bench" "$program"
}

# Prints the instructions of a command, including its start.
instructions_of() {
  local report
  report=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" 2>&1 >/dev/null) ||
    die "cannot count the instructions of $*: $report"
  sed -n 's/.*Collected : \([0-9]*\).*/\1/p' <<<"$report"
}
