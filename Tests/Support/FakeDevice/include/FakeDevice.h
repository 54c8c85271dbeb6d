// System calls that fail on demand, for errors that no real device produces on demand: ioctl(2) and mmap(2) on a file that a test
// has claimed are the test's to answer, and the clock stands where the test puts it. Interposed for the whole test process, as
// AllocationCounter is, so that the code under test and the libraries below it are the ones that ship; all of it holds for the
// calling thread alone, and whatever was not claimed goes to the kernel.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// Answers an ioctl(2) on a claimed file: 0, or an errno.
typedef int (*fake_device_ioctl)(void *context, unsigned long request, void *argument);

/// Answers an mmap(2) on a claimed file: the descriptor of what is mapped in its place, at the same offset; or an errno, negated.
typedef int (*fake_device_map)(void *context, int64_t offset, size_t length);

/// Claims the file at `path`, whichever way it is opened. 0; -1 and errno where there is no such file, or the thread has claimed
/// too many.
int fake_device_claim(const char *path, fake_device_ioctl ioctl, fake_device_map map, void *context);

/// Lets go of what was claimed with `context`.
void fake_device_release(void *context);

/// Where this thread finds the folder /dev/dri, and what is opened in it; NULL, where it is. The text has to live as long.
void fake_device_folder(const char *path);

/// What this thread is answered when it next opens something in /dev/dri, an errno, or 0.
void fake_device_refuse(int code);

/// Puts this thread's CLOCK_MONOTONIC at a moment, nanoseconds, where it stays; 0 lets it run.
void fake_device_clock(int64_t now);

/// memfd_create(2), which needs _GNU_SOURCE: memory to map in a device's place, named in /proc/PID/maps; or -1.
int fake_device_memory(const char *name);
