import Accounts
import Foundation
import Terminal
import Testing

@testable import CommandKit
@testable import Product
@testable import RegApp
@testable import ScreenKit

@Suite("What is chosen for an import on the screen") struct ImportOptionsScreenTests {
  private let home = Home()

  private func importing(_ text: String? = nil, rules: String = "register") async throws -> Stage {
    try home.write("{\"rules\": \"\(rules)\", \"accounts\": []}")
    if let text { try home.write(text, to: "people.csv") }
    var stage = await Stage(home)
    stage.set(home: home.documents)
    await stage.press(.control("o"), .character("i"))
    return stage
  }

  private func state(_ stage: Stage) throws -> ImportState {
    guard case .importing(let state) = stage.state.screen else { throw Stage.NoProfile() }
    return state
  }

  private func rows(_ stage: Stage) throws -> [String] {
    let preview = try #require(try state(stage).preview, "\(stage.said)")
    return preview.rows.map { "\($0.kind) \($0.line ?? 0) \(preview.words($0)[.english])" }
  }

  private func go(_ stage: inout Stage, to row: ImportState.Row) async throws {
    while try state(stage).focus.rawValue > row.rawValue { await stage.press(.up) }
    while try state(stage).focus.rawValue < row.rawValue { await stage.press(.down) }
  }

  @Test("columns are named and fields left out as behind the options of the command")
  func columns() async throws {
    var stage = try await importing(
      "Mail,Vorname,phone,Extra\nada@home.org,Ada,12,x\n")
    await stage.paste("~/people.csv")
    await stage.press(.enter)
    #expect(try stage.said.contains("Mail") || state(stage).preview?.isStopped == true)
    try await go(&stage, to: .columns)
    await stage.paste("email=Mail,firstName=Vorname")
    try await go(&stage, to: .unknown)
    await stage.press(.right)
    try await go(&stage, to: .passwords)
    await stage.press(.right, .enter)
    #expect(try rows(stage).contains { $0.hasPrefix("refused 2 phone must be") })
    try await go(&stage, to: .without)
    await stage.type("phone")
    #expect(try state(stage).preview == nil)
    await stage.press(.enter)
    #expect(try rows(stage) == ["added 2 ada@home.org"])
    await stage.press(.control("s"))
    #expect(try home.text().contains("ada@home.org") && !home.text().contains("\"12\""))
  }

  @Test(
    "what is wrong with an option is said in the words of the command",
    arguments: [
      (ImportState.Row.without, "pone", "--without: no field is called 'pone'"),
      (.columns, "Mail", "--columns must name each field once"),
      (.columns, "email=A,email=B", "--columns must name each field once"),
      (.domain, "no domain", "--domain must be like example.com"),
    ])
  func wrong(row: ImportState.Row, typed: String, said: String) async throws {
    var stage = try await importing("email,password\nada@home.org,secret7\n")
    await stage.paste("~/people.csv")
    try await go(&stage, to: row)
    await stage.type(typed)
    await stage.press(.enter)
    #expect(stage.said.contains(said) && stage.kind == "import")
    #expect(try state(stage).preview == nil)
  }

  @Test("a domain makes emails of names without one")
  func domain() async throws {
    var stage = try await importing("email,password\nada,secret7\n")
    await stage.paste("~/people.csv")
    try await go(&stage, to: .domain)
    await stage.type("home.org")
    await stage.press(.enter)
    #expect(try rows(stage) == ["added 2 ada@home.org"])
  }

  // MARK: Generated passwords

  private static func people(_ count: Int) -> String {
    "email\n" + (0..<count).map { "n\(100 + $0)@home.org\n" }.joined()
  }

  /// An import of people without passwords, done.
  private func generated(_ count: Int) async throws -> Stage {
    var stage = try await importing(Self.people(count))
    await stage.paste("~/people.csv")
    await stage.press(.enter)
    try await go(&stage, to: .passwords)
    await stage.press(.right, .control("s"))
    return stage
  }

  @Test("accounts without a password get one, which is shown until all were seen")
  func generates() async throws {
    var stage = try await generated(50)
    let shown = try #require(stage.state.generated)
    #expect(shown.all.count == 50 && stage.kind == "accounts")
    #expect(stage.shows("n100@home.org") && stage.shows("1 to 15 of 50, shown only here"))
    for size in [Stage.usual, Size(columns: 40, rows: 12)] {
      let password = try #require(shown.all[0].password.text)
      #expect(stage.shows(password, size))
    }
    await stage.press(.escape, .character("q"), .control("q"), .character("x"))
    stage.interrupt()
    #expect(stage.state.generated != nil && !stage.hasQuit && !stage.isInterrupted)
    var presses = 0
    while stage.state.generated != nil, presses < 60 {
      await stage.press(.enter)
      presses += 1
    }
    #expect(presses == 4 && stage.kind == "accounts")
    for one in shown.all.prefix(2) {
      let password = try #require(one.password.text)
      #expect(!stage.shows(password) && !"\(stage.state)".contains(password))
      let login = await home.run("login --email \(one.name) --password \(password)")
      #expect(login.exit == 0)
    }
  }

