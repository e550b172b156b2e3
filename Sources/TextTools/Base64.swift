/// Base 64 as in RFC 4648.
package enum Base64 {
  /// Appends bytes to a text, padded to groups of four.
  package static func append(_ bytes: ArraySlice<UInt8>, to text: inout [UInt8]) {
    text.reserveCapacity(text.count + (bytes.count + 2) / 3 * 4)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let count = min(3, bytes.endIndex - index)
      var word = UInt32(bytes[index]) << 16
      if count > 1 { word |= UInt32(bytes[index + 1]) << 8 }
      if count > 2 { word |= UInt32(bytes[index + 2]) }
      for place in 0..<4 {
        let letter = letters[Int(word >> (18 - 6 * UInt32(place)) & 63)]
        text.append(place <= count ? letter : UInt8(ascii: "="))
      }
      index += count
    }
  }

  package static func text(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    append(bytes[...], to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The decoded bytes; nil if the text is not base 64.
  package static func bytes(_ text: some Collection<UInt8>) -> [UInt8]? {
    decoded(text, isOfURL: false)
  }

  private static func decoded(_ text: some Collection<UInt8>, isOfURL: Bool) -> [UInt8]? {
    var result: [UInt8] = []
    result.reserveCapacity(text.count / 4 * 3 + 2)
    var bits = 0
    var count = 0
    var padding = 0
    for byte in text {
      if byte == UInt8(ascii: "="), !isOfURL {
        padding += 1
        continue
      }
      guard padding == 0, let value = value(of: byte, isOfURL: isOfURL) else { return nil }
      bits = bits << 6 | value
      count += 1
      if count == 4 {
        for shift in [16, 8, 0] { result.append(UInt8(truncatingIfNeeded: bits >> shift)) }
        (bits, count) = (0, 0)
      }
    }
    if isOfURL, count > 1 { padding = 4 - count }
    switch (count, padding) {
    case (0, 0): return result
    case (2, 2) where bits & 15 == 0: return result + [UInt8(truncatingIfNeeded: bits >> 4)]
    case (3, 1) where bits & 3 == 0:
      return result + [UInt8(truncatingIfNeeded: bits >> 10), UInt8(truncatingIfNeeded: bits >> 2)]
    default: return nil
    }
  }

  /// A text in the letters of a URL, without padding.
  package static func urlText(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    append(bytes[...], to: &text)
    while text.last == UInt8(ascii: "=") { text.removeLast() }
    for index in text.indices {
      if text[index] == UInt8(ascii: "+") { text[index] = UInt8(ascii: "-") }
      if text[index] == UInt8(ascii: "/") { text[index] = UInt8(ascii: "_") }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes of a text in the letters of a URL, without padding; nil for any other text, and if
  /// another text has the same bytes.
  package static func urlBytes(_ text: some Collection<UInt8>) -> [UInt8]? {
    decoded(text, isOfURL: true)
  }

  private static func value(of byte: UInt8, isOfURL: Bool) -> Int? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(byte) - 65
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(byte) - 71
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte) + 4
    case UInt8(ascii: isOfURL ? "-" : "+"): 62
    case UInt8(ascii: isOfURL ? "_" : "/"): 63
    default: nil
    }
  }
}
