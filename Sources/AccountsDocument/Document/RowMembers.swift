import LosslessJSON

/// The values of an account's keys, duplicates included. Asked for very many keys, each answer
/// costs little.
struct RowMembers {
  private let document: JSONDocument
  private let account: JSONValue
  /// All values by their keys in UTF-8; nil if each question looks through the text.
  private var values: [[UInt8]: [JSONValue]]?

  init(of row: AccountsDocument.Row, in file: AccountsDocument, isAskedOften: Bool) {
    (document, account) = (file.document, row.value)
    guard isAskedOften else { return }
    var values: [[UInt8]: [JSONValue]] = [:]
    for member in document.members(of: account) {
      guard let key = document.string(member.key) else { continue }
      values[Array(key.utf8), default: []].append(member.value)
    }
    self.values = values
  }

  /// All values of a key, in the order of the text.
  subscript(key: String) -> [JSONValue] {
    if let values { return values[Array(key.utf8)] ?? [] }
    let name = JSONKey(key)
    return document.members(of: account).filter { document.isKey($0.key, name) }.map(\.value)
  }

  func meanings(of key: String) -> [JSONLiteral] { self[key].map { document.comparable($0) } }

  /// All values of a key, except those that cannot be decoded.
  func literals(of key: String) -> [JSONLiteral] { self[key].compactMap { document.literal($0) } }
}
