# shellcheck shell=bash disable=SC2154  # arch_*, sysroot and toolchain come from tools/lib
# Builds Blend2D and LVGL from the caller's own checkouts. This repository contains none of their code. Figures in docs/benchmarks.md are
# of these versions; other versions are measured as they are, and the table names them.
pinned_blend2d='0.21.2 (6dbc2ce, with AsmJit 12f9ca3 in 3rdparty/asmjit)'
pinned_lvgl='9.5.0'

# blend2d_of CHECKOUT FOLDER: sets `flags` to the compiler's flags for a program that uses it. A second call builds only what changed.
blend2d_of() {
  [ -f "$1/blend2d/blend2d.h" ] || die "$1 is not a checkout of Blend2D; clone https://github.com/blend2d/blend2d, version $pinned_blend2d"
  if ! { cmake -S "$1" -B "$2/blend2d-build" -DCMAKE_BUILD_TYPE=Release -DBLEND2D_STATIC=ON -DBLEND2D_NO_INSTALL=ON >&2 &&
    cmake --build "$2/blend2d-build" --parallel "$(nproc)" >&2; }; then
    die "cannot build Blend2D from $1; the errors are above, the version that is known to work is $pinned_blend2d"
  fi
  flags=("-I$1" -DBL_STATIC "$2/blend2d-build/libblend2d.a" -lpthread -lrt)
}

# lvgl_of CHECKOUT FOLDER: the same for LVGL, configured by lv_conf.h beside this file.
lvgl_of() {
  [ -f "$1/lvgl.h" ] || die "$1 is not a checkout of LVGL; clone https://github.com/lvgl/lvgl, version $pinned_lvgl"
  local objects="$2/lvgl-build" known
  flags=(-DLV_CONF_INCLUDE_SIMPLE "-I$1" "-I$here/peers.d")
  mkdir -p "$objects"
  # Objects of another checkout, or of another configuration, would be mistaken for this one's.
  known="$1 $(sha256sum <"$here/peers.d/lv_conf.h")"
  [ "$(cat "$objects/of" 2>/dev/null)" = "$known" ] || rm -f "$objects"/*.o
  echo "$known" >"$objects/of"
  # LVGL's own build file needs Python packages. Its sources compile one by one.
  # shellcheck disable=SC2016  # $1 is the inner shell's
  (cd "$1" && find src -name '*.c' -o -path '*/thorvg/*.cpp') |
    checkout=$1 objects=$objects words="${flags[*]}" xargs -P "$(nproc)" -I{} bash -c '
      object=$objects/$(tr / _ <<<"$1").o
      if [ "$object" -nt "$checkout/$1" ]; then exit 0; fi
      case $1 in *.c) compiler=gcc ;; *) compiler=g++ ;; esac
      read -r -a flags <<<"$words"
      exec "$compiler" -O3 -w "${flags[@]}" -c -o "$object" "$checkout/$1"' build {} >&2 ||
    die "cannot build LVGL from $1; the errors are above, the version that is known to work is $pinned_lvgl"
  rm -f "$2/liblvgl.a" && ar rcs "$2/liblvgl.a" "$objects"/*.o
  flags+=("$2/liblvgl.a" -lpthread -lm)
}

# lvgl_stars_of CHECKOUT FOLDER PICTURES: builds lvgl-stars/stars.c with LVGL for the 64-bit Arm board that tools/vm emulates, in FOLDER.
# PICTURES is the folder of pictures.h. Requires what tools/cross requires.
lvgl_stars_of() {
  [ -f "$1/lvgl.h" ] || die "$1 is not a checkout of LVGL; clone https://github.com/lvgl/lvgl, version $pinned_lvgl"
  local objects="$2/lvgl-aarch64" flags known
  choose_architecture aarch64
  prepare_sysroot dynamic
  set_c_flags "$sysroot"
  flags=("${c_flags[@]}" -fPIE -DLV_CONF_INCLUDE_SIMPLE "-I$1" "-I$here/peers.d/lvgl-stars" "-I$3" -isystem "$sysroot/usr/include/libdrm")
  mkdir -p "$objects"
  known="$1 $(sha256sum <"$here/peers.d/lvgl-stars/lv_conf.h")"
  [ "$(cat "$objects/of" 2>/dev/null)" = "$known" ] || rm -f "$objects"/*.o
  echo "$known" >"$objects/of"
  # shellcheck disable=SC2016  # $1 is the inner shell's
  (cd "$1" && find src -name '*.c') |
    checkout=$1 objects=$objects words="${flags[*]}" clang="$toolchain/bin/clang" xargs -P "$(nproc)" -I{} bash -c '
      object=$objects/$(tr / _ <<<"$1").o
      if [ "$object" -nt "$checkout/$1" ]; then exit 0; fi
      read -r -a flags <<<"$words"
      exec "$clang" -O3 -w "${flags[@]}" -c -o "$object" "$checkout/$1"' build {} >&2 ||
    die "cannot build LVGL for aarch64 from $1; the errors are above, the version that is known to work is $pinned_lvgl"
  "$toolchain/bin/clang" -O3 "${flags[@]}" -fuse-ld=lld -pie -Wl,--gc-sections -s -o "$2/lvgl-stars" \
    "$here/peers.d/lvgl-stars/stars.c" "$objects"/*.o -ldrm -lm ||
    die "cannot build lvgl-stars/stars.c for aarch64; the errors are above"
}
