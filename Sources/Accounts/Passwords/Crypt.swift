import CCrypt
import Glibc

/// Blocking calls of the system's crypt(3), and of our own code for hashes that it does not know.
package enum Crypt {
  /// A setting (scheme, cost and a fresh salt) for a new hash, or nil if crypt(3) refuses.
  static func setting(prefix: String, cost: UInt) -> String? {
    guard let setting = crypt_gensalt_ra(prefix, cost, nil, 0) else { return nil }
    defer { free(setting) }
    let text = String(cString: setting)
    return text.hasPrefix("*") ? nil : text
  }

  package enum Result: Sendable, Hashable {
    case made(String)
    /// This system does not compute the setting.
    case refused
    case outOfMemory
  }

  /// The hash of a password under a setting or an earlier hash.
  package static func hash(_ password: PasswordText, setting: String) -> Result {
    let hash = PasswordHash(setting)
    switch hash?.scheme {
    case "apr1"?: return .made(ApacheHash.apr1(password.bytes, setting: setting))
    case PasswordHash.sha1Name?: return .made(ApacheHash.sha1(password.bytes))
    case PasswordHash.saltedName?:
      return ApacheHash.salted(password.bytes, setting: setting).map { .made($0) } ?? .refused
    case let scheme? where Argon2.schemes.contains(scheme):
      return hash.flatMap(Argon2.init)?.hash(password) ?? .refused
    default: return crypt(password, setting)
    }
  }

  /// crypt(3) fails with null or with a text that begins with `*`.
  private static func crypt(_ password: PasswordText, _ setting: String) -> Result {
    let size = MemoryLayout<crypt_data>.size
    let work = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    work.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    defer {
      // crypt(3) leaves the password in its work area.
      explicit_bzero(work, size)
      work.deallocate()
    }
    var phrase = [CChar](repeating: 0, count: password.bytes.count + 1)
    for (index, byte) in password.bytes.enumerated() { phrase[index] = CChar(bitPattern: byte) }
    defer {
      phrase.withUnsafeMutableBytes { bytes in
        if let start = bytes.baseAddress { explicit_bzero(start, bytes.count) }
      }
    }
    for _ in 0..<2 {
      let output = crypt_rn(phrase, setting, work, Int32(size))
      let text = output.map { String(cString: $0) } ?? ""
      if !text.isEmpty, !text.hasPrefix("*") { return .made(text) }
      // The system may have had memory again just after it refused it.
      guard let memory = PasswordHash(setting)?.memory else { return .refused }
      guard isAvailable(memory) else { return .outOfMemory }
    }
    return .refused
  }

  /// True if the system can allocate this much memory. errno does not tell: crypt(3) sets the same
  /// for too little memory and for an unknown setting.
  private static func isAvailable(_ bytes: Int) -> Bool {
    let flags = MAP_PRIVATE | MAP_ANONYMOUS
    guard let start = mmap(nil, bytes, PROT_READ | PROT_WRITE, flags, -1, 0), start != MAP_FAILED
    else { return false }
    munmap(start, bytes)
    return true
  }

  /// Keeps the process's passwords out of core dumps, and from debuggers of the same user.
  package static func forbidDumps() { _ = regapp_forbid_dumps() }

  /// The Debian package of the library that computes a scheme, if crypt(3) does not.
  package static func library(for scheme: String) -> String? {
    Argon2.schemes.contains(scheme) ? "libargon2-1" : nil
  }

  /// True if this system can check a hash, judged by its setting.
  static func understands(_ hash: PasswordHash) -> Bool {
    ["apr1", PasswordHash.sha1Name, PasswordHash.saltedName].contains(hash.scheme)
      || Argon2.schemes.contains(hash.scheme) && Argon2.isComputed
      || crypt_checksalt(hash.text) != CRYPT_SALT_INVALID
  }
}
