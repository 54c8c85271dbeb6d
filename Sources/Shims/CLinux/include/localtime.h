// Local time in one time zone for the whole process: setenv(3), tzset(3), localtime_r(3).
#ifndef CLINUX_LOCALTIME_H
#define CLINUX_LOCALTIME_H

#include <stdint.h>

/// Sets the time zone of the process, such as ":/usr/share/zoneinfo/Europe/Berlin", and reads its file again. Returns 0 or the negated
/// errno.
int cl_set_time_zone(const char *zone);

/// Stores the zone's offset from UTC at a second since 1970, in seconds, positive to the east. Returns 0, or -1 if the year is out of
/// range.
int cl_utc_offset(int64_t seconds, int32_t *offset);

/// Stores the local month and day, both from 1, and the local minute of the day at a second since 1970. Returns 0, or -1 if the year is out
/// of range.
int cl_local_fields(int64_t seconds, int32_t *month, int32_t *day, int32_t *minute);

#endif
