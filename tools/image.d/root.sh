# shellcheck shell=bash disable=SC2154  # board_*, arch_*, cache, suite and options of tools/image
# The root of an image. Requires messages.sh, sysroot.sh and boards.sh.

# systemd, devices, the network and its time; repairs of the data partition and the loader's; updates; and a package that avoids a dependency on
# all of Perl, which would merge /usr.
root_packages=(systemd-sysv udev dbus kmod usr-is-merged systemd-resolved systemd-timesyncd e2fsprogs dosfstools mount ca-certificates
  fonts-dejavu-core rauc rauc-service curl)

# A kiosk does not use these.
left_out=(/usr/share/man /usr/share/doc /usr/share/locale /usr/share/info /usr/share/lintian /usr/share/bash-completion)

# Removed once all packages are installed: an image gets another version as a whole. /etc/apt would name a mirror.
superfluous=(
  etc/apt etc/hostname etc/star-slider etc/cron.daily etc/dpkg etc/logrotate.d
  usr/bin/dpkg* usr/sbin/dpkg* usr/bin/perl* usr/lib/dpkg usr/share/dpkg usr/share/perl* usr/lib/*-linux-gnu*/perl* usr/lib/*/libperl.so*
  usr/bin/apt* usr/share/debconf usr/share/pixmaps usr/share/zsh usr/share/zoneinfo/right usr/lib/*/gconv usr/lib/udev/hwdb.d
  usr/lib/systemd/system-generators/systemd-[!r]* usr/lib/systemd/system-generators/systemd-rc*
  etc/systemd/system/getty.target.wants etc/systemd/system/timers.target.wants usr/lib/systemd/system/dpkg-db-backup* var
)

# Units that a kiosk does not need.
unneeded=(
  e2scrub_all.timer e2scrub_reap.service fstrim.timer systemd-firstboot.service systemd-remount-fs.service
  systemd-sysusers.service systemd-update-utmp.service systemd-update-utmp-runlevel.service systemd-machine-id-commit.service
  sys-kernel-config.mount sys-kernel-debug.mount sys-kernel-tracing.mount sys-fs-fuse-connections.mount dev-hugepages.mount dev-mqueue.mount
  modprobe@configfs.service modprobe@efi_pstore.service modprobe@fuse.service
)

# Sets `base` to the archive of a Debian with the packages that the package $1 depends on, and with $2... It is kept.
prepare_base() {
  local package=$1 words sources lines wanted name excludes=()
  shift
  words=$(dpkg-deb --field "$package" Depends | tr ',' '\n' | sed 's/^ *//; s/[ (|].*//') || die "cannot read the dependencies of $package (above)"
  wanted=$(printf '%s\n' "${root_packages[@]}" "$words" "$@" | sort -u | paste -sd ,)
  base=$cache/image-$suite-$arch_debian-$(sha256sum <<<"1 $wanted ${left_out[*]}" | cut -c 1-12).tar
  if [ -e "$base" ] && [ "$fresh" = no ]; then return; fi
  say "making a Debian $suite for $arch_debian (once)"
  sources=$(sources_of "$suite")
  mapfile -t lines <<<"$sources"
  for name in "${left_out[@]}"; do excludes+=("--dpkgopt=path-exclude=$name/*"); done
  rm -f "$base.part"
  install_debian --quiet --mode=root --variant=essential --architectures="$arch_debian" --format=tar \
    --aptopt='APT::Install-Recommends "false"' --aptopt='APT::Sandbox::User "root"' --aptopt='Acquire::Languages "none"' \
    "${excludes[@]}" --dpkgopt=force-unsafe-io --include="$wanted" \
    "$suite" "$base.part" "${lines[@]}" >&2 || die "cannot make a Debian $suite for $arch_debian (above)"
  mv "$base.part" "$base"
}

# Runs mmdebstrap, which runs the scripts of packages. Those of another architecture require an emulator.
install_debian() {
  require_packages "to run programs for $arch_debian" arch-test qemu-user-static
  if arch-test "$arch_debian" >/dev/null; then
    mmdebstrap "$@"
  else
    "$image/run-foreign" "${arch_emulator%-static}" mmdebstrap "$@"
  fi
}

# Makes the root in the folder $1 from `base`, with the package $2.
make_root() {
  local root=$1 package=$2 name
  mkdir -p "$root"
  tar --extract --file "$base" --directory "$root" --numeric-owner || die "cannot unpack $base (above); delete it, or make room"
  # The package's scripts run here, for the other root; triggers would run programs of its architecture. This system's dpkg does not
  # expect that packages for all architectures serve a foreign one. prepare_base has installed what the package depends on.
  dpkg --root="$root" --force-script-chrootless --force-architecture --force-depends --no-triggers --install "$package" >&2 || die "cannot install $package in the image (above)"
  mkdir -p "$root/usr/share/star-image"
  # shellcheck disable=SC2016  # dpkg-query's own variables
  dpkg-query --root="$root" --show --showformat '${Package} ${Version}\n' >"$root/usr/share/star-image/packages"
  # The patterns are relative to the root.
  (cd "$root" && for name in "${superfluous[@]}" "${left_out[@]#/}"; do
    # shellcheck disable=SC2086  # patterns
    rm -rf $name
  done)
  mkdir -p "$root"/{var,boot,run}
  cp -r "$image/root/." "$root"
  install -m 755 "$image/$board_loader/loader" "$root/usr/lib/star-image/loader"
  sed -i "s/@board@/$board_name/" "$root/etc/rauc/system.conf"
  openssl x509 -in "$key" -out "$root/etc/rauc/update.pem" || die "cannot read the certificate in $key (above)"
  echo "$version" >"$root/usr/share/star-image/version"
  : >"$root/etc/machine-id"
  ln -sfn ../run/star-card/current "$root/etc/star-slider"
  ln -sfn ../run/systemd/resolve/stub-resolv.conf "$root/etc/resolv.conf"
  ln -sfn /usr/lib/systemd/system/star-first.target "$root/etc/systemd/system/default.target"
  { systemctl --root="$root" --quiet enable tmp.mount star-card star-health star-update.path star-update systemd-networkd systemd-resolved systemd-timesyncd >&2 &&
    systemctl --root="$root" --quiet mask "${unneeded[@]}" >&2; } || die "cannot choose the services of the image (above)"
  chown -R root:root "$root/usr/lib/star-image" "$root/usr/share/star-image"
}
