package import Accounts
import LosslessJSON
import TextTools

/// The entry of the history for one account.
enum HistoryItem: Sendable {
  /// A record; `row` is the position of a removed account.
  indirect case account(AccountRecord, row: Int? = nil)
  /// An account that a change adds; its record is made when it is written.
  case added(change: Int)

  fileprivate var row: Int? { if case .account(_, let row) = self { row } else { nil } }
}

/// A list of changes as the history records it: the new line, before it is written.
package struct ChangeRecording: Sendable {
  var accounts: [HistoryItem] = []
  package internal(set) var document: DocumentRecord?
  var changes: [AccountChange] = []
  var rulebook: Rulebook = .register
  /// The number of comments lost with removed accounts.
  package var lostComments = 0
}

extension ChangeRecording {
  /// Accounts that are added to an empty file under a rulebook.
  package init(adding accounts: [FieldValues], under rulebook: Rulebook) {
    let changes = accounts.map { AccountChange.add(NewAccount($0)) }
    self.init(
      accounts: changes.indices.map { .added(change: $0) }, changes: changes, rulebook: rulebook)
  }

  package var count: Int { accounts.count }

  var all: [AccountRecord] { accounts.indices.map(account) }

  package func name(_ index: Int) -> String? {
    guard let new = added(index) else { return account(index).name }
    // There may be a million, so each must cost little.
    return new.text(of: rulebook.key)
      ?? Field.keys.lazy.filter { $0 != rulebook.key }.compactMap(new.text).first
  }

  /// The id of an account, if one counts. One that is added has no other account's.
  package func id(_ index: Int) -> AccountID? {
    guard let new = added(index) else { return account(index).id }
    guard let given = new.text(of: .id).flatMap({ GivenID($0) }), given.isOf(new.text) else {
      return nil
    }
    return given.id
  }

  package func account(_ index: Int) -> AccountRecord {
    if case .account(let account, _) = accounts[index] { return account }
    guard let new = added(index)?.contents else { return AccountRecord(name: nil, nil) }
    // The id is the last member of its account.
    func changes(_ fields: [Field]) -> [AccountRecord.Change] {
      fields.compactMap { field in new.values[field].map { .init(field, from: nil, to: $0) } }
    }
    let others = new.ownKeys.map { AccountRecord.Change($0.key, from: nil, to: $0.value) }
    return AccountRecord(
      name: rulebook.anyName(of: new.values)?.text,
      changes(Field.allCases.filter { $0 != .id }) + others + changes([.id]),
      id: new.values.claimedID)
  }

  /// The notice of names that come free with the change.
  package var noticesOfNames: [Notice] {
    let others = accounts.compactMap { item in
      if case .account(let account, _) = item { account } else { nil }
    }
    guard !others.freedNames.isEmpty else { return [] }
    let freed = all.freedNames
    return freed.isEmpty ? [] : [.namesFree(freed)]
  }

  private func added(_ index: Int) -> NewAccount? {
    guard case .added(let change) = accounts[index], case .add(let new, _) = changes[change] else {
      return nil
    }
    return new
  }
}

extension [HistoryItem] {
  /// Adds the places of removed accounts: after the nearest account with a name that stays.
  mutating func place(_ removed: Set<Int>, in document: AccountsDocument) {
    guard !removed.isEmpty else { return }
    var places: [Int: AccountRecord.Place] = [:]
    // The nearest name before the rows that were looked at. Each row is looked at once.
    var nearest: String?
    var looked = 0
    for row in removed.sorted() {
      var before = row - 1
      while before >= looked {
        let name =
          removed.contains(before)
          ? nil : AccountsDocument.Row(document, before).anyName(in: document)
        if let name {
          nearest = name
          break
        }
        before -= 1
      }
      looked = row
      places[row] = nearest.map { .behind($0) } ?? .first
    }
    for index in indices {
      guard case .account(var account, let row?) = self[index] else { continue }
      account.place = places[row]
      self[index] = .account(account, row: row)
    }
    // In the order in which they stood, in whichever they were removed: so they are put back.
    let indices = self.indices.filter { self[$0].row != nil }
    let sorted = indices.map { self[$0] }.sorted { $0.row ?? 0 < $1.row ?? 0 }
    for (index, recorded) in zip(indices, sorted) { self[index] = recorded }
  }
}

extension AccountsDocument {
  /// The record of an account whose keys get new values, without its id.
  ///
  /// - Parameter isByHand: whether another id is a change like others. Else it is the record's own,
  ///   and no change that could be taken back.
  func recorded(
    _ asked: [AccountRecord.Change], in row: Row, _ hashes: [PasswordText: PasswordHash],
    isByHand: Bool = false
  ) -> AccountRecord {
    var (changes, isWhole) = ([AccountRecord.Change](), true)
    let members = RowMembers(of: row, in: self, isAskedOften: asked.count > 8)
    for (key, values) in asked.newValues where isByHand || Field(key) != .id {
      // If a field comes twice, the account holds the first one.
      let found = members[key].prefix(Field(key) == nil ? .max : 1).map { document.literal($0) }
      let isSame = found.count == values.count && zip(found, values).allSatisfy { $0 == $1 }
      // If an own key comes twice, each of its values comes back, in their order.
      for place in 0..<(isSame ? 0 : max(found.count, values.count)) {
        let old: JSONLiteral? = place < found.count ? found[place] : nil
        let new: JSONLiteral? = place < values.count ? values[place] : nil
        // A value that cannot be decoded, or not read again, cannot be restored.
        let isKept = old.map { $0.depth <= AccountRecord.deepest } ?? (place >= found.count)
        if !isKept { isWhole = false }
        changes.append(.init(key, from: old, to: new).sealed(hashes))
      }
    }
    let name = row.anyName(in: self)
    let other = Field.keys.lazy.filter { field in !changes.contains { $0.field == field } }
      .compactMap { row[text: $0, in: self] }.first {
        name.map(AccountName.init) != AccountName($0)
      }
    let setsID = asked[.id].map { $0.newValue != row[.id, in: self] } ?? false
    var account =
      setsID && changes.isEmpty
      ? AccountRecord(name: name, nil) : AccountRecord(name: name, otherName: other, changes)
    (account.isWhole, account.setsID) = (isWhole, setsID && !isByHand)
    return account
  }

