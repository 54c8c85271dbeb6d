// SQLite, and the few calls of the C library that look at a path before SQLite may touch it.
#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/// errno is a macro over a function call.
static inline int cs_errno(void) { return errno; }

/// open(2) is variadic; `mode` counts where `flags` has O_CREAT.
static inline int cs_open(const char *path, int flags, mode_t mode) { return open(path, flags | O_CLOEXEC, mode); }

/// Whether this process's files may only grow to some size: RLIMIT_FSIZE of getrlimit(2), an enumeration to one C library and a
/// macro to another.
static inline int cs_file_size_is_limited(void) {
  struct rlimit limit;
  return getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
}

/// stat(2), kept to what is asked of it here: 0, or errno. A structure and a function of one name confuse importers.
static inline int cs_stat(const char *path, unsigned int *mode, long long *size) {
  struct stat about;
  if (stat(path, &about) != 0) return errno;
  *mode = about.st_mode;
  *size = about.st_size;
  return 0;
}

/// stat(2)'s device and inode: 0, or errno.
static inline int cs_identity(const char *path, uint64_t *device, uint64_t *inode) {
  struct stat about;
  if (stat(path, &about) != 0) return errno;
  *device = about.st_dev;
  *inode = about.st_ino;
  return 0;
}

/// Whether the name itself is a symbolic link, wherever it leads.
static inline int cs_is_link(const char *path) {
  struct stat about;
  return lstat(path, &about) == 0 && S_ISLNK(about.st_mode);
}

/// SQLITE_TRANSIENT, which says that the text is copied, is a cast.
static inline int cs_bind_text(sqlite3_stmt *statement, int column, const char *text, int length) {
  return sqlite3_bind_text(statement, column, text, length, SQLITE_TRANSIENT);
}

/// Closing this connection leaves the log as it is, though it may be the last: sqlite3_db_config is variadic.
static inline void cs_keep_log(sqlite3 *database) {
  sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
}

/// Sets the file's times to now: utimensat(2).
static inline void cs_touch(const char *path) { (void)utimensat(AT_FDCWD, path, NULL, 0); }

/// Seconds since 1970-01-01 UTC, in 64 bits on every board.
static inline long long cs_time(void) { return time(NULL); }
