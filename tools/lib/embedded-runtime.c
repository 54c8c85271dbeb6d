// Two functions of Embedded Swift's runtime, put right. Linked into every cross build; these definitions go before the
// weak ones that the compiler emits.
//
// Swift 6.3.1's swift_bridgeObjectRetain returns its argument without the bits that tell what it is, and LLVM for Arm takes
// what it returns for its argument: a short string that is copied may come out as an invalid pointer. ("/dev/dri/card0" in
// an error did, and the message about it crashed.) Repaired in swiftlang/swift#91151; drop this file when the toolchain has it.
#include <stdint.h>

// 32-bit strings keep these bits elsewhere.
#if UINTPTR_MAX > UINT32_MAX

// As in the standard library: set, the object is none or lives for ever.
static const uintptr_t immortal = (uintptr_t)1 << 63;
static const uintptr_t address = 0x8ffffffffffffff8;

void *swift_retain_n(void *object, uint32_t count);

void *swift_bridgeObjectRetain_n(void *object, uint32_t count) {
  uintptr_t bits = (uintptr_t)object;
  if (!(bits & immortal) && (bits & address)) swift_retain_n((void *)(bits & address), count);
  return object;
}

void *swift_bridgeObjectRetain(void *object) { return swift_bridgeObjectRetain_n(object, 1); }

#endif
