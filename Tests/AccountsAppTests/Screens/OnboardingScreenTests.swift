import Accounts
import Terminal
import Testing

@testable import AccountsApp
@testable import CommandKit
@testable import ScreenKit

@Suite("Adding people on the screens") struct OnboardingScreenTests {
  private let home = Home()

  private static let fields: Set<Field> = [
    .email, .username, .password, .firstName, .lastName, .phone, .birthDate, .groups, .validFrom,
    .validUntil, .mustChange,
  ]

  @Test("a new account has every field that an edit of it has, under any rulebook")
  func fields() throws {
    for rulebook in Rulebook.builtIns {
      let rows = Form.add(under: rulebook, today: .ofTests).rows.map(\.field)
      #expect(Set(rows) == Self.fields && rows.count == Self.fields.count, "\(rulebook.name)")
      #expect(rows.suffix(2) == [.password, .mustChange])
    }
    let standard = try #require(Rulebook.builtIns.first { $0.name == "standard" })
    let rows = Form.add(under: standard, today: .ofTests).rows.map(\.field)
    #expect(rows.prefix(2) == [.username, .email])
  }

  @Test("an email, days and groups are written with the account")
  func written() async throws {
    await home.run("init standard")
    var stage = await Stage(home)
    await stage.press(.control("o"), .character("A"))
    await stage.type("linus")
    await stage.press(.tab)
    await stage.type("linus@example.com")
    await stage.go(to: .groups)
    await stage.type("ops,night shift")
    await stage.go(to: .validUntil)
    await stage.type("20270101")
    await stage.press(.control("g"), .control("s"))
    #expect(stage.kind == "accounts", "\(stage.said)")
    let linus = try await home.registry.account("linus").values
    #expect(linus.email == "linus@example.com" && linus.groups == ["ops", "night shift"])
    #expect(linus[text: .validUntil] == "2027-01-01")
  }

  @Test("a generated password is shown once the account is there, until Enter that saw it")
  func generated() async throws {
    var stage = await home.accountsList()
    await stage.press(.character("A"))
    await stage.type("new@example.com")
    await stage.press(.control("g"))
    #expect(stage.form?.generates == true && stage.shows("will be generated"))
    #expect(stage.form?.isReady == true && stage.said.contains("shown once the account is there"))
    await stage.press(.control("s"))
    let password = try #require(stage.state.generated)
    #expect(stage.kind == "accounts" && password.name == "new@example.com")
    let text = try #require(password.password.text)
    #expect(stage.shows(text) && stage.shows("new@example.com"))
    await stage.press(.control("q"), .character("Q"), .character("X"))
    #expect(stage.state.generated != nil && !stage.hasQuit)
    await stage.press(.enter)
    #expect(!stage.shows(text) && !stage.said.contains(text))
    #expect(try stage.accounts().focusedName == "new@example.com")
    let outcome = await home.run("login --email new@example.com --password \(text)")
    #expect(outcome.exit == 0)
  }

  @Test("a password that is typed after all, or ^G once more, is what counts")
  func typedAfterAll() async throws {
    var stage = await home.accountsList()
    await stage.press(.character("A"))
    await stage.type("new@example.com")
    await stage.press(.control("g"))
    await stage.go(to: .password)
    await stage.type(newPassword: "12345")
    #expect(stage.form?.generates == false)
    await stage.press(.control("g"))
    #expect(stage.form?.generates == true && stage.form?.password == nil)
    await stage.press(.control("g"))
    #expect(stage.form?.generates == false && stage.form?.isReady == false)
    await stage.press(.control("s"))
    #expect(stage.kind == "registration")
  }

  @Test("nobody is added with a generated password where another field is wrong")
  func refused() async throws {
    var stage = await home.accountsList()
    let before = try home.text()
    await stage.press(.character("A"), .control("g"))
    await stage.type("grace@example.com")
    await stage.press(.control("s"))
    #expect(stage.form?.focusedRow?.refusal == .unique && stage.state.generated == nil)
    #expect(stage.form?.generates == true)
    #expect(try home.text() == before)
  }

  @Test("marks stay when an account is added with a generated password")
  func marksStay() async throws {
    var stage = await home.accountsList()
    await stage.press(.character(" "), .character("A"), .control("g"))
    await stage.type("new@example.com")
    await stage.press(.control("s"), .enter)
    #expect(try stage.accounts().markedNames == ["ada@example.com"])
  }

  // MARK: Groups

  @Test("a form shows the groups that there are, and Right takes the one that is begun")
  func groupsInForm() async throws {
    var stage = await home.accountsList()
    await home.run("edit --account alan@example.com --groups", "night shift")
    await stage.press(.character("A"))
    await stage.go(to: .groups)
    for size in [Stage.usual, Size(columns: 130, rows: 30)] {
      #expect(stage.shows("there are: night shift, ops", size))
    }
    await stage.type("Ni")
    #expect(stage.shows("Night shift") && stage.shows("there are: night shift"))
    await stage.press(.right)
    #expect(stage.form?[.groups] == "night shift" && stage.shows("there are: ops, staff"))
    await stage.type("opps")
    #expect(stage.shows("a new group: opps"))
    await stage.press(.backspace, .backspace, .left)
    #expect(stage.form?.offeredGroup == nil, "the caret is not behind the text")
    await stage.press(.end, .end)
    #expect(stage.form?[.groups] == "night shift, ops")
  }

