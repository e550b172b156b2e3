/// Counts lines and columns while moving forward. After the requested offset, the text may be
/// malformed.
struct Ruler {
  private let bytes: [UInt8]
  private var line = 1
  /// The start of the current line's end, and of the next line: beyond the text for the last one.
  private var lineEnd = 0
  private var nextLine = 0
  /// The current character: its column, its first byte, and the first byte after it.
  private var column = 1
  private var position: Int
  private var next = 0
  /// The rest of a part of the text that is not plain ASCII.
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
    while nextLine <= offset { beginNextLine() }
    let many = 64
    while stretch == nil, position + many < Swift.min(offset, lineEnd),
      bytes[position...position + many].allSatisfy(\.isASCII)
    {
      column += many
      position += many
      findNext()
    }
    while next <= offset { step() }
    return JSONPlace(line: line, column: column)
  }

  /// Places must be asked for in ascending order.
  mutating func offset(of place: JSONPlace) -> Int {
    while line < place.line, nextLine <= bytes.count { beginNextLine() }
    if line < place.line { return bytes.count }
    while column < place.column, position < lineEnd { step() }
    return position
  }

  private mutating func step() {
    column += 1
    position = next
    findNext()
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
      let end = (position + 1..<lineEnd).first { isBoundary(after: $0 - 1) } ?? lineEnd
      stretch = String(decoding: bytes[position..<end], as: UTF8.self).makeIterator()
      next = position + (stretch?.next()?.utf8.count ?? 1)
    }
  }

  /// Two ASCII characters in a row never join, so the text may be split between them for counting.
  private func isBoundary(after offset: Int) -> Bool {
    bytes[offset].isASCII && (offset + 1 >= lineEnd || bytes[offset + 1].isASCII)
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
