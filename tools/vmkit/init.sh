#!/vm/busybox sh
# The guest's first process: sets up a Linux system from a folder of the host, then runs commands for the host. The folder is
# the host's own root if guest and host have the same architecture.
#
# Commands arrive on a virtio port, one number per line. Command N is the script /run/vm/N/command, and its
# output goes to files beside it. /run/vm is a folder of the host, so the host can read output immediately
# and after a power cut. Only "started N PID" and "ended N STATUS" are sent back on the port.

export PATH=/vm:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
export HOME=/tmp TERM=linux LANG=C.UTF-8
/vm/busybox --install -s /vm

mount -t devtmpfs dev /dev
mount -t proc proc /proc
mount -t sysfs sys /sys
mkdir -p /dev/pts /dev/shm
mount -t devpts pts /dev/pts
for folder in /tmp /run /var /dev/shm; do mount -t tmpfs tmpfs $folder; done

while read -r module parameters; do
    insmod /vm/$module $parameters || echo "init: $module failed"
done < /vm/modules

# Read-only and cached, since nothing changes while the guest runs.
plan9=trans=virtio,version=9p2000.L,msize=512000
mount -t 9p -o $plan9,ro,cache=loose root /vm/root
mount -t 9p -o $plan9,ro,cache=loose host /host
for path in /vm/root/*; do
    name=${path#/vm/root}
    if [ -L "$path" ]; then cp -d "$path" /
    elif [ -d "$path" ] && [ ! -e "$name" ]; then mkdir "$name" && mount -o bind "$path" "$name"
    fi
done

# Folders of the host that the guest always mounts at the same path.
mkdir -p /run/vm
mount -t 9p -o $plan9,cache=none channel /run/vm
mount -t 9p -o $plan9,cache=mmap out /out
while read -r path; do
    [ -e "$path" ] || { mkdir -p "$path" && mount -o bind "/host$path" "$path"; }
done < /run/vm/folders

mount -t debugfs debug /sys/kernel/debug
hostname guest
ip link set lo up
sh /run/vm/setup >/dev/null || echo 'init: setup failed'

for port in /sys/class/virtio-ports/*; do
    [ "$(cat $port/name)" = commands ] && exec 3<>/dev/${port##*/}
done
echo "ready $(uname -r)" >&3
while read -r number <&3; do
    job $number &
done
