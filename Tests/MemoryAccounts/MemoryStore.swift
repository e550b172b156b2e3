import Accounts
import LosslessJSON

/// Accounts in memory: the smallest whole store. It is written with what the library shows to all,
/// as anybody's own store is.
public actor MemoryStore: AccountStore {
  /// An account as it is kept.
  struct Row {
    var values: FieldValues
    var ownKeys: [JSONLiteral.Member]
    /// Tells it from every other, under any name.
    let number: Int

    /// Whether a key that is no field holds a value; nil is nothing there.
    func holds(_ value: JSONLiteral?, in key: String) -> Bool {
      (ownKeys.first { $0.key == key }?.value ?? self[key]) == value
    }

    /// Sets or removes such a key.
    mutating func set(_ value: JSONLiteral?, in key: String) {
      let index = ownKeys.firstIndex { $0.key == key }
      switch (index, value) {
      case (let index?, let value?): ownKeys[index] = .init(key, value)
      case (nil, let value?): ownKeys.append(.init(key, value))
      case (_, nil): ownKeys.removeAll { $0.key == key }
      }
    }
  }

  private(set) var rules: Rulebook
  var rows: [Row] = []
  /// Whether renames may let ids count: a model shows what the rule against that is for.
  let letsIDsCount: Bool
  private var lastRow = 0
  /// The rows of which a change sets the id itself.
  var settingIDs: Set<Int> = []
  var lines: [HistoryEntry] = []
  /// When the record of logins begins; nil while there is none.
  var recordBegin: Int?
  /// The records of logins of each row.
  var logins: [Int: LastLogin] = [:]
  /// The sessions in browsers, the oldest first.
  var sessions: [KeptSession] = []
  /// Whether the accounts are as the last line left them.
  var isUpToDate = true
  private let today: @Sendable () -> CalendarDay
  /// The seconds since 1970, which the history has.
  let now: @Sendable () -> Int

  /// - Parameters:
  ///   - today: returns the day by which ages and states are judged.
  ///   - now: returns the seconds since 1970, which the history has.
  public init(
    _ rules: Rulebook = .register, today: @escaping @Sendable () -> CalendarDay,
    now: @escaping @Sendable () -> Int = { 0 }, letsIDsCount: Bool = false
  ) {
    self.letsIDsCount = letsIDsCount
    self.rules = rules
    self.today = today
    self.now = now
  }

  /// Puts another rulebook in force, as the file's owner may do by hand.
  public func use(_ rules: Rulebook) { self.rules = rules }

  /// Puts accounts there past every check, as a hand in a file does.
  public func plant(_ accounts: [FieldValues]) {
    rows += accounts.map { newRow($0) }
    isUpToDate = lines.isEmpty
  }

  /// Puts accounts in the place of all, past every check.
  public func replant(_ accounts: [FieldValues]) {
    rows = []
    plant(accounts)
  }

  func newRow(_ values: FieldValues, _ ownKeys: [JSONLiteral.Member] = []) -> Row {
    lastRow += 1
    return Row(values: values, ownKeys: ownKeys, number: lastRow)
  }

  public func rulebook() -> Rulebook { rules }

  public func find(_ lookup: Lookup) -> LookupResult {
    let all = rows.indices.map { stored(rows[$0]) }
    let found: [StoredAccount]
    func named(_ name: AccountName, in field: Field? = nil) -> [Int] {
      let fields = field.map { [$0] } ?? [Rulebook.field(of: name.text), rules.key]
      return fields.lazy.map { field in
        all.indices.filter { all[$0].values[text: field].map { AccountName($0) } == name }
      }.first { !$0.isEmpty } ?? []
    }
    switch lookup {
    case .name(let name, let field): found = named(name, in: field).map { all[$0] }
    case .names(let names): found = Set(names.flatMap { named($0) }).sorted().map { all[$0] }
    case .ids(let ids):
      found = all.filter { account in account.givenID.map { ids.contains($0.id) } == true }
    case .firstName(let name):
      found = all.filter { $0.values.firstName.map(PersonName.key) == PersonName.key(of: name) }
    case .onlyAccount:
      let open = rules.login.opensOnlyAccount ? all : []
      let valid = open.filter { $0.problems.allSatisfy { $0.rule.meaningOfKey != nil } }
      found = valid.isEmpty ? open : Array(valid.prefix(2))
    }
    return LookupResult(rulebook: rules, accounts: found, storeIsEmpty: rows.isEmpty)
  }

  /// A page's place: the accounts that are left, as they were for the first page.
  private struct Rest: Sendable { let accounts: ArraySlice<StoredAccount> }

  public func page(_ request: PageRequest) -> Page {
    let rest = (request.cursor?.token as? Rest)?.accounts ?? rows.map { stored($0) }[...]
    let sought = request.text?.lowercased()
    var found: [StoredAccount] = []
    var index = rest.startIndex
    while index < rest.endIndex, found.count < request.limit {
      let values = rest[index].values
      let holdsText = sought.map { values.contains($0) } ?? true
      let isMember = request.group.map { values.groups.contains($0) } ?? true
      if holdsText, isMember { found.append(rest[index]) }
      index += 1
    }
    let next = index < rest.endIndex ? Page.Cursor(Rest(accounts: rest[index...])) : nil
    return Page(rulebook: rules, accounts: found, next: next)
  }

  public func apply(
    _ changes: [AccountChange], _ options: WriteOptions
  ) throws(AccountsError) -> Outcome<Applied> {
    // It is there from the beginning.
    if let rules = options.rulebook, rules != self.rules {
      throw .alreadyInitialised(subject: "memory")
    }
    if let judged = options.judgedUnder, judged != self.rules {
      return Outcome(
        Applied(
          effects: changes.map { _ in .refused }, accounts: [], changes: [],
          refusals: changes.indices.map { Refusal($0, .conflict([])) }))
    }
    if let basis = options.undo, basis.position != position { throw .historyMovedOn }
    let before = rows
    settingIDs = []
    var effects: [Applied.Effect] = []
    var accounts: [StoredAccount] = []
    var refusals: [Refusal] = []
    var concerned: [NameKey: Int] = [:]
    var claims: [(id: NameKey, index: Int)] = []
    var renamed: [Renamed] = []
    for (index, change) in changes.enumerated() {
      do throws(Refused) {
        let last = rows
        let (effect, account) = try apply(change, index, before, &concerned, &claims)
        effects.append(effect)
        let now = follow(since: last, begin: before, index, options, &renamed)
        accounts.append(now.map { stored($0) } ?? account)
      } catch {
        effects.append(.refused)
        refusals += error.reasons.map { Refusal(index, $0) }
      }
    }
    for refusal in refused(claims) + counting(renamed, since: before, options) {
      effects[refusal.index] = .refused
      refusals.append(refusal)
    }
    refusals.sort { $0.index < $1.index }
    let records = refusals.isEmpty ? self.changes(since: before, options) : []
    if options.isDryRun || !refusals.isEmpty { rows = before }
    if !options.isDryRun, refusals.isEmpty { record(records, options.attribution) }
    return Outcome(
      Applied(
        effects: effects,
        accounts: options.returnsAccounts && refusals.isEmpty ? accounts : [],
        changes: options.returnsChanges ? records : [], refusals: refusals),
      notices: endLogins(since: before))
  }
}

