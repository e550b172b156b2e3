import Accounts
import AccountsFile
import AccountsSupport
import Foundation
import HTTP
import TestSupport
import Testing

@testable import ServeApp

@Suite("The login page") struct LoginPageTests {
  private let site = TestSite(
    page: "https://accounts.example.com/", hosts: ["wiki.example.com", "notes.example.com"])
  private static let wiki = "wiki.example.com"
  private static let right: KeyValuePairs = ["name": "ada@example.com", "password": "secret1"]

  /// The address of the form that belongs to a way in.
  private func form(_ browser: inout Browser, _ path: String = "/") async throws -> String {
    try #require(await browser.ask(Self.wiki, path)["Location"].flatMap(Browser.path))
  }

  @Test("is at the address, until somebody is logged in") func home() async throws {
    let ada = try await site.register("ada")
    var browser = Browser(site)
    let page = text(await browser.open("/"))
    #expect(page.contains("<title>Log in for accounts.example.com</title>"))
    #expect(page.contains("action=\"/in\""))
    for field in ["name", "password", "keep"] { #expect(page.contains("name=\"\(field)\"")) }
    #expect(page.contains("<a href=\"/password\">"))
    #expect(page.contains("Forgotten? Ask your administrator for a link."))
    #expect(await browser.post("/", Self.right).status == .methodNotAllowed)
    let posted = await browser.post("/in", Self.right)
    #expect(posted.status == .seeOther)
    #expect(posted["Location"] == "/")
    let profile = text(await browser.open("/"))
    #expect(profile.contains("You are logged in at accounts.example.com"))
    #expect(profile.contains(ada))
    #expect(profile.contains(">Ada</dd>"))
    #expect(profile.contains("<a href=\"https://wiki.example.com/\">"))
    #expect(profile.contains("<a href=\"/out\">"))
    let on = await browser.open("/in")
    #expect(on.status == .seeOther && on["Location"] == "/")
  }

  @Test("has no script, loads nothing, and fits a small answer", arguments: ["en", "ru"])
  func careful(language: String) async throws {
    try await site.register("ada")
    var browser = Browser(site)
    let path = try await form(&browser, "/" + String(repeating: "a", count: 2_000))
    let answers = [
      await browser.open("\(path)&lang=\(language)"),
      await browser.post("\(path)&lang=\(language)", ["name": "", "password": ""]),
    ]
    for answer in answers {
      #expect(answer.body.count < 24 << 10)
      #expect(text(answer).contains("<html lang=\"\(language)\">"))
      for word in ["<script", "src=", "url(", "@import", "onclick", "style=\""] {
        #expect(!text(answer).contains(word))
      }
      // The form's own address has all that the link had.
      #expect(text(answer).contains("action=\"/in?host=wiki.example.com&amp;path=%2Fa"))
      #expect(text(answer).contains("&amp;lang=\(language)\""))
    }
  }

  @Test("each answer of the page keeps to itself, redirects and refusals among them")
  func headers() async throws {
    try await site.register("ada")
    var (stranger, browser) = (Browser(site), Browser(site))
    _ = await browser.logIn("ada@example.com", at: Self.wiki)
    browser.jar[Self.wiki] = nil
    let path = try await form(&stranger)
    let answers = [
      await stranger.open("/"), await stranger.open(path), await stranger.open("/x"),
      await stranger.open("/in?host=a&host=b"), await stranger.open("/password"),
      await stranger.open("/.well-known/change-password"), await stranger.open("/i/ada/x"),
      await stranger.post("/in", ["name": "", "password": ""]),
      await stranger.post("/in", Self.right, fields: "Sec-Fetch-Site: cross-site\r\n"),
      await stranger.open("/in", fields: "Accept: a\r\nSec-Fetch-Mode: cors\r\n"),
      await browser.open("/"), await browser.open("/out"), await browser.open("/in"),
      await stranger.open("/edit"), await browser.open("/edit"), await browser.post("/edit", [:]),
      await browser.post("/edit", ["email": "x"]), await stranger.post("/edit", [:]),
      await browser.open(try await form(&browser)), await browser.post("/in", Self.right),
      await browser.post(path, Self.right), await browser.post("/out", ["where": "here"]),
    ]
    for answer in answers {
      #expect(answer["Cross-Origin-Resource-Policy"] == "same-origin")
      #expect(answer["Cross-Origin-Opener-Policy"] == "same-origin")
      #expect(answer["Content-Security-Policy"]?.hasSuffix("frame-ancestors 'none'") == true)
      #expect(answer["Strict-Transport-Security"] == "max-age=31536000")
      #expect(answer["X-Content-Type-Options"] == "nosniff")
      let hasForm = text(answer).contains("<form")
      #expect(answer["Referrer-Policy"] == (hasForm ? "strict-origin" : "no-referrer"))
    }
    for refusal in [RequestRefusal.malformed(.noHost), .timedOut, .full] {
      #expect(refusal.answer["Cross-Origin-Opener-Policy"] == "same-origin")
      #expect(refusal.answer["Content-Security-Policy"]?.contains("frame-ancestors 'none'") == true)
    }
    // The lifetime of https is for the guarded hosts' own servers to say.
    #expect(await browser.ask(Self.wiki)["Strict-Transport-Security"] == nil)
  }

  static let viewings: [(String, Viewing)] = [
    ("", .window), ("Sec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: document\r\n", .window),
    ("Sec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: iframe\r\n", .frame),
    ("Sec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: frame\r\n", .frame),
    ("Sec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: object\r\n", .frame),
    ("Sec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: embed\r\n", .frame),
    ("Sec-Fetch-Mode: navigate\r\n", .other), ("Sec-Fetch-Dest: document\r\n", .other),
    ("Sec-Fetch-Mode: cors\r\nSec-Fetch-Dest: empty\r\n", .other),
    ("Sec-Fetch-Mode: no-cors\r\nSec-Fetch-Dest: image\r\n", .other),
    ("Sec-Fetch-Mode: no-cors\r\nSec-Fetch-Dest: script\r\n", .other),
    ("Sec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: document\r\nSec-Fetch-Dest: iframe\r\n", .other),
  ]

  @Test("codes are made for a window alone", arguments: viewings)
  func viewing(_ fields: String, _ viewing: Viewing) async throws {
    try await site.register("ada")
    for isLoggedIn in [false, true] {
      var browser = Browser(site)
      if isLoggedIn { _ = await browser.logIn("ada@example.com", at: Self.wiki) }
      browser.jar[Self.wiki] = nil
      let path = try await form(&browser, "/p")
      let answer = await browser.open(path, fields: "Accept: a\r\n\(fields)")
      switch viewing {
      case .window:
        #expect(answer.status == (isLoggedIn ? .seeOther : .ok))
      case .frame:
        #expect(answer.status == .ok)
        #expect(!text(answer).contains("<form"))
        #expect(text(answer).contains("<a href=\"https://wiki.example.com/p\" target=\"_blank\""))
        #expect(answer["Content-Security-Policy"]?.contains("frame-ancestors") == false)
      case .other:
        #expect(answer.status == .forbidden)
      }
      if viewing != .window {
        #expect(answer["Location"] == nil)
        #expect(!text(answer).contains("?c="))
      }
    }
  }

  static let sites: [(String, Bool)] = [
    ("", true), ("Sec-Fetch-Site: same-origin\r\n", true), ("Sec-Fetch-Site: none\r\n", true),
    ("Sec-Fetch-Site: cross-site\r\n", false), ("Sec-Fetch-Site: same-site\r\n", false),
    ("Sec-Fetch-Site: cross-site\r\nOrigin: https://accounts.example.com\r\n", false),
    ("Sec-Fetch-Site: same-origin\r\nOrigin: null\r\n", true),
    ("Origin: https://accounts.example.com\r\n", true), ("Origin: null\r\n", false),
    ("Origin: http://accounts.example.com\r\n", false),
    ("Origin: https://accounts.example.com:8443\r\n", false),
    ("Origin: https://wiki.example.com\r\n", false),
    ("Origin: https://accounts.example.com.evil.com\r\n", false),
    ("Sec-Fetch-Site: same-origin\r\nSec-Fetch-Site: cross-site\r\n", false),
  ]

  @Test("a form of another site logs nobody in or out, and counts nothing", arguments: sites)
  func otherSite(_ fields: String, _ isOwn: Bool) async throws {
    let ada = try await site.register("ada")
    var (stranger, browser) = (Browser(site), Browser(site))
    _ = await browser.logIn(ada, at: Self.wiki)
    let before = site.record.count
    let login = await stranger.post("/in", Self.right, fields: fields)
    #expect(login.status == (isOwn ? .seeOther : .forbidden))
    let wrong = await stranger.post("/in", ["name": ada, "password": "x"], fields: fields)
    #expect(wrong.status == .forbidden)
    #expect(site.record.count == before + (isOwn ? 2 : 0))
    let set = await stranger.post(
      "/password",
      ["name": ada, "old": "secret1", "new": "Newsecret1", "again": "Newsecret2"], fields: fields)
    #expect(set.status == (isOwn ? .unprocessable : .forbidden))
    let out = await browser.post("/out", ["where": "everywhere"], fields: fields)
    #expect(out.status == (isOwn ? .ok : .forbidden))
    #expect(await browser.ask(Self.wiki).status == (isOwn ? .found : .ok))
  }

  @Test("who cannot log in hears one sentence, and who knows the password the state")
  func refused() async throws {
    let ada = try await site.register("ada")
    var browser = Browser(site)
    let path = try await form(&browser)
    let wrong = await browser.post(path, ["name": ada, "password": "secret2"])
    #expect(wrong.status == .forbidden)
    #expect(text(wrong).contains("The name or the password is wrong, or the account is locked."))
    #expect(text(wrong).contains("value=\"\(ada)\""))
    #expect(!text(wrong).contains("secret2"))
    let nobody = await browser.post(path, ["name": "eve@example.com", "password": "secret2"])
    #expect(text(nobody).replacing("eve@", with: "ada@") == text(wrong))
    #expect(Browser.setCookies(nobody).isEmpty)
    let empty = await browser.post(path, ["name": " ", "password": ""])
    #expect(empty.status == .unprocessable)
    for field in ["name", "password"] { #expect(text(empty).contains("id=\"\(field)-fault\"")) }
    _ = try await site.registry.disable(ada, reason: "went to Eve's")
    let disabled = await browser.post(path, Self.right)
    #expect(disabled.status == .forbidden)
    #expect(text(disabled).contains("Your account is disabled"))
    #expect(!text(disabled).contains("went to"))
    _ = try await site.registry.enable(ada)
    // Closed by a key that no field is: no key of the file is named.
    try site.edit("\"email\"", "\"frozen\": true, \"email\"")
    let closed = await browser.post(path, Self.right)
    #expect(closed.status == .forbidden)
    #expect(!text(closed).contains("frozen"))
    #expect(text(await browser.post(path, ["name": ada, "password": "secret2"])) == text(wrong))
    try site.edit("\"frozen\": true, ", "")
    for _ in 0..<5 { _ = await browser.post(path, ["name": ada, "password": "guess"]) }
    #expect(await browser.post(path, Self.right).status == .tooManyRequests)
    // A form that waited an hour.
    site.pass(3_600)
    #expect(await browser.post(path, Self.right).status == .ok)
  }

  @Test("each right form is a login of its own, and a new one ends that of the browser")
  func ownLogin() async throws {
    let ada = try await site.register("ada")
    var browser = Browser(site)
    _ = await browser.post("/in", Self.right)
    let first = browser.jar[Browser.page]?[Browser.session]
    var old = browser
    _ = await browser.post("/in", Self.right)
    #expect(browser.jar[Browser.page]?[Browser.session] != first)
    #expect(text(await old.open("/")).contains("Log in for"))
    #expect(try await site.registry.logins(of: [ada]).count == 1)
    let tokens = await withTaskGroup(of: String?.self) { group in
      for _ in 0..<4 {
        group.addTask { [site] in
          var browser = Browser(site)
          _ = await browser.post("/in", Self.right)
          return browser.jar[Browser.page]?[Browser.session]
        }
      }
      return await group.reduce(into: Set()) { if let token = $1 { $0.insert(token) } }
    }
    #expect(tokens.count == 4)
  }

  @Test("of equal forms that wait for one hash four log in, and the others are to come again")
  func fewOfOneProof() async throws {
    let gate = GatedCrypt()
    let site = TestSite(
      hasher: gate.hasher, page: "https://accounts.example.com/", hosts: ["wiki.example.com"])
    let ada = try await site.register("ada")
    async let answers = withTaskGroup(of: Answer.self) { group in
      for _ in 0..<6 {
        group.addTask {
          var browser = Browser(site)
          return await browser.post("/in", Self.right)
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    defer { gate.open() }
    try await gate.waitUntilBegun(1)
    #expect(try await comesTrue { site.served.finder.known?.loginPage?.proofs.joined == 5 })
    gate.open()
    let ended = await answers
    #expect(ended.count { $0.status == .seeOther } == 4)
    let late = ended.filter { $0.status == .unavailable }
    #expect(late.count == 2)
    for answer in late {
      #expect(answer["Retry-After"] == "2")
      #expect(Browser.setCookies(answer).isEmpty)
    }
    #expect(try await site.registry.logins(of: [ada]).count == 4)
    #expect(site.record == ["yes"])
  }

  @Test("an equal form that sets nothing more logs in three times, and for a minute")
  func fewEqualForms() async throws {
    let ada = try await site.register("ada")
    func post(_ old: String, _ new: String) async -> Answer {
      var browser = Browser(site)
      return await browser.post(
        "/password", ["name": ada, "old": old, "new": new, "again": new])
    }
    func logsIn(_ answer: Answer) -> Bool {
      answer["Location"] == "/" && !Browser.setCookies(answer).isEmpty
    }
    func asks(_ answer: Answer) -> Bool {
      answer["Location"] == "/in" && Browser.setCookies(answer).isEmpty
    }
    for _ in 0..<4 { #expect(logsIn(await post("secret1", "Newsecret1"))) }
    let hashes = site.crypt.allHashes
    for _ in 0..<2 { #expect(asks(await post("secret1", "Newsecret1"))) }
    #expect(site.crypt.allHashes == hashes)
    #expect(try await site.registry.logins(of: [ada]).count == 4)
    #expect(logsIn(await post("Newsecret1", "Thirdsecret1")))
    site.pass(30)
    #expect(logsIn(await post("Newsecret1", "Thirdsecret1")))
    site.pass(30)
    #expect(asks(await post("Newsecret1", "Thirdsecret1")))
    #expect(!site.record.contains("wrong"))
  }

  @Test("a key twice is malformed; an unknown one is left out of a link, and malformed in a form")
  func keys() async throws {
    try await site.register("ada")
    var browser = Browser(site)
    for path in ["/in?host=a&host=a", "/?lang=ru&lang=en", "/password?at=&at=", "/out?c=a&c=b"] {
      #expect(await browser.open(path).status == .badRequest)
    }
    for path in [
      "/in?utm_source=a&utm_source=b", "/?fbclid=x", "/out?host=x&host=y", "/password?c=%FF",
    ] {
      #expect(await browser.open(path).status == .ok)
    }
    #expect(await browser.post("/in?utm_source=a", Self.right).status == .badRequest)
    #expect(await browser.post("/out?utm_source=a", [:]).status == .badRequest)
    #expect(site.record.isEmpty)
  }

  @Test("a required new password is asked for at once, and nothing is typed twice")
  func mustChange() async throws {
    let ada = try await site.register("ada")
    _ = try await site.registry.setMustChange(true, of: [ada])
    var browser = Browser(site)
    let path = try await form(&browser, "/p")
    let asked = await browser.post(path, Self.right)
    #expect(asked.status == .forbidden)
    #expect(Browser.setCookies(asked).isEmpty)
    let page = text(asked)
    #expect(page.contains("Your password is right, but it must be changed first."))
    #expect(page.contains("action=\"/password?host=wiki.example.com&amp;path=%2Fp&amp;at="))
    #expect(!page.contains("name=\"old\""))
    #expect(!page.contains("secret1"))
    let code = try #require(proved(in: page))
    #expect(code.utf8.count == 22)
    let next = path.replacing("/in?", with: "/password?")
    // A problem with the new one is no reason to ask for the old one.
    let same = await browser.post(
      next, ["proved": code, "name": ada, "new": "secret1", "again": "secret1"])
    #expect(same.status == .unprocessable)
    #expect(text(same).contains("Choose a password that differs from the old one."))
    let second = try #require(proved(in: text(same)))
    #expect(second != code)
    let done = await browser.post(
      next, ["proved": second, "name": ada, "new": "Newsecret1", "again": "Newsecret1"])
    #expect(done.status == .ok)
    let end = try #require(Browser.wayOn(done).flatMap(Browser.path))
    #expect(await browser.open(at: Self.wiki, end)["Location"] == "/p")
    #expect(await browser.ask(Self.wiki).status == .ok)
    // It is used up.
    var other = Browser(site)
    let late = await other.post(
      next, ["proved": second, "name": ada, "new": "Newsecret2", "again": "Newsecret2"])
    #expect(late.status == .unprocessable)
    #expect(text(late).contains("name=\"old\""))
    #expect(text(late).contains("id=\"old-fault\""))
    let words = "This form is no longer good: give your old password once more."
    #expect(text(late).contains(words) && !text(late).contains("\(words)."))
  }

  @Test("a form that could not be written is good once more, and asks for nothing again")
  func writtenLater() async throws {
    let ada = try await site.register("ada")
    _ = try await site.registry.setMustChange(true, of: [ada])
    var browser = Browser(site)
    let code = try #require(proved(in: text(await browser.post("/in", Self.right))))
    let form: KeyValuePairs = [
      "proved": code, "name": ada, "new": "Newsecret1", "again": "Newsecret1",
    ]
    // A file with two names is not replaced.
    let other = site.path + "-too"
    #expect(link(site.path, other) == 0)
    let failed = await browser.post("/password", form)
    #expect(failed.status == .unavailable)
    #expect(proved(in: text(failed)) == code)
    #expect(unlink(other) == 0)
    #expect(await browser.post("/password", form).status == .seeOther)
    #expect(text(await browser.open("/")).contains("action=\"/edit\""))
    // It is used up now.
    var late = Browser(site)
    let again = await late.post(
      "/password", ["proved": code, "name": ada, "new": "Newsecret2", "again": "Newsecret2"])
    #expect(again.status == .unprocessable)
  }

  @Test("a form that waited for an hour leads on as one that did not") func hour() async throws {
    _ = try await site.register("ada")
    var browser = Browser(site)
    let path = try await form(&browser, "/p?x=1")
    site.pass(3_600)
    let answer = await browser.post(path, Self.right)
    #expect(answer.status == .ok)
    let end = try #require(Browser.wayOn(answer).flatMap(Browser.path))
    #expect(await browser.open(at: Self.wiki, end)["Location"] == "/p?x=1")
    #expect(await browser.ask(Self.wiki).status == .ok)
    // So does the form for a new password.
    var other = Browser(site)
    let set = try await form(&other, "/p").replacing("/in?", with: "/password?")
    site.pass(3_600)
    let done = await other.post(
      set,
      ["name": "ada@example.com", "old": "secret1", "new": "Newsecret1", "again": "Newsecret1"])
    #expect(done.status == .ok)
    let next = try #require(Browser.wayOn(done).flatMap(Browser.path))
    #expect(await other.open(at: Self.wiki, next)["Location"] == "/p")
    #expect(await other.ask(Self.wiki).status == .ok)
    #expect(await browser.ask(Self.wiki).status == .found)
  }

  private func proved(in page: String) -> String? {
    page.split(separator: "name=\"proved\" value=\"").dropFirst().first?.split(separator: "\"")
      .first
      .map(String.init)
  }

  @Test(
    "what stands for the old password is over with time, elsewhere, and once the account is another"
  )
  func provedOver() async throws {
    let ada = try await site.register("ada")
    _ = try await site.registry.setMustChange(true, of: [ada])
    for index in 0..<5 {
      var browser = Browser(site)
      let asked = text(await browser.post("/in", Self.right))
      let code = try #require(proved(in: asked))
      switch index {
      case 0: site.pass(601)
      case 1: browser.client = "198.51.100.7"
      case 2:
        _ = try await site.registry.edit(EditRequest(account: ada, fields: [.firstName: "Adah"]))
      case 3: try site.edit("\"mustChange\"", "\"disabled\": true, \"mustChange\"")
      default: try site.edit("\"mustChange\"", "\"frozen\": true, \"mustChange\"")
      }
      let answer = await browser.post(
        "/password", ["proved": code, "name": ada, "new": "Newsecret1", "again": "Newsecret1"])
      #expect(answer.status == .unprocessable)
      #expect(text(answer).contains("name=\"old\""))
      #expect(!text(answer).contains("frozen"))
      try site.edit("\"disabled\": true, ", "")
    }
    #expect(try await site.registry.history().allSatisfy { $0.did != .password })
  }

  @Test("the code of an invitation asks for a password, and for what the account lacks")
  func invited() async throws {
    _ = try await site.initialise(.albums)
    let code = try await site.invite(
      FieldValues(email: "ada@example.com", phone: "79991234567"))
    var browser = Browser(site)
    let asked = await browser.post("/in", ["name": "ada@example.com", "password": code])
    #expect(asked.status == .forbidden)
    for field in ["firstName", "lastName", "birthDate-day", "new", "again"] {
      #expect(text(asked).contains("name=\"\(field)\""))
    }
    #expect(!text(asked).contains(code))
    let set = await browser.post(
      "/password",
      [
        "proved": try #require(proved(in: text(asked))), "name": "ada@example.com",
        "firstName": "Ada", "lastName": "Muster", "birthDate-day": "1", "birthDate-month": "1",
        "birthDate-year": "1990", "new": "Newsecret1", "again": "Newsecret1",
      ])
    #expect(set.status == .seeOther)
    #expect(set["Location"] == "/")
    #expect(text(await browser.open("/")).contains(">Muster</dd>"))
  }

  @Test("a password that is set logs in, by the form and by a link") func set() async throws {
    let ada = try await site.register("ada")
    var (browser, other) = (Browser(site), Browser(site))
    _ = await other.logIn(ada, at: Self.wiki)
    let path = try await form(&browser, "/p").replacing("/in?", with: "/password?")
    #expect(
      text(await browser.open(path)).contains("action=\"/password?host=wiki.example.com&amp;path"))
    let form: KeyValuePairs = [
      "name": ada, "old": "secret1", "new": "Newsecret1", "again": "Newsecret1",
    ]
    let done = await browser.post(path, form)
    #expect(done.status == .ok)
    #expect(Browser.wayOn(done)?.hasPrefix("https://wiki.example.com/_regapp/in?c=") == true)
    // All others are out.
    #expect(await other.ask(Self.wiki).status == .found)
    // An equal form that comes after it begins a login of its own.
    var twin = Browser(site)
    let hashes = site.crypt.allHashes
    let again = await twin.post(path, form)
    #expect(again.status == .ok)
    #expect(Browser.setCookies(again) != Browser.setCookies(done))
    #expect(site.crypt.allHashes == hashes)
    let day = try #require(CalendarDay("2027-01-22"))
    let invited = try await site.registry.invite([ada], until: day)
    let code = try #require(invited.value.first?.code.text)
    // Keys that programs add to a link are no part of its form's address.
    let shown = text(await browser.open("/i/ada%40example.com/\(code)?utm_source=x&lang=ru"))
    #expect(shown.contains("action=\"?lang=ru\""))
    #expect(text(await browser.open("/i/ada%40example.com/\(code)")).contains("action=\"?\""))
    #expect(!shown.contains(code))
    let link = await browser.post(
      "/i/ada%40example.com/\(code)?",
      ["name": ada, "new": "Thirdsecret1", "again": "Thirdsecret1"])
    #expect(link.status == .seeOther)
    #expect(link["Location"] == "/")
    #expect(text(await browser.open("/")).contains("You are logged in"))
    #expect(
      await browser.open("/.well-known/change-password")["Location"]
        == "https://accounts.example.com/password")
    #expect(await browser.open("/done").status == .notFound)
  }

  @Test("an address with a path has the form for a new password alone") func withPath() async throws
  {
    let site = TestSite(page: "https://example.com/me")
    let ada = try await site.register("ada")
    for path in ["/me/in", "/me/out", "/me/password", "/me/edit", "/_regapp/in"] {
      let answer = await site.send(
        "GET \(path) HTTP/1.1\r\nHost: a\r\nAccept: a\r\nX-Forwarded-Host: wiki.example.com\r\n\r\n"
      )
      #expect(answer.status == .notFound)
    }
    let asked = await site.send(
      "GET /me/verify?login HTTP/1.1\r\nHost: a\r\nX-Forwarded-Host: wiki.example.com\r\n"
        + "X-Forwarded-Proto: https\r\nSec-Fetch-Mode: navigate\r\n\r\n")
    #expect(asked.status == .unauthorized && asked["WWW-Authenticate"] != nil)
    #expect(await site.ask(ada, at: "/me/verify").status == .ok)
  }

  @Test("the hosts are those of the rulebook at each request") func ofRulebook() async throws {
    let site = TestSite(page: "https://accounts.example.com/")
    let ada = try await site.register("ada")
    var browser = Browser(site)
    #expect(await browser.ask(Self.wiki).status == .unauthorized)
    let whole = try String(contentsOfFile: site.path, encoding: .utf8)
    func list(_ hosts: String) throws {
      let rules = "\"rules\": {\"from\": \"register\", \"serve\": {\"hosts\": [\(hosts)]}}"
      let new = whole.replacing("\"rules\": \"register\"", with: rules)
      try Data(new.utf8).write(to: URL(fileURLWithPath: site.path), options: .atomic)
    }
    try list("\"wiki.example.com\"")
    #expect(await browser.logIn(ada, at: Self.wiki) != nil)
    #expect(await browser.ask(Self.wiki).status == .ok)
    try list("\"notes.example.com\"")
    #expect(await browser.ask(Self.wiki).status == .forbidden)
    for wrong in [
      "\"*\"", "\"*.example.com\"", "\"wiki.example.com\", \"wiki.example.com:8443\"",
      "\"bücher.example\"", "\"accounts.example.com\"",
    ] {
      try list(wrong)
      #expect(await browser.ask(Self.wiki).status == .unavailable, "\(wrong)")
    }
    try list("\"wiki.example.com\"")
    #expect(await browser.ask(Self.wiki).status == .ok)
  }

  static let agents: [(String, String)] = [
    ("Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0", "Firefox on Linux"),
    (
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 Edg/130.0",
      "Edge on Windows"
    ),
    (
      "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
      "Safari on iPhone"
    ),
    ("Lynx/2.9.0", "Lynx"), ("", ""), ("<b>", ""),
  ]

  @Test("a browser is named by what it says of itself", arguments: agents)
  func agent(_ agent: String, _ name: String) { #expect(BrowserName(agent).text == name) }
}
