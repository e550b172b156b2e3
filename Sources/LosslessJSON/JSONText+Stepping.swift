// Readers of checked text. Even on other bytes they stop at the end and always move forward.
extension JSONText {
  /// The offset after the value that begins at `start`.
  @inline(__always) func endOfValue(at start: Int) -> Int {
    start < end && base[start] == .quote
      ? endOfCheckedString(at: start) : endOfOtherValue(at: start)
  }

  @inline(never) private func endOfOtherValue(at start: Int) -> Int {
    guard start < end else { return end }
    switch base[start] {
    case .openBrace, .openBracket: return endOfContainer(at: start)
    default:
      var i = start &+ 1
      while i < end {
        switch base[i] {
        case .comma, .closeBrace, .closeBracket, .space, .lineFeed, .carriageReturn, .tab: return i
        default: i &+= 1
        }
      }
      return end
    }
  }

  /// The offset after the closing quote of the string whose opening quote is at `start`.
  @inline(__always) func endOfCheckedString(at start: Int) -> Int {
    var i = start &+ 1
    // Two vectors cover most strings; a branch between them would be mispredicted half the time.
    if i &+ 32 < end {
      let first = vector(i).quoteOrBackslash.indexOfFirstHighBit
      let second = vector(i &+ 16).quoteOrBackslash.indexOfFirstHighBit
      i &+= first &+ second &* (first &>> 4)
      if base[i] == .quote { return i &+ 1 }
    }
    while i < end {
      if i &+ 16 <= end {
        let length = vector(i).quoteOrBackslash.indexOfFirstHighBit
        i &+= length
        if length == 16 { continue }
      }
      if base[i] == .quote { return i &+ 1 }
      i &+= base[i] == .backslash ? 2 : 1
    }
    return end
  }

  private func endOfContainer(at start: Int) -> Int {
    var depth = 0
    var i = start
    while i < end {
      switch base[i] {
      case .quote:
        i = endOfCheckedString(at: i)
        continue
      case .openBrace, .openBracket: depth &+= 1
      case .closeBrace, .closeBracket:
        depth &-= 1
        if depth <= 0 { return i &+ 1 }
      default: break
      }
      i &+= 1
    }
    return end
  }

  /// Where the first child of a container begins, or `end`, which is its closing bracket.
  @inline(__always) func firstChild(of container: Range<Int>) -> Int {
    skippingSpace(from: container.lowerBound &+ 1)
  }

  /// Where the child after the one that ended at `i` begins, or `end` after the last.
  @inline(__always) func nextChild(after i: Int) -> Int {
    let next = skippingSpace(from: i)
    return next < end && base[next] == .comma ? skippingSpace(from: next &+ 1) : next
  }

  /// The member whose key begins at `i`; nil if there is none.
  @inline(__always) func member(at i: Int) -> (key: Range<Int>, valueStart: Int)? {
    guard i < end, base[i] == .quote else { return nil }
    let keyEnd = endOfCheckedString(at: i)
    return startOfValue(after: keyEnd).map { (i..<keyEnd, $0) }
  }

  /// Where the value of the key that ended at `keyEnd` begins; nil if there is no colon.
  @inline(__always) func startOfValue(after keyEnd: Int) -> Int? {
    if keyEnd &+ 2 < end, base[keyEnd] == .colon, base[keyEnd &+ 1] == .space,
      base[keyEnd &+ 2] > .space
    {
      return keyEnd &+ 2
    }
    let colon = skippingSpace(from: keyEnd)
    guard colon < end, base[colon] == .colon else { return nil }
    let start = skippingSpace(from: colon &+ 1)
    return start < end ? start : nil
  }
}

extension SIMD16<UInt8> {
  /// The highest bit set in each byte that is a quote or a backslash.
  @inline(__always) fileprivate var quoteOrBackslash: SIMD16<UInt8> {
    let quote = (self ^ SIMD16(repeating: .quote)) &- SIMD16(repeating: 1)
    let backslash = (self ^ SIMD16(repeating: .backslash)) &- SIMD16(repeating: 1)
    return (quote | backslash) & ~self
  }
}
