import Testing

@testable import AccountsApp

@Suite("The strength of a password") struct PasswordStrengthTests {
  @Test(
    "has five levels",
    arguments: [
      ("", PasswordStrength.veryWeak), ("a", .veryWeak), ("12345", .veryWeak),
      ("aaaaaaaaaaaaaaaaaaaaaaaa", .veryWeak), ("123456789", .veryWeak), ("abcdefgh", .veryWeak),
      ("zyxwvuts", .veryWeak), ("password1", .fair), ("qwerty", .weak), ("Mario1", .weak),
      ("Tr0ub4dor", .fair), ("correct horse battery", .veryStrong), ("пароль", .weak),
      ("k7#Q!z2p", .fair), ("k7#Q!z2pW0", .strong), ("k7#Q!z2pW0mXv5&c", .veryStrong),
    ])
  func steps(password: String, strength: PasswordStrength) {
    #expect(PasswordStrength(of: password) == strength)
  }

  @Test("never falls when a character of another kind is appended")
  func grows() {
    for password in ["mario", "1357", "Bowser", "zx!", "ночь"] {
      for more in ["0", "Q", "q", "~", "Ж"] {
        let before = PasswordStrength(of: password)
        #expect(PasswordStrength(of: password + more).rawValue >= before.rawValue)
      }
    }
  }

  @Test("has ordered levels, each with its own label")
  func words() {
    let words = PasswordStrength.allCases.map { ScreenText.words($0)[.english] }
    #expect(words == ["very weak", "weak", "fair", "strong", "very strong"])
    #expect(PasswordStrength.allCases.map(\.rawValue) == [0, 1, 2, 3, 4])
  }
}
