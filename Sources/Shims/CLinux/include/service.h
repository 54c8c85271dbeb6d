// Functions of a service: messages to its manager, the journal's stream, and changes of the clock and of devices.
#ifndef CLINUX_SERVICE_H
#define CLINUX_SERVICE_H

#include <stddef.h>
#include <stdint.h>

/// Sends one datagram to a socket, given as a path or as "@" and an abstract name. Never blocks. Returns 0 or the negated errno.
int cl_notify(const char *socket, const void *message, size_t length);

/// Stores the device and inode that fstat(2) reports. Returns -1 on failure.
int cl_file_identity(int fd, uint64_t *device, uint64_t *inode);

/// Returns a timerfd(2) of the wall clock that never expires and fails with ECANCELED when the clock is set; -1 on failure.
int cl_clock_watch(void);

/// Returns 1 if the clock was set since the last call, 0 if not, -1 on failure.
int cl_clock_was_set(int fd);

/// Opens a netlink(7) socket for the kernel's messages about devices (uevents). Each message queues SIGIO. Returns -1 on failure.
int cl_device_watch(void);

/// Reads all messages. Returns 1 if one is about a device of `subsystems` (names with spaces between them), or if messages were lost,
/// otherwise 0. Never blocks.
int cl_device_has_changed(int fd, const char *subsystems);

/// Queues SIGALRM every `seconds`; 0 stops it.
void cl_repeat_alarm(int seconds);

#endif
