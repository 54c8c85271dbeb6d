// What the kiosk's modules use of Linux, for a page. Their headers are in Shims.
#include "Shims/CLinux/shim.h"
#include "Shims/CMemory/shim.h"

int posix_memalign(void **result, size_t alignment, size_t size);
void free(void *memory);
void *memset(void *to, int value, size_t count);

void *cmemory_map(size_t size) {
  void *memory;
  return posix_memalign(&memory, 64, size) == 0 ? memset(memory, 0, size) : 0;
}

void *cmemory_reserve(size_t size) { return cmemory_map(size); }

void cmemory_discard(void *memory, size_t size) { memset(memory, 0, size); }

_Bool cmemory_has(size_t size) {
  void *memory;
  if (posix_memalign(&memory, 16, size) != 0) return 0;
  free(memory);
  return 1;
}

void cl_unmap(void *base, size_t length) {
  (void)length;
  free(base);
}

const char *strerror(int error) {
  (void)error;
  return "not on this page";
}

const char *cl_program_name(void) { return "kiosk"; }
