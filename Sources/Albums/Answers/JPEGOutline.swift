/// Checks a JPEG file without decoding it: what is kept, or passed on to a terminal, should at
/// least be complete, and no larger than what we would decode.
public struct JPEGOutline {
  private let bytes: [UInt8]
  private var index = 2
  private var hasSize = false
  private var hasPixels = false

  /// The most pixels a side.
  public static let greatestSide = 2048

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Whether the segments are contiguous from the first to the last, exactly one gives a size
  /// within the limit, and pixels follow it.
  static func isWhole(_ bytes: [UInt8]) -> Bool {
    guard bytes.starts(with: [0xFF, 0xD8]) else { return false }
    var outline = JPEGOutline(bytes)
    while let marker = outline.nextMarker() {
      if marker == 0xD9 { return outline.hasPixels }
      guard outline.skipSegment(marker) else { return false }
    }
    return false
  }

  private mutating func nextMarker() -> UInt8? {
    guard index < bytes.count, bytes[index] == 0xFF else { return nil }
    while index < bytes.count, bytes[index] == 0xFF { index += 1 }
    guard index < bytes.count else { return nil }
    defer { index += 1 }
    return bytes[index]
  }

  /// Skips a segment, and the pixels after it if it starts a scan.
  private mutating func skipSegment(_ marker: UInt8) -> Bool {
    guard marker >= 0xC0, !(0xD0...0xD8).contains(marker), index + 2 <= bytes.count else {
      return false
    }
    let length = number(at: index)
    guard length >= 2, index + length <= bytes.count else { return false }
    // Three of the markers C0 to CF carry no size.
    if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
      guard !hasSize, length >= 8 else { return false }
      let sides = 1...Self.greatestSide
      hasSize = sides.contains(number(at: index + 3)) && sides.contains(number(at: index + 5))
      guard hasSize else { return false }
    }
    index += length
    if marker == 0xDA {
      guard hasSize else { return false }
      skipPixels()
    }
    return true
  }

  /// Pixels extend to the next marker; FF 00 is a pixel byte, and restart markers only divide
  /// pixels.
  private mutating func skipPixels() {
    let start = index
    while index + 1 < bytes.count {
      let next = bytes[index + 1]
      if bytes[index] == 0xFF, next != 0, next != 0xFF, !(0xD0...0xD7).contains(next) { break }
      index += 1
    }
    hasPixels = hasPixels || index > start
  }

  private func number(at index: Int) -> Int { Int(bytes[index]) << 8 | Int(bytes[index + 1]) }
}
