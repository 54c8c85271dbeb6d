#include "CPostgres.h"

#include "../dlopen_note.h"

#include <dlfcn.h>

static struct cp_functions table;

const char *cp_load(void) {
  static int is_loaded;
  if (is_loaded) return NULL;
  void *handle = dlopen(CP_SONAME, RTLD_NOW | RTLD_LOCAL);
  if (!handle) return dlerror();
#define FIND(function) if (!(*(void **)&table.function = dlsym(handle, #function))) return dlerror();
  CP_pq(FIND)
  is_loaded = 1;
  return NULL;
}

const struct cp_functions *cp_loaded(void) { return &table; }

static void ignore(void *context, const char *message) {
  (void)context;
  (void)message;
}

void cp_ignore_notices(PGconn *connection) { table.PQsetNoticeProcessor(connection, ignore, NULL); }

DLOPEN_NOTE(pq, CP_SONAME, "database", "answers in PostgreSQL", CP_pq(DLOPEN_SYMBOL))
