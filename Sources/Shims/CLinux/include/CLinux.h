// The parts of the C library that Swift cannot import: macros, variadic functions, errno.
#ifndef CLINUX_H
#define CLINUX_H

#include "arguments.h"
#include "counters.h"
#include "files.h"
#include "localtime.h"
#include "network.h"
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
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

/// errno is a macro.
static inline int cl_errno(void) { return errno; }

/// open(2) and ioctl(2) are variadic.
static inline int cl_open(const char *path, int flags, mode_t mode) { return open(path, flags, mode); }
static inline int cl_openat(int folder, const char *name, int flags, mode_t mode) { return openat(folder, name, flags, mode); }
static inline int cl_ioctl(int fd, unsigned long request, void *argument) { return ioctl(fd, request, argument); }
static inline int cl_ioctl_value(int fd, unsigned long request, long argument) { return ioctl(fd, request, argument); }

/// Takes a shared lock with fcntl(2) that belongs to the open file (F_OFD_SETLK). It is independent of flock(2), and a folder can have it.
int cl_mark(int fd);

/// Whether another open file has a lock: 1 or 0, or -1 on failure.
int cl_is_marked(int fd);

/// Calls mmap(2) with MAP_SHARED and a 64-bit offset on every board, because dumb buffers lie beyond 4 GiB. Returns NULL on failure.
void *cl_map(int fd, int64_t offset, size_t length, int writable);

/// Replaces a mapping by anonymous memory at the same address.
void cl_detach(void *base, size_t length);

/// Calls munmap(2). In a debug build the addresses stay reserved, so that a later access crashes the program instead of reaching a new
/// mapping.
void cl_unmap(void *base, size_t length);

/// Calls ppoll(2). `timeout` is in nanoseconds; a negative one waits forever.
int cl_poll(struct pollfd *watched, nfds_t count, int64_t timeout);

/// Calls write(2). After cl_never_wait_for_errors, a write to standard error that would wait fails with EAGAIN instead.
ssize_t cl_write(int fd, const void *bytes, size_t length);
void cl_never_wait_for_errors(void);

/// Raises the soft limit of descriptors (RLIMIT_NOFILE) to 1,024, or as far as the hard limit permits.
void cl_raise_descriptor_limit(void);

/// Occupies each closed standard stream with a descriptor that still fails when it is used, so that no file opened later gets its number.
void cl_hold_standard_streams(void);

/// SIG_IGN is a macro with a cast.
static inline void cl_ignore_signal(int number) { signal(number, SIG_IGN); }

/// SIGRTMIN is a macro, because C libraries reserve the first real-time signals.
static inline int cl_realtime_signal(int n) { return SIGRTMIN + n; }

/// Blocks the signals and returns a non-blocking, close-on-exec signalfd(2) for them, or -1.
int cl_signal_source(const int *signals, size_t count);

/// Stores a character device's major and minor number. Returns -1 for any other file.
int cl_character_device(int fd, unsigned int *major, unsigned int *minor);

/// Installs handlers for the signals of a crash (SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP). They set the virtual terminal `fd` to
/// text mode with the keyboard mode `keyboard`, then let the signal kill the process. The handlers are async-signal-safe.
void cl_guard_console(int fd, int keyboard);
/// Removes the handlers.
void cl_unguard_console(void);

/// Makes a trap (SIGILL, SIGTRAP) print `text` and the trap's address before it kills the process, unless the process has a handler.
/// Addresses in the program are relative to its beginning, as in its file. `text` has at most 79 bytes.
void cl_report_traps(const char *text);

/// Returns the machine field of uname(2), such as "aarch64". Swift imports the array as a tuple.
const char *cl_machine(void);

/// Returns 1 if a time server keeps the kernel's clock right, according to adjtimex(2). Returns 0 otherwise, or if the call is forbidden.
int cl_clock_is_synchronised(void);

/// Calls malloc_trim(3), if the C library has it.
void cl_return_free_memory(void);

/// Removes the pages of code and constants, including those of libraries, from the process, with madvise(2) and MADV_DONTNEED. Each page
/// returns when it is used again.
void cl_drop_program_pages(void);

/// Returns d_name, which Swift imports as a tuple.
static inline const char *cl_entry_name(const struct dirent *entry) { return entry->d_name; }

#endif
