/// A member's name prepared for looking it up many times.
///
///     let email = JSONKey("email")
///     let values = document.elements(of: list).map { document.value(for: email, in: $0) }
public struct JSONKey: Sendable {
  let utf8: [UInt8]
  /// Whether the name can be compared with a key's bytes without decoding escapes.
  let isPlain: Bool

  /// Prepares a name, written without escapes.
  public init(_ name: String) {
    utf8 = Array(name.utf8)
    isPlain = !utf8.contains { $0 == .backslash || $0 == .quote }
  }
}

extension JSONText {
  /// Steps from member to member; reads a value only after its key matches.
  fileprivate func value(for key: JSONKey, in object: Range<Int>) -> Range<Int>? {
    var next = firstChild(of: object)
    while next < end {
      if key.isPlain, let keyEnd = end(ofPlainKey: key.utf8, at: next) {
        guard let valueStart = startOfValue(after: keyEnd) else { return nil }
        return valueStart..<endOfValue(at: valueStart)
      }
      guard let member = member(at: next) else { return nil }
      let valueEnd = endOfValue(at: member.valueStart)
      if string(at: member.key, equals: key.utf8) { return member.valueStart..<valueEnd }
      next = nextChild(after: valueEnd)
    }
    return nil
  }

  /// The offset after the key at `start` if its bytes match exactly, between its quotes.
  @inline(__always) private func end(ofPlainKey utf8: [UInt8], at start: Int) -> Int? {
    let keyEnd = start &+ utf8.count &+ 2
    guard keyEnd <= end, base[start] == .quote, base[keyEnd &- 1] == .quote else { return nil }
    var i = start &+ 1
    for byte in utf8 {
      guard base[i] == byte else { return nil }
      i &+= 1
    }
    return keyEnd
  }
}

extension JSONDocument {
  /// Whether a key has this name.
  ///
  /// Escapes are decoded, so `"\u0065mail"` is `email`. The two are compared scalar by scalar: a
  /// precomposed accented letter differs from a decomposed one. A key with a lone surrogate matches
  /// no name.
  public func isKey(_ key: JSONValue, _ name: JSONKey) -> Bool {
    guard holds(key), key.kind == .string else { return false }
    return withText { $0.string(at: key.range, equals: name.utf8) } ?? false
  }

  /// The value of the first member with that name; nil if there is none, or in any other value.
  public func value(for key: JSONKey, in object: JSONValue) -> JSONValue? {
    guard holds(object), object.kind == .object else { return nil }
    if let children = landmarks(in: object) {
      var index = children.indices.lowerBound
      while index + 1 < children.indices.upperBound {
        let range = outline.landmarks.mark(index, of: children)
        if isKey(JSONValue(range: range, kind: .string), key) {
          return value(at: outline.landmarks.mark(index + 1, of: children))
        }
        index += 2
      }
      return nil
    }
    let range = withText(inside: object) { $0.value(for: key, in: object.range) }
    guard let range, let range else { return nil }
    return value(at: range)
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