extension MemoryStore {
  struct Refused: Error { let reasons: [Refusal.Reason] }

  func apply(
    _ change: AccountChange, _ index: Int, _ before: [Row], _ concerned: inout [NameKey: Int],
    _ claims: inout [(id: NameKey, index: Int)]
  ) throws(Refused) -> (Applied.Effect, StoredAccount) {
    func concern(_ id: NameKey) throws(Refused) {
      if let earlier = concerned[id] { throw Refused(reasons: [.repeats(earlier: earlier)]) }
      concerned[id] = index
    }
    switch change {
    case .add(let new, let onConflict):
      return try add(new, onConflict, concern) { claims.append(($0, index)) }
    case .edit(let id, let edits, let mayBreakRules, let identity):
      try concern(id)
      let position = try position(of: id, ifStill: identity)
      if edits[.id] != nil { settingIDs.insert(rows[position].number) }
      let edited = EditedValues(edits, of: rows[position].values)
      guard edited.conflicts.isEmpty else { throw Refused(reasons: [.conflict(edited.conflicts)]) }
      let needed = edits.filter { $0.field == nil && !rows[position].holds($0.new, in: $0.key) }
      // What goes from nothing to nothing may hold anything.
      let moved = needed.filter { change in
        (change.old != nil || change.new != nil)
          && !rows[position].holds(change.old, in: change.key)
      }.map(\.key)
      guard moved.isEmpty else { throw Refused(reasons: [.changedSince(moved)]) }
      var after = rows[position]
      for change in needed { after.set(change.new, in: change.key) }
      let broken =
        mayBreakRules
        ? [] : rules.problems(with: edited.values, ownKeys: after.ownKeys, today: today())
      guard broken.isEmpty else { throw Refused(reasons: [.invalid(broken)]) }
      let old = rows[position].values.nameKeys
      let (id, oldID) = (edited.values.claimedID, rows[position].values.claimedID)
      if let id, id != oldID { claims.append((NameKey(id), index)) }
      for id in edited.values.nameKeys where !old.contains(id) {
        try concern(id)
        claims.append((id, index))
      }
      rows[position].values = edited.values
      for change in edited.needed { rows[position].set(nil, in: change.key) }
      for change in needed { rows[position].set(change.new, in: change.key) }
      let isSame = edited.needed.isEmpty && needed.isEmpty
      let effect = isSame ? Applied.Effect.unchanged : .changed
      return (effect, stored(rows[position]))
    case .remove(let id, let identity):
      try concern(id)
      let position = try position(of: id, ifStill: identity)
      let account = stored(rows[position])
      rows.remove(at: position)
      return (.removed, account)
    case .restore(let account, let passwordMayDiffer, let mayShareNames, let name):
      return try restore(account, passwordMayDiffer, under: name) {
        if !mayShareNames { claims.append(($0, index)) }
      }
    }
  }

