#include "load.h"

#include "../dlopen_note.h"

#include <dlfcn.h>
#include <string.h>

struct cv_functions cv_table;

// Returns the text of dlerror(3). If the library itself is missing, the text begins with its name, which the caller knows.
static const char *reason(const char *soname) {
  const char *words = dlerror();
  size_t length = strlen(soname);
  return strncmp(words, soname, length) == 0 && strncmp(words + length, ": ", 2) == 0 ? words + length + 2 : words;
}

#define FIND(function) if (!(*(void **)&cv_table.function = dlsym(handle, #function))) return dlerror();
#define LOADER(name, soname, package, purpose)                  \
  static const char *load_##name(void) {                        \
    void *handle = dlopen(soname, RTLD_NOW | RTLD_LOCAL);       \
    if (!handle) return reason(soname);                         \
    CV_##name(FIND)                                             \
    return NULL;                                                \
  }
CV_LIBRARIES(LOADER)

static const struct {
  const char *soname, *package, *(*load)(void);
} libraries[] = {
#define ROW(name, soname, package, purpose) {soname, package, load_##name},
  CV_LIBRARIES(ROW)
};

struct cv_loading cv_load(enum cv_library number) {
  static int is_loaded[sizeof(libraries) / sizeof(libraries[0])];
  struct cv_loading loading = {libraries[number].soname, libraries[number].package, NULL};
  if (!is_loaded[number]) loading.reason = libraries[number].load();
  if (!loading.reason) is_loaded[number] = 1;
  return loading;
}

#define NOTE(name, soname, package, purpose) DLOPEN_SUGGESTION(name, soname, "voice", purpose, CV_##name(DLOPEN_SYMBOL))
CV_LIBRARIES(NOTE)
