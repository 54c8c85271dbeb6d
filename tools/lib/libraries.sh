# shellcheck shell=bash
# The C libraries that the programs use. Requires messages.sh and packages.sh.

# One row each: Debian's package | pkg-config's name | purpose.
library_table='
libdrm-dev|libdrm|KMS screens
libevdev-dev|libevdev|touch devices
libpng-dev|libpng|pictures
libsqlite3-dev|sqlite3|answers
libmosquitto-dev|libmosquitto|answers on their way to a broker
libharfbuzz-dev|harfbuzz|text
libfribidi-dev|fribidi|bidirectional text
libfontconfig-dev|fontconfig|fonts by their names
libicu-dev|icu-uc|line breaks without spaces
libqrencode-dev|libqrencode|QR codes
libsodium-dev|libsodium|signed messages
'

# Installs what a build requires on Debian. On other systems it stops with a list of what is missing, if anything is.
require_libraries() {
  local package name purpose packages=() missing=()
  # SwiftPM finds the libraries' headers through pkg-config.
  if ! command -v pkg-config >/dev/null; then packages+=(pkg-config); fi
  while IFS='|' read -r package name purpose; do
    if [ -z "$package" ] || has_library "$name"; then continue; fi
    packages+=("$package")
    missing+=("$name ($purpose)")
  done <<<"$library_table"
  if [ ${#packages[@]} -eq 0 ]; then return; fi
  if command -v apt-get >/dev/null; then
    require_packages "to build the kiosk" "${packages[@]}"
    # SwiftPM caches which libraries Package.swift found.
    rm -rf "${XDG_CACHE_HOME:-$HOME/.cache}/org.swift.swiftpm/manifests"
  elif ! command -v pkg-config >/dev/null; then
    die "cannot find libraries: pkg-config is missing; install it and the development files of" \
      "$(sed -n 's/^[^|]*|\([^|]*\)|.*/\1/p' <<<"$library_table" | paste -sd ' ')"
  elif [ ${#missing[@]} -gt 0 ]; then
    die "cannot find ${missing[*]} with pkg-config; install their development files"
  fi
}

has_library() { command -v pkg-config >/dev/null && pkg-config --exists "$1"; }
