package import Accounts
import LosslessJSON

extension ChangePlan {
  /// Takes an account back, if it still is as the recorded change left it.
  ///
  /// - Parameter name: the name that it has to have; by default that of the record.
  mutating func restore(
    _ account: AccountRecord, _ passwordMayDiffer: Bool, mayShareNames: Bool, under name: String?,
    _ index: Int
  ) -> Applied.Effect {
    guard let changes = account.changes else { return refuse(index, .missing) }
    if account.kind == .removed { return bringBack(account, mayShareNames, index) }
    guard let id = account.id else { return refuse(index, .unproven(changes)) }
    let found = claimers(of: id)
    guard let first = found.first, found.count == 1 else { return refuse(index, .missing) }
    let row = AccountsDocument.Row(document, first)
    guard isEditable(row, index) else { return .refused }
    let values = row.values(in: document)
    if let name = name ?? account.newName {
      let has = values[text: Rulebook.field(of: name)].map { AccountName($0) }
      guard has == AccountName(name) else {
        return refuse(index, .changedSince([Rulebook.field(of: name).key]))
      }
    }
    if let removal = document.obviousRemoval(of: account, in: row, hashesOfTyped) {
      release(values, of: first)
      return remove(row, removal)
    }
    let changed = document.changed(since: account, in: row, passwordMayDiffer)
    guard changed.isEmpty else { return refuse(index, .changedSince(changed)) }
    if account.kind == .added {
      release(values, of: first)
      return remove(row, document.recorded(row, as: .removed, hashesOfTyped))
    }
    // No undo changes an id: the name in it follows the account's.
    let back = (account.reversed.changes ?? []).filter { $0.field != .id }
    var new = values
    new.set(back, to: \.newValue)
    claim(changes.nameKeys(\.oldValue), of: first, mayShareNames, index)
    release(values.nameKeys.filter { !new.nameKeys.contains($0) }, of: first)
    edit(row, back, index)
    note(new, of: row, after: back)
    return .changed
  }

  private mutating func bringBack(
    _ account: AccountRecord, _ mayShareNames: Bool, _ index: Int
  ) -> Applied.Effect {
    let account = withID(account)
    var values = FieldValues()
    values.set(account.changes ?? [], to: \.oldValue)
    claim(values.nameKeys, of: nil, mayShareNames, index)
    if let id = values.claimedID {
      idsBack.insert(id)
      if !mayShareNames { claims.append((NameKey(id), nil, index)) }
    }
    restored.append(account)
    var back = account.reversed
    back.id = values.claimedID.flatMap { claimers(of: $0).isEmpty ? $0 : nil }
    recorded.append(.account(back))
    note(values, ownKeys: account.oldMembers.filter { Field($0.key) == nil })
    return .added
  }

  /// Gives names back to an account, which may share them with others that get theirs so.
  private mutating func claim(
    _ names: [NameKey], of row: Int?, _ mayShareNames: Bool, _ index: Int
  ) {
    if mayShareNames { return unclaimed.formUnion(names) }
    claims += names.map { (id: $0, row: row, index: index) }
  }

  private mutating func release(_ values: FieldValues, of row: Int) {
    release(values.nameKeys + (values.claimedID.map { [NameKey($0)] } ?? []), of: row)
  }
}

extension AccountsDocument {
  /// What an undo makes of the text, and of what is around the accounts. An undo without effect is a
  /// change like others.
  package func undoing(
    _ changes: [AccountChange], _ basis: UndoBasis, today: CalendarDay, _ options: WriteOptions
  ) throws(AccountsError) -> (
    text: TextPieces?, document: AccountsDocument, recording: ChangeRecording, result: Applied
  ) {
    var looking = options
    // The accounts that it leaves may be closed now.
    looking.returnsAccounts = true
    let plan = ChangePlan(changes, over: self, today: today, looking)
    func refused(
      _ refusals: [Refusal]
    ) -> (TextPieces?, AccountsDocument, ChangeRecording, Applied) {
      (nil, self, ChangeRecording(), Applied(refusals: refusals))
    }
    guard plan.refusals.isEmpty else { return refused(plan.refusals) }
    var text = try plan.text()
    var document = self
    if let text {
      document = try AccountsDocument(
        path: path, bytes: text.inMemory, hasLines: hasLines, dialect: dialect)
    }
    var recording = plan.recording
    if let around = basis.around {
      switch try document.reversing(around) {
      case .success(let new): (document, text) = (new, TextPieces([new.document.bytes[...]]))
      case .failure(let failure): return refused([Refusal(changes.count, failure.reason)])
      }
      recording.document = DocumentRecord(from: self, to: document)
    }
    let touched = rulebook == document.rulebook ? plan.accounts : document.allAccounts(today: today)
    let mayBeClosed = touched.closed(in: document).flatMap(\.values.nameKeys)
      .map { AccountName($0.key) }
    let records = recording.all
    let result = Applied(
      effects: plan.effects, accounts: options.returnsAccounts ? plan.accounts : [],
      changes: records, document: recording.document,
      closed: mayBeClosed.isEmpty
        ? [] : document.closing(since: self, among: mayBeClosed, today: today),
      locked: locked(in: document, by: records), refusals: [])
    return (text ?? TextPieces([self.document.bytes[...]]), document, recording, result)
  }

  /// The accounts that have a lock alone for a password in `other`, and had more here. The records do
  /// not tell: a typed password is a lock in them.
  private func locked(in other: AccountsDocument, by changes: [AccountRecord]) -> [String] {
    let setLock = changes.filter { account in
      guard case .string(let text)? = account.changes?[.password]?.new else { return false }
      return StoredPassword.isLockAlone(text)
    }
    guard !setLock.isEmpty else { return [] }
    let isMany = setLock.count > 8
    let before = NameTable(self, isAskedOften: isMany)
    let after = NameTable(other, isAskedOften: isMany)
    return setLock.filter { account in
      guard let old = account.name, let new = account.newName else { return false }
      return other.hasLockAlone(new, after)
        && (account.kind == .added || !hasLockAlone(old, before))
    }.compactMap(\.newName)
  }

  private func hasLockAlone(_ name: String, _ names: NameTable) -> Bool {
    names.find(AccountName(name)).rows.contains { row in
      Row(self, row)[text: .password, in: self].map(StoredPassword.isLockAlone) == true
    }
  }
}

extension [StoredAccount] {
  /// The closed accounts, including those that share a name with another account of a text.
  fileprivate func closed(in text: AccountsDocument) -> [StoredAccount] {
    let names = NameTable(text, isAskedOften: count > 8)
    return filter { account in
      account.isClosed || account.values.nameKeys.contains { names.rows($0).count > 1 }
    }
  }
}
