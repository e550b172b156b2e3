import TextTools

/// How a hash compares with those that we make.
public enum HashStrength: Sendable, Hashable {
  /// As strong as ours, or of a scheme that is not compared.
  case strong
  /// Weaker than ours: it is upgraded at the owner's next login.
  case weak
  /// This system cannot check it.
  case unknown
  /// Cut short or misspelt: no password matches it.
  case broken
  /// Dearer than the limits: bcrypt cost 15, 5,000,000 rounds of SHA-crypt, sha1 or md5, and 1 GiB
  /// of yescrypt, scrypt or argon2. It is never computed.
  case tooDear
}

/// Compares the strength of hashes with ours.
///
/// Make it once for many hashes: the cost of ours is read from a setting that crypt(3) makes.
public struct HashJudge: Sendable {
  private let ours: Int?

  init(cost: Int) {
    let setting = Crypt.setting(prefix: "$y$", cost: UInt(cost))
    ours = setting.flatMap { PasswordHash($0) }?.memory
  }

  /// How strong a hash is.
  public func strength(of hash: PasswordHash) -> HashStrength {
    guard !hash.isTooDear else { return .tooDear }
    guard hash.isWhole else { return .broken }
    guard Crypt.understands(hash) else { return .unknown }
    switch hash.scheme {
    case "y", "gy":
      guard hash.isOrdinary, let memory = hash.memory, let ours else { return .strong }
      return memory < ours ? .weak : .strong
    case "2x": return .weak
    case "2", "2a", "2b", "2y": return hash.rounds < 10 ? .weak : .strong
    case "1", "3", "5", "6", "md5", "sha1", "apr1", PasswordHash.sha1Name: return .weak
    case _ where Argon2.schemes.contains(hash.scheme):
      guard let memory = Argon2(hash)?.memory, let ours else { return .strong }
      return memory < ours ? .weak : .strong
    default: return .strong
    }
  }

  /// Whether a login replaces a hash by one of ours: a weak one, and a strong one that not every
  /// build can check.
  func isReplaced(_ hash: PasswordHash) -> Bool {
    strength(of: hash) == .weak || Argon2.schemes.contains(hash.scheme)
  }

  /// Whether checking a hash takes at least as long as making one of ours.
  package func costsAsMuchAsOurs(_ hash: PasswordHash) -> Bool {
    guard hash.scheme == "y" || hash.scheme == "gy", hash.isOrdinary, let memory = hash.memory,
      let ours
    else { return false }
    return memory >= ours
  }
}

/// What a hash costs, as its parameters say.
extension PasswordHash {
  /// Whether it costs more than anybody should pay for one login.
  var isTooDear: Bool {
    switch scheme {
    case "y", "gy", "7": memory.map { $0 > 1 << 30 } ?? false
    case "2", "2a", "2b", "2x", "2y": rounds > 15
    case _ where Argon2.schemes.contains(scheme): Argon2(self)?.isTooDear ?? false
    default: rounds > 5_000_000
    }
  }

  /// Whether it is yescrypt of the kind that everybody makes; others take another time.
  fileprivate var isOrdinary: Bool { parameters.first == UInt8(ascii: "j") }

  fileprivate var parameters: Substring.UTF8View.SubSequence {
    let rest = text.utf8.dropFirst().drop { $0 != UInt8(ascii: "$") }.dropFirst()
    return rest.prefix { $0 != UInt8(ascii: "$") }
  }

  /// bcrypt's cost, or the rounds of another scheme; 0 where it names none.
  fileprivate var rounds: Int {
    // `$2b$12$…`, `$sha1$24680$…`, `$6$rounds=5000$…`, and SunMD5's `$md5,rounds=904$…`.
    let digits = text.utf8.dropFirst().drop { !"$,".utf8.contains($0) }.dropFirst()
    let named = digits.starts(with: "rounds=".utf8)
    guard named || scheme == "sha1" || scheme.first == "2" else { return 0 }
    let number = digits.dropFirst(named ? 7 : 0).prefix { $0.isASCIIDigit }
    return Int(Substring(number)) ?? (number.isEmpty ? 0 : .max)
  }

