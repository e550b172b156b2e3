import Accounts

extension FileStore: HistoryStore {
  func history(below number: Int?, limit: Int) throws(AccountsError) -> HistoryPage {
    try onDisk { () throws(DiskFault) in
      try disk.located(path) { file throws(DiskFault) in
        try HistoryFile(of: file, disk).entries(below: number, limit: limit)
      } ?? HistoryPage([], at: HistoryPosition(number: 0, isUpToDate: true))
    }
  }

  func undo(
    _ steps: [[AccountChange]], at position: HistoryPosition, _ options: WriteOptions
  ) async throws(AccountsError) -> Done<TakenBack> {
    if options.isDryRun {
      let page = try history(below: nil, limit: 1)
      guard page.position == position else { throw .historyMovedOn }
      return Done(try read().takingBack(steps, today: today(), options).result)
    }
    return try await replacing(options.attribution) { file, history throws(AccountsError) in
      let document = try read(file)
      if let fault = history.fault { throw .disk(fault) }
      guard history.position(with: document.text?.stamp) == position else { throw .historyMovedOn }
      let (text, _, recording, result) = try document.takingBack(
        steps, today: today(), options)
      return Replacing(
        stamp: document.text?.stamp, text: text, result: result, recording: recording)
    }
  }

  func forget(_ names: [AccountName]) async throws(AccountsError) -> Forgotten {
    let lock = try await lockForWriting()
    defer { disk.unlock(lock) }
    var writer = HistoryWriter(HistoryFile(of: lock.file, disk), now: now())
    defer { writer.close() }
    return try onDisk { () throws(DiskFault) in try writer.forget(names) }
  }
}

extension AccountsDocument {
  /// What steps come to that are made one after another.
  package func takingBack(
    _ steps: [[AccountChange]], today: CalendarDay, _ options: WriteOptions
  ) throws(AccountsError) -> (
    text: TextPieces?, document: AccountsDocument, recording: Recording, result: TakenBack
  ) {
    var document = self
    var text: TextPieces?
    var recording = Recording(rulebook: rulebook)
    var accounts: [RecordedAccount] = []
    var now: [StoredAccount] = []
    var done = 0
    var steps = steps[...]
    while var step = steps.popFirst() {
      var plan = ChangePlan(step, over: document, today: today, options)
      // An account may have been named by its email in one change, and by its user name in another.
      if let again = plan.refusals.first(where: \.isRepeated)?.index, again > 0 {
        steps = [Array(step[again...])] + steps
        step = Array(step[..<again])
        plan = ChangePlan(step, over: document, today: today, options)
      }
      let refusals = plan.refusals.map { RefusedChange(done + $0.index, $0.reason) }
      guard refusals.isEmpty else {
        return (nil, self, Recording(), TakenBack(accounts: [], now: [], refusals: refusals))
      }
      if let new = try plan.text() {
        text = new
        // What comes next is done to this.
        document = try AccountsDocument(
          path: path, bytes: new.inMemory, hasLines: hasLines)
      }
      recording.accounts += plan.recording.accounts
      accounts += plan.recording.accounts.indices.map(plan.recording.account)
      now += plan.accounts
      done += step.count
    }
    return (text, document, recording, TakenBack(accounts: accounts, now: now, refusals: []))
  }
}

extension RefusedChange {
  fileprivate var isRepeated: Bool { if case .repeats = reason { true } else { false } }
}
