import Accounts
import AccountsFile
import PostgresProbe
import PostgresServer
import StoreSuite
import Synchronization
import TestSupport
import Testing

@testable import PostgresAccounts

/// A database with the accounts that `PostgresProbe.Write` begins with, to which it can be taken
/// back, and a session of its own beside all stores.
final class PreparedDatabase: Sendable {
  let database: TestDatabase
  private let session: Mutex<Connection>
  private let old: Contents

  /// All that a write may change, as one statement sees it.
  struct Contents: Equatable {
    /// The accounts' keys, in order.
    let names: [String]
    /// The accounts, their versions and identities aside.
    let accounts: String
    let changes: Int
    /// How many accounts the newest change concerns, and how many of them have its identity.
    let concerned: Int
    let written: Int
  }

  init(on server: PostgresServer? = nil) async throws {
    database = try await TestDatabase(on: server)
    try await database.use(Promise.rulebook)
    try await PostgresProbe.Write.prepare(
      PostgresStore(database.address, today: { dayOfPromises }, patience: 600))
    let connection = try Connection(database.address, Libpq())
    for statement in Self.keeping { try connection.run(statement) }
    old = try Self.contents(connection)
    session = Mutex(connection)
  }

  private static let tables = ["account", "change", "change_account"]

  /// Fills a table from what was kept of it, but for what the server makes itself.
  private static func filling(_ table: Schema.Table) -> String {
    let columns = table.columns.filter { column in
      if case .generated? = column.filling { false } else { true }
    }.map { "\"\($0.name)\"" }.joined(separator: ", ")
    return """
      INSERT INTO public.\(table.name) (\(columns)) OVERRIDING SYSTEM VALUE
      SELECT \(columns) FROM public.kept_\(table.name);
      """
  }

  private static let keeping =
    tables.map { "CREATE TABLE public.kept_\($0) AS TABLE public.\($0)" } + [
      """
      CREATE FUNCTION public.take_back() RETURNS void LANGUAGE sql BEGIN ATOMIC
        DELETE FROM public.change_account; DELETE FROM public.change; DELETE FROM public.account;
        \(Schema.definitions.filter { tables.contains($0.name) }.map(filling).joined(separator: "\n"))
      END
      """,
      // A server's process notices only at its next step that its client is gone.
      """
      CREATE FUNCTION public.wait_for_others() RETURNS void LANGUAGE plpgsql AS $$ BEGIN
        WHILE EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database()
          AND pid <> pg_backend_pid() AND backend_type = 'client backend')
        LOOP PERFORM pg_sleep(0.001), pg_stat_clear_snapshot(); END LOOP;
      END $$
      """,
    ]

  private static func contents(_ connection: Connection) throws -> Contents {
    let rows = try connection.run(
      """
      WITH newest AS (SELECT * FROM public.change ORDER BY id DESC LIMIT 1)
      SELECT string_agg(key, ' ' ORDER BY key),
        string_agg(concat_ws('|', key, email_key, first_name_key, doc, password), ' ' ORDER BY key),
        (SELECT count(*) FROM public.change),
        (SELECT count(*) FROM public.change_account
          WHERE change = (SELECT id FROM newest) AND place >= 0),
        count(*) FILTER (WHERE op = (SELECT op FROM newest))
      FROM public.account
      """)
    return Contents(
      names: (rows[0, 0] ?? "").split(separator: " ").map { String($0.prefix { $0 != "@" }) },
      accounts: rows[0, 1] ?? "", changes: rows.number(0, 2) ?? 0,
      concerned: rows.number(0, 3) ?? 0, written: rows.number(0, 4) ?? 0)
  }

  /// The contents once every client has gone.
  func settled() throws -> Contents {
    try session.withLock {
      try $0.run("SELECT public.wait_for_others()")
      return try Self.contents($0)
    }
  }

  func restore() throws { try session.withLock { _ = try $0.run("SELECT public.take_back()") } }

  /// Ends all connections but its own, and waits until they have.
  func endOthers() throws {
    try session.withLock {
      _ = try $0.run(
        """
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()
          AND backend_type = 'client backend'
        """)
      try $0.run("SELECT public.wait_for_others()")
    }
  }

  /// Ends one connection that is at work, if there is one.
  func endOne() throws {
    try session.withLock {
      _ = try $0.run(
        """
        SELECT pg_terminate_backend(pid), pg_sleep(0.01) FROM (
          SELECT pid FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid() AND state = 'active'
          ORDER BY random() LIMIT 1) AS one
        """)
    }
  }

  /// Whether a write is there; it is to be there once and as a whole, or not at all.
  func holds(
    _ write: PostgresProbe.Write, _ comment: Comment,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> Bool {
    let now = try await blocking { try self.settled() }
    if now == old { return false }
    #expect(now.names == write.names, comment, sourceLocation: sourceLocation)
    #expect(now.accounts != old.accounts, comment, sourceLocation: sourceLocation)
    #expect(now.changes == old.changes + 1, comment, sourceLocation: sourceLocation)
    #expect(now.concerned == write.concerned, comment, sourceLocation: sourceLocation)
    #expect(now.written == write.left, comment, sourceLocation: sourceLocation)
    return true
  }
}
