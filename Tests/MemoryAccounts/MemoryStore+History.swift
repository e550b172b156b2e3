import Accounts
import LosslessJSON

extension MemoryStore {
  public func history(below number: Int?, limit: Int) -> HistoryPage {
    let noted = lines.filter { $0.number ?? 0 < number ?? .max }.reversed()
    let byHand = HistoryEntry(number: nil, time: nil, user: nil, by: nil, did: .byHand)
    let entries = number == nil && !isUpToDate ? [byHand] + noted : Array(noted)
    return HistoryPage(Array(entries.prefix(limit)), at: position)
  }

  var position: HistoryPosition {
    HistoryPosition(number: lines.last?.number ?? 0, isUpToDate: isUpToDate)
  }

  public func forget(_ sought: [AccountName], _ ids: [AccountID]) -> ForgetReport {
    let people = PeopleInHistory(sought, ids, in: lines)
    var count = 0
    for index in lines.indices where lines[index].forget(people) { count += 1 }
    return ForgetReport(changes: count, names: count == 0 ? [] : people.names.sorted())
  }

  /// Notes what became of the accounts, if anything.
  func record(
    _ accounts: [AccountRecord], _ attribution: Attribution
  ) {
    guard !accounts.isEmpty || !attribution.undid.isEmpty else { return }
    let time = now()
    for index in lines.indices
    where lines[index].time ?? 0 < time - HistoryEntry.longestTimeOfValues {
      let line = lines[index]
      let names = line.accounts.map { AccountRecord(name: $0.name, nil, id: $0.id) }
      lines[index] = line.with(names)
    }
    func add(_ did: ChangeKind, _ accounts: [AccountRecord]) {
      lines.append(
        HistoryEntry(
          number: lines.count + 1, time: time, user: attribution.user, by: attribution.by,
          byID: attribution.byID,
          via: did == .byHand ? nil : attribution.via, did: did, accounts: accounts,
          undid: did == .byHand ? [] : attribution.undid))
    }
    if !isUpToDate { add(.byHand, []) }
    let names = accounts.map { AccountRecord(name: $0.name, nil, id: $0.id) }
    add(attribution.did, attribution.did == .rehash ? names : accounts)
    isUpToDate = true
  }

  func changes(since before: [Row], _ options: WriteOptions) -> [AccountRecord] {
    var changes: [AccountRecord] = []
    for (index, old) in before.enumerated() {
      guard let new = rows.first(where: { $0.number == old.number }) else {
        let place = before[..<index].last { old in rows.contains { $0.number == old.number } }
        let anchor = place.flatMap { self.name(of: $0) }
        let gone = withID(old, options)
        var record = AccountRecord(
          name: self.name(of: old), difference(from: gone, to: nil),
          place: anchor.map { .behind($0) } ?? .first)
        record.id = old.values[.id] == nil ? gone.values.claimedID : counted(old, in: before)
        changes.append(record)
        continue
      }
      let difference = difference(from: old, to: new)
      let name = self.name(of: old)
      let other = Field.keys.filter { field in !difference.contains { $0.field == field } }
        .compactMap { old.values[text: $0] }.first { $0 != name }
      let setsID =
        settingIDs.contains(new.number)
        && (difference.isEmpty
          ? new.values[.id] != old.values[.id]
          : new.values.givenID?.id != old.values.givenID?.id)
      guard !difference.isEmpty || setsID else { continue }
      let isOfNewID = difference.isEmpty
      var record = AccountRecord(
        name: name, otherName: isOfNewID ? nil : other, isOfNewID ? nil : difference)
      (record.id, record.setsID) = (counted(new, in: rows), setsID)
      changes.append(record)
    }
    for new in rows where !before.contains(where: { $0.number == new.number }) {
      var record = AccountRecord(name: name(of: new), difference(from: nil, to: new))
      record.id = counted(new, in: rows)
      changes.append(record)
    }
    return changes
  }

  private func counted(_ row: Row, in rows: [Row]) -> AccountID? {
    row.values.claimedID.flatMap { claimers(of: $0, in: rows) == [row.number] ? $0 : nil }
  }

  private func withID(_ row: Row, _ options: WriteOptions) -> Row {
    guard let newID = options.newID, row.values[.id] == nil, let name = name(of: row),
      GivenID.isFit(name)
    else { return row }
    var row = row
    row.values[text: .id] = GivenID(newID(), to: name).text
    return row
  }

