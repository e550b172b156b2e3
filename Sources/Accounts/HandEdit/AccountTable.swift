import LosslessJSON

/// The accounts of one text, each under the email by which it is known again in another text.
///
/// Accounts without an email, or with one that others have too, are told apart by their order.
struct AccountTable {
  struct Key: Hashable, Sendable {
    let email: String
    let occurrence: Int
  }

  let file: AccountsFile
  let keys: [Key]
  private let indices: [Key: Int]

  init(_ file: AccountsFile) {
    self.file = file
    var counts: [String: Int] = [:]
    var keys: [Key] = []
    var indices: [Key: Int] = [:]
    for (index, row) in file.rows.enumerated() {
      let text = file.document.value(for: FieldKeys.email, in: row)
        .flatMap { file.document.string($0) }
      let email = text.map { EmailAddress.key(of: $0) } ?? ""
      let key = Key(email: email, occurrence: counts[email, default: 0])
      counts[email, default: 0] += 1
      keys.append(key)
      indices[key] = index
    }
    self.keys = keys
    self.indices = indices
  }

  func index(of key: Key) -> Int? { indices[key] }

  /// The text of an account; nil where there is none.
  func text(of key: Key) -> ArraySlice<UInt8>? {
    indices[key].map { file.document.bytes[file.rows[$0].range] }
  }

  func values(of key: Key) -> FieldValues? {
    indices[key].map { AccountsFile.Row(file, $0).values }
  }

  /// What an account says, its spacing aside; nil where there is none, or where it cannot be told.
  private func literal(of key: Key) -> JSONLiteral? {
    indices[key].flatMap { file.document.literal(file.rows[$0]) }
  }

  /// Whether an account says the same here and there, however it is spaced.
  func says(_ key: Key, asIn other: AccountTable) -> Bool {
    switch (text(of: key), other.text(of: key)) {
    case (nil, nil): true
    case (let here?, let there?):
      here.elementsEqual(there)
        || literal(of: key).map { $0 == other.literal(of: key) } ?? false
    default: false
    }
  }
}
