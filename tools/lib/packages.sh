# shellcheck shell=bash
# Installs missing Debian packages. Requires messages.sh.

# Installs those of the packages $2... that are missing; $1 names the purpose. On systems other than Debian, prints what is required.
require_packages() {
  local purpose=$1 package missing=()
  shift
  for package in "$@"; do
    if ! is_installed "$package"; then missing+=("$package"); fi
  done
  if [ ${#missing[@]} -eq 0 ]; then return; fi
  if ! command -v apt-get >/dev/null; then
    say "this is not Debian; install the equivalents of ${missing[*]} $purpose"
    return
  fi
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null ||
      die "cannot install ${missing[*]} $purpose: not root, and sudo is missing; run as root: apt-get install ${missing[*]}"
    as_root=(sudo)
  fi
  say "installing ${missing[*]} ($purpose)${as_root:+, with sudo}"
  # A fresh system has no package lists, and old lists name versions that the mirror has dropped. If the first attempt
  # fails, update the lists and try again.
  if has_lists && apt install -qq -y --no-install-recommends "${missing[@]}"; then return; fi
  apt update -qq || say "some package lists could not be updated (above); continuing with the others"
  apt install -qq -y --no-install-recommends "${missing[@]}" ||
    die "cannot install ${missing[*]} $purpose: apt-get failed (above); fix that, then run: apt-get install ${missing[*]}"
}

is_installed() { [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }

has_lists() { compgen -G '/var/lib/apt/lists/*_Packages*' >/dev/null; }

# Runs apt-get. Waits up to five minutes for another apt-get, such as an unattended upgrade.
apt() {
  local attempt log
  log=$(mktemp)
  for attempt in {1..30}; do
    if "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3 \
      "$@" >"$log" 2>&1; then
      rm -f "$log"
      return 0
    fi
    # DPkg::Lock::Timeout does not cover the lock of the package lists.
    if ! grep -q 'Could not get lock\|Unable to lock' "$log"; then break; fi
    if [ "$attempt" -eq 1 ]; then say "waiting for another apt-get to finish"; fi
    sleep 10
  done
  cat "$log" >&2
  rm -f "$log"
  return 1
}
