/// Something for each field, or nothing: a dictionary by field without a dictionary's cost.
public struct FieldTable<Value: Sendable>: Sendable {
  /// What there is for the email.
  public var email: Value?
  /// What there is for the password.
  public var password: Value?
  /// What there is for the first name.
  public var firstName: Value?
  /// What there is for the last name.
  public var lastName: Value?
  /// What there is for the birth date.
  public var birthDate: Value?
  /// What there is for the phone number.
  public var phone: Value?

  /// A table with nothing in it.
  public init() {}

  /// What there is for a field; nil is nothing.
  public subscript(field: Field) -> Value? {
    get {
      switch field {
      case .email: email
      case .password: password
      case .firstName: firstName
      case .lastName: lastName
      case .birthDate: birthDate
      case .phone: phone
      }
    }
    set {
      switch field {
      case .email: email = newValue
      case .password: password = newValue
      case .firstName: firstName = newValue
      case .lastName: lastName = newValue
      case .birthDate: birthDate = newValue
      case .phone: phone = newValue
      }
    }
  }
}

extension FieldTable: Equatable where Value: Equatable {}
extension FieldTable: Hashable where Value: Hashable {}

/// The text of each field of one account; a field that is not there is nil.
///
/// It says nothing about validity: that is the rulebook's. It never shows a password.
public typealias FieldValues = FieldTable<String>

extension FieldValues {
  /// Takes what a person typed for a field: space around it is dropped, and nothing typed is
  /// nothing there. A password is taken as it is.
  public mutating func type(_ text: String, into field: Field) {
    self[field] = Self.trimmed(text, for: field)
  }

  /// What a person typed for a field, without the space around it; nil where nothing is left.
  public static func trimmed(_ text: String, for field: Field) -> String? {
    if field == .password { return text }
    let isSpace = { (character: Character) in
      character == "\t" || character.unicodeScalars.allSatisfy { $0.properties.isSpaceSeparator }
    }
    let start = text.firstIndex { !isSpace($0) } ?? text.endIndex
    let end = text.lastIndex { !isSpace($0) }.map { text.index(after: $0) } ?? start
    return start == end ? nil : String(text[start..<end])
  }
}

extension Unicode.Scalar.Properties {
  fileprivate var isSpaceSeparator: Bool { generalCategory == .spaceSeparator }
}

extension FieldTable: Redacted {
  public var description: String {
    let present = Field.allCases.compactMap { field in
      self[field].map { "\(field.rawValue): \(field == .password ? "********" : "\($0)")" }
    }
    return "(\(present.joined(separator: ", ")))"
  }
}
