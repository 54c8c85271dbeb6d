#include "CVisitor.h"

// Embedded in C, because Swift compiles an array of 13,000 bytes for three seconds.
static const unsigned char recording[] = {
#embed "../../Kiosk/Kiosk/Resources/visitor.evemu"
};

const unsigned char *cvisitor_recording(void) { return recording; }

size_t cvisitor_size(void) { return sizeof recording; }
