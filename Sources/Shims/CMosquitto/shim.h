// libmosquitto, and errno, a macro that Swift cannot import.
#ifndef CMOSQUITTO_SHIM_H
#define CMOSQUITTO_SHIM_H

#include "handshake.h"

#include <errno.h>
#include <mosquitto.h>
#include <mqtt_protocol.h>
#include <stdlib.h>
#include <string.h>

static inline int cm_errno(void) { return errno; }
/// Clears errno. libmosquitto reports some failures only through errno, and never clears it.
static inline void cm_clear_errno(void) { errno = 0; }

#endif
