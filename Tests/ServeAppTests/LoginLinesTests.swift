import Accounts
import PostgresServer
import Testing

@testable import PostgresAccounts
@testable import ServeApp

@Suite("The system's log, of logins in browsers") struct LoginLinesTests {
  private static let (wiki, notes) = ("wiki.example.com", "notes.example.com")
  private static let ada = "\"ada@example.com\""

  private static func fileSite() -> TestSite {
    TestSite(page: "https://accounts.example.com/", hosts: [wiki, notes])
  }

  @Test("has a line for each session, logout and end, with who, where and from where")
  func file() async throws { try await Self.lines(of: Self.fileSite()) }

  @Test(
    "has the same lines over a database",
    .needsPostgres, .takesPlace)
  func database() async throws {
    try await Connection.$patience.withValue(600) {
      let database = try await DatabaseLoginTests.database()
      try await Self.lines(
        of: TestSite(
          page: "https://accounts.example.com/",
          database: try DatabaseAddress(
            database.server.address(database.name, user: Schema.manager))))
    }
  }

  private static func lines(of site: TestSite) async throws {
    try await site.register("ada")
    var browsers = [Browser(site), Browser(site), Browser(site)]
    browsers[1].client = "2001:db8::7"
    // A name that was only typed is in no line.
    _ = await browsers[0].logIn("nobody@example.com", at: wiki)
    #expect(site.loginLines == [])
    for index in browsers.indices { _ = await browsers[index].logIn("ada@example.com", at: wiki) }
    _ = await browsers[0].logIn(nil, at: notes)
    // No request has a line of its own.
    for _ in 0..<3 {
      for host in [wiki, notes] { #expect(await browsers[0].ask(host).status == .ok) }
      _ = await browsers[0].open("/")
      _ = await browsers[0].open("/out")
    }
    func session(_ host: String, _ client: String = "192.0.2.1") -> String {
      "6 session of \(ada) at \(host) from \(client) via serve"
    }
    #expect(
      site.loginLines == [
        session(Browser.page), session(wiki),
        session(Browser.page, "2001:db8::7"), session(wiki, "2001:db8::7"),
        session(Browser.page), session(wiki), session(notes),
      ])
    #expect(await browsers[0].post("/out", ["where": "here"]).status == .ok)
    #expect(
      site.loginLines.dropFirst(7) == [
        "6 logout of \(ada) at \(Browser.page) from 192.0.2.1 via serve"
      ])
    // Nobody is logged in there any more.
    _ = await browsers[0].post("/out", ["where": "here"])
    #expect(await browsers[1].post("/out", ["where": "everywhere"]).status == .ok)
    #expect(
      site.loginLines.dropFirst(8) == [
        "6 logout of \(ada) at \(Browser.page) from 2001:db8::7 via serve",
        "6 ended 1 login of \(ada) from 2001:db8::7 via serve",
      ])
    for index in [0, 1] { _ = await browsers[index].logIn("ada@example.com", at: wiki) }
    _ = try await site.registry.disable("ada@example.com")
    #expect(site.loginLines.dropFirst(14) == ["6 ended 2 logins of \(ada) via library"])
    for index in [0, 1] { #expect(await browsers[index].ask(wiki).status == .found) }
    #expect(site.loginLines.count == 15)
  }

  @Test("a new password at the page ends the other logins, and begins one") func renewed()
    async throws
  {
    let site = Self.fileSite()
    try await site.register("ada")
    var browser = Browser(site)
    _ = await browser.logIn("ada@example.com", at: Self.wiki)
    let answer = await browser.post(
      "/password",
      ["name": "ada@example.com", "old": "secret1", "new": "secret2", "again": "secret2"])
    #expect(answer.status != .unprocessable)
    #expect(
      site.loginLines.dropFirst(2) == [
        "6 ended 1 login of \(Self.ada) via serve",
        "6 session of \(Self.ada) at \(Browser.page) from 192.0.2.1 via serve",
      ])
  }

  @Test("a change by hand has one line, once a request has found it") func byHand() async throws {
    let site = Self.fileSite()
    try await site.register("ada")
    var browser = Browser(site)
    _ = await browser.logIn("ada@example.com", at: Self.wiki)
    try site.edit(
      "\"email\": \"ada@example.com\"", "\"disabled\": true, \"email\": \"ada@example.com\"")
    for _ in 0..<3 { #expect(await browser.ask(Self.wiki).status == .found) }
    #expect(site.loginLines.dropFirst(2) == ["6 ended 1 login of \(Self.ada) via serve"])
  }

  @Test("says nothing where the rulebook forbids it") func silent() async throws {
    let site = Self.fileSite()
    try await site.register("ada")
    try site.edit("\"serve\":", "\"login\": {\"log\": false}, \"serve\":")
    var browser = Browser(site)
    #expect(await browser.logIn("ada@example.com", at: Self.wiki)?.status == .seeOther)
    #expect(await browser.post("/out", ["where": "here"]).status == .ok)
    _ = await browser.logIn("ada@example.com", at: Self.wiki)
    _ = try await site.registry.endLogins()
    _ = await browser.logIn("ada@example.com", at: Self.wiki)
    _ = try await site.registry.remove("ada@example.com")
    #expect(site.loginLines == [])
  }
}
