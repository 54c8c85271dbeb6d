#define _GNU_SOURCE
#include "CText.h"

#include "../dlopen_note.h"

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>

struct ct_functions ct_table;

struct library {
  const char *soname;
  const char *package;
  // The functions' names, each terminated by 0.
  const char *names;
  size_t count;
  // The offset of the library's first function in `ct_table`, which has the order of the names.
  size_t offset;
};

#define NAME(function) #function "\0"
#define ONE(function) +1
// One structure per library, so that the compiler computes the offsets.
#define POINTER(function) void *function;
#define STRUCTURE(name, soname, package, purpose) \
  struct of_##name { CT_##name(POINTER) };
CT_LIBRARIES(STRUCTURE)
struct places {
#define PLACE(name, soname, package, purpose) struct of_##name name;
  CT_LIBRARIES(PLACE)
};
_Static_assert(sizeof(struct places) == sizeof(struct ct_functions), "pointers to data and to functions must have the same size");

static const struct library libraries[] = {
#define ROW(name, soname, package, purpose) \
  {soname, package, CT_##name(NAME), 0 CT_##name(ONE), offsetof(struct places, name)},
  CT_LIBRARIES(ROW)
};

// Returns the text of dlerror(3). If the library itself is missing, the text begins with its name, which is removed.
static const char *reason_about(const char *soname) {
  const char *words = dlerror();
  size_t length = strlen(soname);
  return strncmp(words, soname, length) == 0 && strncmp(words + length, ": ", 2) == 0 ? words + length + 2 : words;
}

const char *ct_find(const char *soname, const char *names, size_t count, void **functions) {
  void *handle = dlopen(soname, RTLD_NOW | RTLD_LOCAL);
  if (!handle) return reason_about(soname);
  for (size_t i = 0; i < count; i++, names += strlen(names) + 1) {
    functions[i] = dlsym(handle, names);
    if (!functions[i]) return reason_about(soname);
  }
  return NULL;
}

struct ct_loading ct_load(enum ct_library number) {
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  static unsigned char is_loaded[sizeof(libraries) / sizeof(libraries[0])];
  const struct library *library = &libraries[number];
  struct ct_loading loading = {.soname = library->soname, .package = library->package};
  pthread_mutex_lock(&lock);
  if (!is_loaded[number]) {
    void **functions = (void **)((char *)&ct_table + library->offset);
    loading.reason = ct_find(library->soname, library->names, library->count, functions);
    is_loaded[number] = !loading.reason;
  }
  pthread_mutex_unlock(&lock);
  return loading;
}

const char *ct_path(enum ct_library number) {
  void *handle = dlopen(libraries[number].soname, RTLD_NOLOAD | RTLD_LAZY);
  if (!handle) return NULL;
  struct link_map *map = NULL;
  int failed = dlinfo(handle, RTLD_DI_LINKMAP, &map);
  dlclose(handle);
  // The library is never unloaded, so its name stays.
  return failed ? NULL : map->l_name;
}

#define NOTE(name, soname, package, purpose) DLOPEN_NOTE(name, soname, "text", purpose, CT_##name(DLOPEN_SYMBOL))
CT_LIBRARIES(NOTE)
