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

  /// Whether the string at `range` decodes to `utf8`; `folding` lowers its ASCII letters first.
  @inline(__always) func string(
    at range: Range<Int>, equals utf8: [UInt8], folding: Bool = false
  ) -> Bool {
    utf8.withUnsafeBufferPointer { wanted in
      var i = range.lowerBound &+ 1
      let last = Swift.min(range.upperBound, end) &- 1
      var matched = 0
      while i < last {
        let byte = base[i]
        if byte == .backslash {
          return unescaped(from: i, to: last, equals: wanted, from: matched, folding: folding)
        }
        guard matched < wanted.count, wanted[matched] == (folding ? byte.lowercased : byte)
        else { return false }
        i &+= 1
        matched &+= 1
      }
      return matched == wanted.count
    }
  }

  @inline(never) private func unescaped(
    from start: Int, to last: Int,
    equals wanted: UnsafeBufferPointer<UInt8>, from matchedStart: Int, folding: Bool
  ) -> Bool {
    var i = start
    var matched = matchedStart
    func matches(_ byte: UInt8) -> Bool {
      guard matched < wanted.count, wanted[matched] == (folding ? byte.lowercased : byte)
      else { return false }
      matched &+= 1
      return true
    }
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
    return matched == wanted.count
  }
}

extension UInt8 {
  @inline(__always) fileprivate var lowercased: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }
}
