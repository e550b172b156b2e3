package import Accounts
import LosslessJSON
import TextTools

/// Plans a list of changes over the present accounts, in linear time.
package struct ChangePlan: Sendable {
  var effects: [Applied.Effect] = []
  var recorded: [HistoryItem] = []
  package private(set) var refusals: [Refusal] = []
  private(set) var accounts: [StoredAccount] = []

  package let document: AccountsDocument
  package let today: CalendarDay
  let options: WriteOptions
  var names: NameTable
  private var concerned: [NameDigest: Int] = [:]
  /// Names that accounts get although others have or had them, and the accounts that give names up.
  var claims: [(id: NameKey, row: Int?, index: Int)] = []
  /// Names that accounts get back which may share them.
  var unclaimed: Set<NameKey> = []
  /// The accounts with ids that get other names; and the UUIDs of ids that come back, and that go.
  var renamed: [RenamedAccount] = []
  var idsBack: Set<AccountID> = []
  /// The texts of ids that edited accounts have then, if they are other ones; by position.
  var newIDs: [Int: String] = [:]
  /// The accounts in whose ids a UUID stands beside one of their names.
  var claimers: [AccountID: [Int]] = [:]
  private var released: [NameKey: [Int]] = [:]
  /// True if a name passes from one account to another.
  package var movesNames: Bool { !claims.isEmpty }
  package internal(set) var edits: [RowEdit] = []
  package private(set) var removed: Set<Int> = []
  /// The changes; accounts that they add have the ids that they get.
  package private(set) var changes: [AccountChange]
  var hashesOfTyped: [PasswordText: PasswordHash] { options.hashesOfTyped }
  /// The changes that add accounts.
  package private(set) var added: [Int] = []
  package internal(set) var restored: [AccountRecord] = []
  /// Refusals of closed accounts; their places are computed together.
  private var closed: [(index: Int, problems: [LocatedProblem])] = []

  package init(
    _ changes: [AccountChange], over document: AccountsDocument, today: CalendarDay,
    _ options: WriteOptions
  ) {
    self.changes = changes
    self.document = document
    self.today = today
    self.options = options
    names = NameTable(document, isAskedOften: changes.count > 8)
    if let judged = options.judgedUnder, judged != document.rulebook {
      effects = changes.map { _ in .refused }
      refusals = changes.indices.map { Refusal($0, .conflict([])) }
      return
    }
    effects.reserveCapacity(changes.count)
    concerned.reserveCapacity(changes.count)
    for first in stride(from: 0, to: changes.count, by: Self.namesAhead) {
      let next = first..<min(first + Self.namesAhead, changes.count)
      for (index, ids) in zip(next, Self.newNames(of: changes[next])) {
        if index > 0, index.isMultiple(of: WriteOptions.step) {
          WorkProgress.tell(index, of: changes.count)
        }
        let count = refusals.count + closed.count
        let effect = plan(changes[index], ids, index)
        effects.append(refusals.count + closed.count > count ? .refused : effect)
      }
    }
    refuseShared()
    refuseCounting()
    // With a million names, these take much memory.
    (concerned, claimers) = ([:], [:])
    names = NameTable(document, isAskedOften: false)
    let problems = document.placed(closed.map(\.problems))
    refusals += zip(closed, problems).map { Refusal($0.index, .closed($1)) }
    refusals.sort { $0.index < $1.index }
    if !refusals.isEmpty { accounts = [] }
    recorded.place(removed, in: document)
  }

  /// The changes in order, for the history.
  package var recording: ChangeRecording {
    var recording = ChangeRecording(
      accounts: recorded, changes: changes, rulebook: document.rulebook)
    if document.document.commentCount > 0 {
      recording.lostComments = document.removals(of: removed).reduce(0) {
        $0 + document.document.commentCount(in: $1.range)
      }
    }
    return recording
  }

  package var applied: Applied {
    let recording = options.returnsChanges && refusals.isEmpty ? recording : ChangeRecording()
    return Applied(
      effects: effects, accounts: accounts, changes: recording.all, refusals: refusals)
  }
}

