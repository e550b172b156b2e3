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
