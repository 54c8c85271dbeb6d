// Simulated devices, for errors that no real device produces on demand. The test handles ioctl(2) and mmap(2) on a file that it
// has claimed, and sets the clock. The functions are interposed for the whole test process, so that the code under test and its
// libraries are the ones that ship. Everything applies to the calling thread only; other files and threads use the kernel.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// Handles an ioctl(2) on a claimed file. Returns 0 or an errno.
typedef int (*fake_device_ioctl)(void *context, unsigned long request, void *argument);

/// Handles an mmap(2) on a claimed file. Returns the descriptor of the file to map instead, at the same offset, or -errno.
typedef int (*fake_device_map)(void *context, int64_t offset, size_t length);

/// Claims the file at `path`. Returns 0, or -1 and sets errno if there is no such file or the thread has claimed too many.
int fake_device_claim(const char *path, fake_device_ioctl ioctl, fake_device_map map, void *context);

/// Releases the files that were claimed with `context`.
void fake_device_release(void *context);

/// Replaces the folder /dev/dri for this thread; NULL restores it. The string must stay valid.
void fake_device_folder(const char *path);

/// Sets the errno of this thread's next open(2) in /dev/dri, or 0.
void fake_device_refuse(int code);

/// Stops this thread's CLOCK_MONOTONIC at a time in nanoseconds; 0 lets it run.
void fake_device_clock(int64_t now);

/// Creates memory to map instead of a device, named in /proc/PID/maps (memfd_create(2)). Returns a descriptor or -1.
int fake_device_memory(const char *name);
