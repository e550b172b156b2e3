/// Names of members prepared for finding all of them in one pass over an object.
package struct JSONKeys: Sendable {
  /// A name and the quote behind it, in two words.
  fileprivate struct Name: Sendable {
    let words: SIMD2<UInt64>
    let mask: SIMD2<UInt64>
    let count: Int
  }

  fileprivate let names: [Name]

  /// Prepares names of at most 15 bytes, written without escapes. A longer one is never found.
  package init(_ names: [String]) {
    self.names = names.map { name in
      var words = SIMD2<UInt64>()
      var mask = SIMD2<UInt64>()
      for (index, byte) in (Array(name.utf8) + [.quote]).prefix(16).enumerated() {
        words[index / 8] |= UInt64(byte) << UInt64(index % 8 * 8)
        mask[index / 8] |= 0xFF << UInt64(index % 8 * 8)
      }
      return Name(words: words, mask: mask, count: name.utf8.count)
    }
  }
}

extension JSONDocument {
  /// Calls `body` with each member of an object that has one of some names, in the order of the text:
  /// which name it is, and the value. Members of other names are passed over, and tell `others`.
  ///
  /// - Returns: false, perhaps after some calls, if that takes a closer look: the value is no object,
  ///   one of those whose children parsing noted, a key in it has escapes, or the text ends just
  ///   behind it.
  package func forEachMember(
    of object: JSONValue, among keys: JSONKeys, others: inout Bool,
    _ body: (_ name: Int, _ value: JSONValue) -> Void
  ) -> Bool {
    guard holds(object), object.kind == .object, landmarks(in: object) == nil else { return false }
    return withText { whole in
      let text = whole.limited(to: object.range.upperBound - 1)
      var next = text.firstChild(of: object.range)
      // Accounts tend to have their members in one order.
      var guess = 0
      while next < text.end {
        guard next &+ 17 <= whole.end else { return false }
        let keyEnd: Int
        let name = keys.name(at: next, in: whole, from: guess)
        if let name {
          keyEnd = next &+ keys.names[name].count &+ 2
          guess = name &+ 1
        } else {
          guard let member = text.member(at: next), !hasBackslash(in: member.key) else {
            return false
          }
          keyEnd = member.key.upperBound
          others = true
        }
        guard let start = text.startOfValue(after: keyEnd) else { return false }
        let end = text.endOfValue(at: start)
        if let name {
          body(name, JSONValue(range: start..<end, kind: JSONKind(firstByte: text[start])))
        }
        next = text.nextChild(after: end)
      }
      return true
    } ?? false
  }
}

extension JSONKeys {
  /// Which name the key at `start` has, with 16 bytes behind its quote; they are tried from `guess`
  /// on.
  @inline(__always)
  fileprivate func name(at start: Int, in text: JSONText, from guess: Int) -> Int? {
    guard text[start] == .quote else { return nil }
    let words = SIMD2(
      UInt64(littleEndian: text.word(start &+ 1)), UInt64(littleEndian: text.word(start &+ 9)))
    var index = guess
    for _ in names.indices {
      if index >= names.count { index = 0 }
      let difference = (words ^ names[index].words) & names[index].mask
      if difference[0] | difference[1] == 0, names[index].count < 16 { return index }
      index &+= 1
    }
    return nil
  }
}
