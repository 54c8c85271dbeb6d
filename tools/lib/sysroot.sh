# shellcheck shell=bash disable=SC2154  # arch_* come from choose_architecture
# Sysroots: another architecture's headers and libraries from Debian's packages. The host is not changed, because a private apt state with
# the host's package sources is used. Requires messages.sh, architectures.sh (arch_*) and, for static programs, musl.sh.

# The libraries that star-kiosk links, their run-time dependencies under QEMU, and those that their pkg-config files name. Debian 13's
# FreeType, GLib and OpenSSL also need bzip2, libatomic and zstd.
sysroot_packages=(
  libc6 libc6-dev linux-libc-dev libcrypt1 libcrypt-dev libgcc-s1 libgcc-12-dev gcc-12-base
  libdrm2 libdrm-dev libevdev2 libevdev-dev
  libsqlite3-0 libsqlite3-dev
  libmosquitto1 libmosquitto-dev libssl3
  libpng16-16 libpng-dev zlib1g zlib1g-dev
  libfreetype6 libfreetype-dev libbrotli1 libbrotli-dev libfribidi0 libfribidi-dev
  libharfbuzz0b libharfbuzz-dev libgraphite2-3 libglib2.0-0 libpcre2-8-0
  libfontconfig1 libfontconfig-dev libexpat1 fontconfig-config
  libicu72 libstdc++6
  libbz2-1.0 libatomic1 libzstd1
  libqrencode4 libqrencode-dev
  libsodium23 libsodium-dev
)

# Debian's numbers by the names of its suites. A package's version ends with its number, so that the newer Debian's package is an upgrade.
declare -A debian_numbers=([bookworm]=12 [trixie]=13)

# Prints the host's suite.
own_suite() { (. /etc/os-release && echo "${VERSION_CODENAME:-unknown}"); }

# The suite whose packages are unpacked.
suite=$(own_suite)

# Sets `suite` to $1, the value of an option, or stops.
choose_suite() {
  if [ -z "${1-}" ] || { [ "$1" != "$suite" ] && [ -z "${debian_numbers[$1]-}" ]; }; then
    misuse "cannot build for Debian '${1-}': unknown suite; choose one of $(printf '%s\n' "${!debian_numbers[@]}" | sort | paste -sd '|')"
  fi
  suite=$1
}

# Prints the host's own sources as lines for apt, for the suite $1.
sources_of() {
  local lines
  # shellcheck disable=SC2016  # apt's own variables
  lines=$(apt-get indextargets --format 'deb $(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' 'Origin: Debian' | sort -u)
  [ -n "$lines" ] || die "cannot find Debian's package sources: add one to /etc/apt/sources.list.d, then run: apt-get update"
  printf '%s\n' "${lines// $(own_suite)/ $1}"
}

# Sets `cache` to the folder that is kept between builds, and creates it.
prepare_cache() {
  local words
  # Without HOME, the tilde expands to the home folder in passwd(5).
  if [ -z "${HOME-}" ]; then unset HOME; fi
  cache=${XDG_CACHE_HOME:-~/.cache}/star-slider
  words=$(mkdir -p "$cache" 2>&1) || die "cannot create the cache $cache: ${words##*: }; set XDG_CACHE_HOME to a writable folder"
}

# Sets `sysroot` and `sysroot_target`, clang's target, for programs linked as $1 says: dynamic (glibc) or static (musl). Creates the
# sysroot if it is missing or if the list of packages has changed. All checkouts share the cache, so a lock serializes the builds and a
# rename publishes only complete sysroots.
prepare_sysroot() {
  local cache packages size wanted
  prepare_cache
  # Increase the number when the way the folder is made changes.
  # shellcheck disable=SC2034  # read by toolset.sh
  case $1 in
    dynamic)
      sysroot=$cache/sysroot-$suite-$arch_name sysroot_target=$arch_clang
      packages=("${sysroot_packages[@]}") size=85 wanted="3 ${packages[*]}"
      ;;
    static)
      sysroot=$cache/sysroot-$suite-$arch_name-musl sysroot_target=${arch_clang/gnu/musl}
      packages=("${musl_packages[@]}") size=20 wanted="2 ${packages[*]} ${libdrm_flags[*]}"
      # With libevdev.
      if [ "$arch_name" = armv7 ]; then wanted="3${wanted#2}"; fi
      ;;
    *) die "cannot link as $1: choose dynamic or static" ;;
  esac
  if [ "$(cat "$sysroot/.packages" 2>/dev/null)" = "$wanted" ]; then return; fi

  local lock
  exec {lock}>"$sysroot.lock"
  flock "$lock"
  if [ "$(cat "$sysroot/.packages" 2>/dev/null)" != "$wanted" ]; then
    say "creating $sysroot from Debian $suite's $arch_debian packages (about $size MB, once)"
    unpack_sysroot "$sysroot.part" "${packages[@]}"
    if [ "$1" = static ]; then settle_musl "$sysroot.part"; fi
    printf '%s\n' "$wanted" >"$sysroot.part/.packages"
    rm -rf "$sysroot"
    mv "$sysroot.part" "$sysroot"
  fi
  exec {lock}>&-
}

