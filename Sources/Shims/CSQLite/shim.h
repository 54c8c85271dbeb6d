// SQLite, and the parts of it that Swift cannot import.
#include <sqlite3.h>
#include <stddef.h>

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
