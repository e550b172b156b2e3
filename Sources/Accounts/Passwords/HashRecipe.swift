/// How a new hash is made: its scheme, and the scheme's own number for the cost.
struct HashRecipe: Sendable, Hashable {
  let scheme: HashScheme
  let cost: Int

  init(_ scheme: HashScheme, cost: Int) { (self.scheme, self.cost) = (scheme, cost) }

  /// What crypt(3) needs for it, with a fresh salt; nil if it refuses.
  var setting: String? { Crypt.setting(prefix: scheme.prefix, cost: UInt(max(0, cost))) }
}
