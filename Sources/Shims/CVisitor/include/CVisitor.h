// The recording of a visitor, which is a part of the program: visitor.evemu.
#ifndef CVISITOR_H
#define CVISITOR_H

#include <stddef.h>

/// The recording's text.
const unsigned char *_Nonnull cvisitor_recording(void);

/// Its size in bytes.
size_t cvisitor_size(void);

#endif