  private func name(of row: Row) -> String? { rules.anyName(of: row.values)?.text }

  private func difference(from old: Row?, to new: Row?) -> [AccountRecord.Change] {
    var changes: [AccountRecord.Change] = []
    // The id of an account that stays is no change of its own.
    let fields = old != nil && new != nil ? Field.shown : Field.allCases
    let keys = fields.map(\.key) + [old, new].flatMap { $0?.ownKeys.map(\.key) ?? [] }
    for key in keys where !changes.contains(where: { $0.key == key }) {
      let (before, after) = (old?[key], new?[key])
      if before.map({ $0 != after }) ?? (after != nil) {
        changes.append(AccountRecord.Change(key, from: before, to: after))
      }
    }
    return changes
  }

  /// Takes an account back to what it was, if it is as the recorded change left it.
  func restore(
    _ account: AccountRecord, _ passwordMayDiffer: Bool, under name: String?,
    _ claim: (NameKey) -> Void
  ) throws(Refused) -> (Applied.Effect, StoredAccount) {
    let changes = account.changes ?? []
    guard account.kind != .removed else {
      var new = newRow(FieldValues())
      for change in changes { new[change.key] = change.old }
      new.values.nameKeys.forEach(claim)
      if let id = new.values.claimedID { claim(NameKey(id)) }
      rows.insert(new, at: place(account.place))
      return (.added, stored(new))
    }
    guard let id = account.id else { throw Refused(reasons: [.unproven(changes)]) }
    guard let position = rows.firstIndex(where: { counted($0, in: rows) == id }) else {
      throw Refused(reasons: [.missing])
    }
    var old = rows[position]
    var changed = changes.filter { change in
      let mayDiffer =
        change.field == .password && passwordMayDiffer
        || change.field == .id && change.new?.givenID?.id == old.values.givenID?.id
      return !mayDiffer && old[change.key] != change.new
    }.map(\.key)
    if let name = name ?? account.newName {
      let field = Rulebook.field(of: name)
      let has = old.values[text: field].map { AccountName($0) }
      if has != AccountName(name), !changed.contains(field.key) { changed.append(field.key) }
    }
    if account.kind == .added {
      changed += old.ownKeys.map(\.key).filter { key in !changes.contains { $0.key == key } }
      changed += Field.shown.filter { old.values[$0] != nil }.map(\.key)
        .filter { key in !changes.contains { $0.key == key } }
    }
    guard changed.isEmpty else { throw Refused(reasons: [.changedSince(changed)]) }
    if account.kind == .added { return (.removed, stored(rows.remove(at: position))) }
    let names = old.values.nameKeys
    for change in changes where change.field != .id { old[change.key] = change.old }
    old.values.nameKeys.filter { !names.contains($0) }.forEach(claim)
    rows[position] = old
    return (.changed, stored(old))
  }

  private func place(_ place: AccountRecord.Place?) -> Int {
    switch place {
    case .first: 0
    case .behind(let name):
      rows.firstIndex { $0.values.nameKeys.contains { $0.key == AccountName(name).key } }
        .map { $0 + 1 } ?? rows.count
    case nil: rows.count
    }
  }
}

extension HistoryEntry {
  fileprivate func with(_ accounts: [AccountRecord]) -> HistoryEntry {
    HistoryEntry(
      number: number, time: time, user: user, by: by, byID: byID, via: via, did: did,
      accounts: accounts, undid: undid)
  }
}

extension MemoryStore.Row {
  /// The value of a key of the account.
  subscript(key: String) -> JSONLiteral? {
    get {
      guard let field = Field(key) else { return ownKeys.first { $0.key == key }?.value }
      return values[field].map { value in
        switch value {
        case .text(let text): .string(text)
        case .texts(let texts): .array(texts.map { .string($0) })
        case .flag(let flag): .bool(flag)
        }
      }
    }
    set {
      guard let field = Field(key) else {
        ownKeys.removeAll { $0.key == key }
        if let newValue { ownKeys.append(.init(key, newValue)) }
        return
      }
      values[field] = newValue.flatMap { value in
        switch value {
        case .string(let text): .text(text)
        case .bool(let flag): .flag(flag)
        case .array(let texts):
          .texts(texts.compactMap { if case .string(let text) = $0 { text } else { nil } })
        default: nil
        }
      }
    }
  }
}

extension JSONLiteral {
  fileprivate var givenID: GivenID? {
    if case .string(let text) = self { GivenID(text) } else { nil }
  }
}
