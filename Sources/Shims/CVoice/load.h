// The functions of both libraries, with the types of their declarations.
#ifndef CVOICE_LOAD_H
#define CVOICE_LOAD_H

#include "CVoice.h"

struct cv_functions {
#define CV_POINTER(function) __typeof__(function) *function;
#define CV_POINTERS(name, soname, package, purpose) CV_##name(CV_POINTER)
  CV_LIBRARIES(CV_POINTERS)
#undef CV_POINTERS
#undef CV_POINTER
};

/// The functions of libraries that are not loaded are null.
extern struct cv_functions cv_table;

#endif