  private func add(
    _ new: NewAccount, _ onConflict: ImportConflict,
    _ concern: (NameKey) throws(Refused) -> Void, _ claim: (NameKey) -> Void
  ) throws(Refused) -> (Applied.Effect, StoredAccount) {
    let ids = new.claims
    let key = ids.first { $0.field == rules.key }
    let there = rows.indices.filter { key.map(rows[$0].values.nameKeys.contains) ?? false }
    var values = new.values
    var problems = new.problems(under: rules, today: today())
    if let first = there.first, onConflict == .replace {
      values = rows[first].values.taking(new.contents, under: rules)
      let ownKeys = rows[first].ownKeys.filter { old in
        !new.ownKeys.contains { $0.key == old.key }
      }
      problems = rules.problems(
        with: values, ownKeys: ownKeys + new.ownKeys, today: today())
    }
    if !there.isEmpty, onConflict == .skip { problems.removeAll { $0.rule == .field(.required) } }
    var reasons: [Refusal.Reason] = problems.isEmpty ? [] : [.invalid(problems)]
    if let key {
      do throws(Refused) {
        try concern(key)
      } catch {
        throw Refused(reasons: reasons + error.reasons)
      }
    }
    for id in ids
    where id != key && (there.isEmpty || onConflict == .replace && id.field != .id) {
      do throws(Refused) {
        try concern(id)
        claim(id)
      } catch {
        reasons += error.reasons
      }
    }
    if there.count > 0, onConflict == .fail { reasons.append(.taken(rules.key)) }
    if there.count > 1, onConflict == .replace { reasons.append(.closed([])) }
    guard reasons.isEmpty else { throw Refused(reasons: reasons) }
    guard let first = there.first else {
      rows.append(newRow(values, new.ownKeys))
      return (.added, stored(rows[rows.count - 1]))
    }
    if onConflict == .skip { return (.skipped, stored(rows[first])) }
    values.keepLock(of: rows[first].values)
    rows[first].values = values
    for member in new.ownKeys {
      rows[first].ownKeys.removeAll { $0.key == member.key }
      rows[first].ownKeys.append(member)
    }
    return (.changed, stored(rows[first]))
  }

  private func position(
    of id: NameKey, ifStill identity: FieldValues?
  ) throws(Refused) -> Int {
    let found = rows.indices.filter { rules.nameKey(of: rows[$0].values) == id }
    guard let first = found.first else { throw Refused(reasons: [.missing]) }
    guard found.count == 1 else { throw Refused(reasons: [.closed([Self.unique])]) }
    let differences = identity.map(rows[first].values.differences) ?? []
    guard differences.isEmpty else { throw Refused(reasons: [.conflict(differences)]) }
    return first
  }

  private static let unique = Problem(.field(.email), .field(.unique))

  /// Refuses names that several accounts have once all changes of a list are made: until then,
  /// another change may take the name from whoever had it.
  func refused(_ claims: [(id: NameKey, index: Int)]) -> [Refusal] {
    claims.filter { claim in rows.count { $0.values.claims.contains(claim.id) } > 1 }
      .map { Refusal($0.index, .taken($0.id.field)) }
  }

  func stored(_ row: Row) -> StoredAccount {
    let shared = row.values.nameKeys.filter { id in
      rows.count { $0.values.nameKeys.contains(id) } > 1
    }
    let problems = rules.problems(with: row.values, ownKeys: row.ownKeys, today: today())
    var account = StoredAccount(
      row.values, problems: problems + shared.map { Problem(.field($0.field), .field(.unique)) },
      ownKeys: row.ownKeys, under: rules, today: today())
    account.sharesID = account.claimedID.map { claimers(of: $0, in: rows).count > 1 } == true
    return account
  }
}
