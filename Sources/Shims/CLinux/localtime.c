// These give 32-bit boards 64-bit times, and declare tm_gmtoff.
#define _FILE_OFFSET_BITS 64
#define _TIME_BITS 64
#define _GNU_SOURCE
#include "localtime.h"

#include <errno.h>
#include <stdlib.h>
#include <time.h>

int cl_set_time_zone(const char *zone) {
  // tzset(3) reads the file again only if TZ has changed.
  if (setenv("TZ", "UTC0", 1) < 0) return -errno;
  tzset();
  if (setenv("TZ", zone, 1) < 0) return -errno;
  tzset();
  return 0;
}

int cl_utc_offset(int64_t seconds, int32_t *offset) {
  time_t moment = seconds;
  struct tm local;
  if (localtime_r(&moment, &local) == NULL) return -1;
  *offset = (int32_t)local.tm_gmtoff;
  return 0;
}

int cl_local_fields(int64_t seconds, int32_t *month, int32_t *day, int32_t *minute) {
  time_t moment = seconds;
  struct tm local;
  if (localtime_r(&moment, &local) == NULL) return -1;
  *month = local.tm_mon + 1;
  *day = local.tm_mday;
  *minute = 60 * local.tm_hour + local.tm_min;
  return 0;
}
