"""A real kernel, a screen and a touch panel on any x86-64 Linux machine.

Start at `machine.Machine`; everything else serves it:

    arch       what differs between processor architectures, and the Debian packages a host needs
    parts      kernel and modules, fetched once from Debian
    initramfs  the guest's first root: busybox, modules, three small C helpers (job, fb, kdmode)
    debian     a machine with a whole Debian on its disk, systemd and all
    displays   screens by name
    qemu       the process, and QMP, QEMU's own remote control
    guest      commands inside the guest
    devices    plugging panels in and out, playing recordings
    screen     pictures of what is shown
    faults     power cuts, console switches, drivers and monitors that come and go (hotplug)

and without a machine:

    panels     touch panels (and devices that are not), as evemu descriptions
    gestures   what a finger does, as evemu events
    picture    pictures, from and to files
    compare    whether two are the same, to the last bit
"""
