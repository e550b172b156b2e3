import TextTools

/// How hard a hash makes it to guess passwords, and whether it can be checked at all.
public enum HashStrength: Sendable, Hashable {
  /// Not weak.
  case strong
  /// MD5, `$apr1$`, `{SHA}`, `{SSHA}`, `$2x$`, SHA-crypt below 100,000 rounds, bcrypt below cost
  /// 10, yescrypt below cost 5, argon2 with less memory traffic than new hashes, and the scheme of
  /// new hashes below their cost.
  case weak
  /// This system cannot check it.
  case unknown
  /// Cut short, misspelt, or with parameters that crypt(3) refuses: no password matches it.
  case broken
  /// Above the limits: bcrypt cost 14, 1,000,000 rounds of SHA-crypt, 5,000,000 of sha1 or md5, and
  /// 1 GiB of yescrypt, scrypt or argon2. Never computed.
  case tooDear
}

/// Classifies hashes as weak or strong, and chooses the replacement that a login makes.
///
/// Keep one for many hashes: making it calls crypt(3).
public struct HashJudge: Sendable {
  private let ours: HashRecipe
  /// The memory traffic of new hashes in bytes, if they are yescrypt.
  private let memory: Int?

  init(_ ours: HashRecipe) {
    self.ours = ours
    memory = ours.scheme == .yescrypt ? ours.setting.flatMap { PasswordHash($0) }?.memory : nil
  }

  private static let leastRounds = 100_000
  private static let leastBcrypt = 10
  /// The memory of yescrypt at cost 5.
  private static let leastMemory = 16 << 20
  /// The memory that argon2 is measured against if new hashes are not yescrypt: that of yescrypt at
  /// its usual cost.
  private static let usualMemory = 64 << 20

  /// How strong a hash is.
  public func strength(of hash: PasswordHash) -> HashStrength {
    guard !hash.isTooDear else { return .tooDear }
    guard hash.isWhole else { return .broken }
    guard Crypt.understands(hash) else { return .unknown }
    return isWeak(hash) ? .weak : .strong
  }

  private func isWeak(_ hash: PasswordHash) -> Bool {
    switch hash.scheme {
    case "1", "3", "md5", "apr1", PasswordHash.sha1Name, PasswordHash.saltedName, "2x": true
    case "6": hash.rounds < (ours.scheme == .sha512crypt ? ours.cost : Self.leastRounds)
    case "5", "sha1": hash.rounds < Self.leastRounds
    case "y": (hash.memory ?? 0) < (memory ?? Self.leastMemory)
    case "gy": (hash.memory ?? 0) < Self.leastMemory
    case _ where hash.isBcrypt:
      hash.rounds < (ours.scheme == .bcrypt ? ours.cost : Self.leastBcrypt)
    case _ where Argon2.schemes.contains(hash.scheme):
      (Argon2(hash)?.memory ?? 0) < (memory ?? Self.usualMemory)
    default: false
    }
  }

  /// The hash that a login makes in place of another; nil if the hash stays.
  ///
  /// Only weak hashes are replaced, and bcrypt by bcrypt, since other programs may check nothing
  /// else. argon2 stays, and so does a hash whose successor would not use the whole password.
  func upgrade(of hash: PasswordHash, for password: PasswordText) -> HashRecipe? {
    guard isUpgraded(hash) else { return nil }
    let upgrade =
      hash.isBcrypt && ours.scheme != .bcrypt
      ? HashRecipe(.bcrypt, cost: Self.leastBcrypt) : ours
    let isWhollyUsed = !hash.isBcrypt || HashScheme.bcrypt.takes(password)
    return isWhollyUsed && upgrade.scheme.takes(password) ? upgrade : nil
  }

  /// True if a login replaces the hash, provided that the rulebook allows it and the password is
  /// not too long.
  package func isUpgraded(_ hash: PasswordHash) -> Bool {
    strength(of: hash) == .weak && !Argon2.schemes.contains(hash.scheme)
  }

  /// True if checking a hash takes at least as long as making a new one.
  package func costsAsMuchAsOurs(_ hash: PasswordHash) -> Bool {
    switch ours.scheme {
    case .yescrypt:
      guard hash.scheme == "y" || hash.scheme == "gy", hash.isOrdinary, let theirs = hash.memory,
        let memory
      else { return false }
      return theirs >= memory
    case .bcrypt: return hash.isBcrypt && hash.rounds >= ours.cost
    case .sha512crypt: return hash.scheme == "6" && hash.rounds >= ours.cost
    }
  }
}

/// The cost of a hash, from its parameters.
extension PasswordHash {
  var isTooDear: Bool {
    switch scheme {
    case "y", "gy", "7": memory.map { $0 > 1 << 30 } ?? false
    case _ where isBcrypt: rounds > 14
    case _ where Argon2.schemes.contains(scheme): Argon2(self)?.isTooDear ?? false
    case "5", "6": rounds > 1_000_000
    default: rounds > 5_000_000
    }
  }

  /// The greatest length of a password to check. Schemes that read the password in each round have
  /// the limit of SHA-crypt. Longer passwords are wrong.
  var maximumBytes: Int {
    ["1", "5", "6", "apr1", "md5", "sha1"].contains(scheme)
      ? HashScheme.sha512crypt.maximumBytes : PasswordText.maximumBytes
  }

