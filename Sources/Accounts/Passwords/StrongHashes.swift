import TextTools

/// Tells strong hashes by how they begin, once one that begins so was judged: in a long file they differ
/// in nothing but salt and digest.
package struct StrongHashes {
  private let judge: HashJudge
  /// How the last strong one begins, up to its third dollar, and the form of the rest.
  private var beginning: [UInt8] = []
  private var form: HashForm?

  package init(_ judge: HashJudge) { self.judge = judge }

  /// Whether UTF-8 alone shows a strong hash. Of argon2 it never does: that has other letters, and its
  /// parameters come after the third dollar.
  package mutating func isObviouslyStrong(_ utf8: Span<UInt8>) -> Bool {
    guard Self.isSpelt(utf8) else { return false }
    if isLikeLast(utf8) { return true }
    guard let text = try? UTF8Span(validating: utf8),
      let hash = PasswordHash(String(copying: text)), judge.strength(of: hash) == .strong
    else { return false }
    form = hash.form
    beginning = hash.text.utf8.prefix(hash.beginning).map(\.self)
    return true
  }

  /// Whether it has only the letters that crypt(3) writes; `=` is in `rounds=`.
  private static func isSpelt(_ utf8: Span<UInt8>) -> Bool {
    // Without a branch, so that the compiler makes vectors of it.
    var strange: UInt8 = 0
    for index in utf8.indices {
      let byte = utf8[index]
      let isLetter: UInt8 = (byte | 0x20) &- UInt8(ascii: "a") < 26 ? 1 : 0
      let isDigitDotOrSlash: UInt8 = byte &- UInt8(ascii: ".") < 12 ? 1 : 0
      let isSign: UInt8 = byte == UInt8(ascii: "$") || byte == UInt8(ascii: "=") ? 1 : 0
      strange |= 1 ^ (isLetter | isDigitDotOrSlash | isSign)
    }
    return strange == 0
  }

  private func isLikeLast(_ utf8: Span<UInt8>) -> Bool {
    guard let form, utf8.count >= beginning.count,
      utf8.extracting(first: beginning.count).isSame(as: beginning.span)
    else { return false }
    return form.fits(utf8.extracting(beginning.count..<utf8.count))
  }
}
