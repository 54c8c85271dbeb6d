# shellcheck shell=bash disable=SC2154  # arch_* come from choose_architecture, toolchain and c_flags from set_c_flags
# What static programs are linked with: musl in place of glibc, and libdrm compiled for it. Needs messages.sh, packages.sh,
# architectures.sh (arch_*), sysroot.sh and toolset.sh.

# Of those with libraries only the headers are used: Debian's archives are compiled for glibc.
# shellcheck disable=SC2034  # read by sysroot.sh
musl_packages=(musl-dev linux-libc-dev libgcc-12-dev libdrm-dev libpng-dev zlib1g-dev)

# What libdrm's own build finds out about a C library for Linux.
libdrm_flags=(-D_GNU_SOURCE -DMAJOR_IN_SYSMACROS=1 -DHAVE_VISIBILITY=1 -DHAVE_OPEN_MEMSTREAM=1)

# Makes musl the only C library of the packages that are unpacked in the folder $1.
settle_musl() {
  local usr=$1/usr folder=${arch_libraries/gnu/musl}
  rm -f "$usr/lib/$arch_libraries"/*.{a,so}
  # Where clang looks, for a target of musl's.
  cp -a "$usr/include/$folder/." "$usr/include/$arch_libraries/asm" "$usr/include/"
  cp -a "$usr/lib/$folder/." "$usr"/lib/gcc/*/*/{crtbeginT.o,crtend.o,libgcc.a,libgcc_eh.a} "$usr/lib/"
  rm -rf "${usr:?}/include/$folder" "${usr:?}/include/$arch_libraries" "${usr:?}/lib/$folder" "${usr:?}/lib/gcc"
  compile_libdrm "$1"
}

# Compiles libdrm into the sysroot $1, each function in a section of its own: a program gets those that it calls.
compile_libdrm() {
  local root=$1 objects=$1.libdrm debian_source file
  prepare_source libdrm
  set_c_flags "$root"
  rm -rf "$objects"
  mkdir "$objects"
  python3 "$debian_source/gen_table_fourcc.py" "$debian_source/include/drm/drm_fourcc.h" \
    "$objects/generated_static_table_fourcc.h" || die "cannot make libdrm's table of formats (above)"
  for file in xf86drm xf86drmHash xf86drmRandom xf86drmSL xf86drmMode; do
    "$toolchain/bin/clang" -O2 -w -fdata-sections "${c_flags[@]}" "${libdrm_flags[@]}" -I "$objects" \
      -I "$debian_source/include/drm" -c -o "$objects/$file.o" "$debian_source/$file.c" ||
      die "cannot compile libdrm's $file.c for $arch_name (above)"
  done
  "$toolchain/bin/llvm-ar" rcs "$root/usr/lib/libdrm.a" "$objects"/*.o || die "cannot write libdrm.a: is the disk full?"
  rm -rf "$objects"
}

# Sets `debian_source`, the unpacked source of Debian's package $1, from where the host has its packages from. One for all
# architectures, in the cache.
prepare_source() {
  local name=$1 lock cache
  prepare_cache
  debian_source=$cache/source-$name
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

# Unpacks the source of Debian's package $1 into $2/unpacked. A host is rarely set up to read sources: the same places are
# asked, in a private apt state.
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
  # Some places have packages only, and apt tells of that as of a failure: so what counts is whether the source comes.
  apt-get "${options[@]}" update >"$state/log" 2>&1 || true
  { (cd "$state/download" && apt-get "${options[@]}" source --download-only "$name") &&
    dpkg-source --no-check -x "$state/download"/*.dsc "$state/unpacked"; } >>"$state/log" 2>&1 || {
    cat "$state/log" >&2
    die "cannot fetch the source of Debian's $name (above): is the network there?"
  }
}
