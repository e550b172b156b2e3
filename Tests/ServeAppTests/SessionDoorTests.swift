import Accounts
import AccountsFile
import Foundation
import HTTP
import TestSupport
import Testing
import TextTools

@testable import ServeApp

@Suite("The door with a login") struct SessionDoorTests {
  private let site = TestSite(
    page: "https://accounts.example.com/", hosts: ["wiki.example.com", "localhost:3000"])
  private static let wiki = "wiki.example.com"

  private func loggedIn(_ name: String = "ada") async throws -> Browser {
    try await site.register(name, groups: ["web"])
    var browser = Browser(site)
    _ = await browser.logIn("\(name)@example.com", at: Self.wiki)
    #expect(await browser.ask(Self.wiki).status == .ok)
    return browser
  }

  static let kinds: [(String, AskedRequest)] = [
    ("Sec-Fetch-Mode: navigate\r\n", .navigation), ("Sec-Fetch-Mode: NAVIGATE\r\n", .navigation),
    ("Sec-Fetch-Mode: navigate\r\nOrigin: null\r\n", .navigation),
    ("Sec-Fetch-Mode: cors\r\nAccept: text/html\r\nAccept-Language: en\r\n", .script),
    ("Sec-Fetch-Mode: websocket\r\nOrigin: https://wiki.example.com\r\n", .script),
    ("Sec-Fetch-Mode: no-cors\r\n", .script), ("Sec-Fetch-Mode: same-origin\r\n", .script),
    ("Origin: https://wiki.example.com\r\nAccept: text/html\r\nAccept-Language: en\r\n", .script),
    ("Sec-Fetch-Mode: navigate\r\nSec-Fetch-Mode: cors\r\n", .script),
    ("Accept: text/html,*/*;q=0.8\r\nAccept-Language: en\r\n", .navigation),
    ("Accept: application/xml, TEXT/HTML;q=0.9\r\nAccept-Language: en\r\n", .navigation),
    ("Sec-Fetch-Mode: \r\nOrigin: \r\nAccept: text/html\r\nAccept-Language: en\r\n", .navigation),
    ("Accept: text/html, image/gif, *; q=.2\r\n", .program), ("Accept: */*\r\n", .program),
    ("Accept: */*\r\nAccept-Language: en\r\n", .program), ("", .program),
    ("Accept: text/htmlx\r\nAccept-Language: en\r\n", .program),
    ("Accept: text/html\r\nAccept-Language: \r\n", .program),
  ]

  @Test(
    "people are led to the login, scripts get no dialog, and programs log in as before",
    arguments: kinds)
  func kind(_ fields: String, _ kind: AskedRequest) async throws {
    try await site.register("ada")
    var browser = Browser(site)
    for query in ["?login", "?login=later", "?login&group=web"] {
      let answer = await browser.ask(Self.wiki, "/p", fields: fields, query: query)
      let isBasic = answer["WWW-Authenticate"] != nil
      switch (kind, query) {
      case (.navigation, "?login=later"):
        #expect(answer.status == .unauthorized && !isBasic)
        #expect(answer["Location"] == nil)
        #expect(answer["Regapp-Login"]?.hasPrefix("https://accounts.example.com/in?host=") == true)
        #expect(Browser.setCookies(answer).count == 1)
      case (.navigation, _):
        #expect(answer.status == .found && !isBasic)
        #expect(answer["Location"]?.hasPrefix("https://accounts.example.com/in?host=") == true)
      case (.script, _):
        #expect(answer.status == .unauthorized && !isBasic)
        #expect(answer["Regapp-Login"] == nil && Browser.setCookies(answer).isEmpty)
      case (.program, _):
        #expect(answer.status == .unauthorized && isBasic)
        #expect(Browser.setCookies(answer).isEmpty)
      }
    }
  }

