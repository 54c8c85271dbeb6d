// memcpy(3) and memmove(3) of static programs for x86-64, in place of musl's: that is `rep movsq` whatever the length, and takes tens
// of cycles before the first byte. Pictures are copied in rows of some hundred bytes: a page of 500 stars took more than twice as long as
// with glibc. On Arm musl's own are as good.
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef uint8_t vector __attribute__((vector_size(16), aligned(1), may_alias));
typedef uint64_t word __attribute__((aligned(1), may_alias));
typedef uint32_t half __attribute__((aligned(1), may_alias));

// From both ends to the middle, where the parts overlap. All is read before anything is written.
#define ENDS(type) \
  do { \
    type first = *(const type *)from, last = *(const type *)(from + count - sizeof(type)); \
    *(type *)to = first; \
    *(type *)(to + count - sizeof(type)) = last; \
  } while (0)

struct line {
  vector parts[4];
};
static inline struct line load(const char *from) {
  const vector *parts = (const vector *)from;
  return (struct line){{parts[0], parts[1], parts[2], parts[3]}};
}
static inline void store(char *to, struct line line) {
  for (int i = 0; i < 4; i++) ((vector *)to)[i] = line.parts[i];
}

// Up to 128 bytes.
static inline void move_few(char *to, const char *from, size_t count) {
  if (count > 64) {
    struct line first = load(from), last = load(from + count - 64);
    store(to, first);
    store(to + count - 64, last);
  } else if (count > 32) {
    vector first[2] = {((const vector *)from)[0], ((const vector *)from)[1]};
    vector last[2] = {((const vector *)(from + count))[-2], ((const vector *)(from + count))[-1]};
    for (int i = 0; i < 2; i++) ((vector *)to)[i] = first[i];
    for (int i = 0; i < 2; i++) ((vector *)(to + count - 32))[i] = last[i];
  } else if (count >= 16) {
    ENDS(vector);
  } else if (count >= 8) {
    ENDS(word);
  } else if (count >= 4) {
    ENDS(half);
  } else if (count) {
    char first = from[0], middle = from[count / 2], last = from[count - 1];
    to[0] = first;
    to[count / 2] = middle;
    to[count - 1] = last;
  }
}

// The compiler must not see what these do: it would call memcpy for it.
__attribute__((no_builtin)) void *memmove(void *target, const void *source, size_t count) {
  char *to = target;
  const char *from = source;
  if (count <= 128) {
    move_few(to, from, count);
  } else if ((uintptr_t)to - (uintptr_t)from >= count) {
    // Forwards: what is overwritten early was read. The last line goes last, but is read before it can be.
    struct line last = load(from + count - 64);
    for (size_t i = 0; i < count - 64; i += 64) store(to + i, load(from + i));
    store(to + count - 64, last);
  } else {
    struct line first = load(from);
    for (size_t i = count - 64; i > 0; i = i > 64 ? i - 64 : 0) store(to + i, load(from + i));
    store(to, first);
  }
  return target;
}

__attribute__((no_builtin)) void *memcpy(void *restrict target, const void *restrict source, size_t count) {
  return memmove(target, source, count);
}
