import Accounts
import Synchronization

/// The accounts in a database.
///
/// Every operation is one statement or one transaction, and is judged by the rules that a file's
/// is. A write is never repeated blindly: each has an identity that the database keeps, and a
/// connection that was lost is answered by looking for it; or it is asked once.
final class PostgresStore: Sendable {
  let address: DatabaseAddress
  let today: @Sendable () -> CalendarDay
  let pool: ConnectionPool
  /// The logins in browsers that ended here, until the database knows.
  let refused = RefusedLogins()
  let memory = Mutex(Memory())

  struct Memory {
    /// The listing that began last, until it ends.
    var listing: OpenListing?
    var listings = 0
    /// Why the last login could not be recorded.
    var loginFault: AccountsError?
  }

  /// How often a write begins again while others, which are faster, change none of its rows.
  static let attempts = 100

  init(
    _ address: DatabaseAddress, today: @escaping @Sendable () -> CalendarDay,
    libpq: Libpq = Libpq(), patience: Int = Connection.patience,
    idleTime: Duration = .seconds(60)
  ) {
    self.address = address
    self.today = today
    pool = ConnectionPool(ServerState(address, libpq, patience: patience), idleTime: idleTime)
  }

  var patience: Int { pool.server.patience }
  /// The time limit of a question that begins now, if servers did not answer lately.
  var timeLimit: TimeLimit? { pool.server.timeLimit }

  func disconnect() async { await pool.disconnect() }
}

extension PostgresStore {
  /// Runs what only reads.
  ///
  /// - Parameter isMigrated: whether the tables must be there, and nobody else's code in them.
  func onServer<Result: Sendable>(
    isMigrated: Bool = true, _ body: @Sendable (Connection) throws(Failure) -> Result
  ) async throws(AccountsError) -> Result {
    try await pool.with(.reading) { connection throws(AccountsError) in
      try await connection.ask(.reading, isMigrated: isMigrated, body)
    }
  }

  /// Runs a statement that writes, which has an identity or is asked once.
  func write<Result: Sendable>(
    _ repetition: PooledConnection.Repetition = .write,
    _ body: @Sendable (Connection) throws(Failure) -> Result
  ) async throws(AccountsError) -> Result {
    try await pool.with(.writing) { connection throws(AccountsError) in
      try await connection.ask(repetition, body)
    }
  }

  /// Runs the statements of the database's owner in one transaction, once.
  ///
  /// - Parameter commitLimit: how many seconds the server may take to commit.
  func owning<Result: Sendable>(
    isMigrated: Bool = true, commitLimit: Int = longPatience,
    _ body: @Sendable (Connection) throws(Failure) -> Result
  ) async throws(AccountsError) -> Result {
    try await pool.with(.writing) { connection throws(AccountsError) in
      try await connection.once(isMigrated: isMigrated) { connection throws(Failure) in
        try Self.transaction(
          connection, patience: Self.longPatience, commitLimit: commitLimit, isOnlyTry: true, body)
      }
    }
  }

  /// - Parameters:
  ///   - mode: by default, each statement sees what was committed before it, and may write, under
  ///     any setting of the role.
  ///   - patience: how long the server may take for each statement.
  ///   - commitLimit: and to commit; by default as long.
  ///   - isOnlyTry: whether nobody will look for it if the commit's answer is lost.
  static func transaction<Result>(
    _ connection: Connection, _ mode: String = "ISOLATION LEVEL READ COMMITTED, READ WRITE",
    patience: Int,
    commitLimit: Int? = nil, isOnlyTry: Bool = false,
    _ body: (Connection) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try connection.begin(mode, patience: patience)
    let result: Result
    do throws(Failure) {
      result = try body(connection)
    } catch {
      connection.rollBack()
      throw error
    }
    do throws(Failure) {
      try connection.commit(patience: commitLimit ?? patience)
    } catch {
      throw isOnlyTry && error.mayWorkElsewhere ? .warned : error
    }
    return result
  }

  /// How long the server may take to put a million rows in their places.
  static let longPatience = 600
}

/// Waits between attempts: longer each time, and by chance, so that two do not meet again.
struct Retries {
  private(set) var count = 0

  mutating func pause() async {
    count += 1
    let start = ContinuousClock.now
    await WaitingTime.current.pause(.random(in: 1...min(5 << min(count, 6), 250)))
    Waiting.note(.now - start)
  }
}