  @Test("nobody is led there from another host, or without the word")
  func basicElsewhere() async throws {
    try await site.register("ada")
    var browser = Browser(site)
    for host in ["evil.example.com", "accounts.example.com", "", ":8443", "wiki.example.com, a"] {
      let answer = await browser.ask(host)
      #expect(answer.status == .forbidden && answer["WWW-Authenticate"] == nil)
    }
    #expect(await browser.ask(Self.wiki, query: "")["WWW-Authenticate"] != nil)
    // Without a list Basic is what was asked for.
    let other = TestSite(page: "https://accounts.example.com/")
    try await other.register("ada")
    browser = Browser(other)
    #expect(await browser.ask(Self.wiki)["WWW-Authenticate"] != nil)
    #expect(other.lines.isEmpty)
  }

  @Test("a listed host is https, whatever the web server says") func scheme() async throws {
    try await site.register("ada")
    var browser = Browser(site)
    for proto in ["http", "", "https"] {
      #expect(await browser.ask(Self.wiki, proto: proto).status == .found)
    }
  }

  @Test("a list with the host of a page whose address an option says is 503")
  func ownHost() async throws {
    let site = TestSite(page: "https://accounts.example.com/", hosts: ["accounts.example.com"])
    try await site.register("ada")
    var browser = Browser(site)
    #expect(await browser.ask("accounts.example.com").status == .unavailable)
    #expect(site.lines.contains { $0.contains("must not have the host of the page") })
  }

  @Test("the way back is the request's path if it can be asked again, and else the root")
  func path() async throws {
    try await site.register("ada")
    var browser = Browser(site)
    for (method, path) in [
      ("GET", "%2Fa%3Fb"), ("HEAD", "%2Fa%3Fb"), ("POST", "%2F"), ("DELETE", "%2F"), ("", "%2F"),
      ("get", "%2F"),
    ] {
      let location = await browser.ask(Self.wiki, "/a?b", method: method)["Location"]
      #expect(location?.contains("&path=\(path)&at=") == true)
    }
    let unsaid = await site.send(
      "GET /verify?login HTTP/1.1\r\nHost: a\r\nX-Forwarded-Host: wiki.example.com\r\n"
        + "X-Forwarded-Uri: /a\r\nX-Forwarded-Proto: https\r\nSec-Fetch-Mode: navigate\r\n\r\n")
    #expect(unsaid["Location"]?.contains("&path=%2F&at=") == true)
  }

  @Test("a browser that has a nonce gets the same one again") func nonce() async throws {
    try await site.register("ada")
    var browser = Browser(site)
    await browser.ask(Self.wiki)
    let first = browser.jar
    await browser.ask(Self.wiki, "/other")
    #expect(browser.jar == first)
    browser.jar[Self.wiki]?[Browser.nonce] = "short"
    await browser.ask(Self.wiki)
    #expect(browser.jar[Self.wiki]?[Browser.nonce]?.utf8.count == 22)
  }

  @Test("a slip in the line opens nothing") func slips() async throws {
    var browser = try await loggedIn()
    for query in [
      "?login=now", "?login=Later", "?login&login", "?login=later&login", "?Login", "?login&x",
      "?login&group=", "?login=%00",
    ] {
      #expect(await browser.ask(Self.wiki, query: query).status == .badRequest)
    }
    #expect(await browser.ask(Self.wiki, query: "?group=web").status == .unauthorized)
    #expect(await browser.ask(Self.wiki, query: "?login=later&group=web").status == .ok)
  }

  @Test("a question at another path opens nothing, whatever its Accept") func otherPaths()
    async throws
  {
    var browser = try await loggedIn()
    _ = await browser.open("/")
    let cookie =
      "Cookie: \(Browser.session)=\(browser.jar[Browser.page]?[Browser.session] ?? "")\r\n"
    for path in [
      "/", "/in", "/out", "/password", "/done/2027-02-01", "/_regapp/in", "/_regapp/out",
    ] {
      for field in ["X-Forwarded-Uri: \(path)", "X-Forwarded-Method: GET", "X-Forwarded-Uri: "] {
        let answer = await site.send(
          "GET \(path) HTTP/1.1\r\nHost: a\r\nAccept: text/html\r\n"
            + "X-Forwarded-Host: wiki.example.com\r\n\(field)\r\n\(cookie)\r\n")
        #expect(answer.status == .notFound)
      }
    }
  }

