// An executable's functions replace libc's for every library in the process, because the linker exports them. Calls on files that
// are not claimed go to the kernel directly.
#define _GNU_SOURCE
#include "FakeDevice.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

struct device {
  dev_t volume;
  ino_t file;
  fake_device_ioctl ioctl;
  fake_device_map map;
  void *context;
};

enum { CAPACITY = 4 };
static __thread struct device devices[CAPACITY];
static __thread int device_count;
static __thread const char *folder;
static __thread int refusal;
static __thread int64_t moment;

int fake_device_claim(const char *path, fake_device_ioctl ioctl, fake_device_map map, void *context) {
  struct stat status;
  if (stat(path, &status) < 0) return -1;
  if (device_count == CAPACITY) {
    errno = ENOSPC;
    return -1;
  }
  devices[device_count++] = (struct device){status.st_dev, status.st_ino, ioctl, map, context};
  return 0;
}

void fake_device_release(void *context) {
  int kept = 0;
  for (int i = 0; i < device_count; i++) {
    if (devices[i].context != context) devices[kept++] = devices[i];
  }
  device_count = kept;
}

void fake_device_folder(const char *path) { folder = path; }

void fake_device_refuse(int code) { refusal = code; }

void fake_device_clock(int64_t now) { moment = now; }

int fake_device_memory(const char *name) { return memfd_create(name, MFD_CLOEXEC); }

static const struct device *claimed(int fd) {
  struct stat status;
  if (device_count == 0 || fstat(fd, &status) < 0) return NULL;
  for (int i = 0; i < device_count; i++) {
    if (devices[i].volume == status.st_dev && devices[i].file == status.st_ino) return &devices[i];
  }
  return NULL;
}

int ioctl(int fd, unsigned long request, ...) {
  va_list arguments;
  va_start(arguments, request);
  void *argument = va_arg(arguments, void *);
  va_end(arguments);
  const struct device *device = claimed(fd);
  if (device == NULL) return (int)syscall(SYS_ioctl, fd, request, argument);
  int code = device->ioctl(device->context, request, argument);
  if (code == 0) return 0;
  errno = code;
  return -1;
}

void *mmap64(void *address, size_t length, int protection, int flags, int fd, off64_t offset) {
  const struct device *device = flags & MAP_ANONYMOUS ? NULL : claimed(fd);
  if (device != NULL) {
    fd = device->map(device->context, offset, length);
    if (fd < 0) {
      errno = -fd;
      return MAP_FAILED;
    }
  }
  return (void *)syscall(SYS_mmap, address, length, protection, flags, fd, offset);
}

void *mmap(void *address, size_t length, int protection, int flags, int fd, off_t offset) {
  return mmap64(address, length, protection, flags, fd, offset);
}

/// Returns the path that the thread opens instead of `path`; `space` holds it if it differs.
static const char *place(const char *path, char *space, size_t size) {
  static const char real[] = "/dev/dri";
  size_t length = sizeof real - 1;
  if (folder == NULL || strncmp(path, real, length) != 0 || (path[length] != 0 && path[length] != '/')) return path;
  snprintf(space, size, "%s%s", folder, path + length);
  return space;
}

int open(const char *path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(arguments, mode_t) : 0;
  va_end(arguments);
  char space[256];
  const char *found = place(path, space, sizeof space);
  if (found == space && refusal != 0) {
    errno = refusal;
    refusal = 0;
    return -1;
  }
  return (int)syscall(SYS_openat, AT_FDCWD, found, flags, mode);
}

// libc's own functions, for calls that involve more than the kernel. They are looked up before the program runs, so that no thread
// waits for another; a library's constructor may run even earlier.
static DIR *(*libc_opendir)(const char *);
static int (*libc_clock_gettime)(clockid_t, struct timespec *);

__attribute__((constructor)) static void look_up(void) {
  *(void **)&libc_opendir = dlsym(RTLD_NEXT, "opendir");
  *(void **)&libc_clock_gettime = dlsym(RTLD_NEXT, "clock_gettime");
}

DIR *opendir(const char *path) {
  if (libc_opendir == NULL) look_up();
  char space[256];
  return libc_opendir(place(path, space, sizeof space));
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  if (clock == CLOCK_MONOTONIC && moment != 0) {
    *time = (struct timespec){.tv_sec = moment / 1000000000, .tv_nsec = moment % 1000000000};
    return 0;
  }
  if (libc_clock_gettime == NULL) look_up();
  return libc_clock_gettime(clock, time);
}
