/// Counts lines and columns while moving forward. Behind the offset asked for, the text may be
/// malformed.
struct Ruler {
  private let bytes: [UInt8]
  private var line = 1
  /// Where the current line's end begins, and where the next line begins: beyond the text for the
  /// last one.
  private var lineEnd = 0
  private var nextLine = 0
  /// The current character: its column, its first byte, and the first byte after it.
  private var column = 1
  private var position: Int
  private var next = 0
  /// The rest of a stretch of text that is not plain ASCII.
  private var stretch: String.Iterator?

  init(_ bytes: [UInt8], from start: Int = 0) {
    self.bytes = bytes
    position = start == 0 && bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : start
    findLineEnd()
    findNext()
  }

  /// Offsets must be asked for in ascending order.
  mutating func place(at offset: Int) -> JSONPlace {
    let offset = Swift.min(offset, bytes.count)
    if nextLine <= offset { beginLine(of: offset) }
    passASCII(upTo: offset)
    while next <= offset {
      column += 1
      position = next
      findNext()
    }
    return JSONPlace(line: line, column: column)
  }

  /// Places must be asked for in ascending order.
  mutating func offset(of place: JSONPlace) -> Int {
    while line < place.line, nextLine <= bytes.count { beginNextLine() }
    if line < place.line { return bytes.count }
    while column < place.column, position < lineEnd {
      column += 1
      position = next
      findNext()
    }
    return position
  }

  /// Goes on to the line of an offset behind this one. Many lines are not looked at one by one.
  private mutating func beginLine(of offset: Int) {
    var start = offset
    while start > nextLine, !isLineEnd(before: start) { start -= 1 }
    line += bytes.span.lineEnds(in: nextLine..<start)
    nextLine = start
    beginNextLine()
  }

  /// Whether a line begins at an offset: between the two bytes of a line's end, none does.
  private func isLineEnd(before offset: Int) -> Bool {
    let last = bytes[offset - 1]
    return last == .lineFeed
      || last == .carriageReturn && (offset == bytes.count || bytes[offset] != .lineFeed)
  }

  /// Goes on while all is ASCII, each byte a character; perhaps not all of the way.
  private mutating func passASCII(upTo offset: Int) {
    let step = 64
    while stretch == nil, position + step < Swift.min(offset, lineEnd),
      bytes.span.extracting(position...position + step).isASCII
    {
      column += step
      position += step
      findNext()
    }
  }

  private mutating func beginNextLine() {
    line += 1
    position = nextLine
    findLineEnd()
    column = 1
    stretch = nil
    findNext()
  }

  private mutating func findLineEnd() {
    lineEnd = bytes.withUnsafeBufferPointer { buffer in
      JSONText(buffer)?.lineEnd(from: position) ?? 0
    }
    guard lineEnd < bytes.count else {
      nextLine = bytes.count + 1
      return
    }
    let isPair =
      bytes[lineEnd] == .carriageReturn && lineEnd + 1 < bytes.count
      && bytes[lineEnd + 1] == .lineFeed
    nextLine = lineEnd + (isPair ? 2 : 1)
  }

  /// Sets `next` for the character at `position`.
  private mutating func findNext() {
    if let character = stretch?.next() {
      next = position + character.utf8.count
      return
    }
    stretch = nil
    if position >= lineEnd {
      next = nextLine
    } else if isBoundary(after: position) {
      next = position + 1
    } else {
      beginStretch()
    }
  }

  /// Two ASCII characters in a row never join, so the text may be split between them for counting.
  private func isBoundary(after offset: Int) -> Bool {
    bytes[offset].isASCII && (offset + 1 >= lineEnd || bytes[offset + 1].isASCII)
  }

  private mutating func beginStretch() {
    var end = position
    while end < lineEnd {
      end += 1
      if isBoundary(after: end - 1) { break }
    }
    var characters = String(decoding: bytes[position..<end], as: UTF8.self).makeIterator()
    next = position + (characters.next()?.utf8.count ?? 1)
    stretch = characters
  }
}

extension JSONText {
  /// The first LF or CR from `start` on, or `end`.
  func lineEnd(from start: Int) -> Int {
    var i = start
    while i &+ 16 <= end {
      let bytes = vector(i)
      let lineFeed = (bytes ^ SIMD16(repeating: .lineFeed)) &- SIMD16(repeating: 1)
      let carriageReturn = (bytes ^ SIMD16(repeating: .carriageReturn)) &- SIMD16(repeating: 1)
      let length = ((lineFeed | carriageReturn) & ~bytes).indexOfFirstHighBit
      i &+= length
      if length < 16 { return i }
    }
    while i < end, !base[i].isLineEnd { i &+= 1 }
    return i
  }
}

extension Span<UInt8> {
  // Without a branch, so that the compiler makes vectors of it; so is the next.
  fileprivate var isASCII: Bool {
    var all: UInt8 = 0
    for index in indices { all |= self[index] }
    return all < 0x80
  }

  /// How many lines end in a stretch, which has a byte before it and is cut between no two bytes of one
  /// line's end.
  fileprivate func lineEnds(in range: Range<Int>) -> Int {
    var count = 0
    var start = range.lowerBound
    while start < range.upperBound {
      let end = Swift.min(start + 255, range.upperBound)
      var few: UInt8 = 0
      for index in start..<end {
        let isReturn: UInt8 = self[index] == .carriageReturn ? 1 : 0
        let isFeed: UInt8 = self[index] == .lineFeed && self[index - 1] != .carriageReturn ? 1 : 0
        few &+= isReturn | isFeed
      }
      count += Int(few)
      start = end
    }
    return count
  }
}
