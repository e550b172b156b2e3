import LosslessJSON

/// The members of an object by key, in the order of the text. Comparison ignores spacing and the
/// order of keys in values.
struct KeyedMembers {
  /// The distinct keys; one that cannot be decoded is as written.
  private(set) var keys: [String] = []
  /// True if no key is repeated, and everything can be decoded.
  private(set) var isUnambiguous = true
  private var values: [[UInt8]: [(value: JSONValue, comparable: JSONLiteral)]] = [:]
  private var undecoded: Set<[UInt8]> = []

  init() {}

  /// - Parameter left: a value to leave out.
  init(of object: JSONValue, in document: JSONDocument, but left: JSONValue? = nil) {
    guard object.kind == .object else {
      isUnambiguous = false
      return
    }
    for member in document.members(of: object) where member.value != left {
      let key = document.string(member.key)
      let name = key ?? String(decoding: document.bytes[member.key.range], as: UTF8.self)
      let literal = document.literal(member.value)
      let bytes = Array(name.utf8)
      if values[bytes] == nil { keys.append(name) } else { isUnambiguous = false }
      if key == nil || literal == nil { isUnambiguous = false }
      if key == nil { undecoded.insert(bytes) }
      values[bytes, default: []].append((member.value, document.comparable(member.value)))
    }
  }

  /// The members beside the accounts.
  init(around file: AccountsDocument) {
    self.init(of: file.document.root, in: file.document, but: file.array)
  }

  func contains(_ key: String) -> Bool { values[Array(key.utf8)] != nil }

  func isDecoded(_ key: String) -> Bool { !undecoded.contains(Array(key.utf8)) }

  /// The first value of a key.
  func value(of key: String) -> JSONValue? { values[Array(key.utf8)]?.first?.value }

  /// All values of a key, in the order of the text.
  func values(of key: String) -> [JSONValue] {
    values[Array(key.utf8), default: []].map(\.value)
  }

  /// The decoded first value of a key.
  subscript(key: String) -> JSONLiteral? { values[Array(key.utf8)]?.first?.comparable }

  /// All decoded values of a key.
  func meanings(of key: String) -> [JSONLiteral] {
    values[Array(key.utf8), default: []].map(\.comparable)
  }
}

extension KeyedMembers: Equatable {
  /// Equal for the same keys in the same order with the same values.
  static func == (left: KeyedMembers, right: KeyedMembers) -> Bool {
    left.keys.elementsEqual(right.keys) { $0.utf8.elementsEqual($1.utf8) }
      && left.undecoded == right.undecoded
      && left.keys.allSatisfy { left.meanings(of: $0) == right.meanings(of: $0) }
  }
}
