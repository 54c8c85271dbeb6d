// SQLite, and the few calls of the C library that look at a path before SQLite may touch it.
#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

/// errno is a macro over a function call.
static inline int cs_errno(void) { return errno; }

/// open(2) is variadic; `mode` counts where `flags` has O_CREAT.
static inline int cs_open(const char *path, int flags, mode_t mode) { return open(path, flags | O_CLOEXEC, mode); }

/// stat(2), kept to what is asked of it here: 0, or errno. A structure and a function of one name confuse importers.
static inline int cs_stat(const char *path, unsigned int *mode, long long *size) {
  struct stat about;
  if (stat(path, &about) != 0) return errno;
  *mode = about.st_mode;
  *size = about.st_size;
  return 0;
}

/// Whether the name itself is a symbolic link, wherever it leads.
static inline int cs_is_link(const char *path) {
  struct stat about;
  return lstat(path, &about) == 0 && S_ISLNK(about.st_mode);
}
