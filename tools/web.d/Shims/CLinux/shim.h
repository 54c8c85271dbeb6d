// What the pure modules use of Linux, for a page: it has no system calls, so no error of the kernel occurs.

typedef __SIZE_TYPE__ size_t;

#define EPERM 1
#define ENOENT 2
#define ENXIO 6
#define EACCES 13
#define ENODEV 19

const char *strerror(int error);
const char *cl_program_name(void);
void cl_unmap(void *base, size_t length);
