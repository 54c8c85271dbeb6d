# shellcheck shell=bash
# Finds the Swift toolchain. Needs messages.sh.

# Makes `swift` callable, or says where to get it and stops.
require_swift() {
  local folder version
  if ! command -v swift >/dev/null; then
    # Where swift.org's archives and swiftly put it when a service's or a cron job's PATH does not know.
    for folder in /opt/swift/usr/bin /usr/local/swift/usr/bin "$HOME/.local/share/swiftly/bin" "$HOME/.swiftly/bin"; do
      if [ -x "$folder/swift" ]; then
        PATH="$folder:$PATH"
        break
      fi
    done
  fi
  command -v swift >/dev/null || die "cannot find swift: Swift 6.3 is needed;" \
    "get it from https://www.swift.org/install/linux/ (swiftly install 6.3, or unpack the archive and add its usr/bin to PATH)"
  # "version 6.3.1" on one of the lines, whichever vendor built it.
  version=$(swift --version 2>/dev/null | sed -n 's/.*[Ss]wift version \([0-9]*\)\.\([0-9]*\).*/\1 \2/p' | head -n 1)
  local major minor
  read -r major minor <<<"${version:-0 0}"
  if [ "$major" -lt 6 ] || { [ "$major" -eq 6 ] && [ "$minor" -lt 3 ]; }; then
    die "cannot use $(command -v swift): it is Swift ${version/ /.}, and 6.3 is needed; get it from https://www.swift.org/install/linux/ (swiftly install 6.3)"
  fi
}
