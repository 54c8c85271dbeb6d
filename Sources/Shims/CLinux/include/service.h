// What a service and its manager share: messages, the journal's stream, the clock that somebody sets.
#ifndef CLINUX_SERVICE_H
#define CLINUX_SERVICE_H

#include <stddef.h>
#include <stdint.h>

/// Sends one datagram to a socket: a path, or "@" and an abstract name. 0, or minus the errno. Never waits.
int cl_notify(const char *socket, const void *message, size_t length);

/// fstat(2)'s device and inode of a descriptor, -1 without one.
int cl_file_identity(int fd, uint64_t *device, uint64_t *inode);

/// A timerfd(2) of the wall clock that never expires, and whose reading says ECANCELED once the clock was set; or -1.
int cl_clock_watch(void);

/// Reads it: 1 if the clock was set since the last reading, 0 if not, or -1.
int cl_clock_was_set(int fd);

#endif
