/// The changes of accounts that were found, and what they come to.
struct ChangesOfFound<Value: Sendable> {
  /// Each change, and the position of its account among those that were found.
  var list: [(account: Int, change: AccountChange)]
  /// Whether judging them was the first half of the work.
  var isHalfDone = false
  /// Keys that go, whatever they hold: a notice says if undo cannot bring them back.
  var dropped: [String] = []
  /// What is returned, of what the store did; nil if there was nothing to change.
  let result: (_ applied: Applied?) throws(AccountsError) -> Value
}

extension Registry {
  /// Changes accounts that are named, all in one write or none. `body` judges what is found, with no
  /// lock, and is called again if others were faster.
  ///
  /// The history has a hash of each typed password that gives way. Failed logins of whoever gets
  /// another password, or goes, are forgotten; the session and the draft of somebody who goes end.
  func change<Value: Sendable>(
    _ names: [String], _ did: ChangeKind, isDryRun: Bool = false, opening shown: ShownDrop? = nil,
    _ body: (LookupResult) async throws(AccountsError) -> ChangesOfFound<Value>
  ) async throws(AccountsError) -> Outcome<Value> {
    try await retrying { () throws(AccountsError) in
      let found = try await named(names)
      let changes = try await body(found)
      guard !changes.list.isEmpty else { return Outcome(try changes.result(nil)) }
      do throws(AccountsError) {
        let written = try await write(changes, of: found, did, isDryRun: isDryRun, opening: shown)
        var notices = written.notices
        if !changes.dropped.isEmpty { notices.add(written.value.noticeOfLoss) }
        return Outcome(try changes.result(written.value), notices: notices)
      } catch .conflict {
        return nil
      }
    }
  }

  private func write<Value: Sendable>(
    _ changes: ChangesOfFound<Value>, of found: LookupResult, _ did: ChangeKind, isDryRun: Bool,
    opening shown: ShownDrop?
  ) async throws(AccountsError) -> Outcome<Applied> {
    let list = changes.list.map(\.change)
    let targets = changes.list.map { found.accounts[$0.account] }
    let names = targets.map { found.name(of: $0) }
    let renewed = zip(targets, list).filter { $0.1.replacesPassword }.map(\.0)
    let removed = zip(targets, list).filter { $0.1.removes }.map(\.0)
    let hashes = try await hashesOfTyped(in: renewed + removed, under: found.rulebook)
    let isHalfDone = changes.isHalfDone
    let place: @Sendable (Int, Int) -> (done: Int, of: Int) = {
      isHalfDone ? (($0 + $1) / 2, $1) : ($0, $1)
    }
    func apply() async throws(AccountsError) -> Outcome<Applied> {
      let written = try await WorkProgress.asPart(place) { () throws(AccountsError) in
        try await self.apply(list, of: names, did, hashes, isDryRun: isDryRun, opening: shown)
      }
      let forgotten = (renewed + removed).compactMap { $0[text: found.rulebook.key] }
      if !forgotten.isEmpty, !isDryRun {
        await forgetFailures(of: forgotten.map { AccountName($0) }, by: found.rulebook.key)
      }
      return written
    }
    guard !removed.isEmpty else { return try await apply() }
    return try await lockedIfConcerned(by: removed) { session throws(AccountsError) in
      let written = try await apply()
      let edit = (try? await editIfAny()) ?? nil
      try await follow(
        written.changes, session,
        after: removed.count == 1
          ? .accountRemoved(name: names[0]) : .accountsRemoved(removed.count),
        dropsDraft: removed.contains { edit?.isOf($0) == true })
      return written
    }
  }
}

extension AccountChange {
  fileprivate var removes: Bool { if case .remove = self { true } else { false } }

  fileprivate var replacesPassword: Bool {
    if case .edit(_, let edits, _, _) = self { edits[.password] != nil } else { false }
  }
}
