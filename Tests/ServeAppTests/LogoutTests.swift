import Accounts
import AccountsFile
import Foundation
import HTTP
import TestSupport
import Testing

@testable import ServeApp

@Suite("Logging out") struct LogoutTests {
  private let site = TestSite(
    page: "https://accounts.example.com/", hosts: ["wiki.example.com", "notes.example.com"])
  private static let (wiki, notes) = ("wiki.example.com", "notes.example.com")

  private func loggedIn() async throws -> Browser {
    if (try? await site.registry.account("ada@example.com")) == nil {
      try await site.register("ada")
    }
    var browser = Browser(site)
    _ = await browser.logIn("ada@example.com", at: Self.wiki)
    #expect(await browser.ask(Self.wiki).status == .ok)
    return browser
  }

  @Test("a GET ends nothing, and shows where one is logged in") func shown() async throws {
    var (browser, other) = (try await loggedIn(), try await loggedIn())
    _ = await other.logIn(nil, at: Self.notes)
    let out = try #require(await browser.open(at: Self.wiki, "/_regapp/out")["Location"])
    #expect(out.hasPrefix("https://accounts.example.com/out?c="))
    for path in ["/out", try #require(Browser.path(out))] {
      let page = text(await browser.open(path))
      #expect(page.contains("You are logged in as ada@example.com."))
      #expect(page.contains("since 2027-01-15 08:00 UTC"))
      #expect(page.contains("accounts.example.com, wiki.example.com"))
      #expect(page.contains("notes.example.com"))
      #expect(page.contains("Log out here"))
      #expect(page.contains("Log out everywhere"))
      #expect(page.contains("<p><a href=\"/\">Your profile</a></p>"))
    }
    #expect(await browser.ask(Self.wiki).status == .ok)
  }

  @Test("out here is out at every host of this login, and of no other") func here() async throws {
    var (browser, other) = (try await loggedIn(), try await loggedIn())
    _ = await browser.logIn(nil, at: Self.notes)
    let answer = await browser.post("/out", ["where": "here"])
    #expect(answer.status == .ok)
    #expect(answer["Clear-Site-Data"] == "\"cache\"")
    #expect(
      Browser.setCookies(answer) == [
        "__Host-Http-regapp=; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=0"
      ])
    for host in [Self.wiki, Self.notes] { #expect(await browser.ask(host).status == .found) }
    #expect(await other.ask(Self.wiki).status == .ok)
    #expect(text(await browser.open("/")).contains("Log in for"))
  }

  @Test("out ends the logins of all cookies that the page has") func cookies() async throws {
    var (browser, other) = (try await loggedIn(), try await loggedIn())
    let cookies = try [browser, other].map {
      try #require($0.jar[Browser.page]?[Browser.session])
    }
    browser.jar[Browser.page]?[Browser.session] = cookies.joined(
      separator: "; \(Browser.session)=")
    #expect(await browser.post("/out", ["where": "here"]).status == .ok)
    #expect(await browser.ask(Self.wiki).status == .found)
    #expect(await other.ask(Self.wiki).status == .found)
  }

