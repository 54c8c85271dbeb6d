#include <errno.h>
#include <fcntl.h>
#include <libevdev/libevdev.h>
#include <linux/input.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

/// Nothing is printed from a library. (A function, since the log function's type has a va_list, which not every Swift
/// imports.)
static inline void cev_be_silent(void) { libevdev_set_log_function(NULL, NULL); }

/// Returns an event's time in microseconds. The names of its fields depend on the size of time_t.
static inline int64_t cev_time(struct input_event event) {
  return (int64_t)((uint64_t)event.input_event_sec * 1000000 + (uint64_t)event.input_event_usec);
}
