import TextTools

/// Tells strong hashes by how they begin, once one that begins so was judged: in a long file they differ
/// in nothing but salt and digest.
package struct StrongHashes {
  private let judge: HashJudge
  /// How the last strong one begins, up to its third dollar, and the length of its last part.
  private var beginning: [UInt8] = []
  private var digest = 0

  package init(_ judge: HashJudge) { self.judge = judge }

  /// Whether a password in UTF-8 is plainly a strong hash. Of argon2 none is: its parameters have other
  /// letters, and come after the third dollar.
  package mutating func contain(_ utf8: Span<UInt8>) -> Bool {
    guard Self.isSpelt(utf8) else { return false }
    if isLikeLast(utf8) { return true }
    guard let text = try? UTF8Span(validating: utf8),
      let hash = PasswordHash(String(copying: text)), judge.strength(of: hash) == .strong
    else { return false }
    note(utf8)
    return true
  }

  /// Whether it has only the letters that crypt(3) writes.
  private static func isSpelt(_ utf8: Span<UInt8>) -> Bool {
    // Without a branch, so that the compiler makes vectors of it.
    var strange: UInt8 = 0
    for index in utf8.indices {
      let byte = utf8[index]
      let isLetter: UInt8 = (byte | 0x20) &- UInt8(ascii: "a") < 26 ? 1 : 0
      let isDigitDotOrSlash: UInt8 = byte &- UInt8(ascii: ".") < 12 ? 1 : 0
      let isDollar: UInt8 = byte == UInt8(ascii: "$") ? 1 : 0
      strange |= 1 ^ (isLetter | isDigitDotOrSlash | isDollar)
    }
    return strange == 0
  }

  private func isLikeLast(_ utf8: Span<UInt8>) -> Bool {
    let dollar = UInt8(ascii: "$")
    return !beginning.isEmpty && utf8.count >= beginning.count + digest
      && utf8.extracting(first: beginning.count).isSame(as: beginning.span)
      && utf8[utf8.count - digest - 1] == dollar
      && !utf8.extracting(last: digest).contains(dollar)
  }

  private mutating func note(_ utf8: Span<UInt8>) {
    var dollars = 0
    for index in utf8.indices where utf8[index] == UInt8(ascii: "$") {
      dollars += 1
      guard dollars == 3 else { continue }
      beginning = (0...index).map { utf8[$0] }
      digest = PasswordHash.lastPart(of: utf8).count
    }
  }
}
