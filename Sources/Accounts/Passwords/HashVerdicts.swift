import TextTools

/// Verdicts on hashes by how they begin, once one that begins so was judged: in a long file they differ
/// in nothing but salt and digest.
///
/// A verdict is what there is to say of a hash; nil for nothing.
package struct HashVerdicts {
  private let judge: HashJudge
  private let verdict: (PasswordHash, HashStrength) -> Rule?
  /// Those on strong and on weak hashes, the last one first.
  private var known: [Known] = []
  private static let most = 4

  private struct Known {
    /// What stands before the salt, and the form of the rest.
    let beginning: [UInt8]
    let form: HashForm
    let verdict: Rule?

    func isOf(_ utf8: Span<UInt8>) -> Bool {
      guard utf8.count >= beginning.count,
        utf8.extracting(first: beginning.count).isSame(as: beginning.span)
      else { return false }
      return form.fits(utf8.extracting(beginning.count..<utf8.count))
    }
  }

  /// - Parameter verdict: what is said of a hash of some strength; that must follow from its scheme and
  ///   parameters.
  package init(
    _ judge: HashJudge, _ verdict: @escaping (PasswordHash, HashStrength) -> Rule?
  ) {
    self.judge = judge
    self.verdict = verdict
  }

  /// The verdict on what UTF-8 alone shows to be a strong or a weak hash; nil for all else. Of argon2
  /// it never is: that has other letters, and its parameters come after the third dollar.
  package mutating func obvious(_ utf8: Span<UInt8>) -> Rule?? {
    guard Self.isSpelt(utf8) else { return nil }
    for index in known.indices where known[index].isOf(utf8) {
      return .some(known[index].verdict)
    }
    guard let text = try? UTF8Span(validating: utf8),
      let hash = PasswordHash(String(copying: text)), let (beginning, form) = hash.likeness
    else { return nil }
    let strength = judge.strength(of: hash)
    guard strength == .strong || strength == .weak else { return nil }
    let new = Known(
      beginning: hash.text.utf8.prefix(beginning).map(\.self), form: form,
      verdict: verdict(hash, strength))
    known = [new] + known.prefix(Self.most - 1)
    return .some(new.verdict)
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
}

extension PasswordHash {
  /// The length of what it has in common with others of its strength, and the form of their rest; nil if
  /// it is not whole. A salt before the third dollar is part of the rest.
  fileprivate var likeness: (beginning: Int, form: HashForm)? {
    guard let form else { return nil }
    guard case .ahead(let count) = form.salt else { return (beginning, form) }
    return (scheme.utf8.count + 2, HashForm(salt: .short(count), digest: form.digest))
  }
}
