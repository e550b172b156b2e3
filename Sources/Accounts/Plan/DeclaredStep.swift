import LosslessJSON

/// The planned change of one account.
struct DeclaredStep: Sendable {
  /// A password that is to be set.
  enum Password: Sendable {
    /// The declared text, and the account's present one; nil is no password.
    case declared(String, old: String?)
    /// The text to store.
    case stored(String)
    /// A typed password to hash, and the lock to put before it.
    case typed(PasswordText, lock: String)
  }

  /// The position among the declared accounts; nil for an account to remove.
  let index: Int?
  /// The existing account; nil for a new one.
  let account: StoredAccount?
  let name: String
  /// A new account's values and keys, without its password.
  var values = FieldValues()
  var members: [JSONLiteral.Member] = []
  var edits: [AccountRecord.Change] = []
  var password: Password?
  private(set) var takesInvitationOut = false

  /// True if there is something to change, as far as the password is decided.
  var isNeeded: Bool {
    index == nil || account == nil || !edits.isEmpty || password != nil || takesInvitationOut
  }

  /// True if the invitation is taken out, and the code would be left as a password.
  var leavesCode: Bool {
    guard takesInvitationOut else { return false }
    switch password {
    case nil: return true
    case .stored(let text): return StoredPassword.haveOneHash(text, account?[text: .password])
    case .declared, .typed: return false
    }
  }

  /// True if the code of an invitation, of this account or of another, would be the password.
  func takesCode(among codes: Set<String>) -> Bool {
    guard case .stored(let text)? = password, let hash = StoredPassword.unlocked(text) else {
      return false
    }
    let edit = edits[.invitedUntil]
    let mark =
      edit.map(\.newValue) ?? (account.map { $0[value: .invitedUntil] } ?? values[.invitedUntil])
    return mark == nil && codes.contains(hash)
  }
}

extension DeclaredStep {
  init(_ index: Int, new declared: NewAccount, _ name: String, under rulebook: Rulebook) {
    let words = declared.given
    (self.index, account, self.name) = (index, nil, name)
    (values, members) = (words.values, words.ownKeys)
    values.normalise(phone: rulebook.fields.phone.mask)
    for field in Field.allCases where values[field] == nil { values[field] = words.values[field] }
    for field in Field.allCases where values[field] == .flag(false) { values[field] = nil }
    if !words.values.hasCode { values[.invitedUntil] = nil }
    password = values.password.map { .declared($0, old: nil) }
    values.password = nil
  }

  /// Changes an existing account; nil if it is as declared.
  init?(
    _ index: Int, _ declared: NewAccount, _ account: StoredAccount,
    setsPasswords: Bool, under rulebook: Rulebook
  ) {
    let hasPassword = account.withUTF8(of: .password) { _ in true } ?? false
    (self.index, self.account) = (index, account)
    name = account[text: rulebook.key] ?? ""
    let words = declared.given
    if let text = words.values.password, !hasPassword || setsPasswords {
      let old = account[text: .password]
      if !sameText(text, old) { password = .declared(text, old: old) }
    }
    // An id is given to an account without one. Any other is refused.
    if let id = words.values[.id], !account.hasID {
      edits.append(.init(.id, from: nil, to: id))
    }
    for field in Field.shown where field != rulebook.key && field != .password {
      // The marks belong to the password that somebody else set.
      if Self.marksOfPassword.contains(field), hasPassword, password == nil { continue }
      if field == .invitedUntil, !words.values.hasCode { continue }
      set(field, words, rulebook)
    }
    // A password that is set is not a code, unless it is declared as one, or is the code that is
    // there.
    if let mark = account[value: .invitedUntil] {
      takesInvitationOut = words.cleared.contains(.invitedUntil)
      let isCode =
        !takesInvitationOut
        && StoredPassword.haveOneHash(words.values.password, account[text: .password])
      if password != nil, words.values[.invitedUntil] == nil, edits[.invitedUntil] == nil, !isCode {
        edits.append(.init(.invitedUntil, from: mark, to: nil))
      }
    }
    var present: [[UInt8]: [JSONLiteral]] = [:]
    if !words.ownKeys.isEmpty || !words.clearedKeys.isEmpty {
      for member in account.ownKeys {
        present[Array(member.key.utf8), default: []].append(member.value)
      }
    }
    for member in words.ownKeys {
      set(member.key, to: member.value, from: present[Array(member.key.utf8)] ?? [])
    }
    for key in words.clearedKeys { set(key, to: nil, from: present[Array(key.utf8)] ?? []) }
    if !isNeeded { return nil }
  }

