import TextTools

/// An optional value for each field, faster than a dictionary. Inlinable, so that other modules
/// need not look up its type each time.
public struct FieldTable<Value: Sendable>: Sendable {
  @usableFromInline var ofEmail: Value?
  @usableFromInline var ofUsername: Value?
  @usableFromInline var ofPassword: Value?
  @usableFromInline var ofFirstName: Value?
  @usableFromInline var ofLastName: Value?
  @usableFromInline var ofBirthDate: Value?
  @usableFromInline var ofPhone: Value?
  @usableFromInline var ofGroups: Value?
  @usableFromInline var ofDisabled: Value?
  @usableFromInline var ofValidFrom: Value?
  @usableFromInline var ofValidUntil: Value?
  @usableFromInline var ofMustChange: Value?
  @usableFromInline var ofInvitedUntil: Value?

  /// An empty table.
  @inlinable public init() {}

  /// The value for a field; nil if there is none.
  @inlinable public subscript(field: Field) -> Value? {
    get {
      switch field {
      case .email: ofEmail
      case .username: ofUsername
      case .password: ofPassword
      case .firstName: ofFirstName
      case .lastName: ofLastName
      case .birthDate: ofBirthDate
      case .phone: ofPhone
      case .groups: ofGroups
      case .disabled: ofDisabled
      case .validFrom: ofValidFrom
      case .validUntil: ofValidUntil
      case .mustChange: ofMustChange
      case .invitedUntil: ofInvitedUntil
      }
    }
    set {
      switch field {
      case .email: ofEmail = newValue
      case .username: ofUsername = newValue
      case .password: ofPassword = newValue
      case .firstName: ofFirstName = newValue
      case .lastName: ofLastName = newValue
      case .birthDate: ofBirthDate = newValue
      case .phone: ofPhone = newValue
      case .groups: ofGroups = newValue
      case .disabled: ofDisabled = newValue
      case .validFrom: ofValidFrom = newValue
      case .validUntil: ofValidUntil = newValue
      case .mustChange: ofMustChange = newValue
      case .invitedUntil: ofInvitedUntil = newValue
      }
    }
  }
}

extension FieldTable: Equatable where Value: Equatable {}
extension FieldTable: Hashable where Value: Hashable {}

/// The values of one account's fields; nil for a missing field.
///
/// They may be invalid: a rulebook judges them. The description never shows a password.
public typealias FieldValues = FieldTable<FieldValue>

extension FieldValues {
  /// The values of the given fields.
  public init(
    email: String? = nil, username: String? = nil, password: String? = nil,
    firstName: String? = nil, lastName: String? = nil, birthDate: String? = nil,
    phone: String? = nil, groups: [String] = []
  ) {
    self.init()
    self.email = email
    self.username = username
    self.password = password
    self.firstName = firstName
    self.lastName = lastName
    self.birthDate = birthDate
    self.phone = phone
    self.groups = groups
  }

  /// The text of a field; nil if it is missing or no text.
  public subscript(text field: Field) -> String? {
    get { self[field]?.text }
    set { self[field] = newValue.map { .text($0) } }
  }

  /// The text of the email.
  public var email: String? {
    get { self[text: .email] }
    set { self[text: .email] = newValue }
  }

  /// The text of the user name.
  public var username: String? {
    get { self[text: .username] }
    set { self[text: .username] = newValue }
  }

  /// The text of the password.
  public var password: String? {
    get { self[text: .password] }
    set { self[text: .password] = newValue }
  }

  /// The text of the first name.
  public var firstName: String? {
    get { self[text: .firstName] }
    set { self[text: .firstName] = newValue }
  }

  /// The text of the last name.
  public var lastName: String? {
    get { self[text: .lastName] }
    set { self[text: .lastName] = newValue }
  }

  /// The text of the birth date.
  public var birthDate: String? {
    get { self[text: .birthDate] }
    set { self[text: .birthDate] = newValue }
  }

  /// The text of the phone number.
  public var phone: String? {
    get { self[text: .phone] }
    set { self[text: .phone] = newValue }
  }

