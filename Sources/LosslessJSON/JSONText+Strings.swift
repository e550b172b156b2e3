extension SIMD16<UInt8> {
  @inline(__always) var hasNoHighBit: Bool {
    let halves = unsafeBitCast(self, to: SIMD2<UInt64>.self)
    return (halves[0] | halves[1]) & 0x8080_8080_8080_8080 == 0
  }

  /// The index of the first byte whose highest bit is set, or 16.
  ///
  /// Without a branch, since the end of a string cannot be predicted; and by arithmetic, since
  /// comparisons of the standard library's vectors compile to loops.
  @inline(__always) var indexOfFirstHighBit: Int {
    let halves = unsafeBitCast(self & SIMD16(repeating: 0x80), to: SIMD2<UInt64>.self)
    // Counts to 8, or to 64 bits if the half has none.
    let low = UInt64(littleEndian: halves[0]).trailingZeroBitCount &>> 3
    let high = UInt64(littleEndian: halves[1]).trailingZeroBitCount &>> 3
    return low &+ high &* (low &>> 3)
  }

  /// The highest bit set in each byte that is a quote, a backslash, a control or beyond ASCII.
  @inline(__always) var endingOrSpecial: SIMD16<UInt8> {
    // Less 0x21, a control wraps around, and so does a quote once its bit 1 is cleared. Less 1, so
    // does the 0 that a backslash became. Beyond ASCII, one of the two keeps the highest bit.
    let control = (self ^ SIMD16(repeating: 0x02)) &- SIMD16(repeating: 0x21)
    let backslash = (self ^ SIMD16(repeating: .backslash)) &- SIMD16(repeating: 1)
    return control | backslash
  }
}

extension UInt64 {
  /// The index of the first of eight bytes that is a quote, a backslash, a control or beyond ASCII,
  /// or 8. As above: a byte borrows from the next one only if it is found itself.
  @inline(__always) fileprivate var indexOfEndingOrSpecial: Int {
    let bytes = UInt64(littleEndian: self)
    let control = (bytes ^ 0x0202_0202_0202_0202) &- 0x2121_2121_2121_2121
    let backslash = (bytes ^ 0x5C5C_5C5C_5C5C_5C5C) &- 0x0101_0101_0101_0101
    return ((control | backslash) & 0x8080_8080_8080_8080).trailingZeroBitCount &>> 3
  }
}

extension JSONText {
  /// The first of 16 bytes from `i` that ends a string or needs a look; otherwise `i + 16`.
  ///
  /// In two words, without a branch: where a string ends, everything waits for this, and a vector
  /// takes longer to get to where it can be counted.
  @inline(__always) private func endOfPlain(from i: Int) -> Int {
    let low = word(i).indexOfEndingOrSpecial
    let high = word(i &+ 8).indexOfEndingOrSpecial
    return i &+ low &+ high &* (low &>> 3)
  }

  /// Checks the string that begins at `start`; returns the offset after its closing quote.
  @inline(__always) func endOfString(at start: Int) throws(JSONParser.Failure) -> Int {
    var i = start &+ 1
    while i &+ 16 <= end {
      // A constant step lets the processor begin the next step before this one is done.
      if vector(i).endingOrSpecial.hasNoHighBit {
        i &+= 16
        continue
      }
      i = endOfPlain(from: i)
      if base[i] == .quote { return i &+ 1 }
      break
    }
    return try endOfUnusualString(from: i)
  }

  /// Continues inside a string with escapes or non-ASCII, or close to the text's end.
  @inline(never) private func endOfUnusualString(
    from start: Int
  ) throws(JSONParser.Failure) -> Int {
    var i = start
    while i < end {
      let byte = base[i]
      if byte >= 0x80 {
        let length = lengthOfSequence(at: i)
        guard length > 0 else { throw JSONParser.Failure(offset: i, reason: .invalidUTF8(byte)) }
        i &+= length
        continue
      }
      if byte == .quote { return i &+ 1 }
      if byte == .backslash {
        i = try endOfEscape(at: i)
      } else if byte < .space {
        throw JSONParser.Failure(offset: i, reason: .controlInString(Unicode.Scalar(byte)))
      } else if i &+ 16 <= end {
        i &+= vector(i).endingOrSpecial.indexOfFirstHighBit
      } else {
        i &+= 1
      }
    }
    throw failure(at: end, expected: .closingQuote)
  }

  private func endOfEscape(at start: Int) throws(JSONParser.Failure) -> Int {
    let letter = start &+ 1
    guard letter < end else { throw failure(at: end, expected: .escape) }
    switch base[letter] {
    case .quote, .backslash, .slash, .lowerB, .lowerF, .lowerN, .lowerR, .lowerT: return letter &+ 1
    case .lowerU:
      for i in letter &+ 1...letter &+ 4 {
        guard i < end, base[i].hexValue != nil else { throw failure(at: i, expected: .hexDigit) }
      }
      return letter &+ 5
    default: throw failure(at: letter, expected: .escape)
    }
  }

  /// Checks the key that must begin at `i`; returns the offset after its closing quote.
  @inline(__always) func endOfKey(
    at i: Int, expected: JSONSyntaxError.Expected
  ) throws(JSONParser.Failure) -> Int {
    guard i < end, base[i] == .quote else { throw failure(at: i, expected: expected) }
    return try endOfString(at: i)
  }

  /// Skips the colon after a key; returns the place of the value.
  @inline(__always) func skippingColon(from start: Int) throws(JSONParser.Failure) -> Int {
    if start &+ 2 < end, base[start] == .colon, base[start &+ 1] == .space,
      base[start &+ 2] > .space
    {
      return start &+ 2
    }
    let i = skippingSpace(from: start)
    guard i < end, base[i] == .colon else { throw failure(at: i, expected: .colon) }
    return skippingSpace(from: i &+ 1)
  }
}
