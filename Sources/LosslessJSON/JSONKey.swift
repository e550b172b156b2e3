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
  /// True if a key has this name.
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

  /// The value of the first member with a name; nil if there is none, or if the value is not an
  /// object.
  public func value(for key: JSONKey, in object: JSONValue) -> JSONValue? {
    members(of: object).first { isKey($0.key, key) }?.value
  }

  /// Calls `found` with each member of an object that has one of some names, in the order of the
  /// text: the index of the name, and the value. Calls `other` with the key of any other member, as
  /// it is written.
  ///
  /// - Returns: false, without a call, if the value is not an object.
  package func forEachMember(
    of object: JSONValue, among keys: [JSONKey],
    found: (_ name: Int, _ value: JSONValue) -> Void, other: (_ key: Range<Int>) -> Void
  ) -> Bool {
    guard holds(object), object.kind == .object else { return false }
    // No closure in here holds the document: rows are read on several threads, which would count
    // it.
    return withText(inside: object) { text in
      var place = text.firstChild(of: object.range)
      // Accounts tend to have their members in one order.
      var name = 0
      while let (member, next) = text.wholeMember(at: place) {
        place = next
        var tried = 0
        while tried < keys.count, !text.string(at: member.key.range, equals: keys[name].utf8) {
          tried += 1
          name = name + 1 < keys.count ? name + 1 : 0
        }
        guard tried < keys.count else {
          other(member.key.range)
          continue
        }
        found(name, member.value)
        name = name + 1 < keys.count ? name + 1 : 0
      }
      return true
    } ?? false
  }

  /// Calls `body` with the structure of the whole text; nil if the text is empty.
  @inline(__always)
  func withText<Result>(_ body: (JSONText) -> Result) -> Result? {
    structure.withUnsafeBufferPointer { buffer in
      JSONText(buffer).map(body)
    }
  }

  /// Calls `body` with the text up to a container's closing bracket: no foreign handle leads beyond
  /// it.
  @inline(__always)
  func withText<Result>(inside container: JSONValue, _ body: (JSONText) -> Result) -> Result? {
    withText { body($0.limited(to: container.range.upperBound - 1)) }
  }

  /// The recorded children of a container; nil for a deeper one.
  func landmarks(in container: JSONValue) -> Landmarks.Children? {
    outline.landmarks.children(of: container.range)
  }
}
