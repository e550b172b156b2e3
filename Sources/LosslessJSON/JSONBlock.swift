/// A part of a long text that is checked separately.
///
/// A text whose root holds one long array of objects can be checked in blocks, one after another or
/// side by side, so that it is never whole in memory:
///
///     {"rules": "standard", "accounts": [{…}, {…}, {…}, {…}, {…}], "more": 1}
///                                        ↑        ↑        ↑
///                                   start of   behind    behind
///                                    the list  the 1st   the 2nd
///
/// A block begins at the start of the list or after one of its elements. The block before it
/// determines where; `likelyEnd` guesses, so that both can be checked at the same time. The guess
/// was right if the block before ends there.
///
/// It is valid only while the bytes that it was made from stay in place.
package struct JSONBlock {
  private let text: JSONText

  package init?(_ bytes: UnsafeRawBufferPointer) {
    guard let text = JSONText(bytes.assumingMemoryBound(to: UInt8.self)) else { return nil }
    self.text = text
  }

  package struct Element {
    /// The end of the element before it, or the start of the list.
    package let before: Int
    package let start: Int
    package let end: Int
    /// The values of the three keys, if they are strings.
    package fileprivate(set) var strings: (Range<Int>?, Range<Int>?, Range<Int>?) = (nil, nil, nil)
  }

  /// The text after the last checked element.
  package enum Stop: Equatable {
    /// The next element, which belongs to the next block.
    case element
    /// The end of the list, at an offset.
    case end(Int)
    /// Text that is cut off or not JSON.
    case unknown
  }

  /// The offset after the bracket of the root's array under a key; nil if there is none, or if the
  /// text before it is cut off or not JSON.
  package func startOfList(_ key: JSONKey) -> Int? {
    var i = text.skippingSpace(from: text.startAfterByteOrderMark)
    guard i < text.end, text[i] == .openBrace else { return nil }
    while true {
      i = text.skippingSpace(from: i + 1)
      guard let (name, value) = text.member(at: i) else { return nil }
      if text.string(at: name, equals: key.utf8) {
        return text[value] == .openBracket ? value + 1 : nil
      }
      guard let end = try? text.endOfCheckedValue(at: value, depth: 1) else { return nil }
      i = text.skippingSpace(from: end)
      guard i < text.end, text[i] == .comma else { return nil }
    }
  }

  /// The end of the first likely object after an offset: one with another object after it.
  package func likelyEnd(behind offset: Int) -> Int? {
    var i = offset
    while i < text.end {
      if text[i] == .closeBrace {
        let comma = text.skippingSpace(from: i + 1)
        if comma < text.end, text[comma] == .comma {
          let next = text.skippingSpace(from: comma + 1)
          if next < text.end, text[next] == .openBrace { return i + 1 }
        }
      }
      i += 1
    }
    return nil
  }

  /// Checks elements, and calls `body` with each, up to the first one after `limit`.
  ///
  /// - Parameters:
  ///   - before: the end of an element, or the start of the list.
  ///   - isStart: true at the start of the list.
  /// - Returns: the end of the last checked element, and what follows it.
  package func check(
    from before: Int, isStart: Bool, upTo limit: Int, _ keys: (JSONKey, JSONKey, JSONKey),
    _ body: (Element) -> Void
  ) -> (before: Int, stop: Stop) {
    var before = before
    var isStart = isStart
    while true {
      var start = text.skippingSpace(from: before)
      guard start < text.end else { return (before, .unknown) }
      if text[start] == .closeBracket { return (before, .end(start)) }
      if before > limit { return (before, .element) }
      if !isStart {
        guard text[start] == .comma else { return (before, .unknown) }
        start = text.skippingSpace(from: start + 1)
      }
      isStart = false
      guard start < text.end, let element = try? element(at: start, behind: before, keys),
        // A cut-off value may look whole: 12 of 123.
        element.end < text.end
      else { return (before, .unknown) }
      body(element)
      before = element.end
    }
  }

  private func element(
    at start: Int, behind before: Int, _ keys: (JSONKey, JSONKey, JSONKey)
  ) throws(JSONParser.Failure) -> Element {
    guard text[start] == .openBrace else {
      return Element(
        before: before, start: start, end: try text.endOfCheckedValue(at: start, depth: 2))
    }
    var strings: (Range<Int>?, Range<Int>?, Range<Int>?) = (nil, nil, nil)
    var isKnown = (false, false, false)
    let end = try text.endOfCheckedObject(at: start, depth: 2) { key, value in
      if !isKnown.0, text.string(at: key, equals: keys.0.utf8) {
        isKnown.0 = true
        if text[value.lowerBound] == .quote { strings.0 = value }
      } else if !isKnown.1, text.string(at: key, equals: keys.1.utf8) {
        isKnown.1 = true
        if text[value.lowerBound] == .quote { strings.1 = value }
      } else if !isKnown.2, text.string(at: key, equals: keys.2.utf8) {
        isKnown.2 = true
        if text[value.lowerBound] == .quote { strings.2 = value }
      }
    }
    return Element(before: before, start: start, end: end, strings: strings)
  }

  /// A hash of a string's text with ASCII letters in lower case; nil if it has a lone surrogate.
  @inline(__always) package func hash(ofString range: Range<Int>) -> UInt64? {
    let content = text.base + (range.lowerBound &+ 1)
    if let hash = FoldedHash.hash(content, range.count &- 2, without: .backslash) { return hash }
    return decoded(range).map(FoldedHash.hash)
  }

  /// The same of the last bytes of a string's text; nil if it has no more than these.
  package func hash(ofLast count: Int, ofString range: Range<Int>) -> UInt64? {
    let content = text.base + (range.lowerBound &+ 1)
    let before = range.count &- 2 &- count
    if before > 0, FoldedHash.hash(content, before, without: .backslash) != nil,
      let hash = FoldedHash.hash(content + before, count, without: .backslash)
    {
      return hash
    }
    guard let decoded = decoded(range), decoded.count > count else { return nil }
    return FoldedHash.hash(Array(decoded.suffix(count)))
  }

  @inline(never) private func decoded(_ range: Range<Int>) -> [UInt8]? {
    let bytes = Array(UnsafeBufferPointer(start: text.base + range.lowerBound, count: range.count))
    guard let document = try? JSONDocument(parsing: bytes) else { return nil }
    return document.string(document.root).map { Array($0.utf8) }
  }
}

