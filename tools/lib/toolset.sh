# shellcheck shell=bash disable=SC2154  # arch_* come from choose_architecture, sysroot* from prepare_sysroot
# The toolset file that turns `swift build` into a cross build in Embedded Swift. Requires messages.sh, swift.sh,
# architectures.sh (arch_*) and sysroot.sh (sysroot, sysroot_target).

# Prints the arguments as a JSON array of strings.
json_array() {
  local separator='' argument
  printf '['
  for argument in "$@"; do
    argument=${argument//\\/\\\\}
    printf '%s"%s"' "$separator" "${argument//\"/\\\"}"
    separator=', '
  done
  printf ']'
}

# Sets `toolchain`, the folder of the compilers' bin and lib, and `c_flags`, which make its clang a cross compiler for the
# sysroot $1.
set_c_flags() {
  local flags=()
  toolchain=$(dirname "$(dirname "$(readlink -f "$(command -v swiftc)")")")
  read -r -a flags <<<"$arch_flags"
  c_flags=("--target=$sysroot_target" "--sysroot=$1" -ffunction-sections "${flags[@]}")
}

# Compiles the C program $1 to $2, linked as $3 says (dynamic or static), with the libraries that pkg-config knows as $4... If $2 ends in
# .so, it becomes a shared library.
compile_c() {
  local source=$1 program=$2 linking=$3 words=() how=(-fPIE -pie)
  shift 3
  if [ "$linking" = static ]; then how=(-static); fi
  if [[ $program = *.so ]]; then how=(-fPIC -shared); fi
  set_c_flags "$sysroot"
  if [ $# -gt 0 ]; then
    read -r -a words < <(PKG_CONFIG_PATH=$sysroot/usr/lib/$arch_libraries/pkgconfig PKG_CONFIG_SYSROOT_DIR=$sysroot \
      pkg-config --cflags --libs "$@") || die "cannot find the libraries $*: $sysroot does not contain them"
  fi
  "$toolchain/bin/clang" -O2 -Wall -Werror "${c_flags[@]}" -fuse-ld=lld "${how[@]}" -Wl,--gc-sections -s \
    -o "$program" "$source" "${words[@]}" -Wl,--as-needed -lm || die "cannot compile $source for $arch_name (above)"
}

# Sets `descriptions` to a folder with pkg-config files for the libraries $1... that name headers and nothing to link. The program
# loads these libraries at run time (Sources/Shims/CText), but SwiftPM links every library that it has a pkg-config file for.
without_linking() {
  local name
  descriptions=$PWD/.build/cross-runtime/pkgconfig-${sysroot##*/}
  mkdir -p "$descriptions"
  for name in "$@"; do
    sed '/^Libs/d; /^Requires/d' "$sysroot/usr/lib/$arch_libraries/pkgconfig/$name.pc" >"$descriptions/$name.pc" ||
      die "cannot find $name's pkg-config file in $sysroot"
  done
}

# Compiles corrections for the toolchain's Embedded runtime and sets `runtime` to the object file. The file's name changes with its
# source.
compile_runtime() {
  local source
  source=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/embedded-runtime.c
  runtime=$PWD/.build/cross-runtime/$sysroot_target-$(cksum <"$source" | cut -d ' ' -f 1).o
  if [ -e "$runtime" ]; then return; fi
  mkdir -p "$(dirname "$runtime")"
  "$toolchain/bin/clang" -O2 -Wall -Werror "${c_flags[@]}" -fPIE -c -o "$runtime.$$" "$source" ||
    die "cannot compile $source for $arch_name (above)"
  mv "$runtime.$$" "$runtime"
}

# Writes the toolset to the file $1, for programs linked as $2 says: dynamic or static.
write_toolset() {
  local file=$1 linking=$2 flag flags=() swift_flags linker_flags runtime
  set_c_flags "$sysroot"
  compile_runtime
  read -r -a flags <<<"$arch_flags"
  # The Embedded runtime does not check exclusivity: its swift_beginAccess only returns. About 80 calls per frame of a drag would take 500
  # instructions. The host's builds, and therefore all tests, do check exclusivity.
  swift_flags=(
    -enable-experimental-feature Embedded -wmo -Xfrontend -function-sections -enforce-exclusivity=unchecked
    -Xcc "--target=$sysroot_target" -Xcc "--sysroot=$sysroot" -Xcc -D__linux__
    -Xcc -isystem -Xcc "$sysroot/usr/include/$arch_libraries" -Xcc -isystem -Xcc "$sysroot/usr/include"
    -use-ld=lld -Xclang-linker "--target=$sysroot_target" -Xclang-linker "--sysroot=$sysroot"
  )
  case $linking in
    # Packed relative relocations, which glibc supports since 2.36 (Debian 12), save 30 KB. All functions are bound at the start, so that
    # the table of their addresses can be read-only.
    dynamic) swift_flags+=(-Xclang-linker -pie -Xlinker -z -Xlinker pack-relative-relocs -Xlinker -z -Xlinker now) ;;
    static) swift_flags+=(-Xclang-linker -static) ;;
    *) die "cannot link as $linking: choose dynamic or static" ;;
  esac
  for flag in "${flags[@]}"; do swift_flags+=(-Xcc "$flag"); done
  # Square roots and dictionaries call the mathematics library. --as-needed drops it from programs that use neither.
  linker_flags=(--gc-sections --icf=all -s --as-needed -lm "$runtime")
  # Comparing and hashing strings requires these tables, which the compiler does not link by itself.
  local tables=$toolchain/lib/swift/embedded/$arch_triple/libswiftUnicodeDataTables.a
  if [ -e "$tables" ]; then linker_flags+=("$tables"); fi
  mkdir -p "$(dirname "$file")"
  cat >"$file" <<END
{
  "schemaVersion": "1.0",
  "swiftCompiler": { "extraCLIOptions": $(json_array "${swift_flags[@]}") },
  "cCompiler": { "extraCLIOptions": $(json_array "${c_flags[@]}" -fPIE -fstack-protector-strong) },
  "linker": { "extraCLIOptions": $(json_array "${linker_flags[@]}") }
}
END
}
