import LosslessJSON

/// The changes that undo made, or would make.
public struct UndoReport: Sendable {
  /// The changes that were taken back, the newest first.
  public let entries: [HistoryEntry]
  /// Newer changes that stay, the newest first: they have no values to restore. Of an undo of one
  /// change, those by hand.
  public let passedOver: [HistoryEntry]
  /// The changed accounts, each once.
  public let accounts: [AccountRecord]
  /// The change of the file around the accounts; nil if there is none.
  public let document: DocumentRecord?
  /// The changes that their owners made themselves, the newest first; see
  /// ``AccountsError/ownersChanges(_:own:)``.
  public let ofOwners: [OwnersChange]
  /// Identifies the changes that were taken back, or would be.
  public var shown: ShownChanges { ShownChanges(entries) }
}

/// The changes that a look at an undo showed, by number and content. It holds in this process only.
public struct ShownChanges: Sendable, Hashable {
  private let numbers: [Int?]
  private let contents: Int

  init(_ entries: [HistoryEntry]) {
    numbers = entries.map(\.number)
    var hasher = Hasher()
    hasher.combine(entries)
    contents = hasher.finalize()
  }
}

extension Registry {
  /// Undoes the last changes, the newest first, in one write. Sealing and changes by hand are
  /// skipped and returned. Other people's changes stay; if they touch the same values, nothing is
  /// written.
  ///
  /// - Parameters:
  ///   - count: the number of changes to undo; skipped ones do not count.
  ///   - theirs: also undoes changes that owners made of their own accounts; otherwise throws
  ///     `ownersChanges` if there are any of somebody else.
  ///   - isDryRun: reports the effect without writing.
  ///   - shown: the changes, as a look showed them; throws `historyMovedOn` if they are others by
  ///     now.
  ///
  /// ``WorkProgress`` is told of a change's many accounts: first with none of them, before all are
  /// read.
  public func undo(
    _ count: Int = 1, theirs: Bool = false, isDryRun: Bool = false,
    expecting shown: ShownChanges? = nil
  ) async throws(AccountsError) -> Outcome<UndoReport> {
    try await undo(theirs: theirs, isDryRun: isDryRun, expecting: shown) {
      () throws(AccountsError) in try await plan(count)
    }
  }

  /// Undoes one change alone, in one write: later changes stay, and accounts are found by their ids.
  /// A value that is no longer as the change left it is a conflict, and so is a key that
  /// a standing later change set, whatever value it has now; then nothing is written.
  ///
  /// - Parameters:
  ///   - number: the number of the change. Throws `noSuchChange` or `valuesGone` if the history
  ///     does not have it, `historyLacks` if it lost newer ones, `nothingToRestore` if it has no
  ///     values to restore, and `takenBackAlready` if an undo took it back, and none restored it.
  ///   - theirs: also undoes a change that somebody else made of their own account.
  ///   - isDryRun: reports the effect without writing.
  ///   - shown: the change, as a look showed it; throws `historyMovedOn` if it is another by now.
  public func undo(
    change number: Int, theirs: Bool = false, isDryRun: Bool = false,
    expecting shown: ShownChanges? = nil
  ) async throws(AccountsError) -> Outcome<UndoReport> {
    try await undo(theirs: theirs, isDryRun: isDryRun, expecting: shown) {
      () throws(AccountsError) in try await plan(change: number)
    }
  }

  /// The newest change of an account that ``undo(change:theirs:isDryRun:expecting:)`` can
  /// take back, with the account's part alone; nil if there is none.
  public func newestUndoable(of name: String) async throws(AccountsError) -> HistoryEntry? {
    try await history(of: name).first { entry in
      entry.isUndone && entry.accounts.allSatisfy { $0.changes != nil }
    }
  }

  private func undo(
    theirs: Bool, isDryRun: Bool, expecting shown: ShownChanges?,
    _ plan: () async throws(AccountsError) -> (UndoPlan, HistoryPosition)
  ) async throws(AccountsError) -> Outcome<UndoReport> {
    var ofOwners: [OwnersChange] = []
    let done = try await reverse(.undo, isDryRun: isDryRun, expecting: shown) {
      () throws(AccountsError) in
      let (plan, position) = try await plan()
      ofOwners = try await changesOfOthers(in: plan)
      guard theirs || ofOwners.isEmpty else {
        throw .ownersChanges(ofOwners, own: await ownChange(insteadOf: ofOwners))
      }
      return (plan, position)
    }
    return Outcome(
      UndoReport(
        entries: done.plan.entries, passedOver: done.plan.passedOver,
        accounts: done.applied.value.changes, document: done.applied.document,
        ofOwners: ofOwners),
      notices: done.applied.notices)
  }

  /// The newest change that the caller made, without its values, as a hint; nil if it cannot be
  /// taken back. Nil as well if that would remove accounts that were there before the owners'
  /// changes: a person who meant these does not mean that.
  private func ownChange(insteadOf owners: [OwnersChange]) async -> HistoryEntry? {
    let me = await attribution(.undo)
    guard let user = me.user else { return nil }
    var (takenBack, found) = (TakenBack(), HistoryEntry?.none)
    do throws(AccountsError) {
      _ = try await readHistory(accounts: 1) { entry in
        guard entry.did.isKnown else { return false }
        if entry.isUndone, entry.user == user, entry.via == me.via,
          takenBack.undo(of: entry.number) == nil
        {
          found = entry
        }
        takenBack.pass(entry)
        return found == nil
      }
      guard let found, let number = found.number else { return nil }
      let (plan, position) = try await plan(change: number)
      let isNewer = owners.allSatisfy { $0.number < number }
      guard isNewer || !plan.entries.contains(where: \.addsAccounts),
        try await changesOfOthers(in: plan).isEmpty
      else { return nil }
      _ = try await reverse(plan, at: position, .undo, isDryRun: true)
      return found.withoutValues
    } catch {
      return nil
    }
  }