extension JSONText {
  /// Checks the object at `start`, inside `depth` containers, and calls `member` with its members.
  /// Returns the offset after it.
  @inline(__always) fileprivate func endOfCheckedObject(
    at start: Int, depth: Int, _ member: (_ key: Range<Int>, _ value: Range<Int>) -> Void
  ) throws(JSONParser.Failure) -> Int {
    var i = skippingSpace(from: start &+ 1)
    if i < end, self[i] == .closeBrace { return i &+ 1 }
    while true {
      let keyEnd = try endOfKey(at: i, expected: .key)
      let key = i..<keyEnd
      let value = try skippingColon(from: keyEnd)
      guard value < end else { throw failure(at: value, expected: .value) }
      i =
        self[value] == .quote
        ? try endOfString(at: value) : try endOfCheckedValue(at: value, depth: depth + 1)
      member(key, value..<i)
      i = skippingSpace(from: i)
      guard i < end else { throw failure(at: i, expectedAfterValueIn: true) }
      if self[i] == .closeBrace { return i &+ 1 }
      guard self[i] == .comma else { throw failure(at: i, expectedAfterValueIn: true) }
      i = skippingSpace(from: i &+ 1)
    }
  }
}

/// A hash of a text with ASCII letters in lower case: the same in every process and on every
/// machine, so that it can be stored. Different texts may have the same hash.
package enum FoldedHash {
  package static func hash(_ bytes: [UInt8]) -> UInt64 {
    bytes.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.flatMap { hash($0, buffer.count, without: nil) } ?? 0
    }
  }

  /// The hash of bytes; nil if one of them equals `byte`.
  @inline(__always) fileprivate static func hash(
    _ start: UnsafePointer<UInt8>, _ count: Int, without byte: UInt8?
  ) -> UInt64? {
    func word(_ offset: Int) -> UInt64 {
      UInt64(
        littleEndian: UnsafeRawPointer(start).loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      )
    }
    var hash = UInt64(truncatingIfNeeded: count) &* 0x9E37_79B9_7F4A_7C15
    var offset = 0
    while offset < count {
      var next: UInt64 = 0
      if offset &+ 8 <= count {
        next = word(offset)
      } else if count >= 8 {
        // The last eight bytes, without those that were seen.
        next = word(count &- 8) &>> UInt64(truncatingIfNeeded: (offset &+ 8 &- count) &* 8)
      } else {
        for place in 0..<count { next |= UInt64(start[place]) &<< UInt64(place &* 8) }
      }
      if let byte, next.contains(byte) { return nil }
      hash = (hash ^ next.lowercased) &* 0xBF58_476D_1CE4_E5B9
      hash ^= hash &>> 32
      offset &+= 8
    }
    hash = hash &* 0x94D0_49BB_1331_11EB
    return hash ^ hash &>> 29
  }
}

extension UInt64 {
  /// True if one of the eight bytes equals `byte`.
  @inline(__always) fileprivate func contains(_ byte: UInt8) -> Bool {
    let difference = self ^ (UInt64(byte) &* 0x0101_0101_0101_0101)
    return (difference &- 0x0101_0101_0101_0101) & ~difference & 0x8080_8080_8080_8080 != 0
  }

  /// Eight bytes at once, with ASCII letters in lower case.
  @inline(__always) fileprivate var lowercased: UInt64 {
    let low = self & 0x7F7F_7F7F_7F7F_7F7F
    // The highest bit of each byte from A on, and of each beyond Z.
    let fromA = low &+ 0x3F3F_3F3F_3F3F_3F3F
    let beyondZ = low &+ 0x2525_2525_2525_2525
    let letters = fromA & ~beyondZ & ~self & 0x8080_8080_8080_8080
    return self | letters &>> 2
  }
}
