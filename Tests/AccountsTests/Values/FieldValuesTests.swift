import Testing

@testable import Accounts

@Suite("What a person types") struct FieldValuesTests {
  @Test(
    "loses the space around it",
    arguments: Field.allCases.filter { $0 != .password })
  func trims(field: Field) {
    for space in [" ", "  ", "\t", "\u{A0}", "\u{2003}", "\u{3000}", " \t "] {
      #expect(FieldValues.trimmed(space + "a b" + space, for: field) == "a b")
    }
  }

  @Test(
    "and is nothing but space, is nothing", arguments: Field.allCases.filter { $0 != .password })
  func nothing(field: Field) {
    for text in ["", " ", " \t\u{A0} "] { #expect(FieldValues.trimmed(text, for: field) == nil) }
    var values = FieldValues()
    values[field] = "before"
    values.type("  ", into: field)
    #expect(values[field] == nil)
  }

  @Test("as a password is never trimmed", arguments: ["", " ", " a b ", "\ta\n"])
  func passwordIsKept(text: String) {
    #expect(FieldValues.trimmed(text, for: .password) == text)
  }

  @Test("keeps a line end, which the rules then refuse")
  func keepsLineEnds() {
    #expect(FieldValues.trimmed("Ada\n", for: .firstName) == "Ada\n")
  }

  @Test("stands under its own field", arguments: Field.allCases)
  func subscripting(field: Field) {
    var values = FieldValues()
    values[field] = "x"
    #expect(Field.allCases.filter { values[$0] != nil } == [field])
  }

  @Test("has the names that the file has")
  func names() {
    #expect(
      Field.allCases.map(\.rawValue)
        == ["email", "password", "firstName", "lastName", "birthDate", "phone"])
  }
}
