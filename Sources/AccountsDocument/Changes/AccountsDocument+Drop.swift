package import Accounts
import LosslessJSON

extension AccountsDocument {
  /// The text without some keys that no field is: in no account, whatever else is wrong with one,
  /// and not around the accounts. Throws what makes the file unusable, unless these keys alone do,
  /// or others of their kind that were there before; and what closes accounts that are only removed,
  /// if they have one.
  ///
  /// - Returns: also the accounts then, and the positions of those that change.
  package func dropping(
    _ keys: [String], _ options: WriteOptions, today: CalendarDay
  ) throws(AccountsError) -> (
    text: TextPieces?, document: AccountsDocument, rows: [Int], recording: ChangeRecording,
    result: Applied
  ) {
    var look = options
    // Nobody knows the ids yet that the write itself will give.
    if options.isDryRun { look.newID = nil }
    var plan = ChangePlan([], over: self, today: today, look)
    let changes = keys.changesToDrop
    let table = NameTable(self, isAskedOften: true)
    plan.names = table
    for row in holders(of: keys) {
      let isFound =
        row.anyName(in: self).map { name in
          table.find(AccountName(name)).rows.count == 1 && plan.mayBeFound(row)
        } ?? true
      plan.edit(row, changes, isFound: isFound)
    }
    let uncertain = plan.edits.flatMap { edit in
      let name = Row(self, edit.row).anyName(in: self)
      return (contradictions[edit.row] ?? []).map { $0.named(name) }
    }
    guard uncertain.isEmpty else { throw .accountClosed(placed(uncertain)) }
    let edited = try plan.text()
    var (text, isAround) = (document, false)
    do throws(JSONSyntaxError) {
      if let edited { text = try JSONDocument(parsing: edited.inMemory, dialect: dialect) }
      let count = text.bytes.count
      for key in keys where !Self.keysOfFile.contains(key) {
        try text.setBesideAccounts(key, to: nil)
      }
      isAround = text.bytes.count != count
    } catch {
      throw .internalFault
    }
    guard edited != nil || isAround else {
      _ = try usable()
      let none = Applied(effects: [], accounts: [], changes: [], refusals: [])
      return (nil, self, [], ChangeRecording(), none)
    }
    let new = try AccountsDocument(
      path: path, bytes: text.bytes, hasLines: hasLines, dialect: dialect)
    let left = try new.keysLeft(of: self)
    let rows = plan.edits.map(\.row)
    let accounts =
      options.returnsAccounts || options.opening != nil
      ? new.accounts(at: rows, new.sharers(), today: today) : []
    let refusals = unseen(zip(rows, accounts), isUsable: left.isEmpty, options, today: today)
    guard refusals.isEmpty else {
      return (nil, self, [], ChangeRecording(), Applied(refusals: refusals))
    }
    var recording = plan.recording
    if isAround {
      recording.document = DocumentRecord(from: self, to: new)
    }
    var result = Applied(
      effects: rows.map { _ in Applied.Effect.changed },
      accounts: options.returnsAccounts ? accounts : [],
      changes: recording.all, document: recording.document, refusals: [])
    result.left = left
    return (TextPieces([text.bytes[...]]), new, rows, recording, result)
  }

  /// The accounts that have one of some keys, by a name each.
  package func ids(having keys: [String]) -> [NameKey] {
    holders(of: keys).compactMap { nameKeys(of: $0.value).first }
  }

  private func holders(of keys: [String]) -> [Row] {
    let names = keys.map { JSONKey($0) }
    var found: [Row] = []
    for index in rows.indices {
      let row = Row(self, index)
      guard row.hasOwnKeys else { continue }
      let isThere = document.members(of: row.value).contains { member in
        names.contains { document.isKey(member.key, $0) }
      }
      if isThere { found.append(row) }
    }
    return found
  }

  /// The keys at the top that are not people's to take out.
  private static let keysOfFile = ["regapp", "$schema", "rules", "accounts"]

  /// The keys around the accounts that keep the text from being used, as they did in an older one.
  /// Throws if anything else does.
  private func keysLeft(of old: AccountsDocument) throws(AccountsError) -> [Problem] {
    do throws(AccountsError) { _ = try usable() } catch {
      let before = Set(old.faults.map(\.subject))
      let areOld = faults.allSatisfy { fault in
        guard case .file(.knownKey) = fault.rule else { return false }
        return before.contains(fault.subject)
      }
      guard rulebookFaults.isEmpty, areOld else {
        // The places are those of the text that people have.
        _ = try old.usable()
        throw error
      }
    }
    return faults.inOrder.map { $0.placed() }
  }

  /// Refusals of what opens, though the look that the write goes by did not show it: accounts, or
  /// the file.
  private func unseen(
    _ edited: some Sequence<(Int, StoredAccount)>, isUsable: Bool, _ options: WriteOptions,
    today: CalendarDay
  ) -> [Refusal] {
    guard let shown = options.opening, isUsable else { return [] }
    let isMore = !shown.opensFile && !faults.isEmpty
    let accounts = edited.filter { index, account in
      let row = Row(self, index)
      return account.state == .open && !shown.holds(row.values(in: self))
        && !problems(of: row, today: today).isEmpty
    }
    return (isMore ? [Refusal(0, .changedSince([]))] : [])
      + accounts.map { row, account in
        Refusal(row, of: rulebook.anyName(of: account) ?? "", .changedSince([]))
      }
  }
}

extension ChangePlan {
  /// Whether the change of a closed account opens it, though the look that the write goes by did
  /// not show that.
  func opensUnseen(
    _ row: AccountsDocument.Row, _ old: FieldValues, _ values: FieldValues
  ) -> Bool {
    guard let shown = options.opening, !shown.holds(old),
      !document.problems(of: row, today: today).isEmpty
    else { return false }
    let rulebook = document.rulebook
    return StoredAccount(values, problems: [], under: rulebook, today: today).state == .open
  }
}
