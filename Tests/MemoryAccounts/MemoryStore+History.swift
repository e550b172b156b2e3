import Accounts
import LosslessJSON

extension MemoryStore {
  public func history(below number: Int?, limit: Int) -> HistoryPage {
    let noted = lines.filter { $0.number ?? 0 < number ?? .max }.reversed()
    let byHand = HistoryEntry(number: nil, time: nil, user: nil, by: nil, did: .byHand)
    let entries = number == nil && !isUpToDate ? [byHand] + noted : Array(noted)
    return HistoryPage(Array(entries.prefix(limit)), at: position)
  }

  private var position: HistoryPosition {
    HistoryPosition(number: lines.last?.number ?? 0, isUpToDate: isUpToDate)
  }

  public func undo(
    _ steps: [UndoStep], at position: HistoryPosition, _ options: WriteOptions
  ) throws(AccountsError) -> Outcome<Applied> {
    guard position == self.position else { throw .historyMovedOn }
    let before = rows
    var effects: [Applied.Effect] = []
    var now: [StoredAccount] = []
    var refusals: [Refusal] = []
    var accounts: [AccountRecord] = []
    var index = 0
    var renamed: [Renamed] = []
    for step in steps {
      var claims: [(id: NameKey, index: Int)] = []
      let begin = rows
      for change in step.changes {
        var concerned: [NameKey: Int] = [:]
        let last = rows
        do throws(Refused) {
          let (effect, account) = try apply(change, index, rows, &concerned, &claims)
          effects.append(effect)
          let other = follow(since: last, begin: begin, index, options, &renamed)
          now.append(other.map { stored($0) } ?? account)
          accounts += changes(since: last, options)
        } catch {
          refusals += error.reasons.map { Refusal(index, $0) }
        }
        index += 1
      }
      refusals += refused(claims)
    }
    refusals += counting(renamed, since: before, options)
    guard refusals.isEmpty else {
      rows = before
      return Outcome(Applied(refusals: refusals))
    }
    // Each account is a step of its own.
    let each = [Int](repeating: 1, count: accounts.count)
    if options.isDryRun { rows = before } else { record(accounts, options.attribution, each) }
    return Outcome(
      Applied(effects: effects, accounts: now, changes: accounts, steps: each, refusals: []),
      notices: endLogins(since: before))
  }

  public func forget(_ sought: [AccountName]) -> ForgetReport {
    let names = HistoryNames(lines)
    let (found, gone) = (names.changes(of: sought), names.names(of: sought))
    for (index, places, isBy) in found {
      var accounts = lines[index].accounts
      for place in places { accounts[place] = AccountRecord(name: nil, nil) }
      lines[index] = lines[index].with(accounts, by: isBy ? nil : lines[index].by)
    }
    for index in lines.indices {
      let accounts = lines[index].accounts.map { account in
        guard case .behind(let name)? = account.place, gone.contains(AccountName(name).key) else {
          return account
        }
        return AccountRecord(name: account.name, otherName: account.otherName, account.changes)
      }
      lines[index] = lines[index].with(accounts, by: lines[index].by)
    }
    return ForgetReport(changes: found.count, names: found.isEmpty ? [] : gone.sorted())
  }

  /// Notes what became of the accounts, if anything.
  func record(
    _ accounts: [AccountRecord], _ attribution: Attribution, _ steps: [Int] = []
  ) {
    guard !accounts.isEmpty || !attribution.undid.isEmpty else { return }
    let time = now()
    for index in lines.indices
    where lines[index].time ?? 0 < time - HistoryEntry.longestTimeOfValues {
      let line = lines[index]
      lines[index] = line.with(line.accounts.map { AccountRecord(name: $0.name, nil) }, by: line.by)
    }
    func add(_ did: ChangeKind, _ accounts: [AccountRecord]) {
      lines.append(
        HistoryEntry(
          number: lines.count + 1, time: time, user: attribution.user, by: attribution.by,
          via: did == .byHand ? nil : attribution.via, did: did, accounts: accounts,
          undid: did == .byHand ? [] : attribution.undid, steps: did == .byHand ? [] : steps))
    }
    if !isUpToDate { add(.byHand, []) }
    let names = accounts.map { AccountRecord(name: $0.name, nil) }
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
        && new.values.givenID?.id != old.values.givenID?.id
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
    var old =
      account.kind == .removed ? newRow(FieldValues()) : try row(of: name ?? account.newName)
    let position = rows.firstIndex { $0.number == old.number }
    if position != nil {
      var changed = changes.filter { change in
        let mayDiffer =
          change.field == .password && passwordMayDiffer
          || change.field == .id && change.new?.givenID?.id == old.values.givenID?.id
        return !mayDiffer && old[change.key] != change.new
      }.map(\.key)
      if let other = account.otherName.map({ AccountName($0).key }),
        !old.values.nameKeys.contains(where: { $0.key == other })
      {
        changed.append(Rulebook.field(of: other).key)
      }
      if account.kind == .added {
        changed += old.ownKeys.map(\.key).filter { key in !changes.contains { $0.key == key } }
        changed += Field.shown.filter { old.values[$0] != nil }.map(\.key)
          .filter { key in !changes.contains { $0.key == key } }
      }
      guard changed.isEmpty else { throw Refused(reasons: [.changedSince(changed)]) }
    }
    if account.kind == .added, let position {
      return (.removed, stored(rows.remove(at: position)))
    }
    for change in changes where change.field != .id || account.kind == .removed {
      old[change.key] = change.old
    }
    old.values.nameKeys.forEach(claim)
    if account.kind == .removed, let id = old.values.claimedID { claim(NameKey(id)) }
    if let position { rows[position] = old } else { rows.insert(old, at: place(account.place)) }
    return (position == nil ? .added : .changed, stored(old))
  }

  private func row(of name: String?) throws(Refused) -> Row {
    let name = name.map { AccountName($0).key }
    let found = rows.filter { self.name(of: $0).map { AccountName($0).key } == name }
    guard let first = found.first, found.count == 1 else { throw Refused(reasons: [.missing]) }
    return first
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
  fileprivate func with(_ accounts: [AccountRecord], by: String?) -> HistoryEntry {
    HistoryEntry(
      number: number, time: time, user: user, by: by, via: via, did: did, accounts: accounts,
      undid: undid, steps: steps)
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
