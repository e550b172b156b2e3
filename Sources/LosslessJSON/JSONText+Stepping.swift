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

  /// The offset after the closing quote of the string that begins at `start`; `end` if it has none.
  @inline(__always) func endOfCheckedString(at start: Int) -> Int {
    (try? endOfString(at: start)) ?? end
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

  /// The start of a container's first child; `end`, its closing bracket, if it is empty.
  @inline(__always) func firstChild(of container: Range<Int>) -> Int {
    skippingSpace(from: container.lowerBound &+ 1)
  }

  /// The start of the child after the one that ended at `i`; `end` after the last.
  @inline(__always) func nextChild(after i: Int) -> Int {
    let next = skippingSpace(from: i)
    return next < end && base[next] == .comma ? skippingSpace(from: next &+ 1) : next
  }

  /// The member whose key begins at `i`; nil if there is none, or no colon behind its key.
  @inline(__always) func member(at i: Int) -> (key: Range<Int>, valueStart: Int)? {
    guard let keyEnd = try? endOfKey(at: i, expected: .key),
      let start = try? skippingColon(from: keyEnd), start < end
    else { return nil }
    return (i..<keyEnd, start)
  }

  /// The member whose key begins at `start`, and where the next one begins; nil if there is none.
  @inline(__always) func wholeMember(at start: Int) -> (JSONMember, next: Int)? {
    guard let (key, valueStart) = member(at: start) else { return nil }
    let end = endOfValue(at: valueStart)
    let value = JSONValue(range: valueStart..<end, kind: JSONKind(firstByte: base[valueStart]))
    return (
      JSONMember(key: JSONValue(range: key, kind: .string), value: value), nextChild(after: end)
    )
  }
}
