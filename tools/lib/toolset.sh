# shellcheck shell=bash disable=SC2154  # arch_* come from choose_architecture, sysroot from prepare_sysroot
# The toolset file that makes a plain `swift build` an Embedded Swift cross build. Needs messages.sh, swift.sh,
# architectures.sh (arch_*) and sysroot.sh (sysroot).

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

# Writes the toolset to the file $1.
write_toolset() {
  local file=$1 toolchain flag flags=() swift_flags c_flags linker_flags
  toolchain=$(dirname "$(dirname "$(readlink -f "$(command -v swiftc)")")")
  read -r -a flags <<<"$arch_flags"
  swift_flags=(
    -enable-experimental-feature Embedded -wmo -Xfrontend -function-sections
    -Xcc "--target=$arch_clang" -Xcc "--sysroot=$sysroot" -Xcc -D__linux__
    -Xcc -isystem -Xcc "$sysroot/usr/include/$arch_libraries" -Xcc -isystem -Xcc "$sysroot/usr/include"
    -use-ld=lld -Xclang-linker "--target=$arch_clang" -Xclang-linker "--sysroot=$sysroot" -Xclang-linker -pie
  )
  for flag in "${flags[@]}"; do swift_flags+=(-Xcc "$flag"); done
  c_flags=("--target=$arch_clang" "--sysroot=$sysroot" -ffunction-sections -fPIE "${flags[@]}")
  # Square roots and dictionaries call the mathematics library; whoever needs none of it is not bound to it.
  linker_flags=(--gc-sections -s --as-needed -lm)
  # Comparing and hashing strings needs these tables, and nothing links them by itself.
  local tables=$toolchain/lib/swift/embedded/$arch_triple/libswiftUnicodeDataTables.a
  if [ -e "$tables" ]; then linker_flags+=("$tables"); fi
  mkdir -p "$(dirname "$file")"
  cat >"$file" <<END
{
  "schemaVersion": "1.0",
  "swiftCompiler": { "extraCLIOptions": $(json_array "${swift_flags[@]}") },
  "cCompiler": { "extraCLIOptions": $(json_array "${c_flags[@]}") },
  "linker": { "extraCLIOptions": $(json_array "${linker_flags[@]}") }
}
END
}
