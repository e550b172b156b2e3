import Accounts
import Testing

@testable import AccountsApp
@testable import CommandKit

@Suite("A form that changes an account") struct EditFormTests {
  private func edit(_ fields: [Field: String], _ rulebook: Rulebook = .register) throws -> Form {
    .edit(try .of(fields, under: rulebook), under: rulebook, today: .ofTests)
  }

  @Test("begins with the account's values, ready, and changes nothing")
  func begins() throws {
    let form = try edit([.firstName: "Mario", .birthDate: "1990-08-12", .phone: "89123456789"])
    #expect(form[.email] == "mario@gmail.com")
    #expect(form[.password] == nil)
    #expect(form[.phone] == "+7 (912) 345-67-89")
    #expect(form.isReady && !form.isChanged)
    #expect(form.editRequest?.fields == [:])
    #expect(form.editRequest?.password == nil)
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

  @Test("changes the fields that were edited, and clears those that were emptied")
  func request() throws {
    var form = try edit([.firstName: "Mario", .lastName: "Balotelli"])
    form.type("!", into: .firstName)
    form.focus(on: .lastName)
    form.press(.control("u"))
    form.type("secret", into: .password)
    let request = try #require(form.editRequest)
    #expect(request.fields == [.firstName: "Mario!", .lastName: .clear])
    #expect(request.password != nil)
    #expect(request.account == "mario@gmail.com")
    #expect(form.isChanged && !form.isReady, "a new password is typed twice")
    form.moveFocus(by: 1)
    form.type("secret")
    #expect(form.isReady)
    form.focus(on: .firstName)
    form.press(.backspace)
    #expect(form.editRequest?.fields == [.lastName: .clear])
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

  @Test("follows an account that was changed elsewhere, and keeps what was typed")
  func rebase() throws {
    var form = try edit([.firstName: "Mario", .lastName: "Balotelli"])
    form.type("!", into: .firstName)
    form.type("secret", into: .password)
    let now = try StoredAccount.of([
      .firstName: "Yoshi", .lastName: "Bowser", .phone: "9990000000",
    ])
    form.rebase(on: now, keeping: [.firstName])
    #expect(form[.firstName] == "Mario!")
    #expect(form[.lastName] == "Bowser")
    #expect(form[.phone] == "+7 (999) 000-00-00")
    #expect(form[.password] == "secret")
    #expect(form.purpose == .edit(now))
  }

  @Test("takes the other side's value if that was chosen")
  func rebaseOnTheirs() throws {
    var form = try edit([.firstName: "Mario", .lastName: "Balotelli"])
    form.type("!", into: .firstName)
    form.type("!", into: .lastName)
    form.rebase(on: try .of([.firstName: "Yoshi", .lastName: "Balotelli"]), keeping: [])
    #expect(form[.firstName] == "Yoshi")
    #expect(form[.lastName] == "Balotelli!", "nobody else has changed it")
  }
}