# Names of packages in Debian 13: libraries whose times have 64 bits everywhere end in t64, and this one has a newer version.
declare -A newer_names=([libicu72]=libicu76)

# Sets `names` to the names of the packages $1... in the suite. Requires `options`, apt's.
find_names() {
  local package name known
  known=$(apt-cache "${options[@]}" show "$@" "${@/%/t64}" "${newer_names[@]}" 2>/dev/null | sed -n 's/^Package: //p' || true)
  names=()
  for package in "$@"; do
    for name in "$package" "${package}t64" "${newer_names[$package]-}"; do
      if grep -qxF -e "$name" <<<"$known"; then break; fi
    done
    names+=("${name:-$package}")
  done
}

# Downloads the packages $2... and unpacks them into the folder $1. The control files of each, such as its symbol versions, go to
# .control/NAME.
unpack_sysroot() {
  local target=$1 state=$1.apt options names
  shift
  open_packages "$state"
  find_names "$@"
  unpack_packages "$target" "${names[@]}"
  rm -rf "$state"
}

# Sets `options`, with which apt knows the suite's packages for the architecture. Its state is in the folder $1. $2 names components of
# Debian besides those of the host's sources.
open_packages() {
  local state=$1 components=${2-}
  rm -rf "$state"
  mkdir -p "$state/lists/partial" "$state/cache/archives/partial" "$state/download"
  : >"$state/status"
  options=(
    -o "APT::Architecture=$arch_debian" -o "APT::Architectures=$arch_debian"
    -o "Dir::State=$state" -o "Dir::State::status=$state/status" -o "Dir::Cache=$state/cache"
    -o APT::Sandbox::User=root -o Acquire::Retries=3 -qq
  )
  if [ "$suite" != "$(own_suite)" ] || [ -n "$components" ]; then
    sources_of "$suite" | sed "s/ main$/ main $components/" >"$state/sources.list"
    options+=(-o "Dir::Etc::sourcelist=$state/sources.list" -o Dir::Etc::sourceparts=/dev/null)
  fi
  # A mirror that is being synchronised must not stop the build; only the download below decides whether it fails.
  apt-get "${options[@]}" update >&2 ||
    say "some of Debian's $arch_debian package lists could not be updated (above); continuing with the others"
}

# Downloads the packages $2... by their names in the suite, and unpacks them into the folder $1. Requires `state` and `options`.
unpack_packages() {
  local target=$1 package
  shift
  rm -rf "$target"
  mkdir -p "$target/.control"
  (cd "$state/download" && apt-get "${options[@]}" download "$@" >&2) ||
    die "cannot download Debian's $arch_debian packages (above); check the network"
  for package in "$state"/download/*.deb; do
    { dpkg -x "$package" "$target" && dpkg -e "$package" "$target/.control/$(dpkg-deb -f "$package" Package)"; } ||
      die "cannot unpack $package (above); check for a full disk"
  done
  merge_usr "$target"
  make_symlinks_relative "$target"
}

# Merges /lib of the sysroot $1 into /usr/lib. On an installed Debian, /lib is a link to /usr/lib, and QEMU's loader searches only one
# folder. Packages of Debian 12 still have files in /lib; those of Debian 13 do not, but name it in linker scripts.
merge_usr() {
  local root=$1 folder
  for folder in lib lib64; do
    if [ -d "$root/$folder" ]; then
      mkdir -p "$root/usr/$folder"
      cp -a "$root/$folder/." "$root/usr/$folder/"
      rm -rf "${root:?}/$folder"
    fi
    if [ -d "$root/usr/$folder" ]; then ln -s "usr/$folder" "$root/$folder"; fi
  done
}

# Makes absolute links in the sysroot $1 relative, because they would point into the host.
make_symlinks_relative() {
  local root=$1 link destination
  while IFS= read -r -d '' link; do
    destination=$(readlink "$link")
    ln -sfn "$(realpath -ms --relative-to="$(dirname "$link")" "$root$destination")" "$link"
  done < <(find "$root" -type l -lname '/*' -print0)
}