  @Test("a web server without a line for the way in is told so") func noLine() async throws {
    var browser = try await loggedIn()
    for _ in 0..<3 {
      let answer = await browser.ask(Self.wiki, "/_regapp/in?c=x")
      #expect(answer.status == .notFound)
      #expect(text(answer).contains("the web server has no line for /_regapp/"))
    }
    #expect(site.lines.filter { $0.contains("has no line for /_regapp/") }.count == 1)
    // Web servers resolve the dots: these are other paths, and these the same one.
    for path in ["/_regapp/../secret", "/_regapp/%2e%2e/s?a", "/_regapp/in/../../", "/_regapp"] {
      #expect(await browser.ask(Self.wiki, path).status == .ok)
    }
    for path in ["/x/../_regapp/in", "/%5fregapp/in", "/./_regapp/?c=x"] {
      #expect(await browser.ask(Self.wiki, path).status == .notFound)
    }
    // Without the word the path is the application's own.
    #expect(await browser.ask(Self.wiki, "/_regapp/in", query: "").status == .unauthorized)
  }

  static let cookies: [(String, String)] = [
    ("", ""), ("a=1", "a=1"), ("a=1; TOKEN; b=2", "a=1; b=2"), ("TOKEN", ""),
    ("a=\t1; TOKEN", "a=\t1"), ("regapp=1; TOKEN; regapp-at=2", "regapp=1; regapp-at=2"),
    ("__Host-regapp=1; TOKEN", "__Host-regapp=1"),
    (
      "x=\(String(repeating: "y", count: 7_168)); TOKEN",
      "x=\(String(repeating: "y", count: 7_168))"
    ),
  ]

  @Test("an application hears its own cookies, and never ours", arguments: cookies)
  func handedOn(_ sent: String, _ heard: String) async throws {
    let browser = try await loggedIn()
    let token = "\(Browser.session)=\(browser.jar[Self.wiki]?[Browser.session] ?? "")"
    let field = "Cookie: \(sent.replacing("TOKEN", with: "\(token); \(Browser.nonce)=x"))\r\n"
    let credentials = Base64.text(Array("ada@example.com:secret1".utf8))
    for (way, query) in [("", "?login"), ("Authorization: Basic \(credentials)\r\n", "")] {
      var fields = field + way
      if !sent.contains("TOKEN"), query == "?login" { fields += "Cookie: \(token)\r\n" }
      let answer = await site.send(
        "GET /verify\(query) HTTP/1.1\r\nHost: a\r\nX-Forwarded-Host: wiki.example.com\r\n"
          + "X-Forwarded-Method: GET\r\n\(fields)\r\n"
      )
      #expect(answer.status == .ok)
      #expect(answer["Cookie"] == heard)
      #expect(answer["Authorization"] == "")
      #expect(Browser.setCookies(answer).isEmpty)
    }
  }

  @Test("cookies of any bytes arrive as they were sent") func bytes() async throws {
    let browser = try await loggedIn()
    let own: [UInt8] = Array("a=".utf8) + [0xE4, 0x85, 0x09, 0x62]
    let token = browser.jar[Self.wiki]?[Browser.session] ?? ""
    var request = Array(
      ("GET /verify?login HTTP/1.1\r\nHost: a\r\nX-Forwarded-Host: wiki.example.com\r\n"
        + "X-Forwarded-Method: GET\r\nCookie: ").utf8)
    request += own
    request += Array("\r\nCookie: \(Browser.session)=\(token)\r\nCookie: b=2\r\n\r\n".utf8)
    let answer = await site.send(bytes: request)
    let heard = answer.fields.first { $0.name == "Cookie" }?.value
    #expect(heard == own + Array("; b=2".utf8))
  }

