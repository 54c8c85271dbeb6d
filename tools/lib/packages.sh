# shellcheck shell=bash
# Debian packages that are missing, and nothing else. Needs messages.sh.

# Installs those of the packages $2... that are not there; $1 says what for. Elsewhere than on Debian it only tells.
require_packages() {
  local purpose=$1 package missing=()
  shift
  for package in "$@"; do
    if ! is_installed "$package"; then missing+=("$package"); fi
  done
  if [ ${#missing[@]} -eq 0 ]; then return; fi
  if ! command -v apt-get >/dev/null; then
    say "this is not Debian; what it calls ${missing[*]} is needed $purpose"
    return
  fi
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null ||
      die "cannot install ${missing[*]}, needed $purpose: not root and no sudo; run as root: apt-get install ${missing[*]}"
    as_root=(sudo)
  fi
  say "installing ${missing[*]} ($purpose)${as_root:+, with sudo}"
  # A fresh system has no package lists, and old lists name versions that the mirror has dropped: so when the first
  # attempt fails, the lists are read anew.
  if has_lists && apt install -qq -y --no-install-recommends "${missing[@]}"; then return; fi
  apt update -qq || say "some package lists could not be read (above); going on with the rest"
  apt install -qq -y --no-install-recommends "${missing[@]}" ||
    die "cannot install ${missing[*]}, needed $purpose: apt-get's reason is above; then run: apt-get install ${missing[*]}"
}

is_installed() { [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }

has_lists() { compgen -G '/var/lib/apt/lists/*_Packages*' >/dev/null; }

# apt-get, which waits while another one runs: an unattended upgrade, for instance. Up to five minutes.
apt() {
  local attempt log
  log=$(mktemp)
  for attempt in {1..30}; do
    if "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3 \
      "$@" >"$log" 2>&1; then
      rm -f "$log"
      return 0
    fi
    # DPkg::Lock::Timeout does not reach the lock of the package lists.
    if ! grep -q 'Could not get lock\|Unable to lock' "$log"; then break; fi
    if [ "$attempt" -eq 1 ]; then say "waiting for another apt-get to finish"; fi
    sleep 10
  done
  cat "$log" >&2
  rm -f "$log"
  return 1
}