  /// The memory that yescrypt or scrypt goes through, in bytes: once for each of its passes. Nil
  /// for other schemes, and where crypt(3) would refuse the parameters too.
  var memory: Int? {
    var reader = CryptNumbers(rest: parameters)
    let exponent: Int
    let blocks: Int
    var passes = 1
    if scheme == "7" {
      guard let first = reader.digit(), let second = reader.fixed(), let third = reader.fixed()
      else { return nil }
      (exponent, blocks, passes) = (first, second, third)
    } else {
      guard reader.number(from: 0) != nil, let first = reader.number(from: 1),
        let second = reader.number(from: 1)
      else { return nil }
      (exponent, blocks) = (first, second)
      // What follows says which of parallelism, time and upgrades are given, and then these.
      if !reader.rest.isEmpty {
        guard let given = reader.number(from: 1) else { return nil }
        for (bit, least) in [(1, 2), (2, 1), (4, 1)] where given & bit != 0 {
          guard let number = reader.number(from: least) else { return nil }
          let factor = bit == 1 ? number : bit == 2 ? number + 1 : 1 << (2 * min(number, 20))
          passes = passes.multipliedReportingOverflow(by: factor).partialValue
          guard (1..<1 << 40).contains(passes) else { return .max }
        }
      }
    }
    // crypt(3) refuses these.
    guard exponent > 0, blocks > 0, passes > 0 else { return nil }
    guard exponent < 40, blocks < 1 << 20, passes < 1 << 20 else { return .max }
    let size = (128 * blocks).multipliedReportingOverflow(by: 1 << exponent)
    let whole = size.partialValue.multipliedReportingOverflow(by: passes)
    return size.overflow || whole.overflow ? .max : whole.partialValue
  }
}

/// Reads numbers in the base 64 of crypt(3), lowest digits first or, as yescrypt has them, of a
/// length that their first digit says.
private struct CryptNumbers {
  var rest: Substring.UTF8View.SubSequence

  mutating func digit() -> Int? {
    switch rest.popFirst() {
    case UInt8(ascii: ".")?: 0
    case UInt8(ascii: "/")?: 1
    case let byte? where byte.isASCIIDigit: Int(byte - UInt8(ascii: "0")) + 2
    case let byte? where (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte):
      Int(byte - UInt8(ascii: "A")) + 12
    case let byte? where (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte):
      Int(byte - UInt8(ascii: "a")) + 38
    default: nil
    }
  }

  /// Thirty bits in five digits.
  mutating func fixed() -> Int? {
    var number = 0
    for place in 0..<5 {
      guard let digit = digit() else { return nil }
      number |= digit << (6 * place)
    }
    return number
  }

  /// A number of one or more digits, not below a least. One digit counts up to 47; each range above
  /// has one digit more, and half as many first digits as are left.
  mutating func number(from least: Int) -> Int? {
    guard let first = digit() else { return nil }
    var (number, start, end, bits) = (least, 0, 47, 0)
    while first > end {
      number += (end + 1 - start) << bits
      start = end + 1
      end = start + (62 - end) / 2
      bits += 6
    }
    number += (first - start) << bits
    while bits > 0 {
      guard let digit = digit() else { return nil }
      bits -= 6
      number += digit << bits
    }
    return number
  }
}

extension PasswordHash {
  /// Whether the scheme uses the whole password. bcrypt ignores everything after 72 bytes: a longer
  /// password that matches may not be the owner's, and must not replace it.
  func takes(_ password: PasswordText) -> Bool {
    scheme.first != "2" || password.bytes.count <= 72
  }

  /// Whether the part after the last `$` has the length that its scheme requires. A truncated one
  /// matches no password; nor does `$apr1$` with a longer salt than goes into it.
  var isWhole: Bool {
    let last = Self.lastPart(of: text.utf8.span).count
    return switch scheme {
    case Self.sha1Name: Base64.bytes(text.utf8.dropFirst(Self.sha1Name.utf8.count))?.count == 20
    case "y", "gy", "7", "5": last == 43
    case "6": last == 86
    case "1", "md5": last == 22
    case "apr1": last == 22 && parameters.count <= 8
    case "2", "2a", "2b", "2x", "2y": last == 53
    case "3": last == 32
    case "sha1": last == 28
    case _ where Argon2.schemes.contains(scheme): Argon2(self) != nil
    default: true
    }
  }

  /// Where the last part is between dollars, those at the end aside.
  static func lastPart(of utf8: Span<UInt8>) -> Range<Int> {
    var end = utf8.count
    while end > 0, utf8[end - 1] == UInt8(ascii: "$") { end -= 1 }
    var start = end
    while start > 0, utf8[start - 1] != UInt8(ascii: "$") { start -= 1 }
    return start..<end
  }
}