extension ChangePlan {
  private mutating func plan(
    _ change: AccountChange, _ newNames: [NameKey], _ index: Int
  ) -> Applied.Effect {
    switch change {
    case .add(let account, let onConflict): add(account, newNames, onConflict, index)
    case .edit(let id, let edits, let mayBreakRules, let identity):
      edit(id, edits, mayBreakRules, identity, index)
    case .remove(let id, let identity): remove(id, identity, index)
    case .restore(let account, let passwordMayDiffer, let mayShareNames, let name):
      restore(account, passwordMayDiffer, mayShareNames: mayShareNames, under: name, index)
    }
  }

  mutating func refuse(_ index: Int, _ reason: Refusal.Reason) -> Applied.Effect {
    refusals.append(Refusal(index, reason))
    return .refused
  }

  /// Notes that a change concerns a name; returns the earlier change that does.
  private mutating func concern(_ id: NameKey, _ index: Int) -> Int? {
    let name = NameDigest(id)
    guard let earlier = concerned.updateValue(index, forKey: name) else { return nil }
    concerned[name] = earlier
    return earlier
  }

  /// Claims names for an account; returns a refusal if an earlier change concerns one. A name that
  /// another account still has may yet be given up.
  private mutating func claim(
    _ ids: [NameKey], for row: Int?, _ index: Int
  ) -> Refusal.Reason? {
    for id in ids {
      if let earlier = concern(id, index) { return .repeats(earlier: earlier) }
      if names.rows(id).contains(where: { $0 != row }) { claims.append((id, row, index)) }
    }
    return nil
  }

  private mutating func add(
    _ account: NewAccount, _ ids: [NameKey], _ onConflict: ImportConflict, _ index: Int
  ) -> Applied.Effect {
    let key = document.rulebook.key
    // Few ask for more of a new account than its names.
    lazy var brought = account.contents
    let name = ids.first { $0.field == key }
    let rows = name.map { names.rows($0) } ?? []
    let there = rows.first.map { AccountsDocument.Row(document, $0) }
    var problems: [Problem]
    if let there, onConflict == .replace {
      let values = there.values(in: document).taking(brought, under: document.rulebook)
      // Of the keys that close the account, those that it has are told with their places, as left.
      problems = document.rulebook.problems(
        with: values, ownKeys: brought.ownKeys.filter { Field($0.key) == nil }, today: today)
    } else {
      problems = account.problems(under: document.rulebook, today: today)
    }
    // An account that is skipped brings nothing, and so may lack what an account needs.
    if there != nil, onConflict == .skip { problems.removeAll { $0.rule == .field(.required) } }
    if !problems.isEmpty { refusals.append(Refusal(index, .invalid(problems))) }
    guard let name else { return .refused }
    if let earlier = concern(name, index) { return refuse(index, .repeats(earlier: earlier)) }
    if there == nil || onConflict == .replace {
      // An account that is there keeps its own id.
      for name in ids where name.field != key && (name.field != .id || there == nil) {
        if let earlier = concern(name, index) { return refuse(index, .repeats(earlier: earlier)) }
        if names.rows(name).contains(where: { $0 != there?.index }) {
          claims.append((name, there?.index, index))
        }
      }
    }
    guard let there else {
      if let newID = options.newID {
        var account = account
        account.give(newID, under: document.rulebook)
        changes[index] = .add(account, onConflict: onConflict)
        brought = account.contents
      }
      added.append(index)
      recorded.append(.added(change: index))
      if options.returnsAccounts { note(brought.values, ownKeys: brought.ownKeys, problems) }
      return .added
    }
    switch onConflict {
    case .fail: return refuse(index, .taken(key))
    case .skip:
      note(there.values(in: document), of: there)
      return .skipped
    case .replace:
      var values = there.values(in: document).taking(brought, under: document.rulebook)
      // Several of one name, or what no text mends: only a person can say what is meant.
      let left =
        there.problems.filter { problem in
          guard case .field(let field) = problem.subject else { return true }
          return problem.rule.isBeyondEdits || brought.values[field] == nil
        } + document.unknownKeys(of: there, but: brought.ownKeys.map(\.key))
      guard rows.count == 1, left.isEmpty else {
        closed.append((index, left))
        return .refused
      }
      let old = there.values(in: document)
      values.keepLock(of: old)
      for id in old.nameKeys where !values.nameKeys.contains(id) { release(id, of: rows[0]) }
      let fields = Field.allCases.filter { values[$0] != old[$0] }
        .map { AccountRecord.Change($0, from: old[$0], to: values[$0]) }
      let members = RowMembers(
        of: there, in: document, isAskedOften: brought.ownKeys.count > 8)
      let ownKeys = brought.ownKeys.filter { members.meanings(of: $0.key) != [$0.value] }
        .map { AccountRecord.Change($0.key, from: nil, to: $0.value) }
      let isChanged = !fields.isEmpty || !ownKeys.isEmpty
      if isChanged { edit(there, fields + ownKeys, index) }
      note(values, of: there, after: ownKeys, problems)
      return isChanged ? .changed : .unchanged
    }
  }

