/// What to do with one field of an account.
///
///     [.lastName: "King", .phone: .clear]
public enum FieldSetting: Sendable {
  /// Sets the field to what was typed; nothing but space clears it.
  case set(String)
  /// Removes the field.
  case clear

  /// Sets the field to a text, or clears it where there is none.
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

/// Which fields of which account to change.
public struct EditRequest: Sendable {
  /// The account's name.
  public var account: String
  /// What to do with fields. The password is not among them: it is a `PasswordEntry`, and is left
  /// out here. Whether it must be changed is `[.mustChange: "true"]` or `.clear`: left out, a new password
  /// takes the mark away if the account's owner sets it, and leaves it otherwise.
  public var fields: [Field: FieldSetting]
  /// Groups to add to those that the account is in when the edit is written.
  public var addedGroups: [String]
  /// Groups to remove from those.
  public var removedGroups: [String]
  /// The new password; nil leaves it as it is.
  public var password: PasswordEntry?
  /// Whether the account's owner asks, not an administrator: it must be one that can be logged in to,
  /// or `notLoggedIn` is thrown.
  public var isOwn = false
  /// What becomes of the edit that is open, and of this one.
  package var draft = Draft.untouched
  /// The account as the user saw it when they began: if a field to be changed has a different value
  /// by now, the edit conflicts. Nil: each field is changed from its current value.
  public var seen: StoredAccount?

  /// A request; what is left out stays as it is.
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

  /// The fields in the request that were changed by others since they were seen.
  func changedMeanwhile(by target: StoredAccount) -> [FieldConflict] {
    guard let seen else { return [] }
    return Field.allCases.compactMap { field in
      let (expected, found) = (seen[shown: field], target[shown: field])
      guard field != .password, fields[field] != nil, !sameText(found, expected) else {
        return nil
      }
      return FieldConflict(field: field, expected: expected, found: found)
    }
  }

  /// What was typed, by field, without the space around it.
  var typed: [(field: Field, value: FieldValue?)] {
    Field.allCases.compactMap { field in
      guard field != .password, let setting = fields[field] else { return nil }
      return (field, setting.value(of: field))
    }
  }

  /// Whether groups are to be added or removed.
  public var changesGroups: Bool { !addedGroups.isEmpty || !removedGroups.isEmpty }

  /// What an edit does with the one that is open.
  package enum Draft: Sendable {
    /// It is saved, and the open one stays open.
    case untouched
    /// It goes on with the open one, and stays open.
    case kept
    /// It goes on with the open one, as a form that shows it does, and is saved.
    case saved
  }
}

extension FieldSetting {
  /// What the field is to hold; nil if it is cleared.
  func value(of field: Field) -> FieldValue? {
    if case .set(let text) = self { FieldValues.typed(text, for: field) } else { nil }
  }
}

extension FieldValues {
  /// Adds groups that are not there, and removes others.
  mutating func changeGroups(adding added: [String], removing removed: [String]) {
    func holds(_ groups: [String], _ group: String) -> Bool {
      groups.contains { sameText($0, group) }
    }
    let kept = groups.filter { !holds(removed, $0) }
    groups = added.reduce(into: kept) { if !holds($0, $1) { $0.append($1) } }
  }
}

/// What became of an edit.
public struct Edited: Sendable {
  /// What it changed, would have changed or restored; no fields if there was nothing to change.
  public let edit: Edit
  /// The current account; nil if it is not valid.
  public let account: Account?
  /// The edit of the account that is open now; nil if there is none.
  public let openEdit: Edit?

  init(edit: Edit, account: Account?, openEdit: Edit? = nil) {
    (self.edit, self.account, self.openEdit) = (edit, account, openEdit)
  }
}
