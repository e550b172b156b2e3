import TestSupport

extension Dice {
  mutating func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8(below(256)) } }

  /// A text with a few mistakes: bytes and pieces changed, dropped, doubled or cut off.
  mutating func mutated(_ text: [UInt8]) -> [UInt8] {
    var bytes = text
    for _ in 0...below(3) where !bytes.isEmpty {
      let index = below(bytes.count)
      let end = min(bytes.count, index + below(24))
      switch below(8) {
      case 0: bytes.remove(at: index)
      case 1: bytes[index] ^= 1 << UInt8(below(8))
      case 2: bytes[index] = UInt8(below(256))
      case 3: bytes.insert(contentsOf: pick(Self.pieces), at: index)
      case 4: bytes.replaceSubrange(index..<end, with: pick(Self.pieces))
      case 5: bytes.insert(contentsOf: bytes[index..<end], at: below(bytes.count))
      case 6: bytes.removeSubrange(index..<end)
      default: bytes.removeSubrange(index...)
      }
    }
    return bytes
  }

  private static let pieces: [[UInt8]] =
    [
      "null", "true", "0", "-1", "9223372036854775807", "9223372036854775808", "1e999", "0.5", "\"",
      "\"\"", "{}", "[]", ",", ":", "{", "}", "[", "]", "\"a\":1,", "\\u0000", "\\ud800", "\\",
      "\"email\":", "\"password\":", "\"changes\":", "\"key\":", "\"rules\":\"albums\",", "\n", "+",
      "*", "é", "e\u{301}", "👩‍👧", "\u{202E}", "\u{FEFF}", "ﬀ",
    ].map { Array($0.utf8) } + [[0], [0x1F], [0x80], [0xFF], [0xED, 0xA0, 0x80], [0xF4, 0x90]]
}
