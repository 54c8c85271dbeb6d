# shellcheck shell=bash disable=SC2154  # board_*, epoch and identity of tools/image
# The disk of an image: file systems in files, which are then copied to their places. Requires messages.sh.

# Name | size in MiB | type for sfdisk.
disk_table='
star-loader|128|uefi
KIOSK|256|EBD0A0A2-B9E5-4433-87C0-68B6B72699C7
star-env|1|linux
star-root-a|192|linux
star-root-b|192|linux
star-data|512|linux
'

# Prints a UUID that depends on the image and on $1 alone.
uuid() { sha256sum <<<"$identity $1" | sed -E 's/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/\1-\2-4\3-8\4-\5/'; }

# Makes a FAT with the label $2 and the size $3 (MiB) in the file $1, with the content of the folder $4.
make_fat() {
  local file=$1 label=$2 size=$3 folder=$4
  truncate -s "${size}M" "$file"
  find "$folder" -exec touch -hd "@$SOURCE_DATE_EPOCH" {} +
  { mkfs.vfat -F 32 -n "$label" -i "$(uuid "$label" | cut -c 1-8)" --invariant "$file" >/dev/null &&
    (cd "$folder" && LC_ALL=C TZ=UTC mcopy -s -m -i "$file" ./* ::); } || die "cannot make the file system $label (above)"
}

make_erofs() {
  mkfs.erofs -d0 -zlz4hc -C65536 -T"$SOURCE_DATE_EPOCH" -U "$(uuid root)" "$1" "$2" >/dev/null || die "cannot make the file system of the root (above)"
}

# The data partition is empty: the first start fills it.
make_data() {
  local size=$2
  truncate -s "${size}M" "$1"
  E2FSPROGS_FAKE_TIME=$SOURCE_DATE_EPOCH mke2fs -q -t ext4 -L star-data -U "$(uuid data)" -E "hash_seed=$(uuid hash)" "$1" ||
    die "cannot make the data partition (above)"
}

# Prints the size of the partition $1 in MiB.
size_of() { sed -n "s/^$1|\([0-9]*\)|.*/\1/p" <<<"$disk_table"; }

# Writes the disk $1 from the files in the folder $2, which are called like their partitions. A partition without a file stays empty.
make_disk() {
  local disk=$1 folder=$2 name size type start=1 lines
  lines="label: gpt"$'\n'"label-id: $(uuid disk)"$'\n'
  while IFS='|' read -r name size type; do
    if [ -z "$name" ]; then continue; fi
    lines+="start=${start}MiB, size=${size}MiB, type=$type, name=$name, uuid=$(uuid "$name")"$'\n'
    start=$((start + size))
  done <<<"$disk_table"
  rm -f "$disk"
  truncate -s "$((start + 1))M" "$disk"
  sfdisk --quiet "$disk" <<<"$lines" || die "cannot write the partition table of $disk (above)"
  start=1
  while IFS='|' read -r name size type; do
    if [ -z "$name" ]; then continue; fi
    if [ -e "$folder/$name" ]; then
      [ "$(stat -c %s "$folder/$name")" -le $((size << 20)) ] || die "cannot write the image: $name is larger than $size MiB; include fewer packages"
      dd if="$folder/$name" of="$disk" bs=1M seek="$start" conv=notrunc,sparse status=none || die "cannot write $name to $disk (above)"
    fi
    start=$((start + size))
  done <<<"$disk_table"
}
