// Bytes of UTF-8 that can be judged without making text of them. Each loop looks at every byte and
// has no branch, so that the compiler makes vectors of it.
extension Span<UInt8> {
  package var isPrintableASCII: Bool {
    var strange: UInt8 = 0
    for index in indices { strange |= self[index] &- 0x20 < 0x5F ? 0 : 1 }
    return strange == 0
  }

  /// Whether UTF-8 is plain text: printable ASCII, and the letters of U+00C0 to U+02FF and U+0380
  /// to U+047F: Latin, Greek, Cyrillic. Each scalar of it is one character that a reader sees: none
  /// is hidden, joins another or misleads, and none but a space is white space.
  package var isPlain: Bool {
    var strange: UInt8 = 0
    for index in indices {
      let byte = self[index]
      let isASCII: UInt8 = byte &- 0x20 < 0x5F ? 1 : 0
      let isTrail: UInt8 = byte & 0xC0 == 0x80 ? 1 : 0
      let isLead: UInt8 = (byte &- 0xC3 < 9 ? 1 : 0) | (byte &- 0xCE < 4 ? 1 : 0)
      strange |= 1 ^ (isASCII | isTrail | isLead)
    }
    return strange == 0
  }

  /// How many scalars UTF-8 has; of plain text, how many characters.
  package var scalarCount: Int {
    var count = 0
    for index in indices { count &+= self[index] & 0xC0 == 0x80 ? 0 : 1 }
    return count
  }

  /// Whether a byte is among them.
  package func contains(_ byte: UInt8) -> Bool {
    var found: UInt8 = 0
    for index in indices { found |= self[index] == byte ? 1 : 0 }
    return found == 1
  }

  package func firstIndex(of byte: UInt8) -> Int? {
    var index = 0
    while index < count {
      if self[index] == byte { return index }
      index += 1
    }
    return nil
  }

  /// Whether there may be space at either end of UTF-8: a tab, a space, or a letter beyond plain
  /// text.
  package var mayHaveSpaceAround: Bool {
    guard !isEmpty else { return false }
    let (first, last) = (self[0], self[count - 1])
    return first <= 0x20 || last <= 0x20 || (first | last >= 0x80 && !isPlain)
  }

  /// Whether any is an upper-case ASCII letter.
  package var hasCapitals: Bool {
    var found: UInt8 = 0
    for index in indices { found |= self[index] &- 0x41 < 26 ? 1 : 0 }
    return found == 1
  }

  package func isSame(as other: Span<UInt8>) -> Bool {
    guard count == other.count else { return false }
    var difference: UInt8 = 0
    for index in indices { difference |= self[index] ^ other[index] }
    return difference == 0
  }
}

extension String {
  package init(_ utf8: Span<UInt8>) {
    self = utf8.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
  }
}
