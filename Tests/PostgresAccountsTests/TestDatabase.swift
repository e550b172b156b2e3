import Accounts
import AccountsFile
import PostgresServer
import StoreSuite
import Synchronization

@testable import PostgresAccounts

/// A database of its own with the tables of `migrate`, and what a hand may do to it.
struct TestDatabase: Sendable {
  let server: PostgresServer.Database
  let address: DatabaseAddress

  init(on server: PostgresServer? = nil, through bouncer: PgBouncer? = nil) async throws {
    self.server = try await (server ?? PostgresServer.shared).database { database in
      _ = try await Database(DatabaseAddress(database.address)).migrate()
    }
    address = try DatabaseAddress(
      bouncer?.address(of: self.server) ?? self.server.address)
  }

  /// Puts another rulebook in force past every check.
  func use(_ rulebook: Rulebook) async throws {
    let connection = try Connection(address, Libpq())
    try connection.run("UPDATE public.base SET rules = $1", [.text(rulebook.tableText)])
  }

  /// Lets attempts be in flight for longer than their ten seconds, and who failed wait for longer
  /// than a second.
  func attemptsLast(minutes: Int) async throws {
    let connection = try Connection(address, Libpq())
    try connection.run(
      """
      DO $do$ DECLARE name text; BEGIN
        FOREACH name IN ARRAY '{regapp_attempt,regapp_rest}'::text[] LOOP
          EXECUTE replace(replace(
            pg_get_functiondef(format('regapp_api.%s(text,text)', name)::regprocedure),
            '10 seconds', '\(minutes) minutes'), 'least(2.0', 'least(\(minutes) * 60 * 2.0');
        END LOOP;
      END $do$
      """)
  }

  /// Puts accounts there past every check.
  func plant(_ accounts: [FieldValues]) async throws {
    let connection = try Connection(address, Libpq())
    let table = try await PostgresStore(address, today: { dayOfPromises }, patience: 600).table(
      .onlyAccount)
    for values in accounts {
      guard
        let row = AccountRow(
          NewAccount(values), under: table.accounts.rulebook, today: dayOfPromises)
      else { continue }
      let id: AccountID? = row.id?.id ?? .random()
      let parameters = row.parameters + [.id(OperationID()), .id(id), .text(row.id?.name)]
      let places = parameters.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
      try connection.run(
        """
        INSERT INTO public.account (\(Schema.columnsOfRow), op, id, id_name, fingerprint)
        SELECT i.*, \(Schema.fingerprint(of: "i"))
        FROM (SELECT \(places)) AS i (\(Schema.columnsOfRow), op, id, id_name)
        """, parameters)
    }
  }

  /// Lets all changes be older.
  func pass(days: Int) throws {
    try server.psql("UPDATE public.change SET at = at - interval '\(days) days'")
  }

  /// Makes all rows those that a program of ours judged, whatever they are.
  func judge() throws {
    try server.psql(
      "UPDATE public.account a SET fingerprint = \(Schema.fingerprint(of: "a"))")
  }
}

extension PostgresServer.Database {
  /// The last statement of each other session, on one line.
  func lastStatements() throws -> [String] {
    try psql(
      """
      SELECT replace(query, chr(10), ' ') FROM pg_stat_activity
      WHERE datname = current_database() AND backend_type = 'client backend'
        AND pid <> pg_backend_pid()
      """)
  }
}

extension Libpq {
  /// Calls of which one is preceded by something: so many of those with a name, counted from 1.
  static func before(
    _ number: Int, of call: String = "PQsendQuery",
    _ work: @escaping @Sendable () throws -> Void
  ) -> Libpq {
    let sent = Mutex(0)
    var libpq = Libpq()
    libpq.watch = { made, isMade in
      guard made == call, !isMade else { return }
      let now = sent.withLock { sent in
        sent += 1
        return sent
      }
      if now == number { try? work() }
    }
    return libpq
  }
}
