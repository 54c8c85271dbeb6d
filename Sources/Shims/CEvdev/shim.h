#include <errno.h>
#include <fcntl.h>
#include <libevdev/libevdev.h>
#include <linux/input.h>
#include <stddef.h>
#include <time.h>

/// Nothing is printed from a library. (A function, since the log function's type has a va_list, which not every Swift
/// imports.)
static inline void cev_be_silent(void) { libevdev_set_log_function(NULL, NULL); }
