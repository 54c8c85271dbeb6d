// File functions that Swift cannot import, because a structure and a function share the name stat.
#ifndef CLINUX_FILES_H
#define CLINUX_FILES_H

#include <stdint.h>

struct cl_status {
  uint32_t mode;
  int64_t size;
  uint64_t device;
  uint64_t inode;
  uint32_t owner;
  uint32_t group;
  // The time of the last change of the content or the properties, in nanoseconds since 1970.
  int64_t changed;
  // The number of names.
  uint64_t links;
};

/// Calls stat(2), or lstat(2) unless `follow` is set. Returns 0, or -1 and sets errno.
int cl_read_status(const char *path, int follow, struct cl_status *status);

/// Calls fstat(2). Returns 0, or -1 and sets errno.
int cl_read_open_status(int fd, struct cl_status *status);

/// Gives a file a size, and reserves the storage of all its bytes: ftruncate(2) and posix_fallocate(3). Returns 0, or -1 and sets errno.
int cl_reserve(int fd, int64_t size);

#endif
