#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/// Memory that may be refused, all zero, at a multiple of 64; null where there is not that much: Swift's own allocation would
/// end the program. For `cmemory_free`.
static inline void *_Nullable cmemory_allocate(size_t size) {
  void *memory = NULL;
  return posix_memalign(&memory, 64, size) == 0 ? memset(memory, 0, size) : NULL;
}

static inline void cmemory_free(void *_Nullable memory) { free(memory); }

/// Whether so much memory can be had now; none of it is touched. Volatile, or the compiler takes both calls away.
static inline bool cmemory_has(size_t size) {
  void *volatile memory = malloc(size);
  bool has = memory != NULL || size == 0;
  free(memory);
  return has;
}