  private mutating func edit(
    _ id: NameKey, _ edits: [AccountRecord.Change], _ mayBreakRules: Bool,
    _ identity: FieldValues?, _ index: Int
  ) -> Applied.Effect {
    guard let (row, values) = onlyRow(id, identity, index), isEditable(row, index) else {
      return .refused
    }
    let edited = EditedValues(edits, of: values)
    guard edited.conflicts.isEmpty else { return refuse(index, .conflict(edited.conflicts)) }
    let members = RowMembers(of: row, in: document, isAskedOften: edits.count > 8)
    let ownKeys = edits.filter { change in
      if change.field != nil { return false }
      let found = members.meanings(of: change.key)
      return found.isEmpty ? change.new != nil : found.contains { $0 != change.new }
    }
    // A value that cannot be decoded was not seen, and is replaced. A key that is to go, whatever it
    // holds, comes from nothing.
    let moved = ownKeys.filter { change in
      let found = members.literals(of: change.key)
      return change.old.map { !found.contains($0) } ?? (change.new != nil && !found.isEmpty)
    }.map(\.key)
    guard moved.isEmpty else { return refuse(index, .changedSince(moved)) }
    // Of the keys that close the account, those that it has are told with their places, as left.
    let coming = ownKeys.compactMap { key in key.new.map { JSONLiteral.Member(key.key, $0) } }
    let broken = document.rulebook.problems(with: edited.values, ownKeys: coming, today: today)
    guard broken.isEmpty || mayBreakRules else { return refuse(index, .invalid(broken)) }
    let (old, kept) = (values.nameKeys, edited.values.nameKeys)
    let new = kept.filter { !old.contains($0) }
    if let reason = claim(new, for: row.index, index) { return refuse(index, reason) }
    for id in old where !kept.contains(id) { release(id, of: row.index) }
    if edited.needed.contains(where: { $0.field == .id }) {
      let (before, after) = (row.claimedID(in: document), edited.values.claimedID)
      if let after, after != before,
        let reason = claim([NameKey(after)], for: row.index, index)
      {
        return refuse(index, reason)
      }
      if let before, before != after { release(NameKey(before), of: row.index) }
    }
    // Problems that the edit does not mend still close the account: of another field, of a repeated
    // key, or of a name that another account has too.
    let left =
      row.problems.filter { problem in
        let isEdited = edited.needed.contains {
          $0.field.map(Problem.Subject.field) == problem.subject
        }
        // Of several ids none counts, so a new one takes the place of all.
        return !isEdited
          || problem.rule.isBeyondEdits && !mayBreakRules && problem.subject != .field(.id)
      } + document.unknownKeys(of: row, but: edits.filter { $0.field == nil }.map(\.key))
      + shared(kept.filter { old.contains($0) && $0 != id }, besides: row)
    guard left.isEmpty || mayBreakRules else {
      closed.append((index, left))
      return .refused
    }
    if broken.isEmpty, left.isEmpty, opensUnseen(row, values, edited.values) {
      return refuse(index, .changedSince([]))
    }
    let needed = edited.needed + ownKeys
    let isIdentified = options.identifies && row.fields[.id] == nil
    if !needed.isEmpty || isIdentified { edit(row, needed, index) }
    note(edited.values, of: row, after: edits, broken + left.map { Problem($0.subject, $0.rule) })
    return needed.isEmpty && newIDs[row.index] == nil ? .unchanged : .changed
  }

  /// Whether it is certain what an account is. If not, it is only removed.
  mutating func isEditable(_ row: AccountsDocument.Row, _ index: Int) -> Bool {
    guard let problems = document.contradictions[row.index] else { return true }
    closed.append((index, problems))
    return false
  }

