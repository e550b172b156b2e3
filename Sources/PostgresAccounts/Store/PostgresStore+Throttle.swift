import Accounts
import Synchronization

extension PostgresStore: LoginThrottle {
  /// The server counts, by its own clock, and waits for no standby.
  func begin(_ attempt: LoginAttempt) async throws(AccountsError) {
    let parameters = Self.counted(attempt)
    var retries = Retries()
    while true {
      try checkCancellation()
      let answer = try await write { connection throws(Failure) in
        try connection.note("SELECT regapp_api.regapp_attempt($1, $2)", parameters).number(0, 0)
          ?? 0
      }
      if answer == 0 { return }
      // Less than 0: attempts in flight end, or count as failed.
      guard answer < 0 else { throw .throttled(seconds: answer) }
      await retries.pause()
    }
  }

  func secondsToWait(for attempt: LoginAttempt) async throws(AccountsError) -> Int {
    let parameters = Self.counted(attempt)
    return try await onServer { connection throws(Failure) in
      try connection.run("SELECT regapp_api.regapp_rest($1, $2)", parameters).number(0, 0) ?? 0
    }
  }

  func end(_ attempt: LoginAttempt, _ result: LoginAttempt.Result) async throws(AccountsError) {
    _ = try await write { connection throws(Failure) in
      try connection.note(
        "SELECT regapp_api.regapp_attempted($1, $2, $3)", Self.ended(attempt, result))
    }
  }

  /// Counts and records in one statement, which waits for no disk. An attempt whose end a crash of
  /// the server takes along counts as failed.
  func end(
    _ attempt: LoginAttempt, _ result: LoginAttempt.Result, recording outcome: LoginOutcome
  ) async throws(AccountsError) -> Bool {
    let parameters = Self.ended(attempt, result) + Self.recorded(outcome)
    do throws(AccountsError) {
      _ = try await write { connection throws(Failure) in
        try connection.note(
          """
          SELECT regapp_api.regapp_attempted($1, $2, $3), regapp_api.regapp_seen($4, $5, $6, $7)
          """, parameters)
      }
      memory.withLock { $0.loginFault = nil }
      return true
    } catch .store(let fault) where fault.kind == .durability {
      // It may be counted.
      throw .store(fault)
    } catch {
      // An attempt that the record cannot take must be counted.
      try await end(attempt, result)
      return false
    }
  }

  private static func ended(
    _ attempt: LoginAttempt, _ result: LoginAttempt.Result
  ) -> [Parameter] {
    counted(attempt) + [.text(result.rawValue)]
  }

  static func counted(_ attempt: LoginAttempt) -> [Parameter] {
    [.text(attempt.name), .text(attempt.network ?? "")]
  }

  func clear(_ names: [String]) async throws(AccountsError) -> Set<String> {
    let rows = try await write { connection throws(Failure) in
      try connection.write("SELECT regapp_api.regapp_forget_attempts($1)", [.texts(names)])
    }
    return Set((0..<rows.count).compactMap { rows[$0, 0] })
  }
}

extension Connection {
  /// Runs a frequent statement that counts or records a login, which waits for no standby.
  func note(_ statement: String, _ parameters: [Parameter]) throws(Failure) -> Rows {
    try commit(
      [Statement(statement, parameters, isFrequent: true)], patience: patience,
      waitsForStandby: false)[0]
  }
}