  /// The short names that the buttons of a page post.
  private func buttons(_ page: Answer) -> [String] {
    text(page).matches(of: #/name="end" value="([a-z]{6})"/#).map { String($0.output.1) }
  }

  @Test("each other login has a button, which posts its short name and ends it alone")
  func one() async throws {
    var (browser, other, third) = (try await loggedIn(), try await loggedIn(), try await loggedIn())
    let listed = try await site.registry.logins(of: ["ada@example.com"]).map(\.shortName)
    let page = await browser.open("/out")
    #expect(Set(listed).count == 3 && buttons(page) == Array(listed.dropFirst()))
    for name in listed { #expect(text(page).contains(name)) }
    #expect(text(page).contains(">End \(listed[1])</button>"))
    let answer = await browser.post("/out", ["end": listed[1]])
    #expect(answer.status == .ok && Browser.setCookies(answer).isEmpty)
    #expect(text(answer).contains("That login has ended."))
    #expect(buttons(answer) == [listed[2]])
    #expect(await other.ask(Self.wiki).status == .found)
    #expect(await browser.ask(Self.wiki).status == .ok)
    #expect(await third.ask(Self.wiki).status == .ok)
    // Its own ends, too, if somebody asks for that.
    #expect(await browser.post("/out", ["end": listed[0]]).status == .ok)
    #expect(await browser.ask(Self.wiki).status == .found)
    #expect(await third.ask(Self.wiki).status == .ok)
  }

  @Test("a button ends none that is over, unknown or another's, and none without a session")
  func noOther() async throws {
    var (browser, other, stranger) = (
      try await loggedIn(), try await loggedIn(), Browser(site)
    )
    try await site.register("eve")
    var eve = Browser(site)
    _ = await eve.logIn("eve@example.com", at: Self.wiki)
    let name = try #require(
      try await site.registry.logins(of: ["eve@example.com"]).first?.shortName)
    for wrong in [name, "aaaaaa", "", "everywhere"] {
      let answer = await browser.post("/out", ["end": wrong])
      #expect(answer.status == .unprocessable)
      #expect(text(answer).contains("Nothing was ended"))
    }
    #expect(await stranger.post("/out", ["end": name]).status == .unprocessable)
    #expect(await browser.ask(Self.wiki).status == .ok)
    #expect(await other.ask(Self.wiki).status == .ok)
    #expect(await eve.ask(Self.wiki).status == .ok)
  }

  @Test("a button whose end cannot be written has ended it here, and says so") func unwritten()
    async throws
  {
    var (browser, other) = (try await loggedIn(), try await loggedIn())
    let name = try #require(buttons(await browser.open("/out")).first)
    let lock = "\(site.directory.path)/.sessions.jsonl.lock"
    try FileManager.default.removeItem(atPath: lock)
    try FileManager.default.createDirectory(atPath: lock, withIntermediateDirectories: false)
    let answer = await browser.post("/out", ["end": name])
    #expect(answer.status == .unavailable)
    #expect(text(answer).contains("may not survive a restart"))
    #expect(buttons(answer).isEmpty)
    #expect(await other.ask(Self.wiki).status == .found)
    #expect(await browser.ask(Self.wiki).status == .ok)
  }

  @Test("an ID that an administrator ends is out, and the other of the account is in")
  func byCommand() async throws {
    var (browser, other) = (try await loggedIn(), try await loggedIn())
    let listed = try await site.registry.logins(of: ["ada@example.com"]).map(\.shortName)
    let wrong = try await site.registry.endLogin("nobody", of: "ada@example.com")
    #expect(wrong == .unknown)
    #expect(await browser.ask(Self.wiki).status == .ok)
    #expect(await other.ask(Self.wiki).status == .ok)
    guard case .ended = try await site.registry.endLogin(listed[1], of: "ada@example.com") else {
      Issue.record("not ended")
      return
    }
    #expect(await other.ask(Self.wiki).status == .found)
    #expect(await browser.ask(Self.wiki).status == .ok)
  }

  @Test("out everywhere ends all logins of the account") func everywhere() async throws {
    var (browser, other) = (try await loggedIn(), try await loggedIn())
    try await site.register("eve")
    var eve = Browser(site)
    _ = await eve.logIn("eve@example.com", at: Self.wiki)
    #expect(await browser.post("/out", ["where": "everywhere"]).status == .ok)
    #expect(await browser.ask(Self.wiki).status == .found)
    #expect(await other.ask(Self.wiki).status == .found)
    #expect(await eve.ask(Self.wiki).status == .ok)
  }

  @Test("out everywhere ends also a login that the clock of the moment hides")
  func hidden() async throws {
    var browser = try await loggedIn()
    site.pass(100)
    var other = Browser(site)
    _ = await other.logIn("ada@example.com", at: Self.wiki)
    #expect(await other.ask(Self.wiki).status == .ok)
    site.pass(-100)
    #expect(await browser.post("/out", ["where": "everywhere"]).status == .ok)
    site.pass(100)
    #expect(await other.ask(Self.wiki).status == .found)
  }

  @Test("a host's own login ends, too, where the page has lost its cookie, or has another login")
  func ofHost() async throws {
    for hasOther in [false, true] {
      var browser = try await loggedIn()
      browser.jar[Browser.page] = nil
      if hasOther { _ = await browser.logIn("ada@example.com", at: Self.notes) }
      let out = try #require(
        await browser.open(at: Self.wiki, "/_regapp/out")["Location"].flatMap(Browser.path))
      let page = await browser.open(out)
      #expect(text(page).contains("wiki.example.com"))
      #expect(text(page).contains("Log out everywhere") == hasOther)
      #expect(text(page).contains("action=\"\(out)\""))
      #expect(await browser.post(out, ["where": "here"]).status == .ok)
      #expect(await browser.ask(Self.wiki).status == .found)
      #expect(await browser.ask(Self.notes).status == .found)
    }
  }

