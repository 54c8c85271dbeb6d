#include "load.h"

#include "../dlopen_note.h"

#include <dlfcn.h>
#include <string.h>

struct cv_functions cv_table;

struct library {
  const char *soname, *package;
  // The functions' names, each terminated by 0.
  const char *names;
  size_t count;
  // The offset of the library's first function in `cv_table`, which has the order of the names.
  size_t offset;
};

#define NAME(function) #function "\0"
#define ONE(function) +1
// One structure per library, so that the compiler computes the offsets.
#define POINTER(function) void *function;
#define STRUCTURE(name, soname, package, purpose) \
  struct of_##name { CV_##name(POINTER) };
CV_LIBRARIES(STRUCTURE)
struct places {
#define PLACE(name, soname, package, purpose) struct of_##name name;
  CV_LIBRARIES(PLACE)
};
_Static_assert(sizeof(struct places) == sizeof(struct cv_functions), "pointers to data and to functions must have the same size");

static const struct library libraries[] = {
#define ROW(name, soname, package, purpose) \
  {soname, package, CV_##name(NAME), 0 CV_##name(ONE), offsetof(struct places, name)},
  CV_LIBRARIES(ROW)
};

struct cv_loading cv_load(enum cv_library number) {
  static int is_loaded[sizeof(libraries) / sizeof(libraries[0])];
  const struct library *library = &libraries[number];
  struct cv_loading loading = {library->soname, library->package, NULL};
  if (is_loaded[number]) return loading;
  void *handle = dlopen(library->soname, RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    loading.reason = dlerror();
    // If the library itself is missing, the text begins with its name, which the caller knows.
    size_t length = strlen(library->soname);
    if (strncmp(loading.reason, library->soname, length) == 0 && strncmp(loading.reason + length, ": ", 2) == 0) {
      loading.reason += length + 2;
    }
    return loading;
  }
  void **functions = (void **)((char *)&cv_table + library->offset);
  const char *name = library->names;
  for (size_t i = 0; i < library->count; i++, name += strlen(name) + 1) {
    functions[i] = dlsym(handle, name);
    if (!functions[i]) {
      loading.reason = dlerror();
      return loading;
    }
  }
  is_loaded[number] = 1;
  return loading;
}

#define NOTE(name, soname, package, purpose) DLOPEN_SUGGESTION(name, soname, "voice", purpose, CV_##name(DLOPEN_SYMBOL))
CV_LIBRARIES(NOTE)
