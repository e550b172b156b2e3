public import LosslessJSON

/// An account as it is stored: its texts, and everything wrong with it.
public struct StoredAccount: Sendable {
  /// Whether it can be logged in to today, or on the day that was asked about.
  public internal(set) var state: AccountState
  /// Why it is closed; empty if it is not.
  public let problems: [Problem]
  private let contents: Contents

  private enum Contents: Sendable {
    case read(ReadAccount)
    case unread(UnreadAccount)
  }

  /// An account as it is stored, closed if it has problems. They are what the rulebook finds, and
  /// what the fields alone do not show, such as a duplicate name.
  public init(
    _ values: FieldValues, problems: [Problem], ownKeys: [JSONLiteral.Member] = [],
    under rulebook: Rulebook, today: CalendarDay
  ) {
    let account =
      problems.isEmpty ? Account(checked: values, rulebook: rulebook, today: today) : nil
    state = account?.state(on: today) ?? .closed
    self.problems = problems
    contents = .read(ReadAccount(rulebook.id(of: values), values, account, ownKeys))
  }

  /// An account that keeps the rules, and of which nothing was read yet.
  package init(_ unread: UnreadAccount) {
    state = .open
    problems = []
    contents = .unread(unread)
    state = state(on: unread.source.today)
  }
}

extension StoredAccount {
  /// What identifies it in its store; nil if it has no name.
  public var id: AccountID? {
    switch contents {
    case .read(let account): account.id
    case .unread(let account): account.source.rulebook.id(of: account.values)
    }
  }

  /// The fields that are texts, broken ones included.
  public var values: FieldValues {
    switch contents {
    case .read(let account): account.values
    case .unread(let account): account.values
    }
  }

  /// The text of a field; nil if it is not there, or holds no text. Of a long list, this reads no
  /// more than is asked for.
  public subscript(text field: Field) -> String? { self[value: field]?.text }

  /// What a field holds; nil if it is not there. Of a long list, this reads no more than is asked for.
  package subscript(value field: Field) -> FieldValue? {
    switch contents {
    case .read(let account): account.values[field]
    case .unread(let account): account.value(of: field)
    }
  }

  /// A field as it is shown, broken or not; a password is never shown.
  public subscript(shown field: Field) -> String? {
    field == .password ? nil : account?[field] ?? self[value: field]?.shown
  }

  /// Calls `body` with the text of a field in UTF-8; nil if it is not there, or holds no text.
  package func withUTF8<Result>(of field: Field, _ body: (Span<UInt8>) -> Result) -> Result? {
    switch contents {
    case .read(let account): account.values[text: field].map { body($0.utf8.span) }
    case .unread(let account): account.withUTF8(of: field, body)
    }
  }

  /// Whether its bytes alone show that it holds all that another account's text has, but in some fields.
  func obviouslyHolds(_ other: UnreadAccount, but fields: [Field]) -> Bool {
    guard case .unread(let account) = contents else { return false }
    return Field.allCases.allSatisfy { fields.contains($0) || account.holds($0, of: other) }
  }

  /// The account; nil if it is closed.
  public var account: Account? {
    switch contents {
    case .read(let account): account.account
    case .unread(let account): account.account
    }
  }

  /// Some fields as an object on one line of JSON, copied from the accounts' text; nil unless all fields are
  /// plain and valid there.
  package func line(passingOn fields: [Field]) -> String? {
    guard case .unread(let account) = contents else { return nil }
    return account.line(of: fields)
  }

  /// The keys that are not ours, if requested, except those that no text can hold.
  public var ownKeys: [JSONLiteral.Member] {
    switch contents {
    case .read(let account): account.ownKeys
    case .unread: []
    }
  }

  /// A closed account cannot be logged in to, and blocks no other.
  public var isClosed: Bool { state == .closed }

  /// Whether its owner has to set a new password at the next login.
  public var mustChangePassword: Bool { self[value: .mustChange] == .flag(true) }

  /// Whether it can be logged in to on a day.
  package func state(on day: CalendarDay) -> AccountState {
    func date(_ field: Field) -> CalendarDay? { withUTF8(of: field) { CalendarDay($0) } ?? nil }
    return isClosed
      ? .closed
      : AccountState(
        isLocked: withUTF8(of: .password, StoredPassword.isLock) ?? false, self[value: .disabled],
        from: date(.validFrom), until: date(.validUntil), on: day)
  }

  /// What is kept in `password`, if that can be compared with anything.
  package var password: StoredPassword? {
    self[text: .password].flatMap { try? StoredPassword($0) }
  }

  /// What its password is kept as; nil without one.
  public var hash: HashKind? { withUTF8(of: .password) { HashKind(ofStored: $0) } }

  /// Whether it is locked, and has no hash that enabling it would leave.
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
  /// The field that names an account: its key or, without one, whatever else does.
  package func nameField(of account: StoredAccount) -> Field? {
    nameField { account.withUTF8(of: $0) { _ in true } ?? false }
  }
}

/// The same fields in the same state with the same problems, wherever in a file those are.
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

/// What was read of an account, behind a reference: accounts are copied.
private final class ReadAccount: Sendable {
  let id: AccountID?
  let values: FieldValues
  let account: Account?
  let ownKeys: [JSONLiteral.Member]

  init(
    _ id: AccountID?, _ values: FieldValues, _ account: Account?, _ ownKeys: [JSONLiteral.Member]
  ) {
    self.id = id
    self.values = values
    self.account = account
    self.ownKeys = ownKeys
  }
}
