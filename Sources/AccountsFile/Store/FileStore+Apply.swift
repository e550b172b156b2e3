import Accounts
import LosslessJSON

extension FileStore {
  func apply(
    _ changes: [AccountChange], _ options: WriteOptions
  ) async throws(AccountsError) -> Outcome<Applied> {
    func plan(_ file: AccountsDocument) throws(AccountsError) -> ChangePlan {
      let today = today()
      if let plan = options.plan as? FilePlan, plan.isOf(file, today) { return plan.plan }
      var document = file
      if let rulebook = options.rulebook, rulebook != file.rulebook {
        guard file.text == nil else { throw .alreadyInitialised(subject: path) }
        document = try AccountsDocument(
          path: path, bytes: AccountsDocument.newText(rulebook: rulebook))
      }
      return ChangePlan(changes, over: document, today: today, options)
    }
    if options.isDryRun {
      let file = try read()
      let plan = try plan(file)
      var applied = plan.applied
      applied.plan = FilePlan(file: file, plan: plan)
      return Outcome(applied)
    }
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
      let document = try read(file)
      let plan = try plan(document)
      return PendingWrite(
        stamp: document.text?.stamp, text: try plan.text(), result: plan.applied,
        recording: plan.recording)
    }
  }
}

/// The result of changes over a file, under whichever rulebook the file will have.
private struct FilePlan: Sendable, Redacted {
  let file: AccountsDocument
  let plan: ChangePlan

  /// Whether that is what they come to still.
  func isOf(_ file: AccountsDocument, _ today: CalendarDay) -> Bool {
    let isThere = self.file.text != nil
    return isThere == (file.text != nil) && self.file.document.bytes == file.document.bytes
      && plan.today == today
  }
}

extension FileStore: CreatableStore {
  func create(
    _ rulebook: Rulebook, accounts: [FieldValues], by attribution: Attribution
  ) async throws(AccountsError) -> Outcome<Void> {
    let text = AccountsDocument.newText(rulebook: rulebook, accounts: accounts)
    // A rulebook that was made in a program may hold what no file may.
    _ = try AccountsDocument(path: path, bytes: text).usable()
    let changes = accounts.map { AccountChange.add(NewAccount($0)) }
    let recording = HistoryDraft(
      accounts: changes.indices.map { .added(change: $0) }, changes: changes, rulebook: rulebook)
    return try await replacing(attribution) { file, _ throws(AccountsError) in
      let stamp = try onDisk { () throws(DiskFault) in try disk.stamp(of: file, for: .write) }
      guard stamp == nil else { throw .alreadyInitialised(subject: path) }
      return PendingWrite(
        text: TextPieces([text[...]]), result: (), recording: accounts.isEmpty ? nil : recording)
    }
  }
}

extension FileStore: SealingStore {
  func seal(
    _ hashes: [SealedPassword], by attribution: Attribution
  ) async throws(AccountsError) -> Outcome<[SealedPassword]> {
    try await replacing(attribution) { locked, _ throws(AccountsError) in
      let file = try read(locked)
      // Two accounts may share email and password; each then takes a hash of its own.
      var waiting = Dictionary(grouping: hashes) { $0.typed }
      var splices: [JSONSplice] = []
      var applied: [SealedPassword] = []
      var recording = HistoryDraft()
      for index in file.rowsWithTyped {
        guard let (typed, value) = file.typedPassword(of: AccountsDocument.Row(file, index)),
          let sealed = waiting[typed]?.popLast()
        else { continue }
        splices.append(file.document.replacing(value, with: .string(sealed.hash.text)))
        applied.append(sealed)
        let name = file.rulebook.anyName(of: typed.names)?.text
        recording.accounts.append(.account(AccountRecord(name: name, nil)))
      }
      let text = splices.isEmpty ? nil : TextPieces(file.document.pieces(applying: splices))
      return PendingWrite(
        stamp: file.text?.stamp, text: text, result: applied, recording: recording)
    }
  }

  func typedPasswords() throws(AccountsError) -> (
    allowed: [TypedPassword], refused: [Problem], copies: [String]
  ) {
    let file = try read()
    var allowed: [TypedPassword] = []
    var refused: [LocatedProblem] = []
    let listed = try listedInAll(of: file)
    let today = today()
    for index in file.rowsWithTyped {
      let row = AccountsDocument.Row(file, index)
      if let (typed, _) = file.typedPassword(of: row),
        listed[index] == nil, file.rulebook.brokenRules(typed.password, of: row.values).isEmpty
      {
        allowed.append(typed)
        continue
      }
      refused += file.problems(of: row, listed, today: today).filter {
        $0.subject == .field(.password) && $0.rule != .field(.required)
      }
    }
    // Otherwise sealing them will write it.
    if allowed.isEmpty { writeIndex(of: file) }
    let copies = copyWarnings().filter { $0.rule == .caution(.typedPasswordsInCopy) }
    return (allowed, file.placed(refused), copies.compactMap(\.place?.source))
  }
}

extension AccountsDocument {
  /// The rows that may have a typed password, or something else where a hash should be.
  var rowsWithTyped: [Int] {
    rows { value in
      guard let row = PlainRow(self, value) else { return true }
      guard let password = row.fields[.password] else { return false }
      return !StoredPassword.isObviouslyValid(document.bytes.span.extracting(password.content))
    }
  }

  /// The password of an account, if it was typed by hand and its key is not duplicated.
  fileprivate func typedPassword(of row: Row) -> (TypedPassword, JSONValue)? {
    guard let value = row.fields[.password], let text = row.values.password,
      !row.problems.contains(where: { $0.subject == .field(.password) }),
      case .typed(let typed) = try? StoredPassword(text)
    else { return nil }
    return (TypedPassword(of: row.values, password: typed), value)
  }
}
