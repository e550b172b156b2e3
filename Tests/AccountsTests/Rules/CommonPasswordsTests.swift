import TestSupport
import Testing

@testable import Accounts

@Suite("The built-in blocklist") struct CommonPasswordsTests {
  private static let entries = "\(CommonPasswords.entries)".split(
    separator: " ", omittingEmptySubsequences: false
  ).map(String.init)

  @Test("is in the order of its bytes, each entry once, in lower case, as the search needs it")
  func order() {
    #expect(Self.entries.count > 1000)
    for (entry, next) in zip(Self.entries, Self.entries.dropFirst()) {
      #expect(entry.utf8.lexicographicallyPrecedes(next.utf8), "\(entry) \(next)")
    }
    for entry in Self.entries { #expect(entry == PersonName.key(of: entry) && !entry.isEmpty) }
  }

  @Test("finds its entries, and in capitals, reversed, repeated and with a year")
  func entries() {
    for index in stride(from: 0, to: Self.entries.count, by: 37) {
      let entry = Self.entries[index]
      #expect(CommonPasswords.contain(entry), "\(entry)")
      #expect(CommonPasswords.contain(entry.uppercased()), "\(entry)")
      #expect(CommonPasswords.contain(String(entry.reversed())), "\(entry)")
      #expect(CommonPasswords.contain(entry + entry + entry), "\(entry)")
      guard entry.count >= 4, entry.contains(where: \.isLetter) else { continue }
      #expect(CommonPasswords.contain("\(entry)2026!"), "\(entry)")
      #expect(CommonPasswords.contain("(1)\(entry)"), "\(entry)")
    }
  }

  @Test(
    "has what people choose, and what they make of it to keep a rule",
    arguments: [
      "password", "Password1", "PASSWORD123!", "passwordpassword", "drowssap", "P@ssw0rd2024!",
      "password1234567", "123456", "1234567890123456", "987654321", "111111", "qwerty",
      "Qwerty123!",
      "qwertyuiopasdfgh", "poiuytrewq", "1q2w3e4r5t6y7u8i", "zaq1xsw2", "asdfasdfasdfasd",
      "iloveyou", "ILoveYou!!!", "letmein", "dragon1", "monkeymonkeymonk", "abc123", "abcabcabcabc",
      "ababababababab", "aaaaaaaaaaaaaaa", "!!!!!!!!", "1987", "19871987", "!2020!", "admin",
      "admin@2026", "Summer2026", "!@#$%^", "regapp", "regapp2026", "changeme", "trustno1",
      "пароль", "Пароль123", "ьлорап", "йцукен", "ЙЦУКЕН12345", "йцукенгшщзхъ", "любовь",
      "наташа1990",
      "gfhjkm", "Gfhjkm123", "ghbdtn", "привет!", "parol123", "1й2ц3у4к",
      "nastya2005",
    ])
  func common(password: String) { #expect(CommonPasswords.contain(password)) }

  @Test(
    "has nothing that is only like them",
    arguments: [
      "correct horse battery staple", "horse battery", "passwordless-gizmo", "xkcdpassword",
      "r7mKp2vQx9", "тёплый вечер", "8305", "83051927", "ab", "qx7", "12", "84123456029", "a8305",
      "Tr0ub4dor&3", "monkeywrench", "пар0ход и баржа", "", " ", "é", "\u{1F600}", "x9",
    ])
  func rare(password: String) { #expect(!CommonPasswords.contain(password)) }

  @Test("has none of two hundred random passwords")
  func random() {
    var dice = Dice(7)
    let letters = Array("abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789")
    for _ in 0..<200 {
      let password = String((0..<14).map { _ in dice.pick(letters) })
      #expect(!CommonPasswords.contain(password), "\(password)")
    }
  }

  @Test(
    "answers at once even for the longest passwords",
    arguments: ["1", "a1!", "password1", "🙂"])
  func long(part: String) {
    let text = String(repeating: part, count: 511 / part.utf8.count)
    #expect(CommonPasswords.contain(text) == (part != "a1!"))
    #expect(!CommonPasswords.contain(text + "xö" + text))
  }

  @Test("holds where the rulebook says so, for new and typed passwords alike")
  func rule() {
    let rulebook = Rulebook(fields: .init(password: PasswordRule(blocklist: true)))
    var values = FieldValues()
    (values.email, values.password) = ("a@b.co", "Qwerty123")
    let problem = Problem(.field(.password), .field(.notOnBlocklist))
    #expect(rulebook.problems(with: values, today: .ofTests) == [problem])
    values.password = nil
    let new = PasswordEntry("Qwerty123")
    #expect(rulebook.problems(with: values, newPassword: new, today: .ofTests) == [problem])
    #expect(Rulebook().problems(with: values, newPassword: new, today: .ofTests) == [])
  }
}