  @Test("the application's own Authorization passes; a password never does") func authorization()
    async throws
  {
    var browser = try await loggedIn()
    let bearer = await browser.ask(Self.wiki, fields: "Authorization: Bearer a\tb==\r\n")
    #expect(bearer.status == .ok)
    #expect(bearer["Authorization"] == "Bearer a\tb==")
    // Basic alone counts if it is there.
    for value in ["Basic", "BASIC x", "basic\tYTpi", "Basic YTpi"] {
      let basic = await browser.ask(Self.wiki, fields: "Authorization: \(value)\r\n")
      #expect(basic.status == .unauthorized)
      #expect(basic["WWW-Authenticate"] != nil)
    }
    let both = await browser.ask(
      Self.wiki, fields: "Authorization: Bearer a\r\nAuthorization: Bearer b\r\n")
    #expect(both.status == .badRequest)
    var stranger = Browser(site)
    let none = await stranger.ask(
      Self.wiki, fields: "Authorization: Bearer a\r\n" + Browser.navigation)
    #expect(none.status == .found)
  }

  @Test("of several cookies of our name each is tried, at most four") func several() async throws {
    let browser = try await loggedIn()
    let token = "\(Browser.session)=\(browser.jar[Self.wiki]?[Browser.session] ?? "")"
    let wrong = [
      "\(Browser.session)=", "\(Browser.session)=" + String(repeating: "A", count: 43),
      "\(Browser.session)=" + String(repeating: "A", count: 2_000), "\(Browser.session)=++/=",
    ]
    func status(_ cookies: [String]) async -> Answer.Status {
      await site.send(
        "GET /verify?login HTTP/1.1\r\nHost: a\r\nX-Forwarded-Host: wiki.example.com\r\n"
          + "X-Forwarded-Method: GET\r\nCookie: \(cookies.joined(separator: "; "))\r\n\r\n"
      ).status
    }
    #expect(await status(wrong.prefix(3) + [token]) == .ok)
    #expect(await status(wrong + [token]) == .unauthorized)
    #expect(await status([token.replacing("__Host", with: "__host")]) == .unauthorized)
    #expect(await status(["\u{2003}\(token)"]) == .unauthorized)
    #expect(!site.record.contains("wrong"))
    #expect(site.lines.filter { $0.contains("an expired or unknown session") }.count == 1)
  }

  @Test("a session counts at its own host alone") func otherHost() async throws {
    var browser = try await loggedIn()
    browser.jar["localhost:3000"] = ["regapp": browser.jar[Self.wiki]?[Browser.session] ?? ""]
    #expect(await browser.ask("localhost:3000", proto: "http").status == .found)
    browser.jar[Browser.page] = browser.jar[Self.wiki]
    #expect(text(await browser.open("/")).contains("Log in for accounts.example.com"))
  }

  @Test("who guesses at a name keeps no session out, and a session adds no count") func noCount()
    async throws
  {
    var browser = try await loggedIn()
    for _ in 0..<6 { _ = await site.ask("ada@example.com", "guess") }
    #expect(await site.status("ada@example.com") == 429)
    #expect(await browser.ask(Self.wiki).status == .ok)
    #expect(await browser.open("/").status == .ok)
    let post = await browser.post("/in", ["name": "ada@example.com", "password": "secret1"])
    #expect(post.status == .tooManyRequests)
    #expect(post["Retry-After"] != nil)
  }

  @Test("a session's yes is recorded once in five minutes") func recorded() async throws {
    var browser = try await loggedIn()
    for _ in 0..<5 { await browser.ask(Self.wiki) }
    let before = site.record.filter { $0 == "yes" }.count
    site.pass(300)
    for _ in 0..<5 { await browser.ask(Self.wiki) }
    #expect(site.record.filter { $0 == "yes" }.count == before + 1)
  }

