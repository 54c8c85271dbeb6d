#include "CVisitor.h"

// Older standards than C23 accept #embed as an extension.
#pragma clang diagnostic ignored "-Wc23-extensions"

// Embedded in C, because Swift takes two seconds to compile an array of 13,000 bytes.
static const unsigned char recording[] = {
#embed "visitor.evemu"
};

const unsigned char *cvisitor_recording(void) { return recording; }

size_t cvisitor_size(void) { return sizeof recording; }
