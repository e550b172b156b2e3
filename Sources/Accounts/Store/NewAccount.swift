public import LosslessJSON

/// An account to add or to import, or the declared state of one, which sets the given values,
/// clears the given fields and keys, and leaves all others.
///
/// It is judged once, and again only under another rulebook.
public struct NewAccount: Sendable {
  private enum Content {
    indirect case given(Contents)
    case source(any NewAccountSource, Int)
  }

  /// The values and keys of an account.
  public struct Contents: Sendable {
    package var values: FieldValues
    package let ownKeys: [JSONLiteral.Member]
    /// The fields, and the keys that no field is, that a declaration clears.
    let (cleared, clearedKeys): ([Field], [String])

    package init(
      _ values: FieldValues, clearing cleared: [Field] = [], ownKeys: [JSONLiteral.Member] = [],
      clearingKeys clearedKeys: [String] = []
    ) {
      (self.values, self.ownKeys) = (values, ownKeys)
      (self.cleared, self.clearedKeys) = (cleared, clearedKeys)
    }
  }

  final class Judgement: Sendable {
    let rulebook: Rulebook
    let problems: [Problem]

    init(_ rulebook: Rulebook, _ problems: [Problem]) {
      (self.rulebook, self.problems) = (rulebook, problems)
    }
  }

  private var content: Content
  /// Its problems and the rulebook that found them; nil before it is judged.
  var judgement: Judgement?
  /// The UUID that it gets if it brings no id, and the field of the name for which it is given.
  private var fresh: (id: AccountID, field: Field)?

  /// An account with fields and own keys; not judged yet. A declaration also clears fields and
  /// keys, but never a password or the rulebook's key.
  public init(
    _ values: FieldValues, clearing cleared: [Field] = [], ownKeys: [JSONLiteral.Member] = [],
    clearingKeys clearedKeys: [String] = []
  ) {
    self.init(
      Contents(values, clearing: cleared, ownKeys: ownKeys, clearingKeys: clearedKeys))
  }

  package init(_ contents: Contents) { content = .given(contents) }

  /// An account that its source makes on demand; not judged yet.
  package init(at index: Int, of source: any NewAccountSource) { content = .source(source, index) }

  /// An account whose values keep the rules of a rulebook.
  init(valid values: FieldValues, _ hash: PasswordHash, under rulebook: Rulebook) {
    var values = values
    values.password = hash.text
    self.init(values)
    judgement = Judgement(rulebook, [])
  }

  /// The contents as they were given, made together.
  var given: Contents {
    switch content {
    case .given(let contents): contents
    case .source(let source, let index): source.account(at: index)
    }
  }

  /// The contents in stored form.
  public internal(set) var contents: Contents {
    get {
      var contents = given
      contents.values.normalise(phone: judgement?.rulebook.fields.phone.mask)
      if contents.values[.id] == nil, let fresh, let name = contents.values[text: fresh.field] {
        contents.values[text: .id] = GivenID(fresh.id, to: name).text
      }
      return contents
    }
    set { content = .given(newValue) }
  }

  /// The fields. The password is in stored form: a hash, a lock or a typed password.
  public var values: FieldValues { contents.values }
  /// Own keys to store beside the fields.
  public var ownKeys: [JSONLiteral.Member] { given.ownKeys }

  /// The text of one field, without making the others.
  public func text(of field: Field) -> String? { texts(of: [field])[0] }

  package var names: [(field: Field, name: AccountName)] {
    zip(Field.keys, texts(of: Field.keys)).compactMap { field, text in
      text.map { (field, AccountName($0)) }
    }
  }

  package var nameKeys: [NameKey] { names.map { NameKey($0.field, $0.name) } }

  /// The names, and the UUID if it comes with an id that was given to one of them.
  public var claims: [NameKey] { nameKeys + [claimedID].compactMap { $0.map(NameKey.init) } }

