/// A field of an account: a row of the table `BuiltInFields`, which says all that is known of it.
public struct Field: Sendable, Hashable, CaseIterable {
  /// Its place in every table.
  @usableFromInline let slot: UInt8

  @inlinable init(slot: UInt8) { self.slot = slot }

  /// The field with a key in the file; nil for any other key.
  public init?(_ key: String) {
    guard let field = Field.allCases.first(where: { $0.key == key }) else { return nil }
    self = field
  }

  /// Its key in the file.
  public var key: String { BuiltInFields.keys[Int(slot)] }

  /// All fields, in the order in which an account is written.
  public static let allCases = BuiltInFields.rows.map(\.field)
}

extension Field: CustomStringConvertible, CustomDebugStringConvertible {
  public var description: String { key }
  public var debugDescription: String { key }
}

extension Field {
  /// The fields that may be a rulebook's key. No two accounts share a value of them.
  public static let keys: [Field] = [.email, .username]

  /// The fields whose values a person types: not the password, which is proved, nor the marks of
  /// administrators.
  public static let typed = allCases.filter {
    ![.password, .disabled, .mustChange, .invitedUntil, .id].contains($0)
  }

  /// The fields that say something of a person, and not who may log in when.
  package static let ofPeople =
    BuiltInFields.rows.filter { $0.says != .access }.map(\.field) + [.groups]

  /// The fields that people see: all but the id, which programs read.
  public static let shown = allCases.filter { $0 != .id }

  /// The fields that may be used for login.
  package static let logins: [Field] = [.email, .username, .firstName]
}

/// An optional value for each field, faster than a dictionary. Inlinable, so that other modules
/// need not look up its type each time.
public struct FieldTable<Value: Sendable>: Sendable {
  @usableFromInline var at0, at1, at2, at3, at4, at5, at6, at7: Value?
  @usableFromInline var at8, at9, at10, at11, at12, at13, at14, at15: Value?

  /// The number of its places.
  package static var places: Int { 16 }

  /// An empty table.
  @inlinable public init() {}

  /// The value for a field; nil if there is none. A call for it would copy the table.
  @inlinable public subscript(field: Field) -> Value? {
    @inline(__always) get {
      let slot = field.slot
      return switch slot {
      case 0: at0
      case 1: at1
      case 2: at2
      case 3: at3
      case 4: at4
      case 5: at5
      case 6: at6
      case 7: at7
      case 8: at8
      case 9: at9
      case 10: at10
      case 11: at11
      case 12: at12
      case 13: at13
      case 14: at14
      default: at15
      }
    }
    @inline(__always) set {
      let slot = field.slot
      switch slot {
      case 0: at0 = newValue
      case 1: at1 = newValue
      case 2: at2 = newValue
      case 3: at3 = newValue
      case 4: at4 = newValue
      case 5: at5 = newValue
      case 6: at6 = newValue
      case 7: at7 = newValue
      case 8: at8 = newValue
      case 9: at9 = newValue
      case 10: at10 = newValue
      case 11: at11 = newValue
      case 12: at12 = newValue
      case 13: at13 = newValue
      case 14: at14 = newValue
      default: at15 = newValue
      }
    }
  }
}

extension FieldTable: Equatable where Value: Equatable {}
extension FieldTable: Hashable where Value: Hashable {}
