/// The bytes of a text while they are being read: a pointer and a length.
///
/// The readers below take and return offsets and never look at or beyond `end`. The subscript does
/// not check, so a reader tests `i < end` first. The pointer is valid only inside the
/// `withUnsafeBufferPointer` that it came from.
struct JSONText {
  let base: UnsafePointer<UInt8>
  private(set) var end: Int

  /// Nil if there are no bytes.
  init?(_ buffer: UnsafeBufferPointer<UInt8>) {
    guard let base = buffer.baseAddress, buffer.count > 0 else { return nil }
    self.base = base
    self.end = buffer.count
  }

  /// The same text, ending at `newEnd` if that is earlier.
  @inline(__always) func limited(to newEnd: Int) -> JSONText {
    var text = self
    text.end = Swift.min(end, newEnd)
    return text
  }

  @inline(__always) subscript(_ i: Int) -> UInt8 { base[i] }

  @inline(__always) func word(_ i: Int) -> UInt64 {
    UnsafeRawPointer(base).loadUnaligned(fromByteOffset: i, as: UInt64.self)
  }

  @inline(__always) func vector(_ i: Int) -> SIMD16<UInt8> {
    UnsafeRawPointer(base).loadUnaligned(fromByteOffset: i, as: SIMD16<UInt8>.self)
  }

  /// 3 where the text begins with EF BB BF, otherwise 0.
  var startAfterByteOrderMark: Int {
    end >= 3 && base[0] == 0xEF && base[1] == 0xBB && base[2] == 0xBF ? 3 : 0
  }

  /// The first byte from `start` on that is not white space, or `end`.
  @inline(__always) func skippingSpace(from start: Int) -> Int {
    // Most often there is none, or exactly a line end and an indentation of spaces.
    guard start < end, base[start] <= .space else { return start }
    var i = start
    if base[i] == .lineFeed { i &+= 1 }
    while i &+ 8 <= end {
      // The lowest bit that differs from eight spaces is in the first byte that is not one.
      let difference = UInt64(littleEndian: word(i)) ^ 0x2020_2020_2020_2020
      if difference != 0 {
        i &+= difference.trailingZeroBitCount &>> 3
        if base[i] > .space { return i }
        break
      }
      i &+= 8
    }
    return skippingAnySpace(from: i)
  }

  @inline(never) private func skippingAnySpace(from start: Int) -> Int {
    var i = start
    while i < end, base[i].isJSONSpace { i &+= 1 }
    return i
  }
}

extension JSONText {
  /// The error for what is at `i`, where something else was expected.
  @inline(never) func failure(at i: Int, expected: JSONSyntaxError.Expected) -> JSONParser.Failure {
    guard i < end else {
      return JSONParser.Failure(offset: end, reason: .unexpected(.end, expected: expected))
    }
    guard let scalar = scalar(at: i) else {
      return JSONParser.Failure(offset: i, reason: .invalidUTF8(base[i]))
    }
    return JSONParser.Failure(offset: i, reason: .unexpected(.scalar(scalar), expected: expected))
  }

  @inline(never) func failure(at i: Int, expectedAfterValueIn isObject: Bool) -> JSONParser.Failure
  {
    failure(at: i, expected: isObject ? .commaOrClosingBrace : .commaOrClosingBracket)
  }
}
