// Loaded into a program with LD_PRELOAD: its wall clock stands at 2040-02-29T12:00:00Z, which 32 bits cannot count.
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#ifdef SYS_clock_gettime64
#define GET_TIME SYS_clock_gettime64
#else
#define GET_TIME SYS_clock_gettime
#endif

int clock_gettime(clockid_t clock, struct timespec *time) {
  if (clock != CLOCK_REALTIME) return (int)syscall(GET_TIME, clock, time);
  *time = (struct timespec){.tv_sec = 2214129600};
  return 0;
}
