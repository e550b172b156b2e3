public import LosslessJSON

/// A stored account: its values, and everything wrong with it.
public struct StoredAccount: Sendable {
  /// The state today, or on the requested day.
  public internal(set) var state: AccountState
  /// The reasons why it is closed; empty if it is not.
  public let problems: [Problem]
  /// True if another account has the same UUID in an id that is its own, too: then neither counts.
  public var sharesID = false
  private let contents: Contents

  private enum Contents: Sendable {
    /// By reference: accounts are copied often.
    indirect case read(FieldValues, NameKey?, Account?, ownKeys: [JSONLiteral.Member])
    case unread(UnreadAccount)
  }

  /// A stored account, closed if it has problems: those that the rulebook finds, and those that the
  /// fields alone do not show, such as a duplicate name.
  public init(
    _ values: FieldValues, problems: [Problem], ownKeys: [JSONLiteral.Member] = [],
    under rulebook: Rulebook, today: CalendarDay
  ) {
    let account =
      problems.isEmpty ? Account(checked: values, rulebook: rulebook, today: today) : nil
    state = account?.state(on: today) ?? .closed
    self.problems = problems
    contents = .read(values, rulebook.nameKey(of: values), account, ownKeys: ownKeys)
  }

  /// An unread account that keeps the rules.
  package init(_ unread: UnreadAccount) {
    state = .open
    problems = []
    contents = .unread(unread)
    state = state(on: unread.source.today)
  }
}

extension StoredAccount {
  /// The identity in the store; nil without a name.
  public var nameKey: NameKey? {
    switch contents {
    case .read(_, let id, _, _): id
    case .unread(let account): account.source.rulebook.nameKey(of: account.values)
    }
  }

  /// The UUID that tells the account from all others, whatever its names are; nil if it has none that
  /// counts. It counts while it stands beside the name for which it was given, and no other account
  /// has the same one so.
  public var id: AccountID? { sharesID ? nil : claimedID }

  /// The UUID of an id that was given to one of the account's names, whether or not it counts.
  public var claimedID: AccountID? {
    guard let given = givenID, given.isOf({ self[text: $0] }) else { return nil }
    return given.id
  }

  /// The id that the account has, whether or not it counts; nil if it has none of the right form.
  public var givenID: GivenID? {
    guard !problems.contains(where: { $0.subject == .field(.id) && $0.rule == .field(.once) })
    else { return nil }
    return withUTF8(of: .id) { GivenID($0) } ?? nil
  }

  /// The fields that are texts, broken ones included.
  public var values: FieldValues {
    switch contents {
    case .read(let values, _, _, _): values
    case .unread(let account): account.values
    }
  }

  /// The text of a field; nil if it is missing or no text. Reads no other field of an account from
  /// a long list.
  public subscript(text field: Field) -> String? { self[value: field]?.text }

  /// The value of a field; nil if it is missing. Reads no other field of an account from a long
  /// list.
  package subscript(value field: Field) -> FieldValue? {
    switch contents {
    case .read(let values, _, _, _): values[field]
    case .unread(let account): account.value(of: field)
    }
  }

  /// A field for display, broken or not; nil for a password and the id.
  public subscript(shown field: Field) -> String? {
    field == .password || field == .id ? nil : account?[field] ?? self[value: field]?.shown
  }

  /// Calls `body` with the text of a field in UTF-8; nil if it is missing or no text.
  package func withUTF8<Result>(of field: Field, _ body: (Span<UInt8>) -> Result) -> Result? {
    switch contents {
    case .read(let values, _, _, _): values[text: field].map { body($0.utf8.span) }
    case .unread(let account): account.withUTF8(of: field, body)
    }
  }

  /// The account; nil if it is closed.
  public var account: Account? {
    var account =
      switch contents {
      case .read(_, _, let account, _): account
      case .unread(let account): account.account
      }
    if sharesID { account?.id = nil }
    return account
  }

  /// Whether it has an id, of whatever form.
  package var hasID: Bool {
    self[value: .id] != nil || problems.contains { $0.subject == .field(.id) }
  }

  /// Some fields as one line of JSON, copied from the accounts' text, and the UUID of an id that
  /// counts; nil unless all fields are plain and valid there.
  package func line(passingOn fields: [Field]) -> String? {
    guard case .unread(let account) = contents else { return nil }
    return account.line(of: fields, id)
  }

  /// Own keys, if requested, except those that no text can hold.
  public var ownKeys: [JSONLiteral.Member] {
    switch contents {
    case .read(_, _, _, let ownKeys): ownKeys
    case .unread: []
    }
  }

  /// True if it breaks a rule: nobody can log in to it, and it blocks no other account.
  public var isClosed: Bool { state == .closed }

  /// True if its owner has to set a new password at the next login.
  public var mustChangePassword: Bool { self[value: .mustChange] == .flag(true) }

  /// The last day of an invitation, whose code is the password; nil if there is none.
  public var invitedUntil: CalendarDay? { day(.invitedUntil) }

  package func day(_ field: Field) -> CalendarDay? {
    withUTF8(of: field) { CalendarDay($0) } ?? nil
  }

  package func state(on day: CalendarDay) -> AccountState { state(on: day, isClosed: isClosed) }

  /// The state on a day, closed or not.
  package func state(on day: CalendarDay, isClosed: Bool) -> AccountState {
    isClosed
      ? .closed
      : AccountState(
        isLocked: withUTF8(of: .password, StoredPassword.isLock) ?? false, self[value: .disabled],
        from: self.day(.validFrom), until: self.day(.validUntil),
        isInvited: self[value: .invitedUntil] != nil, on: day)
  }

  /// The stored password, if it is usable.
  package var password: StoredPassword? {
    self[text: .password].flatMap { try? StoredPassword($0) }
  }

  /// How the password is stored; nil without one.
  public var hash: HashKind? { withUTF8(of: .password) { HashKind(ofStored: $0) } }

  /// True if it is locked and has no hash that enabling it could restore.
  package var isLockedWithoutHash: Bool {
    guard state == .locked, let text = self[text: .password] else { return false }
    return StoredPassword.hash(behindLockOf: text) == nil
  }

  /// The password, if it was typed by hand and the account is not closed.
  package var typedPassword: PasswordText? {
    guard !isClosed, case .typed(let typed) = password else { return nil }
    return typed
  }
}

extension Rulebook {
  /// The field that names an account: its key or, without one, the other.
  package func nameField(of account: StoredAccount) -> Field? {
    nameField { account.withUTF8(of: $0) { !$0.isEmpty } ?? false }
  }

  /// The name for an account: its key or, without one, its other name.
  package func anyName(of account: StoredAccount) -> String? {
    nameField(of: account).flatMap { account[text: $0] }
  }
}

/// Equal with the same fields, state and problems, wherever the problems are in a file.
extension StoredAccount: Equatable {
  public static func == (left: StoredAccount, right: StoredAccount) -> Bool {
    left.state == right.state && left.values == right.values
      && left.problems.elementsEqual(right.problems) {
        $0.subject == $1.subject && $0.rule == $1.rule
      }
  }
}

extension StoredAccount: Redacted {
  public var description: String { "\(values), \(state), \(problems)" }
}
