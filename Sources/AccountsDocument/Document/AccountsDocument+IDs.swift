package import Accounts
import LosslessJSON
import TextTools

extension AccountsDocument.Row {
  /// The id that the account has, whether or not it counts; nil if it has none of the right form, or
  /// several.
  package func givenID(in file: AccountsDocument) -> GivenID? {
    guard hasOneID else { return nil }
    return withUTF8(of: .id, in: file) { GivenID($0) } ?? nil
  }

  /// The UUID of an id that was given to one of the account's names. It counts if no other account
  /// has the same one so.
  package func claimedID(in file: AccountsDocument) -> AccountID? {
    withClaimedID(in: file) { AccountID($0) } ?? nil
  }

  /// Calls `body` with that UUID in UTF-8; nil if there is none.
  func withClaimedID<Result>(
    in file: AccountsDocument, _ body: (Span<UInt8>) -> Result
  ) -> Result? {
    guard hasOneID else { return nil }
    return withUTF8(of: .id, in: file) { utf8 -> Result? in
      guard GivenID.id(in: utf8) != nil else { return nil }
      let space = utf8.count - AccountID.length - 1
      let name = utf8.extracting(..<space)
      let field: Field = name.holds(UInt8(ascii: "@")) ? .email : .username
      let known = withUTF8(of: field, in: file) { $0.isSameASCII(as: name) }
      guard let known else { return nil }
      // Beyond ASCII, texts of other bytes may be the same name.
      let isOf =
        known.map { $0 && !name.holds(UInt8(ascii: " ")) }
        ?? (GivenID(utf8)?.isOf { self[text: $0, in: file] } == true)
      return isOf ? body(utf8.extracting((space + 1)...)) : nil
    } ?? nil
  }

  /// Whether its id has the UUID of a recorded one, whatever the names in them are.
  func hasID(of recorded: JSONLiteral?, in file: AccountsDocument) -> Bool {
    guard case .string(let text)? = recorded, let given = GivenID(text) else { return false }
    return givenID(in: file)?.id == given.id
  }

  /// Whether there is a member `id`, and no second one.
  private var hasOneID: Bool {
    fields[.id] != nil && (isPlain || !problems.contains { $0.subject == .field(.id) })
  }
}

extension Span<UInt8> {
  fileprivate func holds(_ byte: UInt8) -> Bool {
    for index in indices where self[index] == byte { return true }
    return false
  }

  /// Whether two texts of ASCII are the same without case; nil if one of them has other bytes.
  fileprivate func isSameASCII(as other: Span<UInt8>) -> Bool? {
    var isSame = count == other.count
    for index in indices {
      guard self[index] < 0x80 else { return nil }
      if isSame { isSame = self[index].lowercasedASCII == other[index].lowercasedASCII }
    }
    for index in other.indices where other[index] >= 0x80 { return nil }
    return isSame
  }
}
