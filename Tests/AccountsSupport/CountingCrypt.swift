import Accounts
import Synchronization

/// A crypt(3) that counts its calls.
package final class CountingCrypt: Sendable {
  package init() {}

  private let settings = Mutex<[String]>([])

  /// How many hashes were made with our scheme, at the cost of tests or higher.
  package func ourHashes() -> Int {
    let judge = PasswordHasher(cost: 1).judge()
    return settings.withLock { $0 }.count { setting in
      PasswordHash(setting).map(judge.costsAsMuchAsOurs) ?? false
    }
  }

  /// How many hashes of any kind were made.
  package var allHashes: Int { settings.withLock { $0.count } }

  /// How many hashes of a scheme were made.
  package func hashes(of scheme: String) -> Int {
    settings.withLock { $0 }.count { PasswordHash($0)?.scheme == scheme }
  }

  package func hasher(cost: Int = 1) -> PasswordHasher {
    PasswordHasher(cost: cost) { password, setting in
      self.settings.withLock { $0.append(setting) }
      return Crypt.hash(password, setting: setting)
    }
  }
}

extension PasswordHasher {
  /// A hasher whose crypt(3) makes no hash, as with a libcrypt without yescrypt.
  package static let failing = PasswordHasher(cost: 1) { _, _ in .refused }

  /// A hasher that has too little memory for any hash.
  package static let withoutMemory = PasswordHasher(cost: 1) { _, _ in .outOfMemory }
}

/// Hashes of the password `secret1`, made elsewhere: by openssl passwd, htpasswd, and crypt(3).
package enum HashOfSecret1 {
  package static let md5 = "$1$abcdefgh$ywpTNDTYPzAT3Ohgseebp/"
  package static let apr1 = "$apr1$abcdefgh$paCto.rW8wn6thJ8b0QQY."
  package static let sha1 = "{SHA}AMr9EmGC6KnnwBuy8N/QBJa+ck8="
  package static let sha256 = "$5$abcdefgh$0SD0b8d1dsfQumXtowD6Y5j7mqe1I1e8XY/GQopAyn4"
  package static let sha512 =
    "$6$abcdefgh$oGoxMtczJ0/xYkNKQnGuC3pOdNoGsZRZNs7n5JzX8KfMJWEmD2Bx4wBt/tMCPvjE87aPyrlQPEKx"
    + "EcxV6d4J6."
  package static let bcrypt5 = "$2b$05$abcdefghijklmnopqrstuu7xBdc3mx5nNlgVHYL28yCH.qGrgk0.q"
}
