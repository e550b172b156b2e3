import Accounts
import LosslessJSON

extension DocumentRecord {
  /// The changes around the accounts from one text to another, ignoring spacing and the order of
  /// keys; nil if there are none.
  init?(from old: AccountsDocument, to new: AccountsDocument) {
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
    self.init(changes, lostKeys: lostKeys)
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

// MARK: Taking back

extension AccountsDocument {
  /// The text with everything around the accounts as before a recorded change; or the keys that
  /// have changed since, or those that would make the text unusable.
  func reversing(
    _ recorded: DocumentRecord
  ) throws(AccountsError) -> Result<AccountsDocument, NotReversed> {
    let members = KeyedMembers(around: self)
    let present = members.meanings(of: "rules")
    var back = recorded.changes.map { AccountRecord.Change($0.key, from: $0.new, to: $0.old) }
    var keys = recorded.changes.newValues.filter { members.meanings(of: $0.key) != $0.values }
      .map(\.key)
    // Of the rulebook, each key down to a list is one of its own.
    if keys.contains("rules"), present.count == 1,
      let place = back.indices.first(where: { back[$0].key == "rules" }),
      let rules = recorded.changes[place].takenBack(from: present[0])
    {
      back[place].new = rules
      keys.removeAll { $0 == "rules" }
    }
    guard keys.isEmpty else { return .failure(NotReversed(.changedSince(keys))) }
    var text = document
    do throws(JSONSyntaxError) {
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
}
