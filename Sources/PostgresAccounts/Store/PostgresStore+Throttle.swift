#if Postgres
  import Accounts

  extension PostgresStore: LoginThrottle {
    /// The server counts, by its own clock.
    func begin(_ attempt: LoginAttempt) async throws(AccountsError) {
      let name = Parameter.text(attempt.name)
      let deadline = Deadline(seconds: patience)
      var retries = Retries()
      while true {
        try checkCancellation()
        let answer = try await counting { connection throws(Failure) in
          try connection.run("SELECT public.regapp_attempt($1)", [name]).number(0, 0) ?? 0
        }
        if answer == 0 { return }
        guard answer < 0, !deadline.isPast else { throw .throttled(seconds: max(answer, 1)) }
        await retries.pause()
      }
    }

    func end(_ attempt: LoginAttempt, _ result: LoginAttempt.Result) async throws(AccountsError) {
      let word =
        switch result {
        case .failed: "failed"
        case .succeeded: "succeeded"
        case .uncounted: "uncounted"
        }
      let parameters = [Parameter.text(attempt.name), .text(word)]
      try await counting { connection throws(Failure) in
        try connection.run("SELECT public.regapp_attempted($1, $2)", parameters)
      }
    }

    func clear(_ names: [String]) async throws(AccountsError) {
      try await counting { connection throws(Failure) in
        try connection.run(
          "SELECT public.regapp_forget_attempts($1)", [.texts(names)])
      }
    }

    /// An attempt that is counted twice, as an answer was lost, is counted: nothing is looked up.
    @discardableResult
    private func counting<Result>(
      _ body: (Connection) throws(Failure) -> Result
    ) async throws(AccountsError) -> Result { try await reading(body) }
  }
#endif
