import Accounts
import AccountsDocument
import Dispatch

/// The accounts in a database, over one connection, on a queue of its own.
///
/// Every operation is one statement or one transaction, and is judged by the rules that a file's
/// is. A write is never repeated blindly: each has an identity that the database keeps, and a
/// connection that was lost is answered by looking for it.
actor PostgresStore {
  private nonisolated let queue = StoreQueue("regapp.postgres")
  nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

  nonisolated let address: DatabaseAddress
  nonisolated let today: @Sendable () -> CalendarDay
  private let libpq: Libpq
  let patience: Int
  private var connection: Connection?
  /// The hosts to try, once one of several fell silent; empty for all.
  private var hosts: Connecting.Hosts = []
  /// Whether there was a connection once.
  private var hasConnected = false
  private var trouble = Trouble()
  /// The listing that began last, until it ends.
  var listing: OpenListing?
  var listings = 0
  /// Why the last login could not be recorded.
  var loginFault: AccountsError?
  /// The logins in browsers that ended here, until the database knows.
  var refused = RefusedLogins()

  /// How often a write begins again while others, which are faster, change none of its rows.
  static let attempts = 100

  init(
    _ address: DatabaseAddress, today: @escaping @Sendable () -> CalendarDay,
    libpq: Libpq = Libpq(), patience: Int = Connection.patience
  ) {
    self.address = address
    self.today = today
    self.libpq = libpq
    self.patience = patience
  }

  /// The connection, or a new one if there is none that can be used.
  ///
  /// - Parameter isMigrated: whether the tables must be there, and nobody else's code in them.
  func connected(isMigrated: Bool = true) throws(Failure) -> Connection {
    if let connection, connection.isUsable { return connection }
    disconnect()
    let new: Connection
    do throws(Failure) {
      new = try Connection(address, libpq, patience: patience, hosts: hosts)
    } catch {
      // The one that fell silent may be back.
      hosts = []
      throw error
    }
    (connection, hasConnected) = (new, true)
    if isMigrated {
      do throws(Failure) {
        if let fault = try Trust.fault(new) { throw .unfit(fault) }
      } catch {
        disconnect()
        throw error
      }
    }
    return new
  }

  /// Gives the connection away: the next statement gets another.
  func takeConnection(_ taken: Connection) -> Connection {
    connection = nil
    return taken
  }

  /// Takes a connection back that is no longer needed.
  func giveBack(_ returned: Connection) { if connection == nil { connection = returned } }

  func disconnect() {
    if let connection { avoidHostIfGone(of: connection) }
    connection = nil
  }

  /// Goes to the other hosts from now on, if this one fell silent or has no server.
  func avoidHostIfGone(of connection: Connection) {
    if connection.mayBeGone, let others = connection.otherHosts { hosts = others }
  }
}

extension PostgresStore {
  /// Runs what only reads, again on another connection where one breaks: until patience is used up
  /// or, in a task that is cancelled, not again.
  ///
  /// - Parameter isMigrated: whether the tables must be there, and nobody else's code in them.
  func reading<Result>(
    isMigrated: Bool = true, _ body: (Connection) throws(Failure) -> Result
  ) async throws(AccountsError) -> Result {
    // From the first server that did not answer on.
    var deadline: TimeLimit?
    // For a server that never answered nobody waits long, unless others are named.
    let shortly = TimeLimit(seconds: min(patience, 1))
    var isThere = address.hasSeveralHosts || hasConnected
    var retries = Retries()
    // Where servers let time pass before, what is left of it is for all that a command asks.
    let limit = timeLimit
    while true {
      do throws(Failure) {
        return try asking(within: limit) { () throws(Failure) in
          try body(connected(isMigrated: isMigrated))
        }
      } catch {
        if error.mayWorkElsewhere { disconnect() }
        if case .busy = error { isThere = true }
        if hasConnected { isThere = true }
        let until = (deadline ?? TimeLimit(seconds: patience)).orLimit.earlier(limit)
        deadline = until
        guard
          error.mayWorkElsewhere && !(isThere ? until : shortly).isPast
            || error.isCollision && retries.count < 8
        else { throw explained(error, isMigrated).error(.read, address.subject) }
      }
      try checkCancellation()
      await retries.pause()
    }
  }

  /// When what is asked now is to end, where servers did not answer lately.
  var timeLimit: TimeLimit? { trouble.limit(patience: patience) }

  /// Asks a server, and notes how long that was for nothing.
  func asking<Result>(
    within limit: TimeLimit?, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let start = ContinuousClock.now
    do throws(Failure) {
      guard let limit else { return try body() }
      return try limit.holding(body)
    } catch {
      if error.mayWorkElsewhere { trouble.note(since: start, patience: patience) }
      throw error
    }
  }

  /// A failure that the server's answer does not explain, by what is in the database: a trigger or a
  /// rule is on a table of ours; or something was not found that the tables lack.
  func explained(_ error: Failure, _ isMigrated: Bool = true) -> Failure {
    guard isMigrated, case .refused(let state, let refusal) = error,
      error.missesSomething || Schema.statesOfForeignCode.contains(state)
    else { return error }
    disconnect()
    do throws(Failure) {
      let connection = try connected()
      if !error.missesSomething {
        try connection.refuseForeignCode()
      } else if try Trust.otherFunctions(connection) {
        return .unfit(.incomplete(nil, isMended: true))
      }
    } catch .unfit(let fault) {
      return .unfit(fault)
    } catch {
      return .refused(state: state, by: refusal)
    }
    // Nothing of ours is missing, or what was in the way has gone.
    return error.missesSomething ? .unfit(.state(state)) : error
  }

  /// Runs the statements of the database's owner in one transaction, once.
  func owning<Result: Sendable>(
    isMigrated: Bool = true, _ body: @Sendable (Connection) throws(Failure) -> Result
  ) async throws(AccountsError) -> Result {
    do throws(Failure) {
      let connection = try connected(isMigrated: isMigrated)
      return try Self.transaction(connection, patience: Self.longPatience, isOnlyTry: true, body)
    } catch {
      disconnect()
      throw explained(error, isMigrated).error(.write, address.subject)
    }
  }

  /// - Parameters:
  ///   - mode: by default, each statement sees what was committed before it, whatever the role's
  ///     own
  ///     setting.
  ///   - patience: how long the server may take to commit.
  ///   - isOnlyTry: whether nobody will look for it where the commit's answer is lost.
  static func transaction<Result>(
    _ connection: Connection, _ mode: String = "ISOLATION LEVEL READ COMMITTED", patience: Int,
    isOnlyTry: Bool = false, _ body: (Connection) throws(Failure) -> Result
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
      try connection.commit(patience: patience)
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
    await Self.pause(milliseconds: 1...min(5 << min(count, 6), 250))
    Waiting.note(.now - start)
  }

  /// Waits even in a task that is cancelled: a write that was sent goes on to its end, at its pace.
  static func pause(milliseconds: ClosedRange<Int>) async {
    await withCheckedContinuation { waiting in
      let end = DispatchTime.now() + .milliseconds(.random(in: milliseconds))
      DispatchQueue.global().asyncAfter(deadline: end) { waiting.resume() }
    }
  }
}
