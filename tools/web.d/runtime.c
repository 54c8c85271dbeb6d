// The functions that Embedded Swift needs from a C library, for WebAssembly without one.

typedef __SIZE_TYPE__ size_t;
typedef unsigned char byte;

// MARK: Memory

// Blocks have sizes that are powers of two, 16 bytes or more, each preceded by its size class. Freed blocks are kept in a list for each
// class.

extern byte __heap_base;
static byte *end_of_heap = &__heap_base;

struct freed {
  struct freed *next;
};

static struct freed *freed_blocks[32];

struct header {
  byte *block;
  unsigned class;
};

static byte *grow(size_t size) {
  byte *block = (byte *)(((size_t)end_of_heap + 15) & ~(size_t)15);
  if (size > (size_t)-1 - (size_t)block - 65535) return 0;
  size_t pages = ((size_t)block + size + 65535) / 65536;
  size_t have = __builtin_wasm_memory_size(0);
  if (pages > have && __builtin_wasm_memory_grow(0, pages - have) == (size_t)-1) return 0;
  end_of_heap = block + size;
  return block;
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  if (alignment < 16) alignment = 16;
  size_t needed = size + alignment + sizeof(struct header);
  if (needed < size || needed > (size_t)1 << 30) return 12; // ENOMEM
  unsigned class = 4;
  while (((size_t)1 << class) < needed) class++;
  byte *block = (byte *)freed_blocks[class];
  if (block)
    freed_blocks[class] = freed_blocks[class]->next;
  else if (!(block = grow((size_t)1 << class)))
    return 12;
  size_t address = ((size_t)block + sizeof(struct header) + alignment - 1) & ~(alignment - 1);
  ((struct header *)address)[-1] = (struct header){block, class};
  *result = (void *)address;
  return 0;
}

void free(void *memory) {
  if (!memory) return;
  struct header header = ((struct header *)memory)[-1];
  struct freed *block = (struct freed *)header.block;
  block->next = freed_blocks[header.class];
  freed_blocks[header.class] = block;
}

// MARK: Bytes

void *memset(void *to, int value, size_t count) {
  for (byte *at = to; count; count--) *at++ = (byte)value;
  return to;
}

void *memmove(void *to, const void *from, size_t count) {
  byte *target = to;
  const byte *source = from;
  if (target <= source) {
    while (count--) *target++ = *source++;
  } else {
    while (count--) target[count] = source[count];
  }
  return to;
}

void *memcpy(void *to, const void *from, size_t count) { return memmove(to, from, count); }

int memcmp(const void *a, const void *b, size_t count) {
  const byte *first = a, *second = b;
  for (; count; count--, first++, second++)
    if (*first != *second) return *first < *second ? -1 : 1;
  return 0;
}

// MARK: The rest

// Seeds of hash tables. A page has no attackers, so they need not be random.
void arc4random_buf(void *to, size_t count) { memset(to, 0x5a, count); }

int putchar(int character) { return character; }

size_t __stack_chk_guard = 0x5741534d;

_Noreturn void __stack_chk_fail(void) { __builtin_trap(); }

// The product of two 128-bit numbers, as compiler-rt defines it; the compiler passes them as halves.
__int128 __multi3(__int128 a, __int128 b) {
  union halves {
    __int128 all;
    struct {
      unsigned long long low, high;
    };
  } x = {a}, y = {b}, product;
  unsigned long long mask = 0xffffffff;
  unsigned long long x0 = x.low & mask, x1 = x.low >> 32, y0 = y.low & mask, y1 = y.low >> 32;
  unsigned long long low = x0 * y0, middle = x1 * y0 + (low >> 32), upper = x0 * y1 + (middle & mask);
  product.low = (upper << 32) | (low & mask);
  product.high = x1 * y1 + (middle >> 32) + (upper >> 32) + x.high * y.low + x.low * y.high;
  return product.all;
}