  /// The record of a new or removed account, without its id: all of its keys, in its own order.
  func recorded(
    _ row: Row, as kind: AccountRecord.Kind, _ hashes: [PasswordText: PasswordHash] = [:]
  ) -> AccountRecord {
    var (changes, isWhole) = ([AccountRecord.Change](), true)
    for member in document.members(of: row.value) {
      guard let key = document.string(member.key), let value = document.literal(member.value) else {
        isWhole = false
        continue
      }
      let (old, new) = kind == .removed ? (value, nil) : (nil, value)
      changes.append(AccountRecord.Change(key, from: old, to: new).sealed(hashes))
    }
    var account = AccountRecord(name: row.anyName(in: self), changes)
    account.isWhole = isWhole
    return account
  }

  /// The conflicts of taking a recorded change back: the keys of the account that differ from what
  /// that change left.
  func changed(
    since account: AccountRecord, in row: Row, _ passwordMayDiffer: Bool
  ) -> [String] {
    let changes = account.changes ?? []
    var keys: [String] = []
    // A key that comes twice is compared each time that it comes.
    var seen: [[UInt8]: Int] = [:]
    let members = RowMembers(of: row, in: self, isAskedOften: changes.count > 8)
    for change in changes {
      let number = seen[Array(change.key.utf8), default: 0]
      seen[Array(change.key.utf8)] = number + 1
      if change.field == .password, passwordMayDiffer { continue }
      let value = members[change.key].dropFirst(number).first.map(document.comparable)
      // The name in an id follows the account's, and that of an account that stays is no matter.
      if change.field == .id, account.kind == .changed { continue }
      let isSameID = change.field == .id && change.new?.givenID?.id == value?.givenID?.id
      if value != change.new, !isSameID || value?.givenID == nil { keys.append(change.key) }
    }
    guard account.kind == .added else { return keys }
    // An account is removed only if nothing was added to it since, but for the id that a write
    // gave.
    for member in document.members(of: row.value) {
      let key = document.string(member.key) ?? ""
      if Field(key) == .id, changes[.id] == nil { continue }
      let left = seen[Array(key.utf8), default: 0] - 1
      seen[Array(key.utf8)] = left
      if left == -1 { keys.append(key) }
    }
    return keys
  }

  /// The record of the removal of an added account, if bytes alone show that it still has its keys
  /// and values in order, as nearly all do.
  func obviousRemoval(
    of account: AccountRecord, in row: Row, _ hashes: [PasswordText: PasswordHash]
  ) -> AccountRecord? {
    guard account.kind == .added, let changes = account.changes else { return nil }
    var rest = changes[...]
    for member in document.members(of: row.value) {
      guard let change = rest.popFirst(), holds(change.key, in: member.key),
        case .string(let text)? = change.new, holds(text, in: member.value)
      else { return nil }
    }
    guard rest.isEmpty else { return nil }
    return AccountRecord(
      name: row.anyName(in: self),
      changes.map { AccountRecord.Change($0.key, from: $0.new, to: nil).sealed(hashes) })
  }

  /// True if a string without escapes equals a text.
  private func holds(_ text: String, in value: JSONValue) -> Bool {
    value.kind == .string && !document.hasBackslash(in: value.content)
      && document.bytes.span.extracting(value.content).isSame(as: text.utf8.span)
  }
}

extension JSONLiteral {
  /// The id that the value is; nil for anything else.
  fileprivate var givenID: GivenID? {
    if case .string(let text) = self { GivenID(text) } else { nil }
  }
}

extension AccountRecord.Change {
  /// The change for the history, without hand-typed passwords.
  func sealed(_ hashes: [PasswordText: PasswordHash]) -> Self {
    guard field == .password else { return self }
    func sealed(_ value: JSONLiteral?) -> JSONLiteral? {
      // A null holds no secret.
      guard let value, value != .null else { return value }
      guard case .string(let text) = value, let password = try? StoredPassword(text) else {
        return .string("*")
      }
      switch password {
      case .hash, .locked: return value
      case .typed(let typed): return .string(hashes[typed]?.text ?? "*")
      }
    }
    return Self(key, from: sealed(old), to: sealed(new))
  }
}

extension [AccountRecord.Change] {
  /// Each key once, with the values that it gets: none where it goes, several where it comes so
  /// often.
  var newValues: [(key: String, values: [JSONLiteral])] {
    var all: [(key: String, values: [JSONLiteral])] = []
    var places: [[UInt8]: Int] = [:]
    // Few are compared with each other.
    let areMany = count > 8
    for change in self {
      let known =
        areMany
        ? places[[UInt8](change.key.utf8)] : all.firstIndex { sameText($0.key, change.key) }
      let place = known ?? all.count
      if known == nil {
        all.append((change.key, []))
        if areMany { places[[UInt8](change.key.utf8)] = place }
      }
      if let new = change.new { all[place].values.append(new) }
    }
    return all
  }

  /// Whether a key comes in it more than once.
  var repeatKeys: Bool { count > 1 && newValues.count < count }
}
