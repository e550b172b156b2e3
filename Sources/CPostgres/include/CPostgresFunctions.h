#ifndef REGAPP_CPOSTGRES_FUNCTIONS_H
#define REGAPP_CPOSTGRES_FUNCTIONS_H

#define CPOSTGRES_FUNCTIONS(FUNCTION) \
  FUNCTION(int, PQlibVersion, (void), ()) \
  FUNCTION(PQconninfoOption *, PQconninfoParse, (const char *text, char **error), (text, error)) \
  FUNCTION(PQconninfoOption *, PQconninfo, (PGconn *connection), (connection)) \
  FUNCTION(void, PQconninfoFree, (PQconninfoOption *options), (options)) \
  FUNCTION(PGconn *, PQconnectStartParams, \
           (const char *const *keys, const char *const *values, int expands), \
           (keys, values, expands)) \
  FUNCTION(PostgresPollingStatusType, PQconnectPoll, (PGconn *connection), (connection)) \
  FUNCTION(void, PQfinish, (PGconn *connection), (connection)) \
  FUNCTION(ConnStatusType, PQstatus, (const PGconn *connection), (connection)) \
  FUNCTION(PGTransactionStatusType, PQtransactionStatus, (const PGconn *connection), (connection)) \
  FUNCTION(int, PQserverVersion, (const PGconn *connection), (connection)) \
  FUNCTION(int, PQsocket, (const PGconn *connection), (connection)) \
  FUNCTION(int, PQbackendPID, (const PGconn *connection), (connection)) \
  FUNCTION(char *, PQhost, (const PGconn *connection), (connection)) \
  FUNCTION(char *, PQhostaddr, (const PGconn *connection), (connection)) \
  FUNCTION(char *, PQport, (const PGconn *connection), (connection)) \
  FUNCTION(char *, PQerrorMessage, (const PGconn *connection), (connection)) \
  FUNCTION(PGVerbosity, PQsetErrorVerbosity, (PGconn *connection, PGVerbosity verbosity), \
           (connection, verbosity)) \
  FUNCTION(PQnoticeReceiver, PQsetNoticeReceiver, \
           (PGconn *connection, PQnoticeReceiver receiver, void *context), \
           (connection, receiver, context)) \
  FUNCTION(int, PQsetnonblocking, (PGconn *connection, int flag), (connection, flag)) \
  FUNCTION(int, PQenterPipelineMode, (PGconn *connection), (connection)) \
  FUNCTION(int, PQexitPipelineMode, (PGconn *connection), (connection)) \
  FUNCTION(int, PQpipelineSync, (PGconn *connection), (connection)) \
  FUNCTION(PGpipelineStatus, PQpipelineStatus, (const PGconn *connection), (connection)) \
  FUNCTION(int, PQsendQueryParams, \
           (PGconn *connection, const char *statement, int count, const Oid *types, \
            const char *const *values, const int *lengths, const int *formats, int format), \
           (connection, statement, count, types, values, lengths, formats, format)) \
  FUNCTION(int, PQsendPrepare, \
           (PGconn *connection, const char *name, const char *statement, int count, \
            const Oid *types), \
           (connection, name, statement, count, types)) \
  FUNCTION(int, PQsendQueryPrepared, \
           (PGconn *connection, const char *name, int count, const char *const *values, \
            const int *lengths, const int *formats, int format), \
           (connection, name, count, values, lengths, formats, format)) \
  FUNCTION(int, PQputCopyData, (PGconn *connection, const char *bytes, int count), \
           (connection, bytes, count)) \
  FUNCTION(int, PQputCopyEnd, (PGconn *connection, const char *error), (connection, error)) \
  FUNCTION(int, PQflush, (PGconn *connection), (connection)) \
  FUNCTION(int, PQconsumeInput, (PGconn *connection), (connection)) \
  FUNCTION(int, PQisBusy, (PGconn *connection), (connection)) \
  FUNCTION(PGresult *, PQgetResult, (PGconn *connection), (connection)) \
  FUNCTION(void, PQclear, (PGresult *result), (result)) \
  FUNCTION(ExecStatusType, PQresultStatus, (const PGresult *result), (result)) \
  FUNCTION(char *, PQresultErrorField, (const PGresult *result, int code), (result, code)) \
  FUNCTION(int, PQntuples, (const PGresult *result), (result)) \
  FUNCTION(int, PQnfields, (const PGresult *result), (result)) \
  FUNCTION(int, PQgetisnull, (const PGresult *result, int row, int column), (result, row, column)) \
  FUNCTION(char *, PQgetvalue, (const PGresult *result, int row, int column), \
           (result, row, column)) \
  FUNCTION(int, PQgetlength, (const PGresult *result, int row, int column), (result, row, column))

#endif
