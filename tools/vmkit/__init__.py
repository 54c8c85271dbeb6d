"""Machines with a real kernel, a screen and a touch panel, emulated on any x86-64 Linux machine.

Start at `machine.Machine`. The other modules serve it:

    arch       what differs between processor architectures, and the Debian packages a host needs
    parts      kernel, modules and a foreign architecture's programs, fetched once from Debian
    initramfs  the guest's first root: busybox, modules, small C helpers (job, fb, kdmode, launch, unprivileged)
    debian     a machine with a complete Debian on its disk
    displays   screens by name
    devicetree a framebuffer as a board's firmware sets it up
    qemu       the process, and QMP, QEMU's control protocol
    guest      commands inside the guest
    devices    plugging panels in and out, playing recordings
    screen     pictures of the screen
    faults     power cuts, console switches, hotplug of drivers and monitors
    disklog    a disk that logs writes and flushes, and derives what a power cut leaves of them
    cuts       the state of a journal after many such cuts (nosync.c: disables a program's syncs)
    count      exact instruction counts, beside a program that draws nothing (floor.c)

These need no machine:

    panels     touch panels (and devices that are not), as evemu descriptions
    gestures   what a finger does, as evemu events
    picture    pictures, from and to files
    compare    exact comparison of two pictures
"""
