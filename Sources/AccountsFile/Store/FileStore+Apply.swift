import Accounts
import AccountsDocument
import LosslessJSON

extension FileStore {
  func apply(
    _ changes: [AccountChange], _ options: WriteOptions
  ) async throws(AccountsError) -> Outcome<Applied> {
    if let basis = options.undo { return try await undo(changes, basis, options) }
    func plan(_ file: LoadedFile) throws(AccountsError) -> ChangePlan {
      var document = file.document
      if let rulebook = options.rulebook, rulebook != document.rulebook {
        guard file.text == nil else { throw .alreadyInitialised(subject: path) }
        document = try AccountsDocument(
          path: path, bytes: AccountsDocument.newText(rulebook: rulebook))
      }
      return ChangePlan(changes, over: document, today: today(), options)
    }
    if options.isDryRun { return Outcome(try plan(try load().usable()).applied) }
    return try await replacing(options.attribution) { file, _ throws(AccountsError) in
      let source = try onDisk { () throws(DiskFault) in try isLong(file) ? disk.open(file) : nil }
      if let source, let (plan, text, change) = self.plan(changes, of: file, source, options) {
        let (old, long) = (text.places, disk.long)
        let places = change.flatMap { change in
          old.map { old in { @Sendable in change.places(from: old, long) } }
        }
        return PendingWrite(
          stamp: text.stamp, text: change.map { TextPieces($0.pieces) }, source: source,
          places: places, result: plan.applied, recording: plan.recording)
      }
      if let source { disk.close(source) }
      let loaded = try read(file)
      let plan = try plan(loaded)
      let text = try plan.text()
      // This is the last moment: nothing is written yet.
      try checkCancellation()
      return PendingWrite(
        stamp: loaded.text?.stamp, text: text, result: plan.applied,
        recording: plan.recording)
    }
  }
}

extension FileStore {
  func drop(
    _ keys: [String], _ options: WriteOptions
  ) async throws(AccountsError) -> Outcome<Applied>? {
    if options.isDryRun {
      return Outcome(try load().document.dropping(keys, options, today: today()).result)
    }
    let written: Outcome<Applied> = try await replacing(options.attribution) {
      locked, _ throws(AccountsError) in
      let file = try load(locked)
      let (text, _, _, recording, result) = try file.document.dropping(
        keys, options, today: today())
      // This is the last moment: nothing is written yet.
      try checkCancellation()
      return PendingWrite(
        stamp: file.text?.stamp, text: text, result: result, recording: recording)
    }
    return written
  }
}

extension FileStore {
  func create(
    _ rulebook: Rulebook, accounts: [FieldValues], by attribution: Attribution
  ) async throws(AccountsError) -> Outcome<Void> {
    try await create(rulebook, accounts, startingWith: [], attribution)
  }

  /// - Parameter comment: the beginning of the text.
  func create(
    _ rulebook: Rulebook, _ accounts: [FieldValues], startingWith comment: [UInt8],
    _ attribution: Attribution
  ) async throws(AccountsError) -> Outcome<Void> {
    let text = comment + AccountsDocument.newText(rulebook: rulebook, accounts: accounts)
    // A rulebook that was made in a program may hold what no file may.
    _ = try AccountsDocument(path: path, bytes: text).usable()
    let recording = ChangeRecording(adding: accounts, under: rulebook)
    return try await replacing(attribution) { file, _ throws(AccountsError) in
      let stamp = try onDisk { () throws(DiskFault) in try disk.stamp(of: file, for: .write) }
      guard stamp == nil else { throw .alreadyInitialised(subject: path) }
      return PendingWrite(
        text: TextPieces([text[...]]), result: (), recording: accounts.isEmpty ? nil : recording)
    }
  }
}

extension FileStore {
  func seal(
    _ hashes: [SealedPassword], giving newID: @escaping @Sendable () -> AccountID,
    under rulebook: Rulebook, by attribution: Attribution
  ) async throws(AccountsError) -> Outcome<(sealed: [SealedPassword], identified: Int)>? {
    typealias Done = (sealed: [SealedPassword], identified: Int)
    let written: Outcome<Done?> = try await replacing(attribution) {
      locked, _ throws(AccountsError) -> PendingWrite<Done?> in
      let file = try read(locked)
      guard file.document.rulebook == rulebook else {
        return PendingWrite(stamp: file.text?.stamp, text: nil, result: nil)
      }
      let (text, sealed, identified, recording) = try file.document.sealing(
        hashes, giving: newID, today: today())
      return PendingWrite(
        stamp: file.text?.stamp, text: text, result: (sealed, identified), recording: recording)
    }
    return written.value.map { Outcome($0, notices: written.notices) }
  }

  func typedPasswords() throws(AccountsError) -> (
    allowed: [TypedPassword], refused: [Problem], lackIDs: Bool
  ) {
    let file = try read()
    let (allowed, refused) = file.passwordsToSeal(try blocklistedInAll(of: file), today: today())
    let lackIDs = !file.rowsToIdentify.isEmpty
    // Otherwise sealing will write it.
    if allowed.isEmpty, !lackIDs { writeIndex(of: file) }
    return (allowed, refused, lackIDs)
  }
}