  init(removing account: StoredAccount, _ name: String) {
    (index, self.account, self.name) = (nil, account, name)
  }

  /// Leaves the password, and with it the marks that it must be changed, and is a code.
  mutating func leavePassword() {
    password = nil
    edits.removeAll { $0.field.map(Self.marksOfPassword.contains) == true }
    values[.invitedUntil] = nil
  }

  private static let marksOfPassword: [Field] = [.mustChange, .invitedUntil]

  /// True if a declared invitation is left out, since there is no code beside it.
  static func leavesInvitationOut(_ declared: NewAccount, of account: StoredAccount?) -> Bool {
    guard let day = declared.text(of: .invitedUntil) else { return false }
    return !declared.given.values.hasCode && account?[text: .invitedUntil] != day
  }

  private mutating func set(
    _ field: Field, _ words: NewAccount.Contents, _ rulebook: Rulebook
  ) {
    let old = account?[value: field]
    if let value = words.values[field] {
      let kept = FieldValues.kept(value, for: field, phone: rulebook.fields.phone.mask) ?? value
      // An empty list means the same as no groups, and false the same as a missing key.
      let isSame =
        old == value || old == kept || old == nil && [.texts([]), .flag(false)].contains(value)
      if !isSame { edits.append(.init(field, from: old, to: kept)) }
    } else if words.cleared.contains(field) {
      let isUnreadable = account?.problems.contains {
        $0.subject == .field(field) && $0.rule != .field(.required)
      }
      if old != nil || isUnreadable == true { edits.append(.init(field, from: old, to: nil)) }
    }
  }

  /// Sets or clears a key that no field is, and that has these values.
  private mutating func set(_ key: String, to value: JSONLiteral?, from found: [JSONLiteral]) {
    // A key that comes twice is as it should be if each is. One that is to go may be there with a
    // value that cannot be decoded, which is not found: the store takes it out then.
    guard value == nil || found.isEmpty || !found.allSatisfy({ $0 == value }) else { return }
    edits.append(.init(key, from: found.last { $0 != value }, to: value))
  }
}

extension DeclaredStep {
  /// The change to hand to a store; without a hash, another one stands in for a typed password.
  func change(_ hash: PasswordHash?) throws(AccountsError) -> AccountChange {
    let new: String? =
      switch password {
      case .stored(let text): text
      case .typed(_, let lock): lock + (hash?.text ?? StoredPassword.standIn)
      case .declared: throw .internalFault
      case nil: nil
      }
    guard let account else {
      var values = values
      values.password = new
      return .add(NewAccount(values, ownKeys: members), onConflict: .fail)
    }
    guard let id = account.nameKey else { throw .internalFault }
    guard index != nil else {
      return .remove(id, ifStill: account.values.identity)
    }
    if let new {
      let ofPassword = AccountRecord.Change(
        .password, from: account[value: .password], to: .text(new))
      return .edit(id, edits + [ofPassword])
    }
    // Whoever only takes keys out may leave an account closed that was so before.
    let onlyTakesOut = edits.allSatisfy { $0.field == nil && $0.new == nil }
    return .edit(id, edits, mayBreakRules: onlyTakesOut)
  }
}
