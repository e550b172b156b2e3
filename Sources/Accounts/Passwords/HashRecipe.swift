/// The scheme of new hashes, and the cost as that scheme counts it.
struct HashRecipe: Sendable, Hashable {
  let scheme: HashScheme
  let cost: Int

  init(_ scheme: HashScheme, cost: Int) { (self.scheme, self.cost) = (scheme, cost) }

  /// True if a program checks its hashes.
  func isKnown(to reader: (_ scheme: String) -> Bool) -> Bool {
    PasswordHash(scheme.prefix).map { reader($0.scheme) } ?? false
  }

  /// A setting for crypt(3) with a fresh salt; nil if it refuses.
  var setting: String? { Crypt.setting(prefix: scheme.prefix, cost: UInt(max(0, cost))) }
}
