# shellcheck shell=bash disable=SC2154  # parts, arch_* of tools/image
# systemd-boot, the loader of UEFI boards. An entry counts its attempts in its name. Requires messages.sh.

declare -A efi_names=([amd64]=x64 [arm64]=aa64)

# Fills the folder $1, the loader's partition, for slot A: the kernel $2, the initramfs $3, and the kernel's words $4.
fill_loader() {
  local folder=$1 kernel=$2 initramfs=$3 words=$4 efi=${efi_names[$arch_debian]}
  install -D -m 644 "$parts/usr/lib/systemd/boot/efi/systemd-boot$efi.efi" "$folder/EFI/BOOT/BOOT${efi^^}.EFI"
  mkdir -p "$folder/loader/entries"
  printf 'timeout 0\neditor no\n' >"$folder/loader/loader.conf"
  fill_slot "$folder" a "$kernel" "$initramfs" "$words"
}

# Writes the files of the slot $2.
fill_slot() {
  local folder=$1 slot=$2
  install -D -m 644 "$3" "$folder/$slot/linux"
  install -D -m 644 "$4" "$folder/$slot/initramfs"
  cat >"$folder/loader/entries/star-$slot.conf" <<END
title Star slider, slot $slot
sort-key star
version $SOURCE_DATE_EPOCH
linux /$slot/linux
initrd /$slot/initramfs
options star.slot=$slot $5
END
}