  /// The changes to be taken back that owners made of their accounts, except those of the caller:
  /// made in the session that is open now and is the caller's own, or by the same user of the
  /// system with a command.
  private func changesOfOthers(in plan: UndoPlan) async throws(AccountsError) -> [OwnersChange] {
    let (me, found) = (await attribution(.undo), plan.changesOfOwners)
    guard !found.isEmpty else { return [] }
    let own = await sessions.isOfCaller() ? me.byID : nil
    return found.compactMap { entry, account in
      if let own, account.id == own { return nil }
      if entry.via == nil, let user = entry.user, user == me.user { return nil }
      return OwnersChange(
        number: entry.number ?? 0, time: entry.time, account: account.name ?? "",
        restoresPassword: account.changes?[.password]?.old != nil,
        restoresCode: account.changes?[.invitedUntil]?.oldValue != nil)
    }
  }

  /// Undoes the changes of `plan`, planning again if others were faster. The session and the draft
  /// follow.
  func reverse(
    _ did: ChangeKind, isDryRun: Bool = false, expecting shown: ShownChanges? = nil,
    _ plan: () async throws(AccountsError) -> (UndoPlan, HistoryPosition)
  ) async throws(AccountsError) -> (plan: UndoPlan, applied: Outcome<Applied>) {
    try await retrying { () throws(AccountsError) in
      let (plan, position) = try await plan()
      if let shown, ShownChanges(plan.entries) != shown { throw .historyMovedOn }
      do throws(AccountsError) {
        if isDryRun {
          return (plan, try await reverse(plan, at: position, did, isDryRun: true))
        }
        let applied = try await locked { session throws(AccountsError) in
          let applied = try await reverse(plan, at: position, did)
          try await follow(applied.changes, session)
          return applied
        }
        return (plan, applied)
      } catch .historyMovedOn {
        return nil
      }
    }
  }

  private func valuesGone(from entry: HistoryEntry) -> AccountsError {
    let days = HistoryEntry.longestTimeOfValues / 86_400
    return .valuesGone(number: entry.number ?? 0, since: today().adding(days: -days) ?? today())
  }

  private func plan(
    _ count: Int
  ) async throws(AccountsError) -> (UndoPlan, HistoryPosition) {
    var plan = UndoPlan()
    let position = try await readHistory(accounts: 1, isGapless: true) {
      excerpt throws(AccountsError) in
      try excerpt.checkKnown()
      // An excerpt may tell already that the values are gone, which nobody wants to read a million
      // of.
      guard !excerpt.isUndone || excerpt.keepsValues else {
        throw valuesGone(from: excerpt)
      }
      excerpt.begin()
      let entry = try await whole(excerpt)
      guard entry.isUndone else {
        plan.pass(entry)
        return true
      }
      guard entry.keepsValues else { throw valuesGone(from: entry) }
      plan.add(entry)
      return plan.entries.count < count
    }
    guard plan.entries.count == count else { throw .nothingToUndo(left: plan.entries.count) }
    return (plan, position)
  }

  private func plan(
    change number: Int
  ) async throws(AccountsError) -> (UndoPlan, HistoryPosition) {
    // Nothing newer is read if there is nothing to take back.
    guard let excerpt = try await change(number, accounts: 1) else {
      throw .noSuchChange(number: number)
    }
    excerpt.begin()
    var plan = UndoPlan(of: number)
    let position = try await readHistory(isGapless: true) { entry throws(AccountsError) in
      try entry.checkKnown()
      guard entry.number == number else {
        plan.pass(entry)
        return entry.number.map { $0 > number } ?? true
      }
      guard entry.isUndone else { throw .nothingToRestore(number: number, did: entry.did) }
      guard entry.keepsValues else { throw valuesGone(from: entry) }
      if let undo = plan.undo(of: number) {
        throw .takenBackAlready(number: number, by: undo)
      }
      plan.add(entry)
      return false
    }
    guard plan.entries.count == 1 else { throw .noSuchChange(number: number) }
    return (plan, position)
  }

  private func reverse(
    _ plan: UndoPlan, at position: HistoryPosition, _ did: ChangeKind, isDryRun: Bool = false
  ) async throws(AccountsError) -> Outcome<Applied> {
    var options = await options(
      did, isDryRun: isDryRun || plan.isRefused, returnsAccounts: did == .cancel)
    options.attribution.undid = plan.entries.compactMap(\.number)
    options.undo = UndoBasis(position: position, around: plan.around)
    let write = options
    var done = try await loggingEnds { () async throws(AccountsError) in
      try await store.apply(plan.changes, write)
    }
    let refused = plan.refusals(with: done.value.refusals)
    guard refused.isEmpty else { throw .cannotUndo(refused) }
    done.notices += done.value.locked.map { .comesBackLocked(name: $0) }
    done.notices += try await codesComingBack(with: done.value.changes)
    done.notices += done.value.closed.map { .closesAccounts($0) }
    for entry in plan.entries {
      let count = entry.accounts.count { $0.name == nil }
      if count > 0 {
        done.notices.append(.partlyUndone(number: entry.number ?? 0, accounts: count))
      }
    }
    return done
  }
}

extension HistoryEntry {
  /// Says that none of its accounts is planned yet, if they are many.
  fileprivate func begin() {
    if count > WriteOptions.step { WorkProgress.tell(0, of: count) }
  }
}
