import Accounts
package import LosslessJSON

/// The content of a file outside its accounts: keys and values, compared by meaning.
package struct DocumentEnvelope: Equatable {
  /// The members whose keys can be decoded.
  package let members: [(key: String, value: JSONValue)]
  /// Whether no key comes twice, and everything can be decoded.
  let isUnambiguous: Bool
  private let sayings: [JSONLiteral]
  private let meanings: [[UInt8]: JSONLiteral]

  package init(_ file: AccountsDocument) {
    let document = file.document
    let all = document.members(of: document.root).filter { $0.value != file.array }
    members = all.compactMap { member in
      document.string(member.key).map { (key: $0, value: member.value) }
    }
    sayings = all.flatMap { [document.meaning($0.key), document.meaning($0.value)] }
    meanings = Dictionary(
      members.map { (Array($0.key.utf8), document.meaning($0.value)) },
      uniquingKeysWith: { first, _ in first })
    isUnambiguous =
      members.count == all.count && Set(members.map { Array($0.key.utf8) }).count == all.count
      && all.allSatisfy { document.literal($0.value) != nil }
  }

  package func value(for key: String) -> JSONValue? {
    members.first { sameText($0.key, key) }?.value
  }

  /// A value, spacing aside; nil if the key is absent.
  func meaning(of key: String) -> JSONLiteral? { meanings[Array(key.utf8)] }

  package static func == (left: DocumentEnvelope, right: DocumentEnvelope) -> Bool {
    left.sayings == right.sayings
  }
}
