#if Postgres
  import Accounts

  extension PostgresStore {
    /// An attempt that is kept twice, as an answer was lost, was made: nothing is looked up.
    func add(_ outcome: LoginOutcome) async throws(AccountsError) {
      let parameters = Self.recorded(outcome)
      do throws(AccountsError) {
        _ = try await reading { connection throws(Failure) in
          try Self.unlessRefused { () throws(Failure) in
            try connection.run("SELECT public.regapp_seen($1, $2, $3, $4)", parameters)
          }
        }
        loginFault = nil
      } catch {
        let isKnown = error == loginFault
        loginFault = error
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
      let rows = try await reading { connection throws(Failure) in
        try Self.unlessRefused { () throws(Failure) in
          try connection.run(
            """
            SELECT key, floor(extract(epoch FROM since))::int8,
              floor(extract(epoch FROM success))::int8,
              failures::int8
            FROM public.seen WHERE $1 OR key = ANY ($2)
            """, [.flag(keys == nil), .texts(keys ?? [])])
        }
      }
      guard let rows else { return nil }
      var begin: Int?
      var logins: [String: LastLogin] = [:]
      for row in 0..<rows.count {
        guard let key = rows[row, 0] else { continue }
        if key.isEmpty { begin = rows.number(row, 1) }
        logins[key] = LastLogin(success: rows.number(row, 2), failures: rows.number(row, 3) ?? 0)
      }
      return begin.map { LastLogins(since: $0) { [logins] in logins[$0.key] } }
    }

    func forgetLogins(of names: [AccountName]) async throws(AccountsError) -> Bool {
      let parameters: [Parameter] = [.texts(names.map(\.key)), .texts(names.map { _ in "" })]
      let count = try await reading { connection throws(Failure) in
        try Self.unlessRefused { () throws(Failure) in
          try connection.run("SELECT public.regapp_follow_logins($1, $2)", parameters).number(0, 0)
        }
      }
      return (count ?? 0) ?? 0 > 0
    }

    /// Nil where the record of logins is not this user's.
    private static func unlessRefused<Value>(
      _ body: () throws(Failure) -> Value
    ) throws(Failure) -> Value? {
      do throws(Failure) { return try body() } catch {
        guard case .refused("42501", _) = error else { throw error }
        return nil
      }
    }
  }
#endif
