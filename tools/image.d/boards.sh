# shellcheck shell=bash
# The boards that tools/image makes images for. Requires messages.sh.
#
# Columns: name | Debian's architecture | kernel | loader | the loader's packages | serial console |
#          components of Debian that the loader is in, besides main
board_table='
generic-amd64|amd64|linux-image-amd64|systemd-boot|systemd-boot-efi|ttyS0
generic-arm64|arm64|linux-image-arm64|systemd-boot|systemd-boot-efi|ttyAMA0
qemu-virt-arm64|arm64|linux-image-arm64|u-boot||ttyAMA0
raspberry-pi-3|arm64|linux-image-arm64|u-boot|u-boot-rpi raspi-firmware|ttyS1|non-free-firmware
raspberry-pi-4|arm64|linux-image-arm64|u-boot|u-boot-rpi raspi-firmware|ttyS1|non-free-firmware
raspberry-pi-zero-2-w|arm64|linux-image-arm64|u-boot|u-boot-rpi raspi-firmware|ttyS1|non-free-firmware
'

# Prints the names, one per line.
boards() { sed -n 's/|.*//p' <<<"$board_table"; }

# Sets board_* for the board $1, or stops.
choose_board() {
  local row
  row=$(grep "^$1|" <<<"$board_table") || misuse "cannot make an image for '$1': unknown board; choose one of $(boards | paste -sd ' ')"
  # shellcheck disable=SC2034  # read by the scripts that source this file
  IFS='|' read -r board_name board_debian board_kernel board_loader board_packages board_console board_components <<<"$row"
}
