// libpq, which is loaded at the first use: starctl works without it as long as it reads no database. Declares what is called, as in
// libpq-fe.h, so that a build needs no headers of libpq.
#ifndef CPOSTGRES_H
#define CPOSTGRES_H

#include <stdlib.h>
#include <string.h>

#define CP_SONAME "libpq.so.5"
#define CP_PACKAGE "libpq5"

typedef struct pg_conn PGconn;
typedef struct pg_result PGresult;
typedef enum { CONNECTION_OK } ConnStatusType;
typedef enum { PGRES_EMPTY_QUERY, PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_COPY_OUT, PGRES_COPY_IN } ExecStatusType;
typedef void (*PQnoticeProcessor)(void *_Nullable context, const char *_Nullable message);

// PG_DIAG_SQLSTATE and PG_DIAG_MESSAGE_PRIMARY.
static const int cp_state_field = 'C';
static const int cp_message_field = 'M';

PGconn *_Nullable PQconnectdbParams(
  const char *_Nullable const *_Nonnull keywords, const char *_Nullable const *_Nonnull values, int expands_name);
ConnStatusType PQstatus(const PGconn *_Nonnull connection);
char *_Nullable PQdb(const PGconn *_Nonnull connection);
char *_Nullable PQerrorMessage(const PGconn *_Nonnull connection);
int PQsocket(const PGconn *_Nonnull connection);
PQnoticeProcessor _Nullable PQsetNoticeProcessor(
  PGconn *_Nonnull connection, PQnoticeProcessor _Nonnull processor, void *_Nullable context);
void PQfinish(PGconn *_Nonnull connection);
int PQsendQuery(PGconn *_Nonnull connection, const char *_Nonnull statements);
int PQflush(PGconn *_Nonnull connection);
int PQisBusy(PGconn *_Nonnull connection);
int PQconsumeInput(PGconn *_Nonnull connection);
PGresult *_Nullable PQgetResult(PGconn *_Nonnull connection);
int PQputCopyData(PGconn *_Nonnull connection, const char *_Nullable bytes, int count);
int PQputCopyEnd(PGconn *_Nonnull connection, const char *_Nullable error);
int PQgetCopyData(PGconn *_Nonnull connection, char *_Nullable *_Nonnull row, int is_asynchronous);
void PQfreemem(void *_Nullable memory);
ExecStatusType PQresultStatus(const PGresult *_Nonnull result);
char *_Nullable PQresultErrorMessage(const PGresult *_Nonnull result);
char *_Nullable PQresultErrorField(const PGresult *_Nonnull result, int field);
int PQntuples(const PGresult *_Nonnull result);
int PQnfields(const PGresult *_Nonnull result);
char *_Nullable PQgetvalue(const PGresult *_Nonnull result, int row, int column);
void PQclear(PGresult *_Nullable result);

// CP_pq(F): one F(function) per function, as in CText.
#define CP_pq(F)          \
  F(PQconnectdbParams)    \
  F(PQstatus)             \
  F(PQdb)                 \
  F(PQerrorMessage)       \
  F(PQsocket)             \
  F(PQsetNoticeProcessor) \
  F(PQfinish)             \
  F(PQsendQuery)          \
  F(PQflush)              \
  F(PQisBusy)             \
  F(PQconsumeInput)       \
  F(PQgetResult)          \
  F(PQputCopyData)        \
  F(PQputCopyEnd)         \
  F(PQgetCopyData)        \
  F(PQfreemem)            \
  F(PQresultStatus)       \
  F(PQresultErrorMessage) \
  F(PQresultErrorField)   \
  F(PQntuples)            \
  F(PQnfields)            \
  F(PQgetvalue)           \
  F(PQclear)

struct cp_functions {
#define CP_POINTER(function) __typeof__(function) *_Nonnull function;
  CP_pq(CP_POINTER)
#undef CP_POINTER
};

/// Loads the library if it is not loaded yet. It is never unloaded. Only one thread may call it.
///
/// Returns null if the library is loaded, otherwise the reason, which is valid until the next call.
const char *_Nullable cp_load(void);

/// Returns the functions, which may be called once the library is loaded.
const struct cp_functions *_Nonnull cp_loaded(void);

/// Ignores the notices of a connection.
void cp_ignore_notices(PGconn *_Nonnull connection);

#endif
