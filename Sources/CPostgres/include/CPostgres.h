// The system's libpq, reduced to what this project needs.
//
// The library is loaded at run time, so building needs neither its headers nor the library, and
// running needs it only for a database. A function here calls the one of its name in the library;
// none may be called before `cpostgres_load` has succeeded.
#ifndef REGAPP_CPOSTGRES_H
#define REGAPP_CPOSTGRES_H

#include <stddef.h>

// Declared as in libpq-fe.h, whose values do not change within libpq.so.5. A test compares them.
typedef unsigned int Oid;
typedef struct pg_conn PGconn;
typedef struct pg_result PGresult;
typedef void (*PQnoticeReceiver)(void *context, const PGresult *result);

typedef enum { CONNECTION_OK = 0, CONNECTION_BAD = 1, CONNECTION_STARTED = 2 } ConnStatusType;

typedef enum {
  PGRES_POLLING_FAILED = 0,
  PGRES_POLLING_READING = 1,
  PGRES_POLLING_WRITING = 2,
  PGRES_POLLING_OK = 3,
} PostgresPollingStatusType;

typedef enum {
  PGRES_COMMAND_OK = 1,
  PGRES_TUPLES_OK = 2,
  PGRES_COPY_IN = 4,
  PGRES_PIPELINE_SYNC = 10,
  PGRES_PIPELINE_ABORTED = 11,
} ExecStatusType;

typedef enum {
  PQTRANS_IDLE = 0,
  PQTRANS_INTRANS = 2,
  PQTRANS_INERROR = 3,
} PGTransactionStatusType;

typedef enum { PQERRORS_SQLSTATE = 3 } PGVerbosity;

typedef enum { PQ_PIPELINE_ON = 1 } PGpipelineStatus;

typedef struct {
  char *keyword;
  char *envvar;
  char *compiled;
  char *val;
  char *label;
  char *dispchar;
  int dispsize;
} PQconninfoOption;

// The functions: result, name, parameters, arguments.
#include "CPostgresFunctions.h"

#define CPOSTGRES_MEMBER(result, name, parameters, arguments) result(*name) parameters;
extern struct cpostgres_table {
  CPOSTGRES_FUNCTIONS(CPOSTGRES_MEMBER)
} cpostgres;
#undef CPOSTGRES_MEMBER

#define CPOSTGRES_CALL(result, name, parameters, arguments) \
  static inline result name parameters { return cpostgres.name arguments; }
CPOSTGRES_FUNCTIONS(CPOSTGRES_CALL)
#undef CPOSTGRES_CALL

/// Loads libpq 14 or newer. Returns null, or why there is none: a text that stays. Call it once.
const char *cpostgres_load(void);

#endif
