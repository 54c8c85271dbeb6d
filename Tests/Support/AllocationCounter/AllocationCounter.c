// An executable's malloc replaces libc's for every library in the process. glibc keeps the originals under other names, so that
// free(3) needs no replacement.
#include "AllocationCounter.h"

#include <errno.h>
#include <stddef.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static __thread long count;
static __thread int is_counting;

void allocation_counter_start(void) {
  count = 0;
  is_counting = 1;
}

long allocation_counter_stop(void) {
  is_counting = 0;
  return count;
}

void *malloc(size_t size) {
  count += is_counting;
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  count += is_counting;
  return __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size) {
  count += is_counting;
  return __libc_realloc(memory, size);
}

void *memalign(size_t alignment, size_t size) {
  count += is_counting;
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  count += is_counting;
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
  count += is_counting;
  void *made = __libc_memalign(alignment, size);
  if (made == NULL) return ENOMEM;
  *memory = made;
  return 0;
}
