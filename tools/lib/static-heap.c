// The heap of static programs, in place of musl's, which gives every freed block of a few pages back to the kernel at once: a
// start with five stars had 144 page faults more than with glibc, for memory that it had held already. This one keeps what was freed
// for the next block of about that size, as a program wants it that draws the same things again and again.
//
// Blocks are of 60 sizes, four for each power of two, from 16 bytes to a megabyte; larger ones are mappings of their own. No lock: these
// programs have one thread. Overflowing sizes and alignments above a page are refused.
#define _GNU_SOURCE
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { unit = 16, sizes = 60, page = 4096, growth = 1 << 16, large = 1 << 20 };

// In front of every block: 16 bytes everywhere, which is its alignment, too.
struct header {
  _Alignas(unit) size_t kind;  // which of the sizes, or bytes of a mapping
  size_t offset;               // of the block in its mapping, bytes
};

// What a free block of each size begins with: the next one.
static void **freed[sizes];
static char *heap, *heap_end;

static struct header *header_of(void *block) { return (struct header *)block - 1; }

static size_t size_of(size_t kind) {
  if (kind < 8) return (kind + 1) * unit;
  return ((kind - 8) % 4 + 5) * unit << ((kind - 8) / 4 + 1);
}

// The smallest size that holds as many bytes: 1 to 8 units, then 10, 12, 14, 16, 20, ...
static size_t kind_for(size_t bytes) {
  size_t last = bytes ? (bytes - 1) / unit : 0;  // the last unit's index
  if (last < 8) return last;
  unsigned shift = 8 * sizeof(long) - 3 - __builtin_clzl(last);  // leaves 4 to 7
  return 8 + (shift - 1) * 4 + ((last >> shift) - 4);
}

static void *no_memory(void) {
  errno = ENOMEM;
  return NULL;
}

static void *mapped(size_t bytes, size_t alignment) {
  size_t offset = alignment > sizeof(struct header) ? alignment : sizeof(struct header);
  if (bytes > PTRDIFF_MAX - 2 * page || alignment > page) return no_memory();
  size_t all = (offset + bytes + page - 1) / page * page;
  char *start = mmap(NULL, all, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (start == MAP_FAILED) return NULL;
  *header_of(start + offset) = (struct header){.kind = all, .offset = offset};
  return start + offset;
}

// Moves the end of the data segment: musl has no sbrk(3).
static int grow(size_t bytes) {
  if (!heap) {
    heap = heap_end = (char *)syscall(SYS_brk, 0);
    heap += -(uintptr_t)heap % unit;
  }
  char *wanted = heap + (bytes + growth - 1) / growth * growth;
  if ((char *)syscall(SYS_brk, wanted) != wanted) return 0;
  heap_end = wanted;
  return 1;
}

// Under a name that tells the compiler nothing: it would make calloc of malloc and memset, in calloc, too.
static void *take(size_t bytes) {
  if (bytes >= large) return mapped(bytes, unit);
  size_t kind = kind_for(bytes);
  void **block = freed[kind];
  if (block) {
    freed[kind] = *block;
    return block;
  }
  size_t all = sizeof(struct header) + size_of(kind);
  if ((size_t)(heap_end - heap) < all && !grow(all)) return no_memory();
  struct header *header = (struct header *)heap;
  heap += all;
  header->kind = kind;
  return header + 1;
}

void *malloc(size_t bytes) { return take(bytes); }

void free(void *block) {
  if (!block) return;
  struct header *header = header_of(block);
  if (header->kind >= sizes) {
    int code = errno;
    munmap((char *)block - header->offset, header->kind);
    errno = code;
    return;
  }
  *(void **)block = freed[header->kind];
  freed[header->kind] = block;
}

size_t malloc_usable_size(void *block) {
  if (!block) return 0;
  struct header *header = header_of(block);
  return header->kind >= sizes ? header->kind - header->offset : size_of(header->kind);
}

void *calloc(size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) return no_memory();
  void *block = take(bytes);
  // A mapping is fresh.
  return block && bytes < large ? memset(block, 0, bytes) : block;
}

void *realloc(void *block, size_t bytes) {
  size_t had = malloc_usable_size(block);
  if (block && bytes <= had) return block;
  void *other = take(bytes);
  if (other && block) {
    memcpy(other, block, had);
    free(block);
  }
  return other;
}

int posix_memalign(void **block, size_t alignment, size_t bytes) {
  if (alignment < sizeof(void *) || (alignment & (alignment - 1))) return EINVAL;
  int code = errno;
  *block = alignment <= unit ? take(bytes) : mapped(bytes, alignment);
  errno = code;
  return *block ? 0 : ENOMEM;
}

void *memalign(size_t alignment, size_t bytes) {
  void *block = NULL;
  int code = posix_memalign(&block, alignment < sizeof(void *) ? sizeof(void *) : alignment, bytes);
  if (code) errno = code;
  return block;
}

void *aligned_alloc(size_t alignment, size_t bytes) { return memalign(alignment, bytes); }
