#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/// Allocates zeroed memory, aligned to 64 bytes, to be freed with `cmemory_free`. Returns NULL if there is not enough memory;
/// Swift's own allocation would terminate the program.
static inline void *_Nullable cmemory_allocate(size_t size) {
  void *memory = NULL;
  return posix_memalign(&memory, 64, size) == 0 ? memset(memory, 0, size) : NULL;
}

static inline void cmemory_free(void *_Nullable memory) { free(memory); }

/// Whether `size` bytes can be allocated now. `volatile` keeps the compiler from removing both calls.
static inline bool cmemory_has(size_t size) {
  void *volatile memory = malloc(size);
  bool has = memory != NULL || size == 0;
  free(memory);
  return has;
}