  /// The UUID of an id that was given to one of the account's names.
  package var claimedID: AccountID? {
    guard let given = text(of: .id).flatMap({ GivenID($0) }),
      given.isOf({ text(of: $0) })
    else { return nil }
    return given.id
  }

  /// Gives the account an id if it brings none, for its name under a rulebook.
  package mutating func give(_ id: () -> AccountID, under rulebook: Rulebook) {
    guard text(of: .id) == nil, let field = rulebook.nameField({ text(of: $0)?.isEmpty == false }),
      let name = text(of: field), GivenID.isFit(name)
    else { return }
    fresh = (id(), field)
  }

  private func texts(of fields: [Field]) -> [String?] {
    let texts =
      switch content {
      case .given(let contents): fields.map { contents.values[text: $0] }
      case .source(let source, let index): source.texts(of: fields, at: index)
      }
    return zip(fields, texts).map { field, text in
      if field == .id, text == nil, let fresh, let name = self.text(of: fresh.field) {
        return GivenID(fresh.id, to: name).text
      }
      return text.flatMap {
        field == .password || $0.isEmpty ? $0 : FieldValues.trimmed($0, for: field)
      }
    }
  }

  /// The account, judged under a rulebook.
  public func judged(under rulebook: Rulebook, today: CalendarDay) -> NewAccount {
    var judged = self
    judged.judgement = Judgement(rulebook, [])
    judged.judgement = Judgement(
      rulebook, judged.contents.problems(under: rulebook, today: today))
    return judged
  }

  /// Its problems: from the last judgement, if that was under the same rulebook.
  public func problems(under rulebook: Rulebook, today: CalendarDay) -> [Problem] {
    if let judgement, judgement.rulebook == rulebook { return judgement.problems }
    return contents.problems(under: rulebook, today: today)
  }

  /// Sets the password, and removes a problem that this solves.
  ///
  /// - Parameter mark: whether the password must be changed; nil leaves the mark.
  mutating func setPassword(
    _ password: String?, marking mark: Bool? = nil, without problem: Problem? = nil
  ) {
    contents.values.password = password
    if let mark { contents.values.mustChangePassword = mark }
    guard let problem, let old = judgement else { return }
    judgement = Judgement(old.rulebook, old.problems.filter { $0 != problem })
  }
}

extension NewAccount {
  /// Invites the account; the hash of its code is still to be set.
  mutating func invite(until day: CalendarDay, under rulebook: Rulebook, today: CalendarDay) {
    contents.values.password = Self.hashToCome
    contents.values[text: .invitedUntil] = day.description
    judgement = Judgement(rulebook, contents.problems(under: rulebook, today: today))
  }

  /// Stands in for a hash where an account is judged: it has the form of one.
  private static let hashToCome = "$code$"
}

/// Makes accounts on demand, so that a million of them need not be in memory at once.
package protocol NewAccountSource: AnyObject, Sendable {
  /// The account at a position; the same each time.
  func account(at index: Int) -> NewAccount.Contents
  func texts(of fields: [Field], at index: Int) -> [String?]
}

/// Accounts of a text that keep the rules and have no own keys.
extension UnreadAccount.Source: NewAccountSource {
  package func account(at index: Int) -> NewAccount.Contents {
    NewAccount.Contents(UnreadAccount(index, of: self).values)
  }

  package func texts(of fields: [Field], at index: Int) -> [String?] {
    let account = UnreadAccount(index, of: self)
    return fields.map { account.value(of: $0)?.text }
  }
}

extension NewAccount.Contents {
  /// Everything that is wrong with the values, and with the keys beside them.
  ///
  /// - Parameter typed: the password, if it is known to be typed, whatever it looks like.
  func problems(
    under rulebook: Rulebook, typed: PasswordEntry? = nil, today: CalendarDay
  ) -> [Problem] {
    rulebook.problems(with: values, ownKeys: ownKeys, newPassword: typed, today: today)
  }
}

extension NewAccount: Redacted {
  public var description: String { values.description }
}
