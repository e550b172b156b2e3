import Foundation
import Testing

@testable import AccountsApp

/// The reasons for having no screens.
enum PlainWay: String, Sendable, CaseIterable, CustomTestStringConvertible {
  case option, accessible, dumbTerminal

  var testDescription: String { rawValue }

  var line: String { self == .option ? "--plain" : "" }

  var environment: [String: String] {
    switch self {
    case .option: ["TERM": "xterm-256color"]
    case .accessible: ["ACCESSIBLE": "1"]
    case .dumbTerminal: ["TERM": "dumb"]
    }
  }
}

extension Home {
  /// A command where there are no screens, with these answers; then the input ends.
  func plain(
    _ line: String = "", _ answers: String?..., way: PlainWay = .option,
    onQuestion: @escaping @Sendable (String) -> Void = { _ in }
  ) async -> Ran {
    var setting = Setting()
    setting.isTerminal = true
    setting.onQuestion = onQuestion
    setting.environment = way.environment
    setting.answers = answers
    let words = "\(line) \(way.line)".split(separator: " ").map(String.init)
    return await run(words, setting)
  }
}

extension Ran {
  /// All output.
  var everything: String { out + err + questions.joined() }
}

/// Edits the file as by hand.
func replace(_ old: String, with new: String, inFile path: String) {
  guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
    Issue.record("\(path) is not there")
    return
  }
  try? text.replacing(old, with: new).write(toFile: path, atomically: false, encoding: .utf8)
}

@Suite("Without screens") struct PlainTests {
  private let home = Home()
  private static let commands =
    "Go on with regapp edit, history, undo, list or logout; regapp help lists all\ncommands.\n"

  @Test(
    "regapp logs in, shows the profile and names the commands, without any escape",
    arguments: PlainWay.allCases)
  func login(way: PlainWay) async throws {
    let made = await home.plain("", "mario", "mario@gmail.com", "Zq7marker", "Zq7marker", way: way)
    #expect(made.exit == 0)
    #expect(
      made.questions == [
        "Email: ", "Email: ", "unseen: Password: ", "unseen: Password again: ",
      ])
    #expect(made.err.hasPrefix("! email must be an address"))
    #expect(made.err.hasSuffix(Self.commands), "\(made.err)")
    #expect(
      made.out
        == "Email:      mario@gmail.com\nPassword:   ********\nFirst name:\nLast name:\n")
    #expect(!made.everything.contains("\u{1B}") && !made.everything.contains("Zq7marker"))
    let next = await home.plain(way: way)
    #expect(next.exit == 0 && next.questions == [] && next.err == Self.commands)
    #expect(next.out.hasPrefix("Email:      mario@gmail.com\n"))
    #expect(!next.everything.contains("\u{1B}"))
  }

  @Test("regapp ends as login does after a wrong password, and shows nothing")
  func wrongPassword() async {
    for name in ["mario", "luigi"] {
      await home.run("register --email \(name)@gmail.com --password 12345 --no-login")
    }
    let ran = await home.plain("", "mario@gmail.com", "wrong")
    let login = await home.ask("login --color never", answers: "mario@gmail.com", "wrong")
    #expect(ran.exit == 77 && ran.out == "" && !ran.err.contains(Self.commands))
    #expect(ran == login)
  }

  @Test("regapp says why nobody is logged in, before it asks")
  func gone() async {
    await home.run("register --email mario@gmail.com --password 12345")
    for name in ["luigi", "peach"] {
      await home.run("register --email \(name)@gmail.com --password 12345 --no-login")
    }
    replace(#""email": "mario@"#, with: #""email": "daisy@"#, inFile: home.accountsPath)
    let ran = await home.plain("", "luigi@gmail.com", "12345")
    #expect(ran.exit == 0)
    #expect(ran.err.hasPrefix("! not logged in: the session of mario@gmail.com has ended"))
    #expect(ran.out.hasPrefix("Email:      luigi@gmail.com\n"))
  }

  @Test("regapp asks nothing where nobody could log in, and says how to begin")
  func nobody() async {
    await home.run("init albums")
    let ran = await home.plain()
    let shown = await home.run("show")
    #expect(ran.questions == [] && ran.exit == 77 && ran.out == "" && ran.err == shown.err)
    #expect(ran.err.contains("regapp register"))
  }

  @Test("regapp shows what is wrong with the accounts, as show does", arguments: PlainWay.allCases)
  func broken(way: PlainWay) async throws {
    try home.write("{")
    let ran = await home.plain(way: way)
    #expect(ran.exit == 65 && ran.questions == [] && ran.err.contains("accounts.json:1:2"))
  }

  @Test("regapp asks nothing without a terminal", arguments: PlainWay.allCases)
  func noTerminal(way: PlainWay) async {
    await home.run("login --email mario@gmail.com --password 12345")
    var setting = Setting()
    setting.environment = way.environment
    let words = way.line.split(separator: " ").map(String.init)
    let ran = await home.run(words, setting)
    #expect(ran.exit == 0 && ran.err == "" && ran.questions == [])
    #expect(ran.out.contains("mario@gmail.com") && !ran.out.contains("\u{1B}"))
    await home.run("logout")
    #expect(await home.run(words, setting).exit == 77)
  }

  @Test(
    "list --screen names the command that does it", arguments: [PlainWay.accessible, .dumbTerminal])
  func list(way: PlainWay) async {
    let ran = await home.plain("list --screen", way: way)
    #expect(ran.exit == 64 && ran.out == "" && ran.questions == [])
    #expect(
      ran.err == """
        regapp: error: list --screen cannot open a screen here
        regapp: hint: leave out --screen to print the list

        """)
  }

  @Test(
    "--plain belongs to what asks line by line", arguments: ["list", "albums", "check", "show"])
  func unknown(command: String) async {
    let ran = await home.plain(command)
    #expect(ran.exit == 64 && ran.err.contains("--plain"), "\(ran.err)")
  }

  @Test("the end of input is an interrupt at every question, and nothing is written")
  func end() async throws {
    for answers in [[], ["mario@gmail.com"], ["mario@gmail.com", "12345"]] as [[String]] {
      var setting = Setting()
      setting.isTerminal = true
      setting.answers = answers
      let ran = await home.run(["--plain"], setting)
      #expect(ran.exit == 130 && ran.questions.count == answers.count + 1)
      #expect(!home.exists("accounts.json"))
    }
    await home.run("login --email mario@gmail.com --password 12345")
    let text = try home.text()
    for count in 0...5 {
      var setting = Setting()
      setting.isTerminal = true
      setting.answers = Array(["luigi@gmail.com", "", "Luigi", "", "", ""].prefix(count))
      let ran = await home.run(["edit", "--plain"], setting)
      #expect(ran.exit == 130 && ran.questions.count == count + 1)
      #expect(try home.text() == text)
    }
  }
}
