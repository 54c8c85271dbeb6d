# shellcheck shell=bash
# The boards that tools/image makes images for. Requires messages.sh.
#
# Columns: name | Debian's architecture | kernel | loader | the loader's package | serial console
board_table='
generic-amd64|amd64|linux-image-amd64|systemd-boot|systemd-boot-efi|ttyS0
'

# Prints the names, one per line.
boards() { sed -n 's/|.*//p' <<<"$board_table"; }

# Sets board_* for the board $1, or stops.
choose_board() {
  local row
  row=$(grep "^$1|" <<<"$board_table") || misuse "cannot make an image for '$1': unknown board; choose one of $(boards | paste -sd ' ')"
  # shellcheck disable=SC2034  # read by the scripts that source this file
  IFS='|' read -r board_name board_debian board_kernel board_loader board_package board_console <<<"$row"
}
