# shellcheck shell=bash disable=SC2154  # board_* of tools/image
# Updates: bundles of RAUC, and the key that signs them. Requires messages.sh.

# Sets `key` to this machine's key and makes it if it is missing. The file has the secret key and the certificate that images accept.
prepare_key() {
  # Without HOME, the tilde expands to the home folder in passwd(5).
  if [ -z "${HOME-}" ]; then unset HOME; fi
  key=${XDG_CONFIG_HOME:-~/.config}/star-slider/update-key.pem
  if [ -e "$key" ]; then return; fi
  mkdir -p "${key%/*}"
  # Kiosks accept what is signed with the key for ever.
  (umask 077 && openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -sha256 -days 36500 -subj "/CN=star slider updates" \
    -keyout "$key.part" -out "$key.part.crt" 2>/dev/null && cat "$key.part.crt" >>"$key.part" && rm "$key.part.crt" && mv "$key.part" "$key") ||
    die "cannot write the key to $key (above)"
  say "made the key $key; keep a copy in a safe place"
}

# Writes the bundle $1 with the version $2 from the folder $3, which has the files that the lines on standard input name.
make_bundle() {
  local bundle=$1 version=$2 folder=$3 words
  { printf '[update]\ncompatible=star-slider-%s\nversion=%s\n\n[bundle]\nformat=verity\n\n' "$board_name" "$version" && cat; } >"$folder/manifest.raucm"
  rm -f "$bundle"
  # The root is already compressed, and RAUC refuses bundles of less than 4 KiB.
  words=$(rauc --cert="$key" --key="$key" --mksquashfs-args='-quiet -no-progress -noD -noF' bundle "$folder" "$bundle" 2>&1) ||
    die "cannot make the bundle $bundle: ${words##*$'\n'}"
}

# Makes the bundle $1, version $2, of the root $3.
bundle_root() {
  local folder=$1.tree
  # An interrupted run may have left the folder.
  rm -rf "$folder" && mkdir "$folder"
  cp "$3" "$folder/root.img"
  make_bundle "$1" "$2" "$folder" < <(printf '%s\n' '[image.root]' filename=root.img)
  rm -r "$folder"
}

# Makes the bundle $1, version $2, of the settings in the folder $3.
bundle_settings() {
  local folder=$1.tree
  [ -n "$(ls "$3")" ] || die "cannot make an update of $3: it is empty"
  rm -rf "$folder" && mkdir "$folder"
  tar --create --file "$folder/settings.tar" --directory "$3" --sort=name --owner=0 --group=0 --numeric-owner . || die "cannot pack $3 (above)"
  # shellcheck disable=SC2016  # RAUC's variable
  printf '#!/bin/sh\nexec /usr/lib/star-image/star-card settings "$RAUC_IMAGE_NAME"\n' >"$folder/hook"
  chmod 755 "$folder/hook"
  make_bundle "$1" "$2" "$folder" < <(printf '%s\n' '[hooks]' filename=hook '[image.settings]' filename=settings.tar hooks=install)
  rm -r "$folder"
}
