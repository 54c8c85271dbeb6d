#!/vm/busybox sh
# The guest's first process if the root is a Debian on the disk: starts its systemd, with the agent that runs
# commands for the host as an additional service. The agent's files are in /vm, /run and /out; the disk gets two empty folders.

export PATH=/vm
/vm/busybox --install -s /vm

mount -t devtmpfs dev /dev
mount -t proc proc /proc
mount -t sysfs sys /sys
while read -r module parameters; do
    insmod /vm/$module $parameters || echo "init: $module failed"
done < /vm/modules

mkdir -p /root
mount -t ext4 /dev/vda /root || echo 'init: no root on /dev/vda'
mkdir -p /root/vm /root/out
for folder in vm run; do mount -t tmpfs -o mode=755 tmpfs /root/$folder; done
rm -f /vm/*.ko
cp -a /vm/. /root/vm
# Busybox's shell would run its built-in dpkg, ls and so on regardless of PATH.
ln -sf /bin/sh /root/vm/sh

mkdir -p /root/run/vm
plan9=trans=virtio,version=9p2000.L,msize=512000
mount -t 9p -o $plan9,cache=none channel /root/run/vm || echo 'init: no channel'
mount -t 9p -o $plan9,cache=mmap out /root/out || echo 'init: no /out'

cat > /root/vm/agent <<'END'
#!/vm/sh
# Reads job numbers, one per line, as init.sh does without systemd.
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/vm
export HOME=/root TERM=linux LANG=C.UTF-8
for port in /sys/class/virtio-ports/*; do
    [ "$(cat $port/name)" = commands ] && exec 3<>/dev/${port##*/}
done
echo "ready $(uname -r)" >&3
while read -r number <&3; do
    job $number &
done
END
chmod +x /root/vm/agent
units=/root/run/systemd/system
mkdir -p $units/basic.target.wants
cat > $units/vm-agent.service <<'END'
[Unit]
Description=Commands from the machine's host
DefaultDependencies=no
[Service]
ExecStart=/vm/agent
Restart=always
END
ln -s ../vm-agent.service $units/basic.target.wants/

for folder in dev proc sys; do mount -o move /$folder /root/$folder; done
exec switch_root /root /sbin/init
