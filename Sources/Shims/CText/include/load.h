// Libraries that are loaded when they are needed. Needs functions.h and the libraries' own headers.
#ifndef CTEXT_LOAD_H
#define CTEXT_LOAD_H

#include <stddef.h>

/// The libraries' functions, with the types of their own headers.
struct ct_functions {
#define CT_POINTER(function) __typeof__(function) *_Nonnull function;
#define CT_POINTERS(name, soname, package, purpose) CT_##name(CT_POINTER)
  CT_LIBRARIES(CT_POINTERS)
#undef CT_POINTERS
#undef CT_POINTER
};

/// Filled library by library; what has not been loaded is null.
extern struct ct_functions ct_table;

/// A library's functions may be called once `ct_load` has answered 0 for it.
static inline const struct ct_functions *_Nonnull ct_loaded(void) { return &ct_table; }

enum ct_library {
#define CT_NUMBER(name, soname, package, purpose) ct_library_##name,
  CT_LIBRARIES(CT_NUMBER)
#undef CT_NUMBER
};

/// What came of loading a library.
struct ct_loading {
  const char *_Nonnull soname;
  /// Debian's.
  const char *_Nonnull package;
  /// Null: it is loaded. Else dlerror(3)'s words, which this thread's next call of the loader may change.
  const char *_Nullable reason;
};

/// Loads a library unless that was done before; it stays until the process ends. From any thread.
struct ct_loading ct_load(enum ct_library library);

/// Loads `soname` and finds `count` functions, whose names stand one behind the other with a 0 each, for `functions`.
/// Null; or dlerror(3)'s words, and `functions` holds nothing of use.
const char *_Nullable ct_find(
  const char *_Nonnull soname, const char *_Nonnull names, size_t count, void *_Nullable *_Nonnull functions);

#endif
