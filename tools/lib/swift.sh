# shellcheck shell=bash
# Finds the Swift toolchain and its dependencies. Requires messages.sh and packages.sh.

swift_suggestion="get it from https://www.swift.org/install/linux/ (swiftly install 6.3, or unpack the archive and add its usr/bin to PATH)"

# Puts `swift` on PATH, or stops and says where to get it. A tool that another one runs does not check the same toolchain again.
require_swift() {
  local folder words version major minor
  if [ -n "${STAR_SLIDER_SWIFT-}" ] && [ "$(command -v swift)" = "$STAR_SLIDER_SWIFT" ]; then return; fi
  if ! command -v swift >/dev/null; then
    # The usual places of swift.org's archives and of swiftly, for services and cron jobs with a short PATH.
    for folder in /opt/swift/usr/bin /usr/local/swift/usr/bin ~/.local/share/swiftly/bin ~/.swiftly/bin; do
      if [ -x "$folder/swift" ]; then
        PATH="$folder:$PATH"
        break
      fi
    done
  fi
  command -v swift >/dev/null || die "cannot find swift: Swift 6.3 is required; $swift_suggestion"
  require_toolchain_libraries
  words=$(swift --version 2>&1) || die "cannot run $(command -v swift): $(head -n 1 <<<"$words"); $swift_suggestion"
  # Vendors print "version 6.3.1" on different lines.
  version=$(sed -n 's/.*[Ss]wift version \([0-9]*\)\.\([0-9]*\).*/\1 \2/p' <<<"$words" | head -n 1)
  read -r major minor <<<"${version:-0 0}"
  if [ "$major" -lt 6 ] || { [ "$major" -eq 6 ] && [ "$minor" -lt 3 ]; }; then
    die "cannot use $(command -v swift): it is Swift ${version/ /.}, but 6.3 is required; $swift_suggestion"
  fi
  STAR_SLIDER_SWIFT=$(command -v swift)
  export STAR_SLIDER_SWIFT
}

# The shared libraries that swift.org's toolchain requires, and their Debian packages.
toolchain_table='
libcurl.so.4|libcurl4
libedit.so.2|libedit2
libncurses.so.6|libncurses6
libsqlite3.so.0|libsqlite3-0
libstdc++.so.6|libstdc++6
libtinfo.so.6|libtinfo6
libuuid.so.1|libuuid1
libxml2.so.2|libxml2
libz.so.1|zlib1g
'

# swift.org's archive has no dependency information: on a minimal system not even `swift --version` runs.
require_toolchain_libraries() {
  local folder name package packages=()
  if ! command -v apt-get >/dev/null; then return; fi
  folder=$(dirname "$(readlink -f "$(command -v swift)")")
  while read -r name; do
    package=$(sed -n "s/^$name|//p" <<<"$toolchain_table")
    if [ -n "$package" ]; then packages+=("$package"); fi
  done < <(ldd "$folder"/{swift-driver,swift-frontend,swift-package,clang,lld} 2>/dev/null |
    sed -n 's/^\s*\(\S*\) => not found$/\1/p' | sort -u)
  # It relies on the system for the C library's headers, and for the start files and the C++ library to link with.
  if [ ! -e /usr/include/stdio.h ]; then packages+=(libc6-dev); fi
  if ! compgen -G '/usr/lib/gcc/*/*/libstdc++.so' >/dev/null; then packages+=(g++); fi
  require_packages "for the Swift toolchain to run" "${packages[@]}"
}
