// A service and its manager: messages, the journal's stream, changes of the clock and of devices.
#ifndef CLINUX_SERVICE_H
#define CLINUX_SERVICE_H

#include <stddef.h>
#include <stdint.h>

/// Sends one datagram to a socket: a path, or "@" and an abstract name. Never blocks. Returns 0, or the negated errno.
int cl_notify(const char *socket, const void *message, size_t length);

/// Stores the device and inode of fstat(2). Returns -1 on failure.
int cl_file_identity(int fd, uint64_t *device, uint64_t *inode);

/// Returns a timerfd(2) of the wall clock that never expires and that fails with ECANCELED when the clock is set; -1 on failure.
int cl_clock_watch(void);

/// Returns 1 if the clock was set since the last call, 0 if not, -1 on failure.
int cl_clock_was_set(int fd);

/// Opens a netlink(7) socket for the kernel's messages about devices (uevents). Each queues SIGIO. Returns -1 on failure.
int cl_device_watch(void);

/// Reads all messages. Returns 1 if one is about a device of `subsystem`, or if messages were lost, else 0. Never blocks.
int cl_device_has_changed(int fd, const char *subsystem);

/// Queues SIGALRM every `seconds`; 0 ends that.
void cl_repeat_alarm(int seconds);

#endif
