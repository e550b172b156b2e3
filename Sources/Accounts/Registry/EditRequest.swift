/// A change of one field.
///
///     [.lastName: "King", .phone: .clear]
public enum FieldSetting: Sendable {
  /// Sets the field to the typed text; blank text clears it.
  case set(String)
  /// Removes the field.
  case clear

  /// Sets the field to a text; nil clears it.
  public init(_ text: String?) { self = text.map { .set($0) } ?? .clear }
}

/// Byte by byte, as values are compared.
extension FieldSetting: Equatable {
  public static func == (left: FieldSetting, right: FieldSetting) -> Bool {
    switch (left, right) {
    case (.set(let left), .set(let right)): sameText(left, right)
    case (.clear, .clear): true
    default: false
    }
  }
}

extension FieldSetting: ExpressibleByStringInterpolation {
  public init(stringLiteral text: String) { self = .set(text) }
}

/// A request to change fields of an account.
///
/// **Whose edit is it?** Set ``isOwn`` wherever the account's owner asks, as on a page of a program of
/// yours: by default an administrator asks, who may change everything.
public struct EditRequest: Sendable {
  /// The account's name.
  public var account: String
  /// Changes by field. `.password` and `.id` are ignored: set ``password`` or ``id`` instead. `[.mustChange: "true"]` or
  /// `.clear` sets the mark that the password must be changed; without it, a new password removes
  /// the mark if the account's owner sets it, and leaves it otherwise.
  public var fields: [Field: FieldSetting]
  /// Groups to add to those that the account has when the edit is written.
  public var addedGroups: [String]
  /// Groups to remove from them.
  public var removedGroups: [String]
  /// The new password; nil leaves the present one.
  public var password: PasswordEntry?
  /// True if the account's owner asks, not an administrator: throws `notLoggedIn` unless the
  /// account can be logged in to, and `invalid` with `notOwn` for a change of groups, states, days or
  /// `mustChange`, and of an email or a user name unless the rulebook says that it is its owner's
  /// (``Rulebook/isOwn(_:)``).
  public var isOwn = false
  /// The id that the account gets; nil leaves it as it is. Not for ``isOwn``, and not in a draft:
  /// an owner never changes an id.
  public var id: NewID?
  /// Whether the owner who asks could write the accounts in another way: names, groups and days are
  /// free then.
  package var isByWriter = false
  /// Keys that no field is, to be taken out of the account, whatever they hold.
  package var droppedKeys: [String] = []
  /// What somebody was shown to open without these keys; nil if nobody was asked.
  package var opening: ShownDrop?
  /// How the request treats an open edit.
  package var draftUse = DraftUse.untouched
  /// The account as the user saw it: the edit conflicts if a field to change has another value by
  /// now. Nil: each field is changed from its current value.
  public var seen: StoredAccount?

  /// A request; omitted fields stay as they are.
  public init(
    account: String, fields: [Field: FieldSetting] = [:], addedGroups: [String] = [],
    removedGroups: [String] = [], password: PasswordEntry? = nil, seen: StoredAccount? = nil
  ) {
    self.account = account
    self.fields = fields
    self.addedGroups = addedGroups
    self.removedGroups = removedGroups
    self.password = password
    self.seen = seen
  }

  /// The requested fields that others changed since they were seen.
  func changedMeanwhile(by target: StoredAccount) -> [FieldConflict] {
    guard let seen else { return [] }
    return Field.shown.compactMap { field in
      let (expected, found) = (seen[shown: field], target[shown: field])
      guard field != .password, fields[field] != nil, !sameText(found, expected) else {
        return nil
      }
      return FieldConflict(field: field, expected: expected, found: found)
    }
  }

  /// The typed values by field, trimmed.
  var typed: [(field: Field, value: FieldValue?)] {
    Field.shown.compactMap { field in
      guard field != .password, let setting = fields[field] else { return nil }
      return (field, setting.value(of: field))
    }
  }

  /// True if groups are to be added or removed.
  public var changesGroups: Bool { !addedGroups.isEmpty || !removedGroups.isEmpty }

  /// An id that an account gets.
  public enum NewID: Sendable, Hashable {
    /// A new one, for somebody new.
    case new
    /// This one, for whoever had it.
    case given(AccountID)
  }

  /// How an edit treats an open one.
  package enum DraftUse: Sendable {
    /// Saves the edit; the open one stays open.
    case untouched
    /// Adds to the open edit, and stays open.
    case kept
    /// Adds to the open edit, as a form that shows it does, and saves both.
    case saved
  }
}

extension FieldSetting {
  /// The field's new value; nil if it is cleared.
  func value(of field: Field) -> FieldValue? {
    if case .set(let text) = self { FieldValues.typed(text, for: field) } else { nil }
  }
}

extension FieldValues {
  mutating func changeGroups(adding added: [String], removing removed: [String]) {
    func holds(_ groups: [String], _ group: String) -> Bool {
      groups.contains { sameText($0, group) }
    }
    let kept = groups.filter { !holds(removed, $0) }
    groups = added.reduce(into: kept) { if !holds($0, $1) { $0.append($1) } }
  }
}

/// The result of an edit.
public struct EditReport: Sendable {
  /// The changes that were made, planned or undone; empty if there was nothing to change.
  public let edit: EditDraft
  /// The current account; nil if it is not valid.
  public let account: Account?
  /// The account's open edit after this; nil if there is none.
  public internal(set) var openDraft: EditDraft?
}
