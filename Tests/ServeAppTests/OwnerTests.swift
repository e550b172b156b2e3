import Accounts
import HTTP
import TestSupport
import Testing

@testable import ServeApp

@Suite("Each page") struct OwnerTests {
  private static let wiki = "wiki.example.com"
  private let site = TestSite(
    page: "https://accounts.example.com/", hosts: ["wiki.example.com"])

  /// Every page that the page's own host shows, with its address.
  private func pages(_ language: String = "en") async throws -> [(String, SeenPage)] {
    let ada = "ada@example.com"
    var browser = Browser(site)
    let fields = "\(Browser.navigation)Accept-Language: \(language)\r\n"
    let path = try #require(await browser.ask(Self.wiki, "/p")["Location"].flatMap(Browser.path))
    var pages: [(String, SeenPage)] = []
    for path in ["/", path, "/password", "/i/ada/code", "/out", "/done/2027-02-01", "/x"] {
      pages.append((path, SeenPage(await browser.open(path, fields: fields))))
    }
    let form = [("new", "Newsecret1"), ("again", "Newsecret1")]
    pages.append(("/i/ada/code", SeenPage(await site.post("/i/ada/code", form, language))))
    pages.append(
      ("/in", SeenPage(await site.post("/in", [("name", ada), ("password", "x")], language))))
    pages.append(("/in", SeenPage(await site.post("/in?lang=\(language)", [], language))))
    _ = await browser.post("/in", ["name": ada, "password": "secret1"])
    for path in ["/", "/out"] {
      pages.append((path, SeenPage(await browser.open(path, fields: fields))))
    }
    let out = await browser.post("/out?lang=\(language)", ["where": "here"])
    pages.append(("/out", SeenPage(out)))
    return pages
  }

  private func own(_ title: String?, _ note: String?) async throws {
    var rulebook = Rulebook.register
    (rulebook.serve.title, rulebook.serve.note) = (title, note)
    _ = try await site.initialise(rulebook)
    try await site.register("ada")
  }

  @Test("says whose it is, with its host in the title", arguments: ["en", "ru"])
  func title(language: String) async throws {
    try await own("Choir & <Friends>", "Ask \"Eve\" at the desk.")
    for (path, page) in try await pages(language) {
      let title =
        page.html.split(separator: "<title>").last?.split(separator: "</title>").first ?? ""
      #expect(title.contains(" – Choir &amp; &lt;Friends&gt;"), "\(path)")
      #expect(title.contains("accounts.example.com"), "\(path)")
      #expect(page.has("<p dir=\"auto\">Choir &amp; &lt;Friends&gt;</p>"), "\(path)")
      #expect(page.has("<p dir=\"auto\">Ask &quot;Eve&quot; at the desk.</p>"), "\(path)")
      #expect(page.has("<html lang=\"\(language)\">"), "\(path)")
    }
  }

  @Test("says nothing of that where the rulebook does not") func untitled() async throws {
    try await own(nil, nil)
    for (_, page) in try await pages() {
      #expect(!page.has("<header>"))
      #expect(!page.has(" – "))
    }
  }

  @Test("a title that is changed holds at the next page") func changed() async throws {
    try await own("Choir", nil)
    #expect(SeenPage(await site.get("/")).has("Choir"))
    try site.edit("Choir", "Orchestra")
    #expect(SeenPage(await site.get("/")).has("Orchestra"))
  }

  @Test("can be had in each language, at its own address", arguments: ["en", "ru"])
  func languages(language: String) async throws {
    try await own(nil, nil)
    for (path, page) in try await pages(language) {
      let links = page.tags("a").filter { $0.contains("hreflang") }
      #expect(links.count == 2, "\(path)")
      for (tag, code) in zip(links, ["en", "ru"]) {
        #expect(tag.contains(" lang=\"\(code)\" hreflang=\"\(code)\""))
        #expect(tag.contains("aria-current") == (code == language), "\(path)")
      }
      #expect(page.words.contains("English") && page.words.contains("Русский"))
      let addresses = page.links.filter { $0.hasPrefix("?") }
      // The rest of the query stays; the code of a link stands in no page.
      let way = path.split(separator: "?").dropFirst().first.map { "\($0)&" } ?? ""
      #expect(addresses == ["en", "ru"].map { "?\(way)lang=\($0)" }, "\(path)")
    }
  }

  @Test("another language keeps the way on, and the login of another host") func keeps()
    async throws
  {
    try await own(nil, nil)
    var browser = Browser(site)
    let path = try #require(await browser.ask(Self.wiki, "/p")["Location"].flatMap(Browser.path))
    let page = SeenPage(await browser.open(path))
    let other = try #require(page.links.last)
    let russian = SeenPage(await browser.open("/in\(other)"))
    #expect(russian.has("<html lang=\"ru\">"))
    #expect(russian.has("wiki.example.com"))
    let action = try #require(russian.tags("form").first)
    #expect(action.contains("action=\"/in?host=wiki.example.com&amp;path=%2Fp&amp;at="))
    #expect(action.contains("&amp;lang=ru\""))
    _ = await browser.logIn("ada@example.com", at: Self.wiki)
    let out = try #require(
      await browser.open(at: Self.wiki, "/_regapp/out")["Location"].flatMap(Browser.path))
    let asked = SeenPage(await browser.open(out))
    #expect(asked.links.suffix(2) == ["en", "ru"].map { "\(out.dropFirst(4))&lang=\($0)" })
  }

  @Test("is at most 24 KiB, whatever it has to say") func size() async throws {
    var rulebook = Rulebook.albums
    rulebook.serve.title = String(repeating: "&", count: 60)
    rulebook.serve.note = String(repeating: "\"", count: 300)
    rulebook.fields.required.insert(.username)
    rulebook.fields.own.insert(.username)
    _ = try await site.initialise(rulebook)
    let code = try await site.invite(FieldValues(email: "ada@example.com"))
    var browser = Browser(site)
    let long = "/" + String(repeating: "\"", count: 2_000)
    let path = try #require(await browser.ask(Self.wiki, long)["Location"].flatMap(Browser.path))
    let answers = [
      await browser.open(path),
      await browser.post(path, ["name": "ada@example.com", "password": code]),
      await site.post("/i/ada%40example.com/\(code)", []),
      await site.post(
        "/i/ada%40example.com/\(code)", [("new", "x"), ("again", "y"), ("firstName", "Ж")], "ru"),
    ]
    for answer in answers {
      #expect(SeenPage(answer).hasForm)
      #expect(answer.body.count <= 24 << 10, "\(answer.body.count)")
    }
  }
}