  @Test("they are written to a new file, for its owner alone, and to none that is there")
  func written() async throws {
    var stage = try await generated(3)
    let shown = try #require(stage.state.generated)
    try home.write("mine", to: "passwords")
    await stage.press(.character("w"))
    await stage.type("~/passwords")
    await stage.press(.enter)
    #expect(stage.said.contains("passwords") && stage.state.note?.kind == .problem)
    #expect(try home.text(of: "passwords") == "mine")
    #expect(stage.state.prompt?.input.text == "~/passwords")
    await stage.type("2")
    await stage.press(.enter)
    #expect(stage.said.contains("/passwords2, which only you can read"))
    #expect(try home.text(of: "passwords2") == shown.lines)
    let attributes = try FileManager.default.attributesOfItem(
      atPath: "\(home.documents)/passwords2")
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(stage.state.generated != nil, "nothing but Enter closes them")
    for name in ["accounts.json", "history.jsonl", "nodir/x", ""] {
      await stage.press(.character("w"))
      await stage.type("\(home.documents)/\(name)")
      await stage.press(.enter)
      #expect(stage.state.note?.kind == .problem && stage.state.generated != nil)
      await stage.press(.escape)
    }
    await stage.press(.enter)
    #expect(stage.state.generated == nil)
  }

  // MARK: Paths

  @Test("Tab completes a path, names what may follow, and leads on where it is whole")
  func completes() async throws {
    var stage = try await importing("x")
    for name in ["peter.csv", "pets.csv", ".hidden", "odd\nname"] { try home.write("x", to: name) }
    try FileManager.default.createDirectory(
      atPath: "\(home.documents)/data", withIntermediateDirectories: false)
    try home.write("x", to: "data/one.csv")
    func path() throws -> String { try state(stage).request.path }
    await stage.press(.tab)
    #expect(try state(stage).focus == .format)
    await stage.press(.backTab)
    await stage.type("~")
    await stage.press(.tab)
    #expect(try path() == "~/")
    await stage.type("pe")
    await stage.press(.tab)
    #expect(try path() == "~/pe")
    #expect(stage.said == "people.csv  peter.csv  pets.csv")
    await stage.type("t")
    await stage.press(.tab)
    #expect(stage.said == "peter.csv  pets.csv")
    await stage.type("e")
    await stage.press(.tab)
    #expect(try path() == "~/peter.csv" && state(stage).focus == .path)
    await stage.press(.tab)
    #expect(try state(stage).focus == .format)
    await stage.press(.backTab, .control("u"))
    await stage.type("~/d")
    await stage.press(.tab, .tab)
    #expect(try path() == "~/data/one.csv")
    await stage.press(.control("u"))
    await stage.type("~/odd")
    await stage.press(.tab)
    #expect(stage.said == "No file begins like that.")
    await stage.press(.control("u"))
    await stage.type("\(home.documents)/.h")
    await stage.press(.tab)
    #expect(try path() == "\(home.documents)/.hidden")
    await stage.press(.control("u"))
    await stage.paste("\(home.documents)/nodir/x")
    await stage.press(.tab)
    #expect(stage.said.contains("/nodir") && stage.kind == "import")
  }

  @Test("what is typed behind Tab waits for it")
  func typedAhead() async throws {
    var stage = try await importing("email,password\nada@home.org,secret7\n")
    stage.holdsBack = true
    await stage.type("~/peo")
    await stage.press(.tab, .enter, .control("s"))
    #expect(stage.state.busy == .completing)
    await stage.release()
    #expect(try rows(stage) == ["added 2 ada@home.org"])
    #expect(stage.kind == "import", "nobody saw what would be imported")
  }

  @Test("every choice can be reached and seen in the smallest window")
  func small() async throws {
    var stage = try await importing(Self.people(3))
    let size = Size(columns: 40, rows: 12)
    await stage.send(.resized(size))
    await stage.paste("~/people.csv")
    await stage.press(.enter)
    let choices = try ScreenText.choices(of: state(stage)).map { ($0.row, $0.label[.english]) }
    #expect(choices.count == 9)
    for (row, label) in choices {
      try await go(&stage, to: row)
      #expect(stage.shows("> \(label)", size), "\(label)")
      #expect(stage.shows("people.csv", size) || row.rawValue > 3)
    }
    await stage.press(.pageDown)
    #expect(try state(stage).focus == .list)
    #expect(stage.frame(size).lines.contains { $0.hasPrefix("> problem") })
  }
}
