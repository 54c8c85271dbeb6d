// What Swift cannot import from the C library: macros, variadic calls, errno. One inline line each, no logic.
#ifndef CLINUX_H
#define CLINUX_H

#include "arguments.h"
#include "process.h"
#include "service.h"

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

/// 1 where a path names, links followed, something that is no ordinary file: a device, a pipe, a socket, a folder; else 0.
int cl_is_special(const char *path);


/// open(2) and ioctl(2) are variadic.
static inline int cl_open(const char *path, int flags, mode_t mode) { return open(path, flags, mode); }
static inline int cl_ioctl(int fd, unsigned long request, void *argument) { return ioctl(fd, request, argument); }
static inline int cl_ioctl_value(int fd, unsigned long request, long argument) { return ioctl(fd, request, argument); }

/// mmap(2) shared, with the offset in 64 bits on every board: dumb buffers lie beyond 4 GiB. MAP_FAILED is a cast, so NULL says no.
void *cl_map(int fd, int64_t offset, size_t length, int writable);

/// ppoll(2) needs _GNU_SOURCE. `timeout` in nanoseconds; below 0 waits for ever.
int cl_poll(struct pollfd *watched, nfds_t count, int64_t timeout);

/// Opens what can be neither read nor written in place of each standard stream that is closed, so that nothing that is opened later
/// becomes one of them.
void cl_hold_standard_streams(void);

/// SIG_IGN is a cast.
static inline void cl_ignore_signal(int number) { signal(number, SIG_IGN); }

/// SIGRTMIN is a function call in a macro: C libraries keep the first ones for themselves.
static inline int cl_realtime_signal(int n) { return SIGRTMIN + n; }

/// Blocks the signals from now on and lets them be read: a non-blocking, close-on-exec signalfd(2), or -1.
int cl_signal_source(const int *signals, size_t count);

/// major(3) and minor(3) of a character device behind a descriptor; -1 for anything else.
int cl_character_device(int fd, unsigned int *major, unsigned int *minor);

/// Arms handlers for the signals of a crash (SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP) that put the virtual
/// terminal behind `fd` back to text, with `keyboard` as its keyboard mode, and then let the signal kill. Async-signal-safe.
void cl_guard_console(int fd, int keyboard);
/// Takes the handlers away.
void cl_unguard_console(void);

/// uname(2)'s machine, as in "aarch64"; its fields are arrays that Swift imports as tuples.
const char *cl_machine(void);

/// Whether the kernel's clock is being kept right by a time server: adjtimex(2) without a change. 0 where it is not, and where
/// nobody may ask.
int cl_clock_is_synchronised(void);

/// malloc_trim(3), where the C library has it.
void cl_return_free_memory(void);

/// Takes the pages of code and constants, the libraries' too, out of the process: madvise(2), MADV_DONTNEED. Each comes back
/// when it is used again.
void cl_drop_program_pages(void);

/// d_name is an array that Swift imports as a tuple.
static inline const char *cl_entry_name(const struct dirent *entry) { return entry->d_name; }

#endif
