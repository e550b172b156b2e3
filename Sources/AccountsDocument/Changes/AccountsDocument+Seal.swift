package import Accounts
import LosslessJSON

extension AccountsDocument {
  /// The hand-typed passwords that keep the rules, and the problems of the others. `listed` has the
  /// problems of passwords on the rulebook's list.
  package func passwordsToSeal(
    _ listed: [Int: LocatedProblem], today: CalendarDay
  ) -> (allowed: [TypedPassword], refused: [Problem]) {
    var allowed: [TypedPassword] = []
    var refused: [LocatedProblem] = []
    for index in rowsWithTyped {
      let row = Row(self, index)
      if let (typed, _) = typedPassword(of: row),
        listed[index] == nil, rulebook.brokenRules(typed.password, of: row.values(in: self)).isEmpty
      {
        allowed.append(typed)
        continue
      }
      refused += problems(of: row, listed, today: today).filter {
        $0.subject == .field(.password) && $0.rule != .field(.required)
      }
    }
    return (allowed, placed(refused))
  }

  /// The accounts that have no id, and a name to which one can be given.
  package var rowsToIdentify: [Int] {
    onAllCores { part in part.filter { canBeIdentified(Row(self, $0)) } }.flatMap(\.self)
  }

  private func canBeIdentified(_ row: Row) -> Bool {
    row.fields[.id] == nil && row.value.kind == .object
      && row.anyName(in: self).map(GivenID.isFit) == true
  }

  /// The text with hashes instead of hand-typed passwords, and with an id in each account that had
  /// none, nil if nothing changes; the hashes that it contains, and how many accounts got an id.
  package func sealing(
    _ hashes: [SealedPassword], giving newID: () -> AccountID, today: CalendarDay
  ) throws(AccountsError) -> (
    text: TextPieces?, sealed: [SealedPassword], identified: Int, recording: ChangeRecording
  ) {
    // Two accounts may share email and password; each then takes a hash of its own.
    var waiting = Dictionary(grouping: hashes) { $0.typed }
    var changes: [Int: [AccountRecord.Change]] = [:]
    var sealed: [SealedPassword] = []
    for index in hashes.isEmpty ? [] : rowsWithTyped {
      guard let (typed, _) = typedPassword(of: Row(self, index)),
        let one = waiting[typed]?.popLast()
      else { continue }
      changes[index] = [.init(.password, from: nil, to: .text(one.hash.text))]
      sealed.append(one)
    }
    let lacking = rowsToIdentify
    let ids = identified(lacking, giving: newID)
    for (index, id) in ids {
      changes[index, default: []].append(.init(.id, from: nil, to: .text(id.text)))
    }
    let edits = changes.sorted { $0.key < $1.key }
    let table = NameTable(self, isAskedOften: sealed.count > 8)
    var recording = ChangeRecording()
    recording.accounts = edits.map { index, _ in
      let row = Row(self, index)
      return .account(
        AccountRecord(name: row.anyName(in: self), nil, id: ids[index]?.id ?? table.id(of: row)))
    }
    let text = try text(setting: edits, today: today)
    return (text, sealed, ids.count, recording)
  }

  /// This text with an id in each account that another has not, or not so, and that has none; and
  /// the positions of these accounts.
  package func identifying(
    since old: AccountsDocument, giving newID: () -> AccountID, today: CalendarDay
  ) throws(AccountsError) -> (document: AccountsDocument, rows: Set<Int>) {
    let key = old.rulebook.key
    let (before, after) = (AccountTable(old, by: key), AccountTable(self, by: key))
    let changed = after.names.flatMap { name in
      let there = before.positions(name)
      return after.positions(name).filter { position in
        !there.contains { after.isEqualIgnoringSpacing(position, as: $0, in: before) }
      }
    }
    let ids = identified(changed.filter { canBeIdentified(Row(self, $0)) }, giving: newID)
    let edits = ids.sorted { $0.key < $1.key }.map { index, id in
      (index, [AccountRecord.Change(.id, from: nil, to: .text(id.text))])
    }
    guard let text = try text(setting: edits, today: today) else { return (self, []) }
    return (
      try AccountsDocument(path: path, bytes: text.inMemory, hasLines: hasLines, dialect: dialect),
      Set(ids.keys)
    )
  }

  /// A new id for each of some accounts.
  private func identified(_ rows: [Int], giving newID: () -> AccountID) -> [Int: GivenID] {
    rows.reduce(into: [:]) { ids, index in
      ids[index] = Row(self, index).anyName(in: self).map { GivenID(newID(), to: $0) }
    }
  }

  /// The text with some keys set; nil if nothing changes.
  private func text(
    setting edits: [(Int, [AccountRecord.Change])], today: CalendarDay
  ) throws(AccountsError) -> TextPieces? {
    var plan = ChangePlan([], over: self, today: today, WriteOptions())
    plan.edits = edits.map { ChangePlan.RowEdit(row: $0, changes: $1) }
    return try plan.text()
  }

  /// The password of an account, if it was typed by hand and its key is not repeated.
  private func typedPassword(of row: Row) -> (TypedPassword, JSONValue)? {
    guard let value = row.fields[.password], let typed = row.typedPassword(in: self),
      !row.problems.contains(where: { $0.subject == .field(.password) })
    else { return nil }
    return (TypedPassword(of: row.values(in: self), password: typed), value)
  }
}
