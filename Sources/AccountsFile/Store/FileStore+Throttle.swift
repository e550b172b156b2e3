import Accounts

/// Counts failed logins in a file beside the accounts, so that a failure never rewrites the
/// accounts. The lock is not held while a password is checked.
extension FileStore: LoginThrottle {
  func begin(_ attempt: LoginAttempt) async throws(AccountsError) {
    var pause = 20.0
    while true {
      let answer = try await counts { counts throws(DiskFault) in
        try counts.change(of: attempt) { $0.begin(now: counts.now) }
      }
      switch answer {
      case .allowed?: return
      case .wait(let seconds)?: throw .throttled(seconds: seconds)
      case nil: throw .storeMissing(subject: path)
      case .full?:
        // Attempts in flight end, or count as failed: this ends. A call that waits for long looks
        // less often, and leaves the lock to those that end.
        repeat {
          try await LockWait.pause(pause...3 * pause)
          pause = min(pause * 1.2, 200)
        } while isFull(for: attempt)
      }
    }
  }

  func find(
    _ lookup: Lookup, for attempt: LoginAttempt
  ) throws(AccountsError) -> (found: LookupResult, wait: Int?) {
    (try find(lookup), try? secondsToWait(for: attempt))
  }

  /// Reads without the lock: a count that is changing may be missed by one attempt.
  func secondsToWait(for attempt: LoginAttempt) throws(AccountsError) -> Int {
    try onDisk { () throws(DiskFault) in
      if let seconds = try secondsToWaitHeld(for: attempt) { return seconds }
      return try located { accounts throws(DiskFault) in
        try FailedLoginFile(of: accounts, disk, at: now()).secondsToWait(for: attempt)
      }
    } ?? 0
  }

  func end(_ attempt: LoginAttempt, _ result: LoginAttempt.Result) async throws(AccountsError) {
    _ = try await counts { counts throws(DiskFault) in
      try counts.change(of: attempt) { $0.end(result, now: counts.now) }
    }
  }

  func end(
    _ attempt: LoginAttempt, _ result: LoginAttempt.Result, recording outcome: LoginOutcome
  ) async throws(AccountsError) -> Bool {
    try await add(outcome, for: nil) { accounts, model in
      let counts = FailedLoginFile(of: accounts, disk, like: model, at: now())
      // An attempt that cannot be counted now counts as failed later.
      _ = try? counts.change(of: attempt) { $0.end(result, now: counts.now) }
    }
    return true
  }

  func clear(_ names: [String]) async throws(AccountsError) -> Set<String> {
    try await beside(ifThere: .failedLogins) { accounts, model throws(DiskFault) in
      try FailedLoginFile(of: accounts, disk, like: model, at: now()).clear(names)
    } ?? []
  }

  private func isFull(for attempt: LoginAttempt) -> Bool {
    let isFull = try? located { accounts throws(DiskFault) in
      try FailedLoginFile(of: accounts, disk, at: now()).isFull(for: attempt)
    }
    return isFull ?? false
  }

  /// Calls `body` with the counts, under the lock; nil if there are no accounts.
  private func counts<Result>(
    _ body: (FailedLoginFile) throws(DiskFault) -> Result?
  ) async throws(AccountsError) -> Result? {
    try await beside { accounts, model throws(DiskFault) in
      try body(FailedLoginFile(of: accounts, disk, like: model, at: now()))
    }
  }
}
