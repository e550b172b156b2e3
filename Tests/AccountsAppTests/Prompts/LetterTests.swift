import Testing

@testable import AccountsApp
@testable import CommandKit

@Suite("An answer by its letter") struct LetterTests {
  @Test(
    "is accepted in the language of the question, or in English",
    arguments: [
      ("i", .english, true), ("Install", .english, true), ("i", .russian, true),
      ("з", .russian, true), ("Записать", .russian, true), ("з", .english, false),
      ("d", .english, false), ("о", .russian, false), ("", .russian, false),
      (" i", .english, false),
    ] as [(String, Language, Bool)])
  func named(answer: String, language: Language, isNamed: Bool) {
    #expect(Letter.install.isNamed(by: answer, in: language) == isNamed)
  }
}
