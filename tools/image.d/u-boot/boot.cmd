# Starts a slot. mkimage makes boot.scr of it, the script that U-Boot runs.
#
# The state is the first sector of the partition star-env, in the format of U-Boot's environments: a CRC, and these variables.
#
#   star_order      the slots in the order in which they are tried, such as "b a"
#   star_a, star_b  the attempts that the slot has left, or "good" if they are not counted
#
# A slot whose files cannot be read is passed over. If no slot can be started, both have their attempts again.

setenv store 'mw.b ${ramdisk_addr_r} 0 0x200; env export -c -s 0x200 ${ramdisk_addr_r} star_order star_a star_b; ${devtype} write ${ramdisk_addr_r} 0x${sector} 1'
setenv fetch 'load ${devtype} ${devnum}:${distro_bootpart} ${to} /${slot}/${name}'
setenv start 'setenv to ${ramdisk_addr_r}; setenv name words; run fetch && env import -t ${ramdisk_addr_r} ${filesize} words && setenv to ${kernel_addr_r} && setenv name linux && run fetch && setenv to ${ramdisk_addr_r} && setenv name initramfs && run fetch && setenv bootargs "${words} rauc.slot=${slot}" && booti ${kernel_addr_r} ${ramdisk_addr_r}:${filesize} ${fdt_addr}'

part start ${devtype} ${devnum} star-env sector
if ${devtype} read ${ramdisk_addr_r} 0x${sector} 1 && env import -c ${ramdisk_addr_r} 0x200 star_order star_a star_b; then true; else
  echo "star: the state cannot be read; starting over"
  setenv star_order 'a b'
  setenv star_a 2
  setenv star_b 2
fi

for next in ${star_order}; do
  setenv slot ${next}
  if test ${slot} = a; then setenv left ${star_a}; else setenv left ${star_b}; fi
  echo "star: slot ${slot}, attempts left: ${left}"
  if test ${left} = good; then
    run start
  elif test ${left} -gt 0; then
    setexpr left ${left} - 1
    if test ${slot} = a; then setenv star_a ${left}; else setenv star_b ${left}; fi
    run store
    run start
  fi
done

echo "star: no slot has attempts left; starting over"
setenv star_a 2
setenv star_b 2
run store
reset
