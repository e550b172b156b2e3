import Foundation
import LoopbackHTTP
import Testing

@testable import AlbumsCLI
@testable import RegAppCLI

@Suite("Without a login") struct LoginNeededTests {
  private let home = Home()
  private static let lines = [
    ["search", "x"], ["show", "1"], [], ["search", "x", "--json"], ["search", "x", "--offline"],
    ["--plain"],
  ]

  @Test("and without accounts, the error says how to begin; nothing is requested", arguments: lines)
  func nobody(line: [String]) async {
    let server = LoopbackServer(.reply(200, Answers.empty))
    let ran = await run(line, server)
    #expect(ran.exit == 77 && ran.out == "")
    #expect(ran.err.contains("not logged in: there are no accounts yet"))
    #expect(ran.err.contains("to start, regapp login --email EMAIL creates an account"))
    #expect(server.requests.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: "\(home.path)/cache"))
  }

  @Test("the error says how to register if the rulebook wants more than an email", arguments: lines)
  func register(line: [String]) async {
    let server = LoopbackServer(.reply(200, Answers.empty))
    _ = await RegApp.run(["init", "albums"], home.context(Setting(), .silent))
    let ran = await run(line, server)
    #expect(ran.exit == 77)
    #expect(ran.err.contains("to start, run regapp register --email EMAIL --first-name"))
    #expect(server.requests.isEmpty)
  }

  @Test("but with an account, the error says how to log in", arguments: lines)
  func loggedOut(line: [String]) async throws {
    let server = LoopbackServer(.reply(200, Answers.empty))
    try await home.logIn()
    let other = LoginRequestForTests.other
    _ = try await home.registry.login(other)
    _ = try await home.registry.logOut()
    let ran = await run(line, server)
    #expect(ran.exit == 77)
    #expect(ran.err.contains("not logged in") && ran.err.contains("regapp login --email EMAIL"))
    #expect(server.requests.isEmpty)
  }

  @Test("nothing can be searched after logging out, even in the cache")
  func kept() async throws {
    let server = LoopbackServer(.reply(200, Answers.with(Answers.album(1, "A"))))
    try await home.logIn()
    _ = try await home.registry.login(LoginRequestForTests.other)
    #expect(await home.run("search x", at: server).exit == 0)
    _ = try await home.registry.logOut()
    #expect(await home.run("search x --offline", at: server).exit == 77)
    #expect(server.requests.count == 1)
  }

  @Test("a broken accounts file is reported with its place, and no request is made")
  func broken() async throws {
    let server = LoopbackServer(.reply(200, Answers.empty))
    try await home.logIn()
    try Data("{".utf8).write(to: URL(fileURLWithPath: "\(home.documents)/accounts.json"))
    let ran = await home.run("search x", at: server)
    #expect(ran.exit == 65 && ran.err.contains("accounts.json:1:"))
    #expect(server.requests.isEmpty)
  }

  private func run(_ line: [String], _ server: LoopbackServer) async -> Ran {
    var setting = Setting(["REGAPP_ITUNES_URL": server.address])
    setting.isTerminal = line == ["--plain"]
    return await home.run(line, setting)
  }
}
