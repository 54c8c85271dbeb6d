// libpq, and the parts of it that Swift cannot import.
#ifndef CPOSTGRES_SHIM_H
#define CPOSTGRES_SHIM_H

#include <libpq-fe.h>
#include <stdlib.h>
#include <string.h>

static const int cp_state_field = PG_DIAG_SQLSTATE;
static const int cp_message_field = PG_DIAG_MESSAGE_PRIMARY;

static inline void cp_ignore_notice(void *context, const char *message) {
  (void)context;
  (void)message;
}

/// Ignores the notices of a connection.
static inline void cp_ignore_notices(PGconn *connection) { PQsetNoticeProcessor(connection, cp_ignore_notice, NULL); }

#endif