  private mutating func remove(
    _ id: NameKey, _ identity: FieldValues?, _ index: Int
  ) -> Applied.Effect {
    guard let (row, values) = onlyRow(id, identity, index) else { return .refused }
    for id in values.nameKeys { release(id, of: row.index) }
    if let id = values.claimedID { release(NameKey(id), of: row.index) }
    return remove(row, document.recorded(row, as: .removed, hashesOfTyped))
  }

  mutating func remove(
    _ row: AccountsDocument.Row, _ record: AccountRecord
  ) -> Applied.Effect {
    removed.insert(row.index)
    recorded.append(.account(withID(record, of: row), row: row.index))
    if options.returnsAccounts { note(row.values(in: document), of: row) }
    return .removed
  }

  /// Notes that an account gives up a name, which several may share.
  private mutating func release(_ id: NameKey, of row: Int) {
    released[id, default: []].append(row)
  }

  mutating func release(_ ids: [NameKey], of row: Int) { for id in ids { release(id, of: row) } }

  /// Refuses changes that would share a name, once it is known which accounts give theirs up.
  private mutating func refuseShared() {
    var taken: Set<NameKey> = []
    for (id, row, index) in claims {
      let left = released[id] ?? []
      let isTaken = names.rows(id).contains { $0 != row && !left.contains($0) }
      guard isTaken || unclaimed.contains(id) || !taken.insert(id).inserted else { continue }
      // Whoever has the name is told, and not the id beside it.
      if id.field == .id, refusals.contains(where: { $0.index == index && $0.isTaken }) { continue }
      effects[index] = refuse(index, .taken(id.field))
    }
  }

  /// The account with an identity, and its values. Nil if several share it: they are closed, and
  /// only a person can say which to change.
  private mutating func onlyRow(
    _ id: NameKey, _ identity: FieldValues?, _ index: Int
  ) -> (row: AccountsDocument.Row, values: FieldValues)? {
    let found = names.rows(id)
    if let earlier = concern(id, index) {
      refusals.append(Refusal(index, .repeats(earlier: earlier)))
    } else if found.isEmpty {
      refusals.append(Refusal(index, .missing))
    } else if found.count > 1 {
      closed.append(
        (index, found.dropFirst().map { document.problem(of: id.field, sharedAt: $0) }))
    } else {
      let row = AccountsDocument.Row(document, found[0])
      let values = row.values(in: document)
      let differences = identity.map(values.differences) ?? []
      if differences.isEmpty { return (row, values) }
      refusals.append(Refusal(index, .conflict(differences)))
    }
    return nil
  }

  /// A `.unique` problem for each name that another account also has.
  private func shared(
    _ ids: [NameKey], besides row: AccountsDocument.Row
  ) -> [LocatedProblem] {
    ids.compactMap { id in
      guard names.rows(id).contains(where: { $0 != row.index }) else { return nil }
      return document.problem(of: id.field, sharedAt: row.index)
    }
  }

  /// Adds an account, with its known problems, to the accounts to return.
  mutating func note(
    _ values: FieldValues, of row: AccountsDocument.Row? = nil,
    after changes: [AccountRecord.Change] = [], ownKeys: [JSONLiteral.Member] = [],
    _ problems: [Problem]? = nil
  ) {
    guard options.returnsAccounts else { return }
    let rulebook = document.rulebook
    var values = values
    // Nobody knows the id yet that the write itself will give.
    if let row, let id = newIDs[row.index], !options.isDryRun || row.fields[.id] != nil {
      values[text: .id] = id
    }
    let ownKeys = row.map { document.ownKeys(of: $0, after: changes) } ?? ownKeys
    let problems = problems ?? rulebook.problems(with: values, ownKeys: ownKeys, today: today)
    var account = StoredAccount(
      values, problems: problems, ownKeys: ownKeys, under: rulebook, today: today)
    if let id = account.claimedID {
      account.sharesID = claimers(of: id).contains { $0 != row?.index && !removed.contains($0) }
    }
    accounts.append(account)
  }
}

extension Refusal {
  fileprivate var isTaken: Bool { if case .taken = reason { true } else { false } }
}
