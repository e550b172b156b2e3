import Testing
import TextTools

@Suite("A misspelt word") struct SuggestionTests {
  private let words = ["email", "password", "firstName", "lastName", "birthDate", "phone", "by"]

  @Test(
    "gets the nearest word as a suggestion",
    arguments: [
      ("emial", "email"), ("mail", "email"), ("e-mail", "email"), ("Email", "email"),
      ("pasword", "password"), ("passwrod", "password"), ("firstname", "firstName"),
      ("lastNam", "lastName"), ("birthdate", "birthDate"), ("phon", "phone"), ("fone", "phone"),
      ("bi", "by"),
    ])
  func nearestWord(typed: String, meant: String) {
    #expect(nearest(to: typed, in: words) == meant)
  }

  @Test(
    "gets none if it is far from all", arguments: ["", "x", "zzz", "secret", "name", "telephone"])
  func farWord(typed: String) { #expect(nearest(to: typed, in: words) == nil) }

  @Test("gets none if there are no words")
  func noWords() { #expect(nearest(to: "email", in: []) == nil) }
}
