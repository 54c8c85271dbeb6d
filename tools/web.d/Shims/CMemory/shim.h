// Memory of the page, zeroed as the kernel's. `cl_unmap` releases it.

typedef __SIZE_TYPE__ size_t;

void *_Nullable cmemory_map(size_t size);
void *_Nullable cmemory_reserve(size_t size);
void cmemory_discard(void *_Nonnull memory, size_t size);
_Bool cmemory_has(size_t size);
