import Accounts
import Testing

@testable import AccountsApp
@testable import CommandKit

@Suite("A form") struct FormTests {
  struct Shape: Sendable, CustomTestStringConvertible {
    let rulebook: Rulebook
    let logIn: [Field]
    let register: [Field]
    let logInButtons: [Form.Button]
    var testDescription: String { rulebook.name }
  }

  private static let strict: Rulebook = {
    var rulebook = Rulebook.register
    rulebook.name = "strict"
    rulebook.fields.required.insert(.phone)
    return rulebook
  }()

  @Test(
    "asks for the rulebook's fields, the name first and the password last",
    arguments: [
      Shape(
        rulebook: .register, logIn: [.email, .password], register: [.email, .password],
        logInButtons: [.submit]),
      Shape(
        rulebook: .albums, logIn: [.email, .password],
        register: [.firstName, .lastName, .birthDate, .phone, .email, .password],
        logInButtons: [.submit, .toRegistration]),
      Shape(
        rulebook: .authorisation, logIn: [.firstName, .password],
        register: [.firstName, .lastName, .email, .password],
        logInButtons: [.submit, .toRegistration]),
      Shape(
        rulebook: strict, logIn: [.email, .password], register: [.phone, .email, .password],
        logInButtons: [.submit, .toRegistration]),
      Shape(
        rulebook: .byNames, logIn: [.username, .password],
        register: [.username, .firstName, .email, .password],
        logInButtons: [.submit, .toRegistration]),
    ])
  func shape(shape: Shape) throws {
    let logIn = Form.logIn(under: shape.rulebook, today: .ofTests)
    #expect(logIn.rows.map(\.field) == shape.logIn)
    #expect(logIn.buttons == shape.logInButtons)
    let register = Form.register(under: shape.rulebook, today: .ofTests)
    #expect(register.rows.map(\.field) == shape.register)
    #expect(register.buttons == [.submit, .toLogin])
    let edit = Form.edit(try .of([:]), under: shape.rulebook, today: .ofTests)
    #expect(
      edit.rows.map(\.field).filter { $0 != .username }
        == [.email, .password, .firstName, .lastName, .birthDate, .phone])
    #expect(edit.buttons == [.submit, .cancel])
  }

  @Test(
    "takes a name over to registering and back, into the field it is for",
    arguments: [("ada", Field.username), ("ada@b.co", .email)])
  func namesMove(text: String, field: Field) {
    var logIn = Form.logIn(under: .byNames, today: .ofTests)
    logIn.type(text)
    var register = Form.register(under: .byNames, today: .ofTests)
    register.adopt(from: logIn)
    #expect(register[field] == text && register.rows.count { $0.text != nil } == 1)
    #expect(register.holds(logIn))
    var again = Form.logIn(under: .byNames, today: .ofTests)
    again.adopt(from: register)
    #expect(again[.username] == text && again.holds(register))
    register.type("Ada", into: .firstName)
    #expect(!again.holds(register))
  }

  @Test(
    "asks for the key, where a first name that is one of the ways to log in is several people's")
  func severalFirstNames() {
    var rulebook = Rulebook.byNames
    rulebook.login.by = [.username, .firstName]
    var form = Form.logIn(under: rulebook, today: .ofTests)
    form.type("Ada")
    form.askForKey()
    #expect(form.rows.map(\.field) == [.username, .firstName, .password])
    #expect(form[.username] == nil && form[.firstName] == "Ada")
    #expect(form.name(of: .username)[.english] == "user name")
    form.askForKey()
    #expect(form.rows.count == 3)
  }

  private func told(_ rule: FieldRule, _ field: Field) -> Phrase { rule.message(of: field.name) }

  @Test("shows all problems when it is submitted, and goes to the first of them")
  func showsProblems() {
    var form = Form.ofTests
    form.type("Ada", into: .firstName)
    form.focus(on: .password)
    form.showProblems()
    #expect(form.focusedRow?.field == .lastName)
    #expect(form.rows.filter { !form.toldProblems($0).isEmpty }.count == 5)
  }

  @Test("at login accepts any text, as the rules for new accounts do not apply")
  func logInTakesAll() {
    var form = Form.logIn(under: .albums, today: .ofTests)
    form.type("x")
    form.type("y", into: .password)
    #expect(form.isReady)
    form.press(.backspace)
    #expect(!form.isReady)
  }

  @Test("trims typed text, but never a password")
  func trimming() throws {
    var form = Form.logIn(under: .register, today: .ofTests)
    form.type("  mario@gmail.com ")
    form.type("  12  ", into: .password)
    #expect(form[.email] == "mario@gmail.com")
    #expect(form[.password] == "  12  ")
    #expect(form.isReady)
    form.focus(on: .email)
    form.press(.control("e"), .control("u"))
    form.paste("\t luigi@gmail.com \n")
    #expect(form.rows[0].text == "luigi@gmail.com")
  }

  @Test(
    "takes from a paste its first line, without controls, and all or nothing of that",
    arguments: [
      ("Ada\nLovelace", "Ada"), ("Ada\r\nLovelace", "Ada"), ("A\u{1B}[31mda", "A[31mda"),
      ("A\u{202E}da", "Ada"), ("A\u{0}d\u{7F}a", "Ada"), ("\r\nAda", "Ada"), ("A\tda", "A da"),
      (String(repeating: "e\u{301}", count: 300), String(repeating: "e\u{301}", count: 300)),
      (String(repeating: "e\u{301}", count: 1366), nil),
    ] as [(String, String?)])
  func pasting(pasted: String, text: String?) {
    var form = Form.ofTests
    form.focus(on: .firstName)
    form.paste(pasted)
    #expect(form[.firstName] == text)
    #expect(form.focusedRow?.field == .firstName)
    #expect((form.focusedRow?.refusal != nil) == (text == nil), "what is refused is explained")
  }

  @Test(
    "keeps every byte of a pasted password, and says what rule it breaks",
    arguments: [
      (" a b ", []), ("e\u{301}漢\u{FEFF}xyz", []), (String(repeating: "a", count: 511), []),
      (String(repeating: "a", count: 512), [.maximumBytes(511)]),
      (String(repeating: "👩‍👧", count: 100), [.maximumBytes(511)]),
      ("abc\0def", [.noNUL]), ("abc\tdef", [.noControlCharacters("\t")]),
      ("\u{1B}[31mred", [.noControlCharacters("\u{1B}")]),
      ("abcde\r\nfghij", [.noControlCharacters("\r")]),
      ("abcde\u{202E}", [.noControlCharacters("\u{202E}")]), ("abc\u{FFFD}de", [.wholeUnicode]),
    ] as [(String, [FieldRule])])
  func pastingPassword(pasted: String, rules: [FieldRule]) throws {
    for isTyped in [false, true] {
      var form = Form.logIn(under: .register, today: .ofTests)
      form.focus(on: .password)
      if isTyped {
        for scalar in pasted.unicodeScalars { form.type(String(scalar)) }
      } else {
        form.paste(pasted)
      }
      #expect(form[.password].map { Array($0.utf8) } == Array(pasted.utf8))
      #expect(form.brokenRules(form.rows[1]) == rules)
    }
  }

  @Test("takes nothing of a password that is far too long, and says so")
  func hugePassword() {
    for rulebook in [Rulebook.register, .authorisation] {
      var form = Form.logIn(under: rulebook, today: .ofTests)
      form.focus(on: .password)
      form.type("abcde")
      form.paste(String(repeating: "x", count: 5000))
      #expect(form[.password] == "abcde")
      #expect(form.toldProblems(form.rows[1]) == [told(.maximumBytes(511), .password)])
    }
  }

  @Test("tells even at login what no password can be")
  func impossible() {
    var form = Form.logIn(under: .authorisation, today: .ofTests)
    form.type("Alex")
    form.focus(on: .password)
    for (text, isReady) in [
      ("a\tb", true), ("a\0b", false), ("a\nb", false), ("a\u{FFFD}b", false),
    ] {
      form.press(.control("u"))
      form.paste(text)
      #expect(form.isReady == isReady, "\(text.debugDescription)")
    }
  }

  @Test("asks for a new password twice, as soon as something is in its field")
  func twice() throws {
    let account = try StoredAccount.of([:])
    for form in [.ofTests, Form.edit(account, under: .register, today: .ofTests)] {
      var form = form
      let count = form.rows.count
      form.type("Secret1", into: .password)
      #expect(form.rows.count == count + 1 && form.focusedRow?.isRepeat == false)
      form.moveFocus(by: 1)
      #expect(form.focusedRow?.isRepeat == true)
      form.type("Secret")
      form.moveFocus(by: 1)
      #expect(form.toldProblems(form.rows[form.focus - 1]) == [PlainText.passwordsDiffer])
      form.moveFocus(by: -1)
      form.type("1")
      #expect(form.toldProblems(form.rows[form.focus]) == [])
      form.focus(on: .password)
      form.press(.control("u"))
      #expect(form.rows.count == count)
    }
  }

  @Test("takes a pasted date digit by digit")
  func pastingDay() {
    for text in ["1990-08-12", "19900812", " 1990/08/12 ", "1990.08.12x"] {
      var form = Form.ofTests
      form.focus(on: .birthDate)
      form.paste(text)
      #expect(form[.birthDate] == "1990-08-12", "\(text)")
    }
  }

  enum Leaving: String, Sendable, CaseIterable {
    case showingProblems, refusing, askingForEmail, goingElsewhere
  }

  @Test("hides a password however its field is left", arguments: Leaving.allCases)
  func revealEnds(leaving: Leaving) {
    var form = Form.logIn(under: .authorisation, today: .ofTests)
    form.focus(on: .password)
    form.type("password1")
    form.toggleReveal()
    switch leaving {
    case .showingProblems: form.showProblems()
    case .refusing: form.refuse(.required, of: .firstName)
    case .askingForEmail: form.askForKey()
    case .goingElsewhere: form.focus(on: .firstName)
    }
    #expect(form.focusedRow?.field != .password)
    #expect(form.row(.password)?.isRevealed == false)
    #expect(form[.password] == "password1")
  }
}
