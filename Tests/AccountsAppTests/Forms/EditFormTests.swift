import Accounts
import Testing

@testable import AccountsApp
@testable import CommandKit

@Suite("A form that changes an account") struct EditFormTests {
  private func edit(_ fields: [Field: String], _ rulebook: Rulebook = .register) throws -> Form {
    .edit(try .of(fields, under: rulebook), under: rulebook, today: .ofTests)
  }

  @Test(
    "never changes anything by being opened, whatever the file contains",
    arguments: [
      " Mario", "Mario ", "\u{A0}Mario", "", " ", String(repeating: "M", count: 400), "e\u{301}",
      "👍🏽", "❤\u{FE0F}", "\u{FEFF}M", "👩‍👧", "M\u{200B}", "и\u{306}",
    ])
  func opensAsItIs(name: String) throws {
    let form = try edit([.firstName: name])
    #expect(form.isChanged == false)
    #expect(form.editRequest?.fields == [:])
  }

  static let unicodeForms = [("Ren\u{E9}", "Rene\u{301}"), ("Rene\u{301}", "Ren\u{E9}")]

  @Test("changes a name to the same letters in another Unicode form", arguments: unicodeForms)
  func unicodeForm(old: String, new: String) throws {
    var form = try edit([.firstName: old])
    form.set(.firstName, to: new)
    #expect(form.isChanged)
    #expect(form.editRequest?.fields == [.firstName: .set(new)])
    form.set(.firstName, to: old)
    #expect(!form.isChanged && form.editRequest?.fields == [:])
  }

  @Test(
    "follows a name that was changed elsewhere to another Unicode form", arguments: unicodeForms)
  func rebaseOnUnicodeForm(old: String, new: String) throws {
    var form = try edit([.firstName: old])
    form.type("!", into: .firstName)
    form.rebase(on: try .of([.firstName: new]), keeping: [])
    #expect(Array((form[.firstName] ?? "").utf8) == Array(new.utf8))
  }

  @Test("may omit what the rulebook does not require, and the password")
  func required() throws {
    var form = try edit([.firstName: "Mario"])
    form.focus(on: .firstName)
    form.press(.control("u"))
    #expect(form.isReady)
    form.focus(on: .email)
    form.press(.control("u"))
    #expect(!form.isReady)
    #expect(form.firstProblem?.message == FieldRule.required.message(of: Field.email.name))
    var albums = try edit(
      [
        .firstName: "Ada", .lastName: "L", .birthDate: "1990-08-12", .phone: "9123456789",
      ], .albums)
    albums.focus(on: .birthDate)
    albums.press(.control("u"))
    #expect(!albums.isReady)
  }
}
