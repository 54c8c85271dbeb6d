#define _GNU_SOURCE
#include "counters.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

int cl_counter_open(uint32_t type, uint64_t event, int group) {
  struct perf_event_attr attributes;
  memset(&attributes, 0, sizeof attributes);
  attributes.size = sizeof attributes;
  attributes.type = type;
  attributes.config = event;
  attributes.read_format = PERF_FORMAT_GROUP | PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
  // Users may count events of their own programs but not of the kernel: perf_event_paranoid is 2 by default.
  attributes.exclude_kernel = 1;
  attributes.exclude_hv = 1;
  int fd = (int)syscall(SYS_perf_event_open, &attributes, 0, -1, group, PERF_FLAG_FD_CLOEXEC);
  return fd < 0 ? -errno : fd;
}

#if defined(__aarch64__) || defined(__arm__)
#define ADDITION "add %0, %0, %1"
#else
#define ADDITION "add %1, %0"
#endif

void cl_add_in_chain(uint32_t count) {
  unsigned long sum = 0, step = 1;
  while (count-- > 0) __asm__ volatile(".rept 256\n\t" ADDITION "\n\t.endr" : "+r"(sum) : "r"(step));
}
