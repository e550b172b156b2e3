import TextTools

/// An id as an account has it: a UUID, and the name for which it was given.
///
/// It counts while the account has that name and no other account has the same UUID so. Thus the
/// accounts alone say who an account is: an id that stayed in a copied block, or under a name that
/// a hand changed, counts for nobody.
public struct GivenID: Sendable, Hashable {
  /// The name for which it was given.
  public let name: String
  /// The UUID.
  public let id: AccountID

  /// An id for an account with a name.
  public init(_ id: AccountID, to name: String) { (self.id, self.name) = (id, name) }

  /// Reads a name, one space and a UUID; nil for anything else.
  public init?(_ text: String) { self.init(text.utf8.span) }

  package init?(_ utf8: Span<UInt8>) {
    guard let id = Self.id(in: utf8) else { return nil }
    let name = String(utf8.extracting(..<(utf8.count - AccountID.length - 1)))
    guard Self.isFit(name) else { return nil }
    self.init(id, to: name)
  }

  /// Whether an id can be given to a name: one without spaces.
  public static func isFit(_ name: String) -> Bool {
    !name.isEmpty && !name.utf8.span.mayHaveSpaceAround && !name.utf8.contains(UInt8(ascii: " "))
  }

  /// The UUID at the end of the text of an id; nil if nothing stands before it.
  package static func id(in utf8: Span<UInt8>) -> AccountID? {
    let space = utf8.count - AccountID.length - 1
    guard space > 0, utf8[space] == UInt8(ascii: " ") else { return nil }
    return AccountID(utf8.extracting((space + 1)...))
  }

  /// The id that a text was meant to be: one without a name gets the account's. Nil if there is no
  /// UUID in it, or the account has no name.
  static func meant(by text: String, of values: FieldValues) -> GivenID? {
    let last = text.split(separator: " ").last.map(String.init) ?? text
    guard let id = AccountID(meantBy: last),
      let name = Field.keys.lazy.compactMap({ values[text: $0] }).first
    else { return nil }
    return GivenID(id, to: name)
  }

  /// The text in the file.
  public var text: String { "\(name) \(id)" }

  /// Whether an account has the name, by a function that gives its name in a field.
  public func isOf(_ name: (Field) -> String?) -> Bool {
    name(Rulebook.field(of: self.name)).map { AccountName($0) } == AccountName(self.name)
  }
}

extension FieldValues {
  /// The id that the account has, whether or not it counts; nil if it has none of the right form.
  public var givenID: GivenID? { self[text: .id].flatMap { GivenID($0) } }

  /// The UUID of an id that was given to one of the account's names. It counts if no other account
  /// has the same one so.
  public var claimedID: AccountID? {
    guard let given = givenID, given.isOf({ self[text: $0] }) else { return nil }
    return given.id
  }
}