  @Test("who must change a password, or is in no group, hears so, and can become somebody else")
  func forbidden() async throws {
    var browser = try await loggedIn()
    let group = await browser.ask(Self.wiki, query: "?login&group=staff")
    #expect(group.status == .forbidden)
    #expect(group["Regapp-Answer"] == "group")
    #expect(text(group).contains("ada@example.com is in none of the groups"))
    #expect(text(group).contains("<a href=\"/_regapp/out\">"))
    #expect(await browser.ask(Self.wiki).status == .ok)
    _ = try await site.registry.setMustChange(true, of: ["ada@example.com"])
    let must = await browser.ask(Self.wiki)
    #expect(must.status == .forbidden)
    #expect(must["Regapp-Answer"] == "must-change")
    #expect(text(must).contains("<a href=\"https://accounts.example.com/password\">"))
    #expect(text(must).contains("<a href=\"/_regapp/out\">"))
  }

  static let ends: [(String, @Sendable (TestSite) async throws -> Void)] = [
    ("disabled", { _ = try await $0.registry.disable("ada@example.com") }),
    (
      "disabled and enabled, with nobody asking in between",
      {
        _ = try await $0.registry.disable("ada@example.com")
        _ = try await $0.registry.enable("ada@example.com")
      }
    ),
    (
      "over since yesterday",
      {
        _ = try await $0.registry.edit(
          EditRequest(account: "ada@example.com", fields: [.validUntil: "2027-01-14"]))
      }
    ),
    (
      "another password",
      {
        _ = try await $0.registry.edit(
          EditRequest(account: "ada@example.com", password: PasswordEntry("Othersecret1")))
      }
    ),
    (
      "another password and undo, with nobody asking in between",
      {
        _ = try await $0.registry.edit(
          EditRequest(account: "ada@example.com", password: PasswordEntry("Othersecret1")))
        _ = try await $0.registry.undo()
      }
    ),
    (
      "another name",
      {
        _ = try await $0.registry.edit(
          EditRequest(account: "ada@example.com", fields: [.email: "eve@example.com"]))
      }
    ),
    ("removed", { _ = try await $0.registry.remove("ada@example.com") }),
    (
      "closed by a key that no field is",
      { try $0.edit("\"email\"", "\"frozen\": true, \"email\"") }
    ),
    ("edited by hand", { try $0.edit("\"email\"", "\"disabled\": true, \"email\"") }),
    ("ended", { _ = try await $0.registry.endLogins(of: ["ada@example.com"]) }),
    (
      "deleted",
      { try FileManager.default.removeItem(atPath: $0.directory.path + "/sessions.jsonl") }
    ),
  ]

  @Test("what ends a login holds at the next request, at every host", arguments: ends.indices)
  func ended(_ index: Int) async throws {
    var browser = try await loggedIn()
    try await Self.ends[index].1(site)
    let answer = await browser.ask(Self.wiki)
    #expect(answer.status == .found, "\(Self.ends[index].0)")
    #expect(await browser.open("/in").status == .ok)
    #expect(await browser.open("/out").body.count > 0)
  }

  @Test("sessions that could not be read are a line in the log") func unreadableLines() async throws
  {
    var browser = try await loggedIn()
    let handle = try #require(
      FileHandle(forUpdatingAtPath: site.directory.path + "/sessions.jsonl"))
    _ = try handle.seekToEnd()
    try handle.write(contentsOf: Data("x\n".utf8))
    try handle.close()
    for _ in 0..<2 { #expect(await browser.ask(Self.wiki).status == .ok) }
    #expect(site.lines.filter { $0.contains("1 session in ") }.count == 1)
  }

  @Test("accounts or sessions that cannot be read let nobody in") func unreadable() async throws {
    var browser = try await loggedIn()
    try site.edit("\"email\"", "\"email")
    let answer = await browser.ask(Self.wiki)
    #expect(answer.status == .unavailable)
    #expect(answer["Retry-After"] == "10")
    #expect(await browser.open("/").status == .unavailable)
    #expect(await browser.open("/in").status == .unavailable)
    #expect(await browser.open(at: Self.wiki, "/_regapp/out").status == .unavailable)
    try site.edit("\"email", "\"email\"")
    #expect(await browser.ask(Self.wiki).status == .ok)
  }
}
