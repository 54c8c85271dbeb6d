// Corrections of three functions of Embedded Swift's runtime, for every cross build. These definitions override the compiler's weak ones.
#include <stddef.h>
#include <stdint.h>

// Swift 6.3.1's swift_deallocPartialClassInstance destroys the properties of subclasses, but never frees the object. Each failure of a
// class's initializer leaked the object: 1.5 KB for a device that is not a keypad. tools/soak found this; delete this part when the
// toolchain frees the object.
typedef __attribute__((swiftcall)) void destroyer(__attribute__((swift_context)) void *object);

struct metadata {
  const struct metadata *superclass;
  destroyer *destroy, *destroy_properties;
};

void swift_deallocClassInstance(void *object, size_t size, size_t alignment_mask);

void swift_deallocPartialClassInstance(void *object, const struct metadata *failed, size_t size, size_t alignment_mask) {
  const struct metadata *class = *(const struct metadata **)object;
  for (; class && class != failed; class = class->superclass)
    if (class->destroy_properties) class->destroy_properties(object);
  swift_deallocClassInstance(object, size, alignment_mask);
}

// Swift 6.3.1's swift_bridgeObjectRetain returns its argument without its tag bits, but LLVM for Arm assumes that it returns its argument
// unchanged. A copied short string can therefore become an invalid pointer. ("/dev/dri/card0" in an error message became one, and
// printing it crashed.) Fixed in swiftlang/swift#91151; delete this part when the toolchain has the fix.

// On 32-bit processors, strings keep their tag bits elsewhere.
#if UINTPTR_MAX > UINT32_MAX

// This is as in the standard library: if the bit is set, the value is not an object or is immortal.
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
