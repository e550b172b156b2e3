import TextTools

extension JSONText {
  /// The scalar that the escape at `i` encodes, and the offset after it. A surrogate pair is read
  /// as one escape; half a pair has no scalar.
  func escape(at i: Int) -> (scalar: Unicode.Scalar?, next: Int) {
    guard i &+ 1 < end else { return (nil, end) }
    let scalar: Unicode.Scalar
    switch base[i &+ 1] {
    case .lowerB: scalar = "\u{08}"
    case .lowerF: scalar = "\u{0C}"
    case .lowerN: scalar = "\n"
    case .lowerR: scalar = "\r"
    case .lowerT: scalar = "\t"
    case .lowerU: return numericEscape(at: i)
    case let letter: scalar = Unicode.Scalar(letter)
    }
    return (scalar, i &+ 2)
  }

  private func numericEscape(at i: Int) -> (scalar: Unicode.Scalar?, next: Int) {
    guard let first = codeUnit(at: i) else { return (nil, Swift.min(i &+ 2, end)) }
    if let scalar = Unicode.Scalar(first) { return (scalar, i &+ 6) }
    guard first < 0xDC00, let second = codeUnit(at: i &+ 6), second >= 0xDC00, second < 0xE000
    else { return (nil, i &+ 6) }
    return (Unicode.Scalar(0x10000 &+ (first &- 0xD800) &<< 10 &+ (second &- 0xDC00)), i &+ 12)
  }

  /// The value of the `\uXXXX` at `i`; nil if there is no such escape.
  private func codeUnit(at i: Int) -> UInt32? {
    guard i &+ 6 <= end, base[i] == .backslash, base[i &+ 1] == .lowerU else { return nil }
    var value: UInt32 = 0
    for offset in 2..<6 {
      guard let digit = base[i &+ offset].hexValue else { return nil }
      value = value &<< 4 | digit
    }
    return value
  }

  /// True if the string at `range` decodes to `utf8`; `folding` first puts its ASCII letters in
  /// lower case.
  @inline(__always) func string(
    at range: Range<Int>, equals utf8: [UInt8], folding: Bool = false
  ) -> Bool {
    // Escapes only make a string longer.
    guard range.count &- 2 >= utf8.count else { return false }
    var matched = 0
    func matches(_ byte: UInt8) -> Bool {
      guard matched < utf8.count, utf8[matched] == (folding ? byte.lowercasedASCII : byte)
      else { return false }
      matched &+= 1
      return true
    }
    var i = range.lowerBound &+ 1
    let last = Swift.min(range.upperBound, end) &- 1
    while i < last {
      if base[i] == .backslash {
        let (scalar, next) = escape(at: i)
        guard let scalar, UTF8.encode(scalar)?.allSatisfy(matches) == true else { return false }
        i = next
      } else {
        guard matches(base[i]) else { return false }
        i &+= 1
      }
    }
    return matched == utf8.count
  }
}
