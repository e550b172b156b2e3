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

  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
}
