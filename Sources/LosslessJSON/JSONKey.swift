/// A member's name prepared for looking it up many times.
///
///     let email = JSONKey("email")
///     let values = document.elements(of: list).map { document.value(for: email, in: $0) }
public struct JSONKey: Sendable {
  let utf8: [UInt8]

  /// Prepares a name, written without escapes.
  public init(_ name: String) { utf8 = Array(name.utf8) }
}

extension JSONDocument {
  /// Whether a key has this name.
  ///
  /// Escapes are decoded, so `"\u0065mail"` is `email`. The two are compared scalar by scalar: a
  /// precomposed accented letter differs from a decomposed one. A key with a lone surrogate matches
  /// no name.
  public func isKey(_ key: JSONValue, _ name: JSONKey) -> Bool {
    holds(key) && key.kind == .string && isKey(key.range, name)
  }

  @inline(__always) func isKey(_ key: Range<Int>, _ name: JSONKey) -> Bool {
    withText { $0.string(at: key, equals: name.utf8) } ?? false
  }

  /// The value of the first member with that name; nil if there is none, or in any other value.
  public func value(for key: JSONKey, in object: JSONValue) -> JSONValue? {
    members(of: object).first { isKey($0.key, key) }?.value
  }

  /// Runs `body` over the structure of the whole text; nil if the text is empty.
  @inline(__always)
  func withText<Result>(_ body: (JSONText) -> Result) -> Result? {
    structure.withUnsafeBufferPointer { buffer in
      JSONText(buffer).map(body)
    }
  }

  /// Runs `body` up to a container's closing bracket: no handle from elsewhere leads beyond it.
  @inline(__always)
  func withText<Result>(inside container: JSONValue, _ body: (JSONText) -> Result) -> Result? {
    withText { body($0.limited(to: container.range.upperBound - 1)) }
  }

  /// What parsing recorded about a container; nil for a deeper one.
  func landmarks(in container: JSONValue) -> Landmarks.Children? {
    outline.landmarks.children(of: container.range)
  }
}
