import Accounts
import LosslessJSON

/// The accounts of one text, by the names that identify them in another text.
///
/// Accounts without a name, or with a shared one, cannot be distinguished: all that share a name
/// are one group, which is compared and merged as a whole.
struct AccountTable: Sendable {
  let file: AccountsDocument
  private let key: Field
  /// The distinct names in comparable form, in the order of the text; empty for none.
  let names: [String]
  private let groups: [String: [Int]]
  private let table: NameTable

  /// - Parameter key: the field of the names, the same for all compared texts.
  init(_ file: AccountsDocument, by key: Field) {
    (self.file, self.key) = (file, key)
    var names: [String] = []
    var groups: [String: [Int]] = [:]
    names.reserveCapacity(file.rows.count)
    groups.reserveCapacity(file.rows.count)
    for (index, row) in file.rows.enumerated() {
      let name = Self.name(of: row, in: file, by: key)
      if groups[name] == nil { names.append(name) }
      groups[name, default: []].append(index)
    }
    self.names = names
    self.groups = groups
    table = NameTable(file, isAskedOften: true)
  }

  /// The id of an account; nil if it has none that counts.
  func id(of row: AccountsDocument.Row) -> AccountID? { table.id(of: row) }

  private static func name(of row: JSONValue, in file: AccountsDocument, by key: Field) -> String {
    file.name(of: row, in: key)?.key ?? ""
  }

  func name(at position: Int) -> String { Self.name(of: file.rows[position], in: file, by: key) }

  func positions(_ name: String) -> [Int] { groups[name] ?? [] }

  func text(at position: Int) -> ArraySlice<UInt8> {
    file.document.bytes[file.rows[position].range]
  }

  /// True if all accounts with a name are equal in both texts, apart from spacing.
  func isEqualIgnoringSpacing(_ name: String, asIn other: AccountTable) -> Bool {
    isEqualIgnoringSpacing(positions(name), as: other.positions(name), in: other)
  }

  func isEqualIgnoringSpacing(_ here: [Int], as there: [Int], in other: AccountTable) -> Bool {
    here.count == there.count
      && zip(here, there).allSatisfy { isEqualIgnoringSpacing($0, as: $1, in: other) }
  }

  func isEqualIgnoringSpacing(_ position: Int, as there: Int, in other: AccountTable) -> Bool {
    text(at: position).elementsEqual(other.text(at: there))
      || comparable(at: position) == other.comparable(at: there)
  }

  func comparable(at position: Int) -> JSONLiteral {
    file.document.comparable(file.rows[position])
  }
}

extension JSONDocument {
  /// A value to compare across texts. A value that cannot be decoded becomes an impossible number,
  /// equal only to the same bytes.
  func comparable(_ value: JSONValue) -> JSONLiteral {
    literal(value) ?? .number(String(decoding: bytes[value.range], as: UTF8.self))
  }
}
