import Accounts
import LosslessJSON

extension DocumentRecord {
  /// The changes around the accounts from one text to another, ignoring spacing and the order of
  /// keys; nil if there are none.
  ///
  /// - Parameter ordersAll: records the order of all accounts, because added or removed ones have
  ///   places that neither order tells.
  init?(
    from old: AccountsDocument, _ before: AccountTable, to new: AccountsDocument,
    _ after: AccountTable, ordersAll: Bool = false
  ) {
    let (was, now) = (KeyedMembers(around: old), KeyedMembers(around: new))
    var (changes, lostKeys) = ([AccountRecord.Change](), [String]())
    for key in was.keys + now.keys.filter({ !was.contains($0) })
    where was.meanings(of: key) != now.meanings(of: key) {
      if was.isKept(key, in: old.document), now.isKept(key, in: new.document) {
        let (before, after) = (was.meanings(of: key), now.meanings(of: key))
        for place in 0..<max(before.count, after.count) {
          let old = place < before.count ? before[place] : nil
          let new = place < after.count ? after[place] : nil
          changes.append(.init(key, from: old, to: new))
        }
      } else {
        lostKeys.append(key)
      }
    }
    self.init(changes, lostKeys: lostKeys, order: Order(from: before, to: after, ordersAll))
  }
}

extension KeyedMembers {
  /// True if a line may keep a key's values: each can be decoded, is not nested too deeply, and
  /// cannot be a password.
  fileprivate func isKept(_ key: String, in document: JSONDocument) -> Bool {
    values(of: key).allSatisfy { value in
      guard isDecoded(key), let literal = document.literal(value),
        literal.depth <= DocumentRecord.deepest
      else { return false }
      // A rulebook has nothing but rules, and keys of people's own.
      if key == "rules" { return !literal.hasPasswordOfOwnKey }
      return !SecretName.isSecret(key) && !literal.mayHoldPassword
    }
  }
}

extension JSONLiteral {
  /// True if a key that begins as people's own do may hold a password in it.
  fileprivate var hasPasswordOfOwnKey: Bool {
    switch self {
    case .array(let elements): elements.contains(where: \.hasPasswordOfOwnKey)
    case .object(let members):
      members.contains { member in
        KeyMeaning.isOwn(member.key.utf8.span)
          ? SecretName.isSecret(member.key) || member.value.mayHoldPassword
          : member.value.hasPasswordOfOwnKey
      }
    case .null, .bool, .number, .string: false
    }
  }

  /// True if it contains a hash, or a key that is called as a password is.
  fileprivate var mayHoldPassword: Bool {
    switch self {
    case .string(let text): StoredPassword.hash(behindLockOf: text) != nil
    case .array(let elements): elements.contains(where: \.mayHoldPassword)
    case .object(let members):
      members.contains { SecretName.isSecret($0.key) || $0.value.mayHoldPassword }
    case .null, .bool, .number: false
    }
  }
}

extension DocumentRecord.Order {
  /// The change of order of the accounts that are in both texts; nil if there is none. With
  /// `isOfAll`, compares the order of all accounts.
  fileprivate init?(from old: AccountTable, to new: AccountTable, _ isOfAll: Bool) {
    let (before, after) = (old.order, new.order)
    // If several have one name, or have none, nobody can say which is which.
    let here = before.filter { new.positions($0).count == old.positions($0).count }
    let there = after.filter { new.positions($0).count == old.positions($0).count }
    guard here != there || isOfAll && before != after else { return nil }
    var (from, to) = (before[...], after[...])
    while !isOfAll, let first = from.first, first == to.first {
      from.removeFirst()
      to.removeFirst()
    }
    while !isOfAll, let last = from.last, last == to.last {
      from.removeLast()
      to.removeLast()
    }
    func named(_ names: ArraySlice<String>, _ table: AccountTable) -> [String] {
      names.filter { !$0.isEmpty && table.positions($0).count == 1 }
    }
    let (first, second) = (named(from, old), named(to, new))
    // Only if names are enough to put all where it was.
    var back = there
    let moved = Set(first).intersection(second)
    let places = back.indices.filter { moved.contains(back[$0]) }
    for (place, name) in zip(places, first.filter(moved.contains)) { back[place] = name }
    self = back == here ? .names(old: first, new: second) : .isLost
  }
}

extension AccountTable {
  /// The name of each account, in the order of the text; empty for none.
  fileprivate var order: [String] {
    var order = [String](repeating: "", count: file.rows.count)
    for name in names {
      for position in positions(name) { order[position] = name }
    }
    return order
  }
}

// MARK: Taking back

extension AccountsDocument {
  /// The text with everything around the accounts as before a recorded change; or the keys that
  /// have changed since, with `accounts` for the order of the accounts, or those that would make
  /// the text unusable.
  ///
  /// - Parameter back: the names of accounts that were just restored, wherever there was a place.
  func reversing(
    _ recorded: DocumentRecord, back: Set<String>
  ) throws(AccountsError) -> Result<AccountsDocument, NotReversed> {
    let members = KeyedMembers(around: self)
    var keys = recorded.changes.newValues.filter { members.meanings(of: $0.key) != $0.values }
      .map(\.key)
    var moved: [JSONSplice]? = []
    if case .names(let old, let new) = recorded.order {
      moved = moves(to: old, from: new.filter { !back.contains($0) })
    }
    if moved == nil { keys.append("accounts") }
    guard let moved, keys.isEmpty else { return .failure(NotReversed(.changedSince(keys))) }
    var text = document
    do throws(JSONSyntaxError) {
      if !moved.isEmpty {
        text = try text.applying(moved)
      }
      let back = recorded.changes.map { AccountRecord.Change($0.key, from: $0.new, to: $0.old) }
      for (key, values) in back.newValues { try text.setBesideAccounts(key, toEach: values) }
    } catch {
      throw .internalFault
    }
    let old = try AccountsDocument(
      path: path, bytes: text.bytes, hasLines: hasLines, dialect: dialect)
    // The places would be those of a text that nobody has.
    guard old.faults.isEmpty || !old.rulebookFaults.isEmpty else {
      return .failure(NotReversed(.invalid(old.faults.inOrder.map { $0.placed() })))
    }
    return .success(try old.usable())
  }

  /// What prevents an undo.
  struct NotReversed: Error {
    let reason: Refusal.Reason
    init(_ reason: Refusal.Reason) { self.reason = reason }
  }

  /// Reorders some accounts among the places that they have together; nil if they are not in the
  /// expected order.
  private func moves(to order: [String], from expected: [String]) -> [JSONSplice]? {
    let table = NameTable(self, isAskedOften: true)
    func positions(_ names: [String]) -> [Int]? {
      let found = names.map { name in
        let rows = table.find(AccountName(name), in: rulebook.key).rows
        return rows.isEmpty ? table.find(AccountName(name)).rows : rows
      }
      return found.contains { $0.count > 1 } ? nil : found.flatMap(\.self)
    }
    guard let now = positions(expected), let back = positions(order),
      zip(now, now.dropFirst()).allSatisfy(<)
    else { return nil }
    return zip(back.sorted(), back).filter { $0 != $1 }.map { place, row in
      JSONSplice(range: rows[place].range, bytes: Array(document.bytes[rows[row].range]))
    }
  }
}
