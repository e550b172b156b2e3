import TextTools

/// Hashes of htpasswd and directories that crypt(3) does not know: `$apr1$`, long the default of
/// htpasswd, `{SHA}`, and OpenLDAP's `{SSHA}`. All are cheap to guess; a login replaces them.
enum ApacheHash {
  /// MD5 a thousand times: md5-crypt with another name in it.
  static func apr1(_ password: [UInt8], setting: String) -> String {
    let name = Array("$apr1$".utf8)
    let salt = Array(
      setting.utf8.dropFirst(name.count).prefix { $0 != UInt8(ascii: "$") }.prefix(8))
    let around = MD5.digest(of: password, salt, password)
    let repeats = repeatElement(around, count: password.count / around.count + 1).joined()
    var odds: [UInt8] = []
    var bits = password.count
    while bits > 0 {
      odds.append(bits & 1 == 1 ? 0 : password[0])
      bits >>= 1
    }
    var digest = MD5.digest(
      of: password, name, salt, Array(repeats.prefix(password.count)), odds)
    for round in 0..<1000 {
      let (first, last) = round & 1 == 1 ? (password, digest) : (digest, password)
      digest = MD5.digest(
        of: first, round % 3 == 0 ? [] : salt, round % 7 == 0 ? [] : password, last)
    }
    return String(decoding: name + salt + [UInt8(ascii: "$")] + spelt(digest), as: UTF8.self)
  }

  /// SHA-1 once, without a salt.
  static func sha1(_ password: [UInt8]) -> String {
    PasswordHash.sha1Name + Base64.text(SHA1.digest(of: password))
  }

  /// SHA-1 once over password and salt, with the salt appended to the digest; nil for another
  /// setting.
  static func salted(_ password: [UInt8], setting: String) -> String? {
    let (name, rest) = (setting.prefix(6), setting.utf8.dropFirst(6))
    guard let salt = Base64.bytes(rest)?.dropFirst(20) else { return nil }
    return name + Base64.text(SHA1.digest(of: password + salt) + salt)
  }

  /// Sixteen bytes in the base 64 of crypt(3), in the order of md5-crypt.
  private static func spelt(_ digest: [UInt8]) -> [UInt8] {
    let letters = Array("./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
    let groups = [[0, 6, 12], [1, 7, 13], [2, 8, 14], [3, 9, 15], [4, 10, 5], [11]]
    return groups.flatMap { group in
      let number = group.reduce(0) { $0 << 8 | Int(digest[$1]) }
      return (0...group.count).map { letters[number >> (6 * $0) & 63] }
    }
  }
}
