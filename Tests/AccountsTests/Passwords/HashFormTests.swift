import AccountsSupport
import TestSupport
import Testing

@testable import Accounts

@Suite("The form of a hash") struct HashFormTests {
  /// Settings that cost little, with the length of the digest that crypt(3) puts behind them.
  private static let settings: [(setting: String, digest: Int)] = [
    ("$1$abcdefgh$", 22), ("$5$rounds=1000$abcdefgh$", 43), ("$5$abcdefghijklmnop$", 43),
    ("$6$rounds=1000$abcdefgh$", 86), ("$2b$04$abcdefghijklmnopqrstuu", 31),
    ("$2y$04$abcdefghijklmnopqrstuu", 31), ("$2x$04$abcdefghijklmnopqrstuu", 31),
    ("$y$j75$SaltSaltSaltSaltSaltS/$", 43), ("$y$j75$$", 43), ("$y$.55$SaltSalt$", 43),
    ("$y$/55//$SaltS/$", 43), ("$gy$j75$SaltSal1$", 43), ("$7$6U..../....salt$", 43),
    ("$sha1$100$abcdefgh$", 28), ("$md5,rounds=10$abcd$$", 22), ("$md5$rounds=10$abcd$", 22),
    ("$md5$abcd$$", 22), ("$3$$", 32),
  ]

  @Test("is whole exactly where crypt(3) writes it so", arguments: 0..<UInt64(rounds(1)))
  func agrees(seed: UInt64) throws {
    var dice = Dice(seed)
    let password = try PasswordText("secret1")
    let letters = Array("./05789AUjz$$=!:,;*\\ ~\u{7F}")
    var counts = (whole: 0, broken: 0)
    for _ in 0..<500 {
      let (setting, digest) = dice.pick(Self.settings)
      guard case .made(let made) = Crypt.hash(password, setting: setting) else {
        Issue.record("\(setting) is not computed")
        continue
      }
      var text = Array(made)
      for _ in 0..<dice.below(3) {
        // More often in the setting than in the digest.
        let place = dice.below(dice.below(8) == 0 ? text.count : setting.count)
        switch dice.below(3) {
        case 0: text.remove(at: place)
        case 1: text[place] = dice.pick(letters)
        default: text.insert(dice.pick(letters), at: place)
        }
      }
      let changed = String(text)
      guard let hash = PasswordHash(changed), !hash.isTooDear, Self.isCheap(hash),
        // Of other schemes nothing is known.
        Self.settings.contains(where: { PasswordHash($0.setting)?.scheme == hash.scheme })
      else { continue }
      let isWritten = Self.isWritten(hash, digest, password)
      #expect(hash.isWhole == isWritten, "\(changed)")
      if isWritten { counts.whole += 1 } else { counts.broken += 1 }
    }
    #expect(counts.whole > 100 && counts.broken > 100, "\(counts)")
  }

  /// Whether crypt(3) writes a hash of this form: with the same setting, and a digest of its
  /// length.
  private static func isWritten(
    _ hash: PasswordHash, _ digest: Int, _ password: PasswordText
  ) -> Bool {
    guard case .made(let made) = Crypt.hash(password, setting: hash.text),
      made.utf8.count == hash.text.utf8.count
    else { return false }
    var (ours, theirs) = (Array(hash.text.utf8.dropLast(digest)), Array(made.utf8.dropLast(digest)))
    // It clears the last bits of bcrypt's salt; other programs check such a hash.
    if hash.scheme.first == "2" { (ours, theirs) = (ours.dropLast(), theirs.dropLast()) }
    return ours == theirs
      && hash.text.utf8.suffix(digest).allSatisfy { byte in
        hash.scheme == "3"
          ? "0123456789abcdef".utf8.contains(byte) : CryptNumbers.value(of: byte) != nil
      }
  }

  private static func isCheap(_ hash: PasswordHash) -> Bool {
    (hash.memory ?? 0) <= 4 << 20 && hash.rounds <= (hash.isBcrypt ? 6 : 20_000)
  }

  @Test(
    "has no number with a zero before it",
    arguments: [
      ("$sha1$100$abcdefgh$", "$sha1$0100$abcdefgh$"),
      ("$5$rounds=1000$abcdefgh$", "$5$rounds=01000$abcdefgh$"),
      ("$6$rounds=1000$abcdefgh$", "$6$rounds=01000$abcdefgh$"),
      ("$md5,rounds=10$abcd$$", "$md5,rounds=010$abcd$$"),
    ])
  func leadingZero(setting: String, changed: String) throws {
    guard case .made(let made) = Crypt.hash(try PasswordText("secret1"), setting: setting) else {
      Issue.record("\(setting) is not computed")
      return
    }
    #expect(try #require(PasswordHash(made)).isWhole)
    #expect(PasswordHash(changed + made.dropFirst(setting.utf8.count))?.isWhole != true)
  }
}
