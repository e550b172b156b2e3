/// The bytes of a text while they are being read: a pointer and a length.
///
/// The readers below take and return offsets and never look at or beyond `end`. The subscript does
/// not check, so a reader tests `i < end` first. The pointer is valid only inside the
/// `withUnsafeBufferPointer` that it came from.
struct JSONText {
  let base: UnsafePointer<UInt8>
  private(set) var end: Int

  init?(_ buffer: UnsafeBufferPointer<UInt8>) {
    guard let base = buffer.baseAddress, buffer.count > 0 else { return nil }
    self.base = base
    self.end = buffer.count
  }

  /// The text up to `newEnd`, if that is earlier.
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

  /// 3 if the text begins with EF BB BF, otherwise 0.
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
  /// The error for the text at `i`, where something else was expected.
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

extension JSONText {
  /// The length of the well-formed UTF-8 sequence at `i`, by Unicode's table 3-7, or 0.
  @inline(__always) func lengthOfSequence(at i: Int) -> Int {
    let first = base[i]
    if first < 0x80 { return 1 }
    guard i &+ 1 < end else { return 0 }
    let second = base[i &+ 1]
    if first < 0xE0 { return first >= 0xC2 && second & 0xC0 == 0x80 ? 2 : 0 }
    guard i &+ 2 < end, base[i &+ 2] & 0xC0 == 0x80 else { return 0 }
    if first < 0xF0 {
      let lowest: UInt8 = first == 0xE0 ? 0xA0 : 0x80
      let highest: UInt8 = first == 0xED ? 0x9F : 0xBF
      return second >= lowest && second <= highest ? 3 : 0
    }
    guard first <= 0xF4, i &+ 3 < end, base[i &+ 3] & 0xC0 == 0x80 else { return 0 }
    let lowest: UInt8 = first == 0xF0 ? 0x90 : 0x80
    let highest: UInt8 = first == 0xF4 ? 0x8F : 0xBF
    return second >= lowest && second <= highest ? 4 : 0
  }

  /// The scalar whose sequence begins at `i`; nil if it is not UTF-8.
  func scalar(at i: Int) -> Unicode.Scalar? {
    let length = lengthOfSequence(at: i)
    guard length > 1 else { return length == 1 ? Unicode.Scalar(base[i]) : nil }
    // The lead byte's payload follows its length bits.
    var value = UInt32(base[i]) & (0x7F &>> UInt32(length))
    for offset in 1..<length { value = value &<< 6 | UInt32(base[i &+ offset] & 0x3F) }
    return Unicode.Scalar(value)
  }
}
