# shellcheck shell=bash disable=SC2034,SC2154  # image and parts of tools/image
# U-Boot with a script that chooses the slot. Requires messages.sh and packages.sh.

# Nothing on these boards verifies the kernel itself, so it need not verify its modules.
module_words=(unsigned)

# Fills the folder $1, the loader's partition, for slot A with the kernel in the folder $2. Slot A is confirmed.
fill_loader() {
  local folder=$1 boot=$2
  require_packages "to make an image" u-boot-tools
  { mkimage -A arm64 -T script -C none -n star -d "$image/u-boot/boot.cmd" "$folder/boot.scr" >/dev/null &&
    printf 'star_a=good\nstar_b=0\nstar_order=a b\n' | mkenvimage -s 512 -p 0 -o "$folder/../partitions/star-env" -; } ||
    die "cannot make the script and the state of U-Boot (above)"
  "$image/u-boot/loader" fill "$folder/a" "$boot"
  if [ -d "$parts/usr/lib/raspi-firmware" ]; then add_firmware "$folder"; fi
}

# Adds the Raspberry Pi's firmware, which starts U-Boot with the device tree that it chooses for the board.
add_firmware() {
  local folder=$1 firmware=$parts/usr/lib/raspi-firmware
  cp "$firmware"/{bootcode.bin,start.elf,fixup.dat,start4.elf,fixup4.dat} "$parts"/usr/lib/linux-image-*/broadcom/bcm2[78]*.dtb "$folder"
  # Debian's U-Boot waits for a key, which a visitor may press, for two seconds.
  LC_ALL=C sed 's/\x00bootdelay=2\x00/\x00bootdelay=0\x00/' "$parts/usr/lib/u-boot/rpi_arm64/u-boot.bin" >"$folder/u-boot.bin"
  printf '%s\n' arm_64bit=1 upstream_kernel=1 enable_uart=1 disable_splash=1 kernel=u-boot.bin >"$folder/config.txt"
}

# Adds the partitions with FAT to the old partition table of the disk $1: the firmware of some boards does not know GPT, and a computer that
# finds an old table may read only that one.
finish_disk() {
  local loader card words
  if [ ! -d "$parts/usr/lib/raspi-firmware" ]; then return; fi
  loader=$(size_of star-loader) card=$(size_of KIOSK)
  words=$(printf '%s\n' "label-id: 0x$(uuid mbr | cut -c 1-8)" "start=1, size=2047, type=ee" "start=1MiB, size=${loader}MiB, type=c" \
    "start=$((1 + loader))MiB, size=${card}MiB, type=c" | sfdisk --quiet --wipe-partitions never --label-nested dos "$1" 2>&1) ||
    die "cannot write the old partition table of $1: $words"
}