  @Test("groups are picked from those that there are: Space adds one, removes it, or leaves it")
  func pickedGroups() async throws {
    var stage = await home.accountsList()
    await stage.press(.character(" "), .down, .down, .character(" "), .character("G"), .down)
    func typed() -> String? { stage.state.prompt?.input.text }
    #expect(stage.shows("> [x] ops") && stage.shows("Space add, remove"))
    await stage.press(.character(" "))
    #expect(typed() == "-ops" && stage.shows("> [-] ops"))
    await stage.press(.character(" "))
    #expect(typed() == "" && stage.shows("> [x] ops"))
    // In some of the accounts only.
    await stage.press(.down, .character(" "))
    #expect(typed() == "staff" && stage.shows("> [+] staff (1 of 2)"))
    await stage.press(.character(" "))
    #expect(typed() == "-staff")
    await stage.press(.character(" "), .down)
    #expect(typed() == "" && stage.shows("> [~] staff (1 of 2)"))
    await stage.press(.character(" "), .up, .character(" "), .up)
    #expect(typed() == "staff, -ops")
    // Everything else that is typed goes to the line.
    await stage.type(", night shift")
    #expect(typed() == "staff, -ops, night shift")
    await stage.press(.enter)
    await stage.agree()
    #expect(try await home.account("grace").values.groups == ["staff", "night shift"])
    // Of one that is in none a group is added, or not.
    await stage.press(.home, .down, .character("G"), .down, .character(" "))
    #expect(typed() == "night shift" && stage.shows("> [+] night shift"))
    await stage.press(.character(" "))
    #expect(typed() == "" && stage.shows("> [ ] night shift"))
  }

  @Test("the question for groups shows those of the accounts concerned, and the others")
  func groupsInPrompt() async throws {
    var stage = await home.accountsList()
    await stage.press(.character(" "), .down, .down, .character(" "), .character("G"))
    #expect(stage.state.prompt?.names == ["ada@example.com", "grace@example.com"])
    #expect(stage.shows("[x] ops") && stage.shows("[~] staff (1 of 2)"))
    #expect(stage.shows("[x] ops", Size(columns: 40, rows: 12)))
    await stage.type("-st")
    #expect(stage.state.prompt?.offered == "aff")
    await stage.press(.tab)
    #expect(stage.state.prompt?.input.text == "-staff")
    await stage.type(", -x")
    #expect(stage.state.prompt?.offered == nil)
    await stage.press(.control("u"))
    await stage.type("st")
    await stage.press(.right, .enter)
    await stage.agree()
    #expect(try await home.account("grace").values.groups == ["ops", "staff"])
    await stage.press(.home, .character("G"))
    #expect(stage.shows("[x] ops") && stage.shows("[x] staff") && !stage.shows("(1 of 1)"))
    await stage.press(.escape, .down, .character("G"))
    #expect(stage.shows("[ ] ops") && stage.shows("[ ] staff") && !stage.shows("[x]"))
  }

  @Test("foreign groups move nothing, and many are cut short")
  func hostileGroups() async throws {
    let many = (10..<40).map { "\"g\($0)\"" }.joined(separator: ", ")
    try home.write(
      #"{"rules": "register", "accounts": [{"email": "ada@home.org", "password": "!", "groups": ["a\u001b[2Jb", \#(many)]}]}"#
    )
    var stage = await Stage(home)
    await stage.press(.control("o"), .character("G"))
    #expect(stage.shows(#"a\u{1B}[2Jb"#) && stage.shows(" ↓"))
    #expect(stage.frame(Size(columns: 40, rows: 12)).lines.contains { $0.contains("> ") })
  }

  @Test("what is read for one question is not shown at another")
  func late() async throws {
    var stage = await home.accountsList()
    stage.holdsBack = true
    await stage.press(.character("G"), .escape, .down, .character("G"))
    #expect(stage.state.prompt?.names == ["alan@example.com"])
    await stage.releaseFirst()
    #expect(stage.state.prompt?.known == nil)
    await stage.release()
    #expect(stage.state.prompt?.known?.ofSome == [])
  }

  // MARK: The order of names

  @Test("several accounts are named in the order of the list")
  func order() async throws {
    let names = (0..<1_200).map { "n\(10_000 + $0)@home.org" }
    let accounts = names.map { #"{"email": "\#($0)", "password": "!"}"# }
    try home.write(
      "{\"rules\": \"register\", \"accounts\": [\(accounts.reversed().joined(separator: ",\n"))]}")
    var stage = await Stage(home)
    await stage.press(.control("o"), .character("*"), .character("X"))
    #expect(stage.state.question?.names == names)
    #expect(stage.shows("Accounts: n10000@home.org, n10001@home.org"))
    // Accounts that the list does not show now come last.
    await stage.press(.escape, .character("/"))
    await stage.type("n1119")
    await stage.press(.enter, .character("X"))
    let all = try #require(stage.state.question?.names)
    #expect(all.prefix(2) == ["n11190@home.org", "n11191@home.org"] && all.count == 1_200)
  }
}
