# shellcheck shell=bash disable=SC2154  # arch_* come from choose_architecture, toolchain and c_flags from set_c_flags
# The libraries of static programs: musl instead of glibc, and libdrm compiled for it. Requires messages.sh, packages.sh,
# architectures.sh (arch_*), sysroot.sh and toolset.sh.

# Only the headers of these packages and libevdev's archive are used: Debian compiles archives for glibc.
# shellcheck disable=SC2034  # read by sysroot.sh
musl_packages=(musl-dev linux-libc-dev libgcc-12-dev libdrm-dev libevdev-dev libpng-dev zlib1g-dev)

# The configuration that libdrm's own build detects for a Linux C library.
libdrm_flags=(-D_GNU_SOURCE -DMAJOR_IN_SYSMACROS=1 -DHAVE_VISIBILITY=1 -DHAVE_OPEN_MEMSTREAM=1)

# Makes musl the only C library of the packages unpacked in the folder $1.
settle_musl() {
  local usr=$1/usr folder=${arch_libraries/gnu/musl}
  mv "$usr/lib/$arch_libraries/libevdev.a" "$1.libevdev.a"
  rm -f "$usr/lib/$arch_libraries"/*.{a,so}
  # clang searches here for a musl target.
  cp -a "$usr/include/$folder/." "$usr/include/$arch_libraries/asm" "$usr/include/"
  cp -a "$usr/lib/$folder/." "$usr"/lib/gcc/*/*/{crtbeginT.o,crtend.o,libgcc.a,libgcc_eh.a} "$usr/lib/"
  rm -rf "${usr:?}/include/$folder" "${usr:?}/include/$arch_libraries" "${usr:?}/lib/$folder" "${usr:?}/lib/gcc"
  compile_libdrm "$1"
  settle_libevdev "$1" "$1.libevdev.a"
}

# Compiles libdrm into the sysroot $1, with each function in its own section, so that a program links only what it calls.
compile_libdrm() {
  local root=$1 objects=$1.libdrm debian_source file
  prepare_source libdrm
  set_c_flags "$root"
  rm -rf "$objects"
  mkdir "$objects"
  python3 "$debian_source/gen_table_fourcc.py" "$debian_source/include/drm/drm_fourcc.h" \
    "$objects/generated_static_table_fourcc.h" || die "cannot generate libdrm's format table (above)"
  for file in xf86drm xf86drmHash xf86drmRandom xf86drmSL xf86drmMode; do
    "$toolchain/bin/clang" -O2 -w -fdata-sections "${c_flags[@]}" "${libdrm_flags[@]}" -I "$objects" \
      -I "$debian_source/include/drm" -c -o "$objects/$file.o" "$debian_source/$file.c" ||
      die "cannot compile libdrm's $file.c for $arch_name (above)"
  done
  "$toolchain/bin/llvm-ar" rcs "$root/usr/lib/libdrm.a" "$objects"/*.o || die "cannot write libdrm.a: is the disk full?"
  rm -rf "$objects"
}

# Adds Debian's libevdev, moved from the folder $2, to the sysroot $1, with the glibc functions that it calls. On armv7 of Debian 12, its
# times have 32 bits and musl's 64. The programs use only the kernel's records, whose times have 32 bits in both.
settle_libevdev() {
  local root=$1 archive=$2 object=$1.fortify.o
  set_c_flags "$root"
  "$toolchain/bin/clang" -O2 "${c_flags[@]}" -D_GNU_SOURCE -c -o "$object" "$(dirname "${BASH_SOURCE[0]}")/fortify.c" ||
    die "cannot compile fortify.c for $arch_name (above)"
  cp "$archive" "$root/usr/lib/libevdev.a"
  "$toolchain/bin/llvm-ar" rs "$root/usr/lib/libevdev.a" "$object" || die "cannot write libevdev.a: is the disk full?"
  rm -f "$object" "$archive"
}

# Sets `debian_source` to the unpacked source of Debian's package $1, fetched from the host's own package sources. The cache holds
# one copy for all architectures.
prepare_source() {
  local name=$1 lock cache
  prepare_cache
  debian_source=$cache/source-$suite-$name
  exec {lock}>"$debian_source.lock"
  flock "$lock"
  if [ ! -d "$debian_source" ]; then
    require_packages "to compile $name" dpkg-dev python3
    say "fetching the source of Debian's $name (about 10 MB, once)"
    fetch_source "$name" "$debian_source.part"
    mv "$debian_source.part/unpacked" "$debian_source"
    rm -rf "$debian_source.part"
  fi
  exec {lock}>&-
}

# Unpacks the source of Debian's package $1 into $2/unpacked. Few hosts have deb-src entries, so a private apt state derives them
# from the host's deb entries.
fetch_source() {
  local name=$1 state=$2 file
  rm -rf "$state"
  mkdir -p "$state/lists/partial" "$state/cache/archives/partial" "$state/places" "$state/download"
  for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.{list,sources}; do
    if [ -e "$file" ]; then sed 's/^deb /deb-src /; s/^Types:.*/Types: deb-src/' "$file" >"$state/places/${file##*/}"; fi
  done
  local options=(
    -o "Dir::State=$state" -o "Dir::Cache=$state/cache" -o Dir::Etc::sourcelist=/dev/null
    -o "Dir::Etc::sourceparts=$state/places" -o APT::Sandbox::User=root -o Acquire::Retries=3 -qq
  )
  # apt reports a failure if any of the hosts has no sources. Only the download below decides whether this failed.
  apt-get "${options[@]}" update >"$state/log" 2>&1 || true
  { (cd "$state/download" && apt-get "${options[@]}" source --download-only "$name") &&
    dpkg-source --no-check -x "$state/download"/*.dsc "$state/unpacked"; } >>"$state/log" 2>&1 || {
    cat "$state/log" >&2
    die "cannot fetch the source of Debian's $name (above); check the network"
  }
}
