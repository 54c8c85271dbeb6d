#define _GNU_SOURCE
#include "CText.h"

#include "../dlopen_note.h"

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stdio.h>

struct ct_functions ct_table;

struct library {
  const char *sonames;
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

// The soname of the library that this thread tried last.
static _Thread_local char soname[32];

// Returns the text of dlerror(3). If the library itself is missing, the text begins with its name, which is removed.
static const char *reason(void) {
  const char *words = dlerror();
  size_t length = strlen(soname);
  return strncmp(words, soname, length) == 0 && strncmp(words + length, ": ", 2) == 0 ? words + length + 2 : words;
}

const char *ct_find(const char *sonames, const char *names, size_t count, void **functions, void **handle) {
  char name[64], suffix[16] = "";
  for (const char *next = sonames; next; next = *handle ? NULL : strstr(next, CT_OR)) {
    if (next > sonames) next += strlen(CT_OR);
    snprintf(soname, sizeof(soname), "%.*s", (int)strcspn(next, CT_OR), next);
    *handle = dlopen(soname, RTLD_NOW | RTLD_LOCAL);
  }
  if (!*handle) return reason();
  if (strstr(sonames, CT_OR)) snprintf(suffix, sizeof(suffix), "_%s", strrchr(soname, '.') + 1);
  for (size_t i = 0; i < count; i++, names += strlen(names) + 1) {
    snprintf(name, sizeof(name), "%s%s", names, suffix);
    functions[i] = dlsym(*handle, name);
    if (!functions[i]) return reason();
  }
  return NULL;
}

// The libraries that have been loaded.
static void *handles[sizeof(libraries) / sizeof(libraries[0])];

struct ct_loading ct_load(enum ct_library number) {
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  const struct library *library = &libraries[number];
  struct ct_loading loading = {.soname = soname, .package = library->package};
  pthread_mutex_lock(&lock);
  if (!handles[number]) {
    void **functions = (void **)((char *)&ct_table + library->offset), *handle;
    loading.reason = ct_find(library->sonames, library->names, library->count, functions, &handle);
    if (!loading.reason) handles[number] = handle;
  }
  pthread_mutex_unlock(&lock);
  return loading;
}

const char *ct_path(enum ct_library number) {
  struct link_map *map = NULL;
  // The library is never unloaded, so its name stays.
  return handles[number] && dlinfo(handles[number], RTLD_DI_LINKMAP, &map) == 0 ? map->l_name : NULL;
}

#define NOTE(name, soname, package, purpose) DLOPEN_NOTE(name, soname, "text", purpose, CT_##name(DLOPEN_SYMBOL))
CT_LIBRARIES(NOTE)
