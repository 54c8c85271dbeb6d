// Takes and gives back blocks of all sizes in a random order with the heap of static programs, and looks whether any of them
// overlap, lie crooked, are too small, or lose what was in them; and copies bytes of all lengths to all sides with what copies them on
// x86-64. tools/check-cross runs it.
#include "lib/static-copy.c"
#include "lib/static-heap.c"

#include <stdio.h>

enum { places = 256, rounds = 200000 };

static unsigned char *blocks[places];
static size_t lengths[places];

static uint32_t state = 1;
static uint32_t random_below(uint32_t limit) {
  state = state * 1664525 + 1013904223;
  return (uint32_t)((uint64_t)state * limit >> 32);
}

// A block's bytes tell its place; of large ones only the ends are looked at.
static size_t step(size_t length) { return length > 4096 ? length - 1 : 1; }
static int is_whole(int place, size_t length) {
  for (size_t i = 0; i < length; i += step(length)) {
    if (blocks[place][i] != place) return 0;
  }
  return 1;
}
static void fill(int place) { memset(blocks[place], place, lengths[place]); }

static int failed(const char *what, size_t length) {
  printf("%s (%zu bytes)\n", what, length);
  return 1;
}

// Every length to well above a round of the copying loops, by every distance to either side. 0, or the length that went wrong.
static size_t wrong_copy(void) {
  enum { most = 400, middle = 200 };
  static unsigned char before[most + 2 * middle], after[most + 2 * middle];
  for (size_t length = 1; length <= most; length++) {
    for (size_t to = 0; to <= 2 * middle; to += length < 140 ? 1 : 7) {
      for (size_t i = 0; i < sizeof before; i++) after[i] = before[i] = (unsigned char)(i * 7 + i / 256);
      memmove(after + to, after + middle, length);
      for (size_t i = 0; i < sizeof after; i++) {
        size_t from = i >= to && i < to + length ? middle + i - to : i;
        if (after[i] != before[from]) return length;
      }
    }
  }
  return 0;
}

int main(void) {
  size_t wrong = wrong_copy();
  if (wrong) return failed("a copy is another", wrong);
  for (size_t kind = 0; kind < sizes && size_of(kind) <= large; kind++) {
    if (kind_for(size_of(kind)) != kind) return failed("a size is not its own", size_of(kind));
    if (kind_for(size_of(kind) + 1) != kind + 1) return failed("a size is left out", size_of(kind) + 1);
  }
  for (int round = 0; round < rounds; round++) {
    int place = random_below(places);
    size_t length = random_below(1u << random_below(round % 100 ? 14 : 22)), alignment = unit;
    if (blocks[place] && !is_whole(place, lengths[place])) return failed("a block has changed", lengths[place]);
    if (blocks[place] && round % 4 == 0) {
      size_t kept = lengths[place] < length ? lengths[place] : length;
      blocks[place] = realloc(blocks[place], length);
      if (!blocks[place]) return failed("no memory to move to", length);
      for (size_t i = 0; i < kept; i++) {
        if (blocks[place][i] != place) return failed("a moved block has changed", length);
      }
    } else {
      free(blocks[place]);
      void *block = NULL;
      if (round % 4 == 1) {
        block = calloc(1, length);
        for (size_t i = 0; block && i < length; i++) {
          if (((unsigned char *)block)[i]) return failed("zeroed memory is not zero", length);
        }
      } else if (round % 64 == 2) {
        alignment = (size_t)16 << random_below(9);
        if (posix_memalign(&block, alignment, length)) return failed("no aligned memory", length);
      } else {
        block = malloc(length);
      }
      if (!block) return failed("no memory", length);
      blocks[place] = block;
    }
    if ((uintptr_t)blocks[place] % alignment) return failed("a crooked block", length);
    if (malloc_usable_size(blocks[place]) < length) return failed("a small block", length);
    lengths[place] = length;
    fill(place);
  }
  // Volatile: a compiler takes it that there is memory for blocks that nobody uses.
  volatile size_t half = SIZE_MAX / 2 + 1;
  void *volatile impossible[] = {malloc(half), calloc(half, 2), realloc(NULL, half)};
  for (int i = 0; i < 3; i++) {
    if (impossible[i]) return failed("memory that cannot be", half);
  }
  puts("static programs have their memory in order");
  return 0;
}
