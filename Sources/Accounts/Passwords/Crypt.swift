import CCrypt
import Glibc

/// The system's crypt(3), and nothing else: three blocking calls over bytes.
package enum Crypt {
  /// A setting (scheme, cost and a fresh salt) for a new hash, or nil if crypt(3) refuses.
  static func setting(prefix: String, cost: UInt) -> String? {
    guard let setting = crypt_gensalt_ra(prefix, cost, nil, 0) else { return nil }
    defer { free(setting) }
    let text = String(cString: setting)
    return text.hasPrefix("*") ? nil : text
  }

  /// The hash of a password under a setting or an earlier hash, or nil if crypt(3) fails. It fails
  /// with null or with a text that begins with `*`; errno is set on success too, so it proves
  /// nothing.
  package static func hash(_ password: PasswordText, setting: String) -> String? {
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
    guard let output = crypt_rn(phrase, setting, work, Int32(size)) else { return nil }
    let text = String(cString: output)
    return text.hasPrefix("*") || text.isEmpty ? nil : text
  }

  /// Whether crypt(3) can check a hash, judged by its setting, without hashing.
  static func understands(_ hash: PasswordHash) -> Bool {
    crypt_checksalt(hash.text) != CRYPT_SALT_INVALID
  }
}
