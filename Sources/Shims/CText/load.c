#include "CText.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>

struct ct_functions ct_table;

struct library {
  const char *soname;
  const char *package;
  // Each with a 0 behind it.
  const char *names;
  size_t count;
  // Where its functions begin in `ct_table`: in the order of the names.
  size_t offset;
};

#define NAME(function) #function "\0"
#define ONE(function) +1
// A library's functions as a structure: how many pointers the rows before it take is then the compiler's business.
#define POINTER(function) void *function;
#define STRUCTURE(name, soname, package, purpose) \
  struct of_##name { CT_##name(POINTER) };
CT_LIBRARIES(STRUCTURE)
struct places {
#define PLACE(name, soname, package, purpose) struct of_##name name;
  CT_LIBRARIES(PLACE)
};
_Static_assert(sizeof(struct places) == sizeof(struct ct_functions), "data and functions have pointers of one size");

static const struct library libraries[] = {
#define ROW(name, soname, package, purpose) \
  {soname, package, CT_##name(NAME), 0 CT_##name(ONE), offsetof(struct places, name)},
  CT_LIBRARIES(ROW)
};

// The loader's words begin with the library's name where it is that library itself that is missing.
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

// What is loaded, for whoever packages the program: a note for each library (https://systemd.io/ELF_DLOPEN_METADATA), with
// a key of our own, `symbols`, since the oldest package that will do goes by the functions that are taken from it.
// tools/package.d/dependencies.py reads them.
#define WORD(function) #function " "
#define PAYLOAD(name, soname, purpose)                                                                                \
  "[{\"soname\":[\"" soname "\"],\"feature\":\"text\",\"description\":\"" purpose "\",\"priority\":\"required\"," \
  "\"symbols\":\"" CT_##name(WORD) "\"}]"
#define NOTE(name, soname, package, purpose)                                                                          \
  static const struct {                                                                                               \
    uint32_t owner_size, payload_size, type;                                                                          \
    char owner[4];                                                                                                    \
    _Alignas(4) char payload[sizeof(PAYLOAD(name, soname, purpose))];                                                 \
  } note_##name __attribute__((used, section(".note.dlopen"), aligned(4))) = {                                        \
    4, sizeof(PAYLOAD(name, soname, purpose)), 0x407c0c0a, "FDO", PAYLOAD(name, soname, purpose)};
CT_LIBRARIES(NOTE)
