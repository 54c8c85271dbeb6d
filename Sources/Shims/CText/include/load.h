// Loading of libraries at their first use. Requires functions.h and the libraries' own headers.
#ifndef CTEXT_LOAD_H
#define CTEXT_LOAD_H

#include <stddef.h>

/// The functions of all libraries, with the types of their own headers.
struct ct_functions {
#define CT_POINTER(function) __typeof__(function) *_Nonnull function;
#define CT_POINTERS(name, soname, package, purpose) CT_##name(CT_POINTER)
  CT_LIBRARIES(CT_POINTERS)
#undef CT_POINTERS
#undef CT_POINTER
};

/// The functions of libraries that are not loaded are null.
extern struct ct_functions ct_table;

/// Returns the table. A library's functions may be called only after `ct_load` has loaded it.
static inline const struct ct_functions *_Nonnull ct_loaded(void) { return &ct_table; }

enum ct_library {
#define CT_NUMBER(name, soname, package, purpose) ct_library_##name,
  CT_LIBRARIES(CT_NUMBER)
#undef CT_NUMBER
};

/// The result of loading a library.
struct ct_loading {
  /// The one that was tried last. Valid until this thread next loads a library.
  const char *_Nonnull soname;
  /// The name of the Debian package.
  const char *_Nonnull package;
  /// Null if the library is loaded. Otherwise the text of dlerror(3), which is valid until this thread next calls the loader.
  const char *_Nullable reason;
};

/// Loads a library if it is not loaded yet. It is never unloaded. May be called from any thread.
struct ct_loading ct_load(enum ct_library library);

/// Returns the path of a loaded library; null if it is not loaded. The text lives as long as the program.
const char *_Nullable ct_path(enum ct_library library);

/// Loads the first library of `sonames`, which CT_OR separates, and stores the addresses of `count` functions in `functions`. `names`
/// contains their names, each terminated by 0. Returns null, or the text of dlerror(3), after which the content of `functions` is undefined.
const char *_Nullable ct_find(
  const char *_Nonnull sonames, const char *_Nonnull names, size_t count, void *_Nullable *_Nonnull functions,
  void *_Nullable *_Nonnull handle);

#endif
