// SQLite, and the parts of it that Swift cannot import.
#include <errno.h>
#include <sqlite3.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/vfs.h>

/// Binds a copy of the text. SQLITE_TRANSIENT is a macro with a cast.
static inline int cs_bind_text(sqlite3_stmt *statement, int parameter, const char *text, int length) {
  return sqlite3_bind_text(statement, parameter, text, length, SQLITE_TRANSIENT);
}

/// Disables the database's triggers.
static inline void cs_ignore_triggers(sqlite3 *database) {
  sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
}

/// Disables the checkpoint when the connection closes. sqlite3_db_config is variadic.
static inline void cs_keep_log(sqlite3 *database) {
  sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
}

/// Maps a file, unless its file system is Btrfs, ZFS or bcachefs. These copy on write: when they are full, a store to a map is SIGBUS.
static inline void *cs_map(void *address, size_t length, int protection, int flags, int file, sqlite3_int64 offset) {
  struct statfs system;
  if (fstatfs(file, &system) == 0) {
    switch ((unsigned int)system.f_type) {
      case 0x9123683eU:
      case 0x2fc12fc1U:
      case 0xca451a4eU:
        errno = ENODEV;
        return MAP_FAILED;
    }
  }
  return mmap(address, length, protection, flags, file, (off_t)offset);
}

/// Makes SQLite use `cs_map`.
static inline void cs_guard_maps(void) {
  sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);
  if (vfs && vfs->iVersion >= 3) vfs->xSetSystemCall(vfs, "mmap", (sqlite3_syscall_ptr)cs_map);
}

/// Whether the file system of a file has no room for data, or for another file.
static inline int cs_is_full(const char *path) {
  struct statfs system;
  return statfs(path, &system) == 0 && (system.f_bavail == 0 || (system.f_files > 0 && system.f_ffree == 0));
}
