#define _FILE_OFFSET_BITS 64
#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static struct cl_status status_of(const struct stat *found) {
  return (struct cl_status){
    .mode = found->st_mode,
    .size = found->st_size,
    .device = found->st_dev,
    .inode = found->st_ino,
    .owner = found->st_uid,
    .group = found->st_gid,
    .changed = found->st_ctim.tv_sec * 1000000000LL + found->st_ctim.tv_nsec,
    .links = found->st_nlink,
  };
}

int cl_read_status(const char *path, int follow, struct cl_status *status) {
  struct stat found;
  if ((follow ? stat : lstat)(path, &found) < 0) return -1;
  *status = status_of(&found);
  return 0;
}

int cl_read_open_status(int fd, struct cl_status *status) {
  struct stat found;
  if (fstat(fd, &found) < 0) return -1;
  *status = status_of(&found);
  return 0;
}

int cl_reserve(int fd, int64_t size) {
  int error = ftruncate(fd, (off_t)size) < 0 ? errno : posix_fallocate(fd, 0, (off_t)size);
  if (error == 0) return 0;
  errno = error;
  return -1;
}
