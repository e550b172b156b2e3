import CArgon2
import TextTools

/// A hash of argon2, as it describes itself: `$argon2id$v=19$m=65536,t=3,p=4$salt$digest`.
struct Argon2 {
  static let schemes: Set<String> = ["argon2id", "argon2i", "argon2d"]

  /// Whether this machine has libargon2, which is loaded when this is first asked.
  static let isComputed = cargon2_load()

  private let scheme: String
  /// Everything before the digest.
  private let setting: Substring
  private let version: UInt32
  private let kibibytes: UInt32
  private let passes: UInt32
  private let lanes: UInt32
  private let salt: [UInt8]
  private let digest: [UInt8]

  /// Nil for a misspelt hash, or one so short that it must have been cut.
  init?(_ hash: PasswordHash) {
    var parts = hash.text.split(separator: "$", omittingEmptySubsequences: false)
    // The first version did not name itself.
    if parts.count == 5 { parts.insert("v=16", at: 2) }
    guard parts.count == 6, parts[1] == hash.scheme,
      let version = Self.numbers(parts[2], named: ["v"]), [16, 19].contains(version[0]),
      let costs = Self.numbers(parts[3], named: ["m", "t", "p"]),
      costs[1] > 0, costs[2] > 0, costs[0] / 8 >= costs[2],
      let salt = Self.bytes(parts[4]), salt.count >= 8,
      let digest = Self.bytes(parts[5]), digest.count >= 16
    else { return nil }
    scheme = hash.scheme
    setting = hash.text.dropLast(parts[5].count)
    self.version = version[0]
    (kibibytes, passes, lanes) = (costs[0], costs[1], costs[2])
    (self.salt, self.digest) = (salt, digest)
  }

  /// The memory traffic in bytes: the memory times the passes.
  var memory: Int {
    let memory = (Int(kibibytes) * 1024).multipliedReportingOverflow(by: Int(passes))
    return memory.overflow ? .max : memory.partialValue
  }

  /// True above 1 GiB of memory, 4 GiB of memory traffic, 100 passes or 64 threads.
  var isTooDear: Bool {
    kibibytes > 1 << 20 || passes > 100 || lanes > 64 || memory > 4 << 30
  }

  /// The hash of a password under the same setting.
  func hash(_ password: PasswordText) -> Crypt.Result {
    let types = ["argon2id": Argon2_id, "argon2i": Argon2_i, "argon2d": Argon2_d]
    guard Self.isComputed, let type = types[scheme] else { return .refused }
    var made = [UInt8](repeating: 0, count: digest.count)
    let code = cargon2_hash(
      passes, kibibytes, lanes, password.bytes, password.bytes.count, salt, salt.count, &made,
      made.count, type, version)
    switch Int(code) {
    case ARGON2_OK: return .made("\(setting)\(Self.text(made))")
    // Each lane is a thread with a stack of its own.
    case ARGON2_MEMORY_ALLOCATION_ERROR, ARGON2_THREAD_FAIL: return .outOfMemory
    default: return .refused
    }
  }

  /// Reads numbers as in `m=65536,t=3,p=4`: with these names, in this order, without leading zeros.
  private static func numbers(_ text: Substring, named names: [String]) -> [UInt32]? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == names.count else { return nil }
    let numbers = zip(parts, names).compactMap { part, name -> UInt32? in
      guard let number = UInt32(part.dropFirst(name.count + 1)), part == "\(name)=\(number)" else {
        return nil
      }
      return number
    }
    return numbers.count == names.count ? numbers : nil
  }

  /// Base 64 without padding.
  private static func bytes(_ text: Substring) -> [UInt8]? {
    let padding = repeatElement(UInt8(ascii: "="), count: -text.utf8.count & 3)
    return text.utf8.last == UInt8(ascii: "=") ? nil : Base64.bytes(Array(text.utf8) + padding)
  }

  private static func text(_ bytes: [UInt8]) -> Substring {
    Base64.text(bytes).prefix { $0 != "=" }
  }
}