  @Test("its code does nothing else, and is over after ten minutes") func code() async throws {
    var browser = try await loggedIn()
    var other = Browser(site)
    let out = try #require(
      await browser.open(at: Self.wiki, "/_regapp/out")["Location"].flatMap(Browser.path))
    let code = String(out.drop { $0 != "=" }.dropFirst())
    #expect(text(await browser.open(at: Self.notes, "/_regapp/in?c=\(code)")).contains("is over"))
    #expect(await other.post("/out?c=\(code)", ["where": "everywhere"]).status == .ok)
    #expect(await browser.ask(Self.wiki).status == .found)
    browser = try await loggedIn()
    let second = try #require(
      await browser.open(at: Self.wiki, "/_regapp/out")["Location"].flatMap(Browser.path))
    site.pass(601)
    let late = text(await other.open(second))
    #expect(late.contains("You are not logged in here"))
    #expect(late.contains("you may still be logged in"))
    _ = await other.post(second, ["where": "here"])
    #expect(await browser.ask(Self.wiki).status == .ok)
  }

  @Test(
    "nobody hears that they are logged out where a code is over", arguments: ["late", "unknown"])
  func late(kind: String) async throws {
    var browser = try await loggedIn()
    var out = try #require(
      await browser.open(at: Self.wiki, "/_regapp/out")["Location"].flatMap(Browser.path))
    if kind == "late" { site.pass(601) } else { out = "/out?c=AAAAAAAAAAAAAAAAAAAAAA" }
    for place in ["here", "everywhere"] {
      var stranger = Browser(site)
      let answer = await stranger.post(out, ["where": place])
      #expect(answer.status == .unprocessable)
      #expect(text(answer).contains("This page waited too long"))
      #expect(text(answer).contains("you may still be logged in"))
      #expect(!text(answer).contains("You are logged out"))
    }
    #expect(await browser.ask(Self.wiki).status == .ok)
    // The page's own login, another one, ends, and no more is said.
    browser.jar[Browser.page] = nil
    _ = await browser.logIn("ada@example.com", at: Self.notes)
    let own = await browser.post(out, ["where": "here"])
    #expect(own.status == .unprocessable)
    #expect(text(own).contains("You are logged out here."))
    #expect(text(own).contains("you may still be logged in"))
    #expect(await browser.ask(Self.notes).status == .found)
    #expect(await browser.ask(Self.wiki).status == .ok)
  }

  @Test("a form that is sent twice has logged out both times") func twice() async throws {
    var browser = try await loggedIn()
    let out = try #require(
      await browser.open(at: Self.wiki, "/_regapp/out")["Location"].flatMap(Browser.path))
    for _ in 0..<2 {
      let answer = await browser.post(out, ["where": "here"])
      #expect(answer.status == .ok)
      #expect(text(answer).contains("You are logged out"))
      #expect(await browser.ask(Self.wiki).status == .found)
    }
  }

  @Test("without a session of the page nobody hears that they are out everywhere")
  func nowhere() async throws {
    var (browser, stranger) = (try await loggedIn(), Browser(site))
    let answer = await stranger.post("/out", ["where": "everywhere"])
    #expect(answer.status == .unprocessable)
    #expect(!text(answer).contains("You are logged out"))
    #expect(text(answer).contains("You may still be logged in elsewhere."))
    #expect(await browser.ask(Self.wiki).status == .ok)
  }

  @Test(
    "who logs out where the login is idle has ended it, so that no start brings it back",
    arguments: ["wiki", "page"])
  func idle(place: String) async throws {
    var browser = try await loggedIn()
    site.pass(8 * 3_600)
    #expect(await browser.ask(Self.wiki).status == .found)
    var out = "/out"
    if place == "wiki" {
      out = try #require(
        await browser.open(at: Self.wiki, "/_regapp/out")["Location"].flatMap(Browser.path))
      browser.jar[Browser.page] = nil
    }
    let page = text(await browser.open(out))
    #expect(page.contains("was not used for too long"))
    #expect(page.contains("Log out here"))
    #expect(!page.contains("ada@"))
    #expect(!page.contains(Self.wiki))
    #expect(try await site.registry.loginsToEnd(of: ["ada@example.com"]).count == 1)
    let answer = await browser.post(out, ["where": "here"])
    #expect(answer.status == .ok)
    #expect(text(answer).contains("You are logged out"))
    #expect(try await site.registry.loginsToEnd(of: ["ada@example.com"]).isEmpty)
  }

  @Test("without a session there is nothing to end") func none() async throws {
    try await site.register("ada")
    var browser = Browser(site)
    #expect(
      await browser.open(at: Self.wiki, "/_regapp/out")["Location"]
        == "https://accounts.example.com/out")
    #expect(text(await browser.open("/out")).contains("You are not logged in here"))
    #expect(await browser.post("/out", [:]).status == .ok)
  }
}
