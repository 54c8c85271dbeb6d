#define _FILE_OFFSET_BITS 64
#include "files.h"

#include <sys/resource.h>
#include <sys/stat.h>

int cl_read_status(const char *path, int follow, struct cl_status *status) {
  struct stat found;
  if ((follow ? stat : lstat)(path, &found) < 0) return -1;
  *status = (struct cl_status){found.st_mode, found.st_size, found.st_dev, found.st_ino, found.st_uid, found.st_gid};
  return 0;
}

int cl_file_size_is_limited(void) {
  struct rlimit limit;
  return getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
}
