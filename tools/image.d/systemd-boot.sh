# shellcheck shell=bash disable=SC2034,SC2154  # image, parts and arch_* of tools/image
# systemd-boot, the loader of UEFI boards. Requires messages.sh.

# A kernel that Secure Boot has verified loads no modules without signatures.
module_words=()

declare -A efi_names=([amd64]=x64 [arm64]=aa64)

# Fills the folder $1, the loader's partition, for slot A with the kernel in the folder $2.
fill_loader() {
  local folder=$1 boot=$2 efi=${efi_names[$arch_debian]}
  install -D -m 644 "$parts/usr/lib/systemd/boot/efi/systemd-boot$efi.efi" "$folder/EFI/BOOT/BOOT${efi^^}.EFI"
  mkdir -p "$folder/loader"
  printf 'timeout 0\neditor no\n' >"$folder/loader/loader.conf"
  "$image/systemd-boot/loader" fill "$folder" a "$boot" 1 star-a.conf
}
