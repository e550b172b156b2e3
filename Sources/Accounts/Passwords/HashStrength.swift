/// How a hash compares with those that we make.
public enum HashStrength: Sendable, Hashable {
  /// As strong as ours, or of a scheme that is not compared.
  case strong
  /// Weaker than ours: it is upgraded at the owner's next login.
  case weak
  /// crypt(3) of this system cannot check it.
  case unknown
  /// Cut short or misspelt: no password matches it.
  case broken
}

/// Compares the strength of hashes with ours.
///
/// Make it once for many hashes: the cost of ours is read from a setting that crypt(3) makes.
public struct HashJudge: Sendable {
  private let ours: Int?

  init(cost: Int) {
    ours = Crypt.setting(prefix: "$y$", cost: UInt(cost)).flatMap { Self.memory(of: $0) }
  }

  /// How strong a hash is.
  public func strength(of hash: PasswordHash) -> HashStrength {
    guard hash.isWhole else { return .broken }
    guard Crypt.understands(hash) else { return .unknown }
    switch hash.scheme {
    case "y", "gy":
      guard let memory = Self.memory(of: hash.text), let ours else { return .strong }
      return memory < ours ? .weak : .strong
    case "2", "2a", "2b", "2x", "2y": return Self.bcryptCost(of: hash.text) < 10 ? .weak : .strong
    case "1", "3", "5", "6", "md5", "sha1": return .weak
    default: return .strong
    }
  }

  /// Whether checking a hash takes at least as long as making one of ours.
  package func costsAsMuchAsOurs(_ hash: PasswordHash) -> Bool {
    guard hash.scheme == "y" || hash.scheme == "gy", let memory = Self.memory(of: hash.text),
      let ours
    else { return false }
    return memory >= ours
  }

  private static func bcryptCost(of hash: String) -> Int {
    let parts = hash.utf8.split(separator: UInt8(ascii: "$"))
    return parts.count > 1 ? Int(Substring(parts[1])) ?? 0 : 0
  }

  /// The memory that a yescrypt hash takes, in units that only serve to compare two of them.
  ///
  /// Its parameters are single letters in crypt(3)'s base 64: flavour, log2(N) - 1, r - 1. Larger
  /// values take several letters; such a hash is not compared.
  private static func memory(of hash: String) -> Int? {
    let parameters = hash.utf8.dropFirst().drop { $0 != UInt8(ascii: "$") }.dropFirst().prefix(3)
    let letters = Array(parameters)
    guard letters.count == 3, letters[0] == UInt8(ascii: "j"),
      let logarithm = base64Digit(letters[1]), let blocks = base64Digit(letters[2]),
      logarithm < 48, blocks < 48
    else { return nil }
    return (blocks + 1) << (logarithm + 1)
  }

  private static func base64Digit(_ byte: UInt8) -> Int? {
    switch byte {
    case UInt8(ascii: "."): 0
    case UInt8(ascii: "/"): 1
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte - UInt8(ascii: "0")) + 2
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(byte - UInt8(ascii: "A")) + 12
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(byte - UInt8(ascii: "a")) + 38
    default: nil
    }
  }
}
