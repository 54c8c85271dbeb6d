// libmosquitto, and what Swift cannot import of it: macros over numbers are found, errno is not.
#ifndef CMOSQUITTO_SHIM_H
#define CMOSQUITTO_SHIM_H

#include <errno.h>
#include <mosquitto.h>
#include <mqtt_protocol.h>

static inline int cm_errno(void) { return errno; }
/// libmosquitto tells some failures by errno alone, and does not clear it.
static inline void cm_clear_errno(void) { errno = 0; }

#endif
