import TextTools

/// Judges hashes, and caches verdicts by the beginning of the hash: in a long file, only salt and
/// digest differ.
package struct HashVerdicts<Verdict> {
  private let judge: HashJudge
  private let verdict: (PasswordHash, HashStrength) -> Verdict
  /// Verdicts on strong and weak hashes, most recent first.
  private var known: [Known] = []
  private static var most: Int { 4 }

  private struct Known {
    /// The bytes before the salt, and the form of the rest.
    let beginning: [UInt8]
    let form: HashForm
    let verdict: Verdict

    func isOf(_ utf8: Span<UInt8>) -> Bool {
      guard utf8.count >= beginning.count,
        utf8.extracting(first: beginning.count).isSame(as: beginning.span)
      else { return false }
      return form.fits(utf8.extracting(beginning.count..<utf8.count))
    }
  }

  /// - Parameter verdict: makes the verdict from a hash and its strength; for strong and weak
  ///   hashes it must depend on scheme and parameters alone.
  package init(
    _ judge: HashJudge, _ verdict: @escaping (PasswordHash, HashStrength) -> Verdict
  ) {
    self.judge = judge
    self.verdict = verdict
  }

  /// The verdict on a hash in UTF-8; nil if it is not a hash.
  package mutating func verdict(on utf8: Span<UInt8>) -> Verdict? {
    if PasswordHash.areAllowed(utf8) {
      for index in known.indices where known[index].isOf(utf8) { return known[index].verdict }
    }
    guard PasswordHash.scheme(of: utf8) != nil, let hash = PasswordHash(String(utf8)) else {
      return nil
    }
    let strength = judge.strength(of: hash)
    let verdict = verdict(hash, strength)
    if strength == .strong || strength == .weak, let (beginning, form) = hash.likeness {
      let new = Known(
        beginning: hash.text.utf8.prefix(beginning).map(\.self), form: form, verdict: verdict)
      known = [new] + known.prefix(Self.most - 1)
    }
    return verdict
  }
}

extension PasswordHash {
  /// The length of the beginning that equally strong hashes share, and the form of the rest; nil
  /// for another form. A salt before the third dollar belongs to the rest.
  fileprivate var likeness: (beginning: Int, form: HashForm)? {
    guard let form else { return nil }
    guard case .ahead(let count) = form.salt else { return (beginning, form) }
    return (scheme.utf8.count + 2, HashForm(salt: .short(count), digest: form.digest))
  }
}
