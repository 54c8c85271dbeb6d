"""A real kernel, of this architecture or of an Arm board, a screen and a touch panel, on any x86-64 Linux machine.

Start at `machine.Machine`; everything else serves it:

    arch       what differs between processor architectures, and the Debian packages a host needs
    parts      kernel, modules and a foreign architecture's programs, fetched once from Debian
    initramfs  the guest's first root: busybox, modules, small C helpers (job, fb, kdmode, launch, nobody)
    debian     a machine with a whole Debian on its disk, systemd and all
    displays   screens by name
    devicetree a frame buffer that a board's firmware left
    qemu       the process, and QMP, QEMU's own remote control
    guest      commands inside the guest
    devices    plugging panels in and out, playing recordings
    screen     pictures of what is shown
    faults     power cuts, console switches, drivers and monitors that come and go (hotplug)
    disklog    a disk that logs writes and flushes, and what a power cut may leave of them
    cuts       what many such cuts left of a journal (nosync.c: a program whose syncs do nothing)
    count      exact numbers of instructions, beside those of a program that draws nothing (floor.c)

and without a machine:

    panels     touch panels (and devices that are not), as evemu descriptions
    gestures   what a finger does, as evemu events
    picture    pictures, from and to files
    compare    whether two are the same, to the last bit
"""
