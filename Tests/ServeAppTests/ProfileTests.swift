import Accounts
import AccountsFile
import AccountsSupport
import HTTP
import TestSupport
import Testing

@testable import ServeApp

@Suite("The profile") struct ProfileTests {
  private let site = TestSite(
    page: "https://accounts.example.com/", hosts: ["wiki.example.com", "localhost:3000"])
  private static let wiki = "wiki.example.com"

  /// The labels of a profile with their values, in order.
  private func labels(_ page: String) -> [String] {
    page.split(separator: "<dt>").dropFirst().map { part in
      let label = part.prefix { $0 != "<" }
      let value = part.split(separator: "<dd dir=\"auto\">").dropFirst().first?.prefix { $0 != "<" }
      return "\(label): \(value ?? "")"
    }
  }

  @Test("shows who somebody is as labels, and nothing that is the administrators'")
  func labels() async throws {
    let ada = try await site.register("ada", groups: ["staff"])
    _ = try await site.registry.edit(
      EditRequest(account: ada, fields: [.validUntil: "2030-01-01", .phone: "9123456789"]))
    var browser = Browser(site)
    _ = await browser.logIn(ada, at: Self.wiki)
    let answer = await browser.open("/")
    let page = text(answer)
    #expect(answer.status == .ok)
    #expect(answer.body.count < 24 << 10)
    #expect(
      labels(page) == [
        "Email: ada@example.com", "Password: ********", "First name: Ada", "Last name: Muster",
        "Birth date: 1 January 1990", "Phone: +7 (912) 345-67-89",
      ])
    for word in ["staff", "2030", "$y$", "secret1", "<script", "name=\"email\""] {
      #expect(!page.contains(word))
    }
    #expect(page.contains("<form action=\"/edit\">\n<button>Edit</button>"))
    #expect(page.contains("<a href=\"https://wiki.example.com/\">wiki.example.com</a>"))
    #expect(page.contains("<a href=\"http://localhost:3000/\">localhost:3000</a>"))
    #expect(page.contains("<a href=\"/out\">Log out</a>"))
    let russian = text(await browser.open("/?lang=ru"))
    #expect(labels(russian).contains("Имя: Ada"))
    #expect(russian.contains("<input type=\"hidden\" name=\"lang\" value=\"ru\">"))
    #expect(russian.contains("<button>Изменить</button>"))
    #expect(russian.contains("<a href=\"/out?lang=ru\">"))
  }

  @Test("has a user name where people have one, and says what is not given") func username()
    async throws
  {
    _ = try await site.initialise(.withOwnNames(.standard))
    let word = "correct horse battery"
    _ = try await site.registry.register(
      FieldValues(username: "ada"), password: PasswordEntry(word))
    var browser = Browser(site)
    _ = await browser.logIn("ada", word, at: Self.wiki)
    #expect(
      labels(text(await browser.open("/"))) == [
        "Email: not given", "Password: ********", "First name: not given",
        "Last name: not given", "User name: ada", "Birth date: not given", "Phone: not given",
      ])
    let form = await browser.profile()
    #expect(form.page.contains("name=\"username\" type=\"text\" autocomplete=\"username\""))
    #expect(form.page.contains("name=\"email\" type=\"email\" autocomplete=\"email\""))
  }

  @Test("names the home of the rulebook first, and alone where there is no list") func home()
    async throws
  {
    for (hosts, links) in [
      (
        ["wiki.example.com", "lab.example.com:8443"],
        ["wiki.example.com/start", "lab.example.com:8443"]
      ),
      ([], ["wiki.example.com/start"]),
    ] {
      let site = TestSite(page: "https://accounts.example.com/")
      var rulebook = Rulebook.register.serving(try GuardedHosts(hosts))
      rulebook.serve.home = "https://wiki.example.com/start"
      _ = try await site.initialise(rulebook)
      try await site.register("ada")
      var browser = Browser(site)
      _ = await browser.post("/in", ["name": "ada@example.com", "password": "secret1"])
      let page = text(await browser.open("/"))
      // It stands above all else, under a heading.
      #expect(
        page.contains(
          "</h1>\n<nav aria-labelledby=\"hosts\">\n<h2 id=\"hosts\">Go on to</h2>\n<ul>\n<li>"))
      let found = page.split(separator: "<li><a href=\"https://")
        .dropFirst()
        .compactMap { $0.split(separator: ">").dropFirst().first?.split(separator: "<").first }
        .map(String.init)
      #expect(found == links)
    }
    // The home is a host of the list: it comes once.
    let site = TestSite(page: "https://accounts.example.com/")
    var rulebook = Rulebook.register.serving(try GuardedHosts(["a.example.com", Self.wiki]))
    rulebook.serve.home = "https://wiki.example.com"
    _ = try await site.initialise(rulebook)
    try await site.register("ada")
    var browser = Browser(site)
    _ = await browser.post("/in", ["name": "ada@example.com", "password": "secret1"])
    let page = text(await browser.open("/"))
    #expect(page.split(separator: ">wiki.example.com<").count == 2)
  }

  @Test("without a list a login leads to it, and there is nowhere else to go") func alone()
    async throws
  {
    let site = TestSite(page: "https://accounts.example.com/")
    let ada = try await site.register("ada")
    var browser = Browser(site)
    #expect(
      await browser.post("/in", ["name": ada, "password": "secret1"])["Location"] == "/")
    let page = text(await browser.open("/"))
    #expect(labels(page).first == "Email: \(ada)")
    #expect(!page.contains("<ul>"))
    #expect(await browser.open("/done").status == .notFound)
  }

  @Test("a HEAD is answered as a GET, and takes nothing away") func head() async throws {
    let ada = try await site.register("ada")
    var browser = Browser(site)
    _ = await browser.logIn(ada, at: Self.wiki)
    var form = await browser.profile()
    form["lastName"] = "King"
    #expect(await browser.save(form).status == .seeOther)
    let token = browser.jar[Browser.page]?[Browser.session] ?? ""
    for path in ["/", "/edit"] {
      let head = await site.send(
        "HEAD \(path) HTTP/1.1\r\nHost: a\r\nAccept: text/html\r\n"
          + "Cookie: \(Browser.session)=\(token)\r\n\r\n")
      #expect(head.status == .ok)
    }
    #expect(text(await browser.open("/")).contains("Saved."))
    #expect(!text(await browser.open("/")).contains("Saved."))
  }
}
