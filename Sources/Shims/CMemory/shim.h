#include <stdbool.h>
#include <stdlib.h>
#include <sys/mman.h>

/// Maps zeroed memory, to be released with `cl_unmap`. Returns NULL if memory is exhausted; Swift's own allocation would terminate the
/// program.
static inline void *_Nullable cmemory_map(size_t size) {
  void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

/// Reserves addresses for `size` bytes, to be released with `cl_unmap`. A page uses physical memory from the first store to it until it is
/// discarded. Returns NULL if the address space is exhausted.
static inline void *_Nullable cmemory_reserve(size_t size) {
  void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

/// Returns the pages to the kernel. The memory is zeroed afterwards.
static inline void cmemory_discard(void *_Nonnull memory, size_t size) { madvise(memory, size, MADV_DONTNEED); }

/// Whether `size` bytes can be allocated now. `volatile` keeps the compiler from removing both calls.
static inline bool cmemory_has(size_t size) {
  void *volatile memory = malloc(size);
  bool has = memory != NULL || size == 0;
  free(memory);
  return has;
}