  var isBcrypt: Bool { ["2", "2a", "2b", "2x", "2y"].contains(scheme) }

  /// True for the usual flavor of yescrypt; others take another time.
  fileprivate var isOrdinary: Bool { parameters.first == UInt8(ascii: "j") }

  /// The text between the second dollar and the third.
  var parameters: Substring.UTF8View.SubSequence {
    let (bytes, dollar) = (text.utf8.span, UInt8(ascii: "$"))
    func end(from start: Int) -> Int {
      var end = start
      while end < bytes.count, bytes[end] != dollar { end += 1 }
      return end
    }
    let start = min(end(from: 1) + 1, bytes.count)
    let utf8 = text.utf8
    return utf8[
      utf8.index(
        utf8.startIndex, offsetBy: start)..<utf8.index(
          utf8.startIndex, offsetBy: end(from: start))]
  }

  /// The cost of bcrypt, or the rounds of another scheme; 0 if not given.
  var rounds: Int {
    // `$2b$12$…`, `$sha1$24680$…`, `$6$rounds=5000$…`, and SunMD5's `$md5,rounds=904$…`.
    let digits = text.utf8.dropFirst().drop { !"$,".utf8.contains($0) }.dropFirst()
    let named = digits.starts(with: "rounds=".utf8)
    guard named || scheme == "sha1" || isBcrypt else { return 0 }
    let number = digits.dropFirst(named ? 7 : 0).prefix { $0.isASCIIDigit }
    return Int(Substring(number)) ?? (number.isEmpty ? 0 : .max)
  }

  /// The memory traffic of yescrypt or scrypt in bytes: memory times passes. Nil for other schemes
  /// and for invalid parameters.
  var memory: Int? { YescryptCost(self)?.memory }
}

/// The parameters of a yescrypt or scrypt hash.
struct YescryptCost {
  private var flavor = 0
  private var exponent = 0
  private var blocks = 0
  private var lanes = 1
  private var time = 0
  private var upgrades = 0
  private var rom = 0
  /// The number of bytes of parameters that were read. In scrypt the salt follows.
  private(set) var length = 0

  /// Nil for invalid parameters.
  init?(_ hash: PasswordHash) {
    var reader = CryptNumbers(rest: hash.parameters)
    switch hash.scheme {
    case "7":
      guard let exponent = reader.digit(), let blocks = reader.fixed(), let lanes = reader.fixed()
      else { return nil }
      (self.exponent, self.blocks, self.lanes) = (exponent, blocks, lanes)
    case "y", "gy":
      guard let flavor = reader.number(from: 0), let exponent = reader.number(from: 1),
        let blocks = reader.number(from: 1)
      else { return nil }
      (self.flavor, self.exponent, self.blocks) = (flavor, exponent, blocks)
      // The next number tells which other parameters follow it.
      let given = reader.rest.isEmpty ? 0 : reader.number(from: 1)
      guard let given else { return nil }
      func other(_ bit: Int, from least: Int, _ usual: Int) -> Int? {
        given & bit == 0 ? usual : reader.number(from: least)
      }
      guard let lanes = other(1, from: 2, self.lanes), let time = other(2, from: 1, self.time),
        let upgrades = other(4, from: 1, self.upgrades), let rom = other(8, from: 1, self.rom)
      else { return nil }
      (self.lanes, self.time, self.upgrades, self.rom) = (lanes, time, upgrades, rom)
    default: return nil
    }
    length = hash.parameters.count - reader.rest.count
  }

  /// True if crypt(3) computes it. It knows three flavors: scrypt, one that writes its memory once,
  /// and usual yescrypt.
  var isTaken: Bool {
    guard (2...31).contains(exponent), blocks > 0, lanes > 0, blocks * lanes < 1 << 30,
      upgrades == 0, rom == 0
    else { return false }
    return switch flavor {
    case 0: time == 0
    case 1: true
    case 47: 1 << exponent / lanes > 3
    default: false
    }
  }

  /// The memory traffic in bytes.
  var memory: Int {
    let passes = [time + 1, 1 << (2 * min(upgrades, 20))].reduce(lanes) { passes, factor in
      passes > 1 << 20 ? .max : passes.multipliedReportingOverflow(by: factor).partialValue
    }
    guard exponent < 40, blocks < 1 << 20, passes < 1 << 20 else { return .max }
    let size = (128 * blocks).multipliedReportingOverflow(by: 1 << exponent)
    let whole = size.partialValue.multipliedReportingOverflow(by: passes)
    return size.overflow || whole.overflow ? .max : whole.partialValue
  }
}

/// Reads numbers in crypt(3)'s base 64: little-endian or, in yescrypt, with a length given by the
/// first digit.
struct CryptNumbers {
  var rest: Substring.UTF8View.SubSequence

  mutating func digit() -> Int? { rest.popFirst().flatMap(Self.value) }

  static func value(of byte: UInt8) -> Int? {
    switch byte {
    case UInt8(ascii: "."): 0
    case UInt8(ascii: "/"): 1
    case _ where byte.isASCIIDigit: Int(byte - UInt8(ascii: "0")) + 2
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(byte - UInt8(ascii: "A")) + 12
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(byte - UInt8(ascii: "a")) + 38
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

  /// A number of variable length, at least `least`. One digit counts up to 47; each longer range
  /// has one more digit, and half of the remaining first digits.
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
