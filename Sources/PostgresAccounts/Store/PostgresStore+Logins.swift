import Accounts
import Synchronization

extension PostgresStore {
  /// If no connection is free, it is recorded later, or left out if too many wait: people who are
  /// logged in never wait for those who log in.
  func add(_ outcome: LoginOutcome) async throws(AccountsError) {
    if let taken = pool.takeIfFree(.writing) {
      defer { pool.giveBack(taken) }
      return try await add(outcome, over: taken.connection)
    }
    guard pool.waiting < Self.mostWaiting else { return }
    Task {
      try? await pool.with(.writing) { connection throws(AccountsError) in
        try await add(outcome, over: connection)
      }
    }
  }

  /// Beyond so many that wait, records are left out.
  private static let mostWaiting = 100

  private func add(
    _ outcome: LoginOutcome, over connection: PooledConnection
  ) async throws(AccountsError) {
    let parameters = Self.recorded(outcome)
    do throws(AccountsError) {
      _ = try await connection.ask(.write) { connection throws(Failure) in
        try Self.ifPermitted { () throws(Failure) in
          try connection.note("SELECT regapp_api.regapp_seen($1, $2, $3, $4)", parameters)
        }
      }
      memory.withLock { $0.loginFault = nil }
    } catch {
      let isKnown = memory.withLock { memory in
        defer { memory.loginFault = error }
        return error == memory.loginFault
      }
      if !isKnown { throw error }
    }
  }

  /// The parameters of the function that adds it.
  static func recorded(_ outcome: LoginOutcome) -> [Parameter] {
    [
      outcome.account.map { AccountName($0).key }, outcome.answer.rawValue,
      outcome.origin.service, outcome.origin.address,
    ].map { Parameter.text($0) }
  }

  func lastLogins(of names: [AccountName]?) async throws(AccountsError) -> LastLogins? {
    let keys = names.map { names in [""] + names.map(\.key) }
    let found = try await onServer { connection throws(Failure) in
      try Self.ifPermitted { () throws(Failure) in try Self.logins(of: keys, connection) }
    }
    guard let found else { return nil }
    let logins = Dictionary(found.logins.map { ($0.key, $0.login) }) { first, _ in first }
    return found.since.map { LastLogins(since: $0) { logins[$0.key] } }
  }

  /// The logins of all accounts, or of those with some keys, and the beginning of the record.
  static func logins(
    of keys: [String]?, _ connection: Connection, patience: Int? = nil
  ) throws(Failure) -> (since: Int?, logins: [(key: String, login: LastLogin)]) {
    let rows = try connection.run(
      """
      SELECT key, floor(extract(epoch FROM since))::int8,
        floor(extract(epoch FROM success))::int8, failures::int8
      FROM public.seen WHERE $1 OR key = ANY ($2) ORDER BY key
      """, [.flag(keys == nil), .texts(keys ?? [])], patience: patience)
    var since: Int?
    var logins: [(key: String, login: LastLogin)] = []
    for row in 0..<rows.count {
      let key = rows[row, 0] ?? ""
      if key.isEmpty {
        since = rows.number(row, 1)
      } else {
        let login = LastLogin(
          success: rows.number(row, 2), failures: rows.number(row, 3) ?? 0)
        logins.append((key, login))
      }
    }
    return (since, logins)
  }

  func forgetLogins(of names: [AccountName]) async throws(AccountsError) -> Bool {
    let keys = Parameter.texts(names.map(\.key))
    let parameters: [Parameter] = [keys, .texts(names.map { _ in "" })]
    let answer = try await write { connection throws(Failure) in
      try Self.ifPermitted { () throws(Failure) in
        try connection.write("SELECT regapp_api.regapp_follow_logins($1, $2)", parameters)
      }
    }
    // Only the owner can remove records of names that no change tells of.
    let left = try await onServer { connection throws(Failure) in
      try Self.ifPermitted { () throws(Failure) in
        try connection.run(
          """
          SELECT key FROM public.seen WHERE key <> '' AND key = ANY ($1)
          UNION SELECT key FROM public.attempt WHERE key = ANY ($1) ORDER BY 1 LIMIT 1
          """, [keys])
      }
    }
    if let left, left.count > 0, let name = left[0, 0] {
      throw .store(StoreFault(.write, address.subject, PostgresFault.loginsLeft(name)))
    }
    return answer?.number(0, 0) ?? 0 > 0
  }

  /// Nil if the record of logins is not this user's.
  private static func ifPermitted<Value>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value? {
    do throws(Failure) { return try body() } catch .refused("42501", _) { return nil }
  }
}
