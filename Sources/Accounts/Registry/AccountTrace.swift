/// Hashes of an account's values, to recognise it later. They hold in this process only, and take
/// less memory than the texts.
package struct AccountTrace: Sendable {
  let names: Int
  let password: Int
  /// The password if known: typed by hand, which a login hashes, or just set.
  let typed: PasswordText?
  /// Hashes of the first and the last name, and of all other fields. They do not identify an
  /// account, but show whether it still looks the same.
  let (person, others): (Int, Int)
  /// Whether it has a first or a last name.
  let isNamed: Bool

  init(_ trace: AccountTrace, having typed: PasswordText) {
    (names, password, self.typed) = (trace.names, trace.password, typed)
    (person, others, isNamed) = (trace.person, trace.others, trace.isNamed)
  }

  /// The hash of a password in the history, as of an account that has it.
  static func hash(ofPassword text: String) -> Int {
    var hasher = Hasher()
    text.utf8.span.withUnsafeBytes { hasher.combine(bytes: $0) }
    hasher.combine(true)
    return hasher.finalize()
  }

  static func hash(ofPasswordOf account: StoredAccount) -> Int {
    hash(of: [.password], in: account)
  }

  private static func hash(of fields: [Field], in account: StoredAccount) -> Int {
    var hasher = Hasher()
    for field in fields {
      hasher.combine(
        account.withUTF8(of: field) { utf8 in
          utf8.withUnsafeBytes { hasher.combine(bytes: $0) }
        } != nil)
    }
    return hasher.finalize()
  }

  /// Whether it has the same values beside its names and its password.
  func hasValues(of seen: AccountTrace) -> Bool {
    (person, others) == (seen.person, seen.others)
  }

  /// How an account that has the same names differs from it. Other values without a name beside them
  /// may be another person's.
  func difference(from seen: AccountTrace) -> NotMeant.Cause {
    if person != seen.person { return .person }
    if others == seen.others { return .password }
    return isNamed ? .values : .person
  }

  package init(_ account: StoredAccount) {
    var hasher = Hasher()
    for field in Field.keys {
      hasher.combine(account.withUTF8(of: field) { AccountName.combine($0, into: &hasher) } != nil)
    }
    names = hasher.finalize()
    password = Self.hash(ofPasswordOf: account)
    person = Self.hash(of: Self.personFields, in: account)
    isNamed = Self.personFields.contains { account.withUTF8(of: $0) { _ in true } != nil }
    others = Self.hash(of: Self.otherFields, in: account)
    typed =
      if account.hash == .typed, case .typed(let typed)? = account.password { typed } else { nil }
  }

  private static let personFields: [Field] = [.firstName, .lastName]
  private static let otherFields = Field.allCases.filter {
    !(Field.keys + personFields + [.password]).contains($0)
  }
}

/// Equal if names and password are.
extension AccountTrace: Hashable {
  package static func == (left: AccountTrace, right: AccountTrace) -> Bool {
    (left.names, left.password, left.typed) == (right.names, right.password, right.typed)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(names)
    hasher.combine(password)
  }
}
