import Foundation
import Synchronization
import TestSupport
import Testing
import TextTools

@testable import CommandKit
@testable import HTTP
@testable import ServeApp

@Suite("A wrong command line of regapp serve") struct WrongWordsTests {
  static let lines: [(String, Int32)] = [
    ("--bogus", 64), ("--door --listen 0.0.0.0:80", 64), ("--door --listen localhost:80", 64),
    ("--door --listen 0", 64), ("--door --socket DIR/s --listen 80", 64), ("--socket DIR/s", 64),
    ("--door --group x", 64),
    ("--url http://b\u{FC}cher.example/", 64), ("--url http://example.com/", 64),
    ("--url https://example.com/?a", 64),
    ("--door --socket DIR/LONG", 64),
    ("--door --socket DIR/s --group nobody-has-this-name", 64), ("--door --socket DIR", 73),
    ("--door --socket DIR/none/s", 73), ("--door --trusted-proxies 10.0.0.1/8", 64),
    ("--door --trusted-proxies 10.0.0.1,", 64), ("--door --trusted-proxies=", 64),
    ("--host a.example", 64),
  ]

  @Test(
    "a hint speaks of the place where the slip is",
    arguments: [
      ("--trusted-proxies x", [:], "--trusted-proxies 10.0.0.7"),
      ("", ["REGAPP_SERVE_TRUSTED_PROXIES": "x"], "REGAPP_SERVE_TRUSTED_PROXIES=10.0.0.7"),
    ] as [(String, Environment, String)])
  func hints(_ line: String, _ environment: Environment, _ place: String) async {
    let (code, said) = await ran(line, environment)
    #expect(code == 64)
    #expect(said.contains("hint:") && said.contains(place), "\(said)")
  }

  @Test("ends with its code, and serves nothing", arguments: lines)
  func ends(_ line: String, _ code: Int32) async {
    #expect(await run(line) == code)
  }

  @Test("two places are too many, systemd's among them") func inherited() async {
    let own: Environment = ["LISTEN_PID": "\(getpid())", "LISTEN_FDS": "1"]
    #expect(await run("--door --listen 80", own) == 64)
    let two: Environment = ["LISTEN_PID": "\(getpid())", "LISTEN_FDS": "2"]
    #expect(await run("--door", two) == 64)
  }

  @Test("the trusted proxies of the option or the variable, with each slip")
  func proxies() async throws {
    let variable: Environment = ["REGAPP_SERVE_TRUSTED_PROXIES": "10.0.0.1, 10.0.0.2/32"]
    let named = TrustedProxies([try IPNetwork("10.0.0.1"), try IPNetwork("10.0.0.2")])
    #expect(try proxies("--door", variable) == named)
    let one = TrustedProxies([try IPNetwork("::1")])
    #expect(try proxies("--trusted-proxies ::1", variable) == one)
    #expect(try proxies("--trust-forwarded", [:]) == nil)
    let slips = try #require(throws: Report.self) {
      try proxies("--trusted-proxies=10.0.0.1/8,2001:db8::/32,proxy,::1/129", variable)
    }
    #expect(slips.items.count == 3)
    #expect(slips.code == .usage)
    let ofVariable: Environment = ["REGAPP_SERVE_TRUSTED_PROXIES": "10.0.0"]
    #expect(await run("--door", ofVariable) == 64)
  }

  private func proxies(_ line: String, _ environment: Environment) throws -> TrustedProxies? {
    let words = line.split(separator: " ").map { ScannedLine.Word(String($0)) }
    let arguments = try Arguments(ScannedLine(words, of: ServeProgram.spec), of: ServeProgram.spec)
    return try TrustedProxies(arguments, environment)
  }

  private func run(_ line: String, _ environment: Environment = [:]) async -> Int32 {
    await ran(line, environment).code
  }

  /// The code with which a command line ends, and what it says.
  private func ran(
    _ line: String, _ environment: Environment
  ) async -> (code: Int32, said: String) {
    let said = Said()
    let directory = TemporaryDirectory("regapp-serve")
    // Without accounts the server would wait for them, since their rulebook may have the address.
    try? Data(#"{"rules": "register", "accounts": []}"#.utf8).write(
      to: URL(fileURLWithPath: directory.path + "/accounts.json"))
    let text = line.replacing("DIR", with: directory.path)
      .replacing("LONG", with: String(repeating: "a", count: 108))
    let words = ["--documents", directory.path] + text.split(separator: " ").map(String.init)
    let isNamed = line.contains("--documents")
    let console = Console(
      write: { _ in }, say: { text in said.text.withLock { $0 += text } }, readInput: { _ in [] },
      ask: { _ in nil },
      askSecretly: { _ in nil }, readFile: { _ in nil }, inputIsTerminal: false,
      outputIsTerminal: false, errorIsTerminal: false)
    let scanned = ScannedLine(
      (isNamed ? Array(words.dropFirst(2)) : words).map { ScannedLine.Word($0) },
      of: ServeProgram.spec)
    let code = await ServeProgram.run(
      scanned, Context(environment: environment, console: console), ServeWorld())
    return (code, said.text.withLock(\.self))
  }

  private final class Said: Sendable { let text = Mutex("") }
}
