import TextTools

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

  /// Sets a field to typed text; see ``typed(_:for:)``.
  public mutating func set(_ text: String, for field: Field) {
    self[field] = Self.typed(text, for: field)
  }

  /// Reads typed text as a field's value: trims it, splits groups at commas, and returns nil for
  /// blank text. A password is taken as it is.
  public static func typed(_ text: String, for field: Field) -> FieldValue? {
    guard let text = trimmed(text, for: field) else { return nil }
    let form = field.form
    switch form {
    case .text: return .text(text)
    case .texts:
      let texts = text.split(separator: ",").compactMap { trimmed(String($0), for: field) }
      return texts.isEmpty ? nil : .texts(texts)
    case .flag, .flagOrText:
      return text == "true" ? .flag(true) : text == "false" ? .flag(false) : .text(text)
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
    switch self {
    case .flag: true
    case .texts(let texts): !texts.contains { $0.utf8.span.mayHaveSpaceAround }
    case .text(let text):
      field.form == .text && !text.utf8.span.mayHaveSpaceAround
        && (field != .phone || mask?.isFilled(with: text.utf8.span) ?? true)
    }
  }
}

extension FieldTable: Redacted {
  public var description: String {
    let present = Field.allCases.compactMap { field in
      self[field].map { value in
        let text = (value as? FieldValue)?.shown ?? "\(value)"
        return "\(field.key): \(field == .password ? "********" : text)"
      }
    }
    return "(\(present.joined(separator: ", ")))"
  }
}
