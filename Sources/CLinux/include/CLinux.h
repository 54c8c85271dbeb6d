// What Swift cannot import from the C library: macros, variadic calls, errno. One inline line each, no logic.
#ifndef CLINUX_H
#define CLINUX_H

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <inttypes.h>
#include <linux/fb.h>
#include <linux/kd.h>
#include <linux/vt.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

/// errno is a macro over a function call.
static inline int cl_errno(void) { return errno; }

/// open(2) and ioctl(2) are variadic.
static inline int cl_open(const char *path, int flags, mode_t mode) { return open(path, flags, mode); }
static inline int cl_ioctl(int fd, unsigned long request, void *argument) { return ioctl(fd, request, argument); }
static inline int cl_ioctl_value(int fd, unsigned long request, long argument) { return ioctl(fd, request, argument); }

#endif
