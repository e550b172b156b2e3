import Foundation
import Synchronization
import TestSupport
import Testing

@testable import AccountsApp

/// Over a database regapp hands over to `regapp-postgres`, but only what that has to do.
@Suite("Over a database, regapp") struct HandOverTests {
  private let home = Home()
  private static let address = "postgres://db.example.com/accounts"

  @Test(
    "hands the whole command line over, as it was typed",
    arguments: [
      [], ["--plain"], ["show"], ["--json", "show", "ada@example.com"], ["rules"],
      ["rules", "--json"], ["rules", "./chess-club.json"], ["rules", "club.json", "--json"],
      ["check"], ["list", "--", "-x"], ["init", "standard"], ["edit-file"],
      ["login", "--email=ada@example.com", "--password", "secret pw"], ["history", "--limit=3"],
      ["verify", "--pam"], ["export", "--format", "json"], ["edit", "--password"],
    ])
  func handsOver(words: [String]) async {
    for (option, variable) in [(["--documents", Self.address], nil), ([], Self.address)] {
      let ran = await run(option + words, variable: variable, exit: 75)
      #expect(ran.words == option + words)
      #expect(ran.ran == Ran(exit: 75, out: "", err: "", questions: []))
    }
  }

  @Test(
    "does itself what needs no accounts",
    arguments: [
      ["help"], ["help", "show"], ["help", "--manual"], ["--help"], ["show", "--help"],
      ["--version"], ["completions", "zsh"], ["rules", "albums"],
      ["rules", "standard", "--schema"],
    ])
  func doesItself(words: [String]) async {
    let here = await home.run(words, Setting())
    let there = await run(words + ["--documents", Self.address])
    #expect(there.words == nil)
    #expect(there.ran == here && here.exit == 0 && !here.out.isEmpty)
  }

  @Test("checks another file itself")
  func checksFile() async throws {
    try home.write(#"{ "rules": "register", "accounts": [ { "email": "x" } ] }"#)
    let words = ["check", home.accountsPath]
    let here = await home.run(words, Setting())
    let there = await run(words + ["--documents", "service=main"])
    #expect(there.words == nil && there.ran == here && here.exit == 65)
  }

  @Test(
    "says itself what is wrong with a command line",
    arguments: [
      (["shw"], "unknown command 'shw'"), (["show", "--nonsense"], "unknown option --nonsense"),
      (["show", "a", "b"], "show takes 1 argument, but was given 2"),
      (["rules", "nonsense"], "NAME must be register, albums, authorisation or"),
      (["list", "--state"], "--state needs a value"), (["migrate"], "unknown command 'migrate'"),
    ])
  func refuses(words: [String], message: String) async {
    let ran = await run(words, variable: Self.address)
    #expect(ran.words == nil && ran.ran.exit == 64)
    #expect(ran.ran.err.hasPrefix("regapp: error: \(message)"), "\(ran.ran.err)")
  }

  @Test("runs regapp-albums itself, with the address, if that is there")
  func albums() async throws {
    let words = ["albums", "search", "x", "--documents", Self.address]
    let ran = await run(words, program: "regapp-albums")
    #expect(ran.words == ["search", "x", "--documents", Self.address])
  }

  @Test("says what to install where that program is missing or cannot be run")
  func missing() async {
    let ran = await run(["show"], variable: "service=main", exit: nil)
    #expect(ran.ran.exit == 69)
    #expect(
      ran.ran.err == """
        regapp: error: regapp-postgres is neither next to regapp nor on PATH
        regapp: hint: install the Debian package regapp-postgres, or build it: swift build \
        --product regapp-postgres

        """)
    let json = await run(["show", "--json"], variable: "service=main", exit: nil)
    #expect(json.ran.err.contains(#""code": "postgresMissing""#))
  }

  @Test("never hands over for a directory")
  func directory() async {
    let ran = await run(["show", "--documents", home.documents], variable: Self.address)
    #expect(ran.words == nil && ran.ran.exit == 67)
  }

  /// Runs a command line where a program can take our place.
  ///
  /// - Parameter exit: its exit code; nil if it cannot be run.
  /// - Returns: its words too; nil if it was not run.
  private func run(
    _ words: [String], variable: String? = nil, exit: Int32? = 0,
    program: String = "regapp-postgres"
  ) async -> (words: [String]?, ran: Ran) {
    let directory = TemporaryDirectory("regapp-hand-over")
    _ = FileManager.default.createFile(
      atPath: "\(directory.path)/\(program)", contents: nil, attributes: [.posixPermissions: 0o700])
    defer { withExtendedLifetime(directory) {} }
    let given = Recorder()
    var setting = Setting()
    setting.environment = ["PATH": directory.path]
    if let variable { setting.environment["REGAPP_DOCUMENTS"] = variable }
    setting.becomes = { words in
      given.words.withLock { $0 = words }
      return exit
    }
    let ran = await home.run(words, setting)
    let path = given.words.withLock { $0 }
    #expect(path?.first.map { $0.hasSuffix("/\(program)") } ?? true)
    return (path.map { Array($0.dropFirst()) }, ran)
  }

  private final class Recorder: Sendable {
    let words = Mutex<[String]?>(nil)
  }
}
