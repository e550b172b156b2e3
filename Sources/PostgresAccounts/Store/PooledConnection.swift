import Accounts

/// One of a store's connections, with a queue of its own: a wait for an answer here holds up nobody
/// else. The pool gives it to one task at a time.
actor PooledConnection {
  private nonisolated let queue = StoreQueue("regapp.postgres")
  nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

  private let server: ServerState
  private var connection: Connection?
  /// The number that `ServerState` gave to the server's place when the connection was made.
  private var placeNumber = 0
  /// The time of the last answer.
  private var answered = WaitingTime.now

  private var address: DatabaseAddress { server.address }
  private var patience: Int { server.patience }

  init(_ server: ServerState) { self.server = server }

  /// How often something may be asked if an answer is lost.
  enum Repetition {
    /// Again, for as long as there is time: it only reads.
    case reading
    /// Again: it has an identity, by which a second attempt finds what the first has done. A later
    /// refusal does not tell what became of the first.
    case namedWrite
    /// Once. Only what a server has refused, or was never sent, is asked again.
    case write
  }

  /// Runs what is asked, again on another connection if one breaks, as far as it may be repeated:
  /// until patience is used up or, in a task that is cancelled, not again.
  ///
  /// - Parameter isMigrated: whether the tables must be there, and nobody else's code in them.
  func ask<Result: Sendable>(
    _ repetition: Repetition, isMigrated: Bool = true,
    _ body: @Sendable (Connection) throws(Failure) -> Result
  ) async throws(AccountsError) -> Result {
    // From the first server that did not answer on.
    var deadline: TimeLimit?
    // For a server that never answered nobody waits long, unless others are named.
    let shortly = TimeLimit(seconds: min(patience, 1))
    var isThere = address.hasSeveralHosts || server.hasConnected
    // Whether a write was sent and not answered.
    var isUnanswered = false
    var retries = Retries()
    // If servers have let time pass before, the rest of it is for all that a command asks.
    let limit = server.timeLimit
    while true {
      var isSent = false
      do throws(Failure) {
        return try timed(within: limit) { () throws(Failure) in
          let connection = try connected(isMigrated: isMigrated)
          if repetition == .write, connection.isClosed { throw .lost(inTime: true) }
          isSent = true
          return try body(connection)
        }
      } catch {
        if error.mayWorkElsewhere { disconnect() }
        if case .busy = error { isThere = true }
        if server.hasConnected { isThere = true }
        if isSent, repetition != .reading, case .lost = error.behindCommit(isCommits: true) {
          isUnanswered = true
        }
        let until = (deadline ?? TimeLimit(seconds: patience)).orLimit.earlier(limit)
        deadline = until
        guard
          !isUnanswered || repetition == .namedWrite,
          error.mayWorkElsewhere && !(isThere ? until : shortly).isPast
            || error.isCollision && retries.count < 8
        else {
          let reason = isUnanswered ? .warned : explained(error, isMigrated)
          throw reason.error(repetition == .reading ? .read : .write, address.subject)
        }
      }
      try checkCancellation()
      await retries.pause()
    }
  }

  /// Sends a write that is looked for if its answer is lost; nil if there is no server for now. The
  /// result is how many logins of which accounts in browsers ended with it, or nil if others were
  /// faster.
  func send(_ write: Write) async throws(AccountsError) -> Result<[String: Int]?, Failure>? {
    // Waits for a server that answers, before anything is sent.
    try await ask(.reading) { _ in }
    let connection: Connection
    do throws(Failure) { connection = try connected() } catch {
      guard error.mayWorkElsewhere else { throw error.error(.read, address.subject) }
      return nil
    }
    do throws(Failure) {
      return .success(
        try timed(within: nil) { () throws(Failure) in
          try PostgresStore.perform(write, connection)
        })
    } catch {
      switch error {
      case .warned: break
      case _ where error.isCollision || error.duplicate != nil: break
      default: disconnect()
      }
      return .failure(error)
    }
  }

  /// Runs statements once, and explains a refusal.
  func once<Result: Sendable>(
    isMigrated: Bool = true, _ body: @Sendable (Connection) throws(Failure) -> Result
  ) throws(AccountsError) -> Result {
    do throws(Failure) {
      return try timed(within: server.timeLimit) { () throws(Failure) in
        try body(connected(isMigrated: isMigrated))
      }
    } catch {
      disconnect()
      throw explained(error, isMigrated).error(.write, address.subject)
    }
  }

  /// Goes on with the transaction that was begun here: on another connection it would not be there.
  func goOn<Result: Sendable>(
    _ body: @Sendable (Connection) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let connection else { throw .lost(inTime: true) }
    do throws(Failure) { return try body(connection) } catch {
      disconnect()
      throw error
    }
  }

  // MARK: The connection

  /// The connection, or a new one if there is none that can be used.
  private func connected(isMigrated: Bool = true) throws(Failure) -> Connection {
    if let connection, connection.isUsable, server.isThere(placeNumber, since: answered) {
      return connection
    }
    disconnect()
    let new: Connection
    do throws(Failure) {
      new = try Connection(address, server.libpq, patience: patience, hosts: server.hosts)
    } catch {
      // The server that fell silent may be back.
      server.hosts = []
      throw error
    }
    (connection, placeNumber, answered) = (new, server.connected(to: new.place), WaitingTime.now)
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

  func disconnect() {
    // The other hosts from now on, if this one fell silent or has no server.
    if let connection, connection.mayBeGone, let others = connection.otherHosts {
      server.hosts = others
    }
    connection = nil
  }

  /// Asks a server, and notes how long that was for nothing.
  private func timed<Result>(
    within limit: TimeLimit?, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let start = WaitingTime.now
    do throws(Failure) {
      let result = if let limit { try limit.holding(body) } else { try body() }
      answered = WaitingTime.now
      return result
    } catch {
      if error.mayWorkElsewhere { server.noteOutage(since: start, isLost: true) }
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
      } else if try Trust.otherFunctions(connection).count > 0 {
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
}
