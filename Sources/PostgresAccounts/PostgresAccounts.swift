// PostgresAccounts: the store of accounts in a PostgreSQL database.
//
// Programs that import the library use `Registry(database:)`. In the order of a question:
// `Connection` reads `postgres://…`, loads libpq, connects, sends and waits with a limit; `Store`
// is the `AccountStore`, with one file for each kind of promise; `Rows` turns rows into accounts
// and texts. `Schema` declares every table, function and right once; `Owner` makes them, and
// compares a database with them; `Moving` copies accounts between stores. `Faults` says what can go
// wrong.
//
// No call of libpq suspends. The meaning of an answer never depends on a setting of a role or a
// session.
