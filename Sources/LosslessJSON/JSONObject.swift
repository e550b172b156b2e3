/// An object of a document, read by member names. A missing value, or one of another type, is nil;
/// of two members with one name, the first counts.
package struct JSONObject {
  package let document: JSONDocument
  package let value: JSONValue

  /// Nil if the value is not an object.
  package init?(_ value: JSONValue, in document: JSONDocument) {
    guard value.kind == .object else { return nil }
    (self.document, self.value) = (document, value)
  }

  /// Nil if a text is not JSON, or not an object.
  package init?(parsing bytes: [UInt8]) {
    guard let document = try? JSONDocument(parsing: bytes) else { return nil }
    self.init(document.root, in: document)
  }

  package subscript(key: String) -> JSONValue? { document.value(for: JSONKey(key), in: value) }

  /// The members with some names, found in one pass.
  package func values(of keys: [JSONKey]) -> [JSONValue?] {
    var found = [JSONValue?](repeating: nil, count: keys.count)
    for member in document.members(of: value) {
      let index = keys.indices.first { found[$0] == nil && document.isKey(member.key, keys[$0]) }
      if let index { found[index] = member.value }
    }
    return found
  }

  package func text(_ key: String) -> String? { self[key].flatMap { document.string($0) } }

  package func integer(_ key: String) -> Int? {
    self[key].flatMap { document.number($0) }.flatMap { Int($0) }
  }

  /// The integers of a member; empty if it is not an array of integers alone.
  package func integers(_ key: String) -> [Int] {
    let values = elements(key)
    let numbers = values.compactMap { document.number($0) }.compactMap { Int($0) }
    return numbers.count == values.count ? numbers : []
  }

  /// The elements of a member; empty if it is not an array.
  package func elements(_ key: String) -> [JSONValue] {
    self[key].map { Array(document.elements(of: $0)) } ?? []
  }

  /// The members of a member; empty if it is not an object.
  package func members(_ key: String) -> [JSONMember] {
    self[key].map { Array(document.members(of: $0)) } ?? []
  }
}