  /// The groups of the account; empty if the field is missing.
  public var groups: [String] {
    get { if case .texts(let groups) = self[.groups] { groups } else { [] } }
    set { self[.groups] = newValue.isEmpty ? nil : .texts(newValue) }
  }

  /// True if the account's owner has to set a new password at the next login.
  public var mustChangePassword: Bool {
    get { self[.mustChange] == .flag(true) }
    set { self[.mustChange] = newValue ? .flag(true) : nil }
  }

  /// Sets a field to typed text; see ``typed(_:for:)``.
  public mutating func set(_ text: String, for field: Field) {
    self[field] = Self.typed(text, for: field)
  }

  /// Reads typed text as a field's value: trims it, splits groups at commas, and returns nil for
  /// blank text. A password is taken as it is.
  public static func typed(_ text: String, for field: Field) -> FieldValue? {
    guard let text = trimmed(text, for: field) else { return nil }
    switch (field, text) {
    case (.groups, _):
      let groups = text.split(separator: ",").compactMap { trimmed(String($0), for: field) }
      return groups.isEmpty ? nil : .texts(groups)
    case (.disabled, "true"), (.mustChange, "true"): return .flag(true)
    case (.disabled, "false"), (.mustChange, "false"): return .flag(false)
    default: return .text(text)
    }
  }

  /// The stored form of a value: trimmed, and a phone number formatted by its mask, if known. Nil
  /// for blank text. Values that do not fit the field stay for the rules to refuse.
  static func kept(_ value: FieldValue, for field: Field, phone mask: PhoneMask?) -> FieldValue? {
    switch value {
    case .flag: return value
    case .texts(let texts): return .texts(texts.map { trimmed($0, for: field) ?? $0 })
    case .text(let text):
      let typed = typed(text, for: field)
      guard field == .phone, let number = typed?.text else { return typed }
      return mask?.fill(with: number).map { .text($0) } ?? typed
    }
  }

  /// Brings all values but the password into stored form. An empty text stays: somebody wrote it as
  /// such.
  package mutating func normalise(phone mask: PhoneMask? = nil) {
    for field in Field.allCases where field != .password {
      guard let value = self[field], !value.isNormal(as: field, phone: mask) else { continue }
      self[field] = Self.kept(value, for: field, phone: mask)
    }
  }

  /// Trims typed text; nil if nothing is left. A password is taken as it is.
  public static func trimmed(_ text: String, for field: Field) -> String? {
    if field == .password { return text }
    if !text.utf8.span.mayHaveSpaceAround { return text.isEmpty ? nil : text }
    let isSpace = { (character: Character) in
      character == "\t"
        || character.unicodeScalars.allSatisfy { $0.properties.generalCategory == .spaceSeparator }
    }
    let start = text.firstIndex { !isSpace($0) } ?? text.endIndex
    let end = text.lastIndex { !isSpace($0) }.map { text.index(after: $0) } ?? start
    return start == end ? nil : String(text[start..<end])
  }
}

extension FieldValue {
  /// True if bytes alone show that the value is in stored form.
  fileprivate func isNormal(as field: Field, phone mask: PhoneMask?) -> Bool {
    switch (self, field) {
    case (.flag, _): true
    case (.texts(let texts), _): !texts.contains { $0.utf8.span.mayHaveSpaceAround }
    case (.text, .groups), (.text, .disabled), (.text, .mustChange): false
    case (.text(let text), .phone):
      !text.utf8.span.mayHaveSpaceAround && mask?.isFilled(with: text.utf8.span) ?? true
    case (.text(let text), _): !text.utf8.span.mayHaveSpaceAround
    }
  }
}

extension FieldTable: Redacted {
  public var description: String {
    let present = Field.allCases.compactMap { field in
      self[field].map { value in
        let text = (value as? FieldValue)?.shown ?? "\(value)"
        return "\(field.rawValue): \(field == .password ? "********" : text)"
      }
    }
    return "(\(present.joined(separator: ", ")))"
  }
}
