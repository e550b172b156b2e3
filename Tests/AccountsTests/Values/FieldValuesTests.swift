import Testing

@testable import Accounts

@Suite("Typed text") struct FieldValuesTests {
  @Test(
    "is trimmed",
    arguments: Field.allCases.filter { $0 != .password })
  func trims(field: Field) {
    for space in [" ", "  ", "\t", "\u{A0}", "\u{2003}", "\u{3000}", " \t "] {
      #expect(FieldValues.trimmed(space + "a b" + space, for: field) == "a b")
    }
  }

  @Test(
    "counts as missing if it is only space", arguments: Field.allCases.filter { $0 != .password })
  func nothing(field: Field) {
    for text in ["", " ", " \t\u{A0} "] { #expect(FieldValues.trimmed(text, for: field) == nil) }
    var values = FieldValues()
    values[text: field] = "before"
    values.set("  ", for: field)
    #expect(values[text: field] == nil)
  }

  @Test("is never trimmed as a password", arguments: ["", " ", " a b ", "\ta\n"])
  func passwordIsKept(text: String) {
    #expect(FieldValues.trimmed(text, for: .password) == text)
  }

  @Test("keeps a line end, which the rules then reject")
  func keepsLineEnds() {
    #expect(FieldValues.trimmed("Ada\n", for: .firstName) == "Ada\n")
  }

  @Test("uses the names of the file")
  func names() {
    #expect(
      Field.allCases.map(\.key)
        == [
          "email", "username", "password", "firstName", "lastName", "birthDate", "phone", "groups",
          "disabled", "validFrom", "validUntil", "mustChange", "invitedUntil", "id",
        ])
  }
}
