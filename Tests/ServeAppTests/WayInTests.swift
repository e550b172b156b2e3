import Accounts
import AccountsFile
import AccountsSupport
import Foundation
import HTTP
import TestSupport
import Testing

@testable import ServeApp

@Suite("The way in") struct WayInTests {
  private let site = TestSite(
    page: "https://accounts.example.com/",
    hosts: ["wiki.example.com", "notes.example.com", "lab.example.com:8443", "localhost:3000"])
  private static let (wiki, notes) = ("wiki.example.com", "notes.example.com")

  /// The address of the last step, with a code that nobody has used.
  private func end(
    _ browser: inout Browser, at host: String, _ path: String = "/"
  ) async throws -> String {
    let form = try #require(Browser.path(await browser.ask(host, path)["Location"] ?? ""))
    let answer = await browser.open(form)
    return try #require(answer["Location"].flatMap(Browser.path))
  }

  @Test("a password at one host, and nothing typed at the next one") func whole() async throws {
    let ada = try await site.register("ada", groups: ["web"])
    var browser = Browser(site)
    let asked = await browser.ask(Self.wiki, "/page?x=1")
    #expect(asked.status == .found)
    #expect(asked["Cache-Control"] == "no-store")
    let nonce = try #require(
      browser.jar[Self.wiki]?[Browser.nonce].flatMap { Nonce(Array($0.utf8)) })
    #expect(
      asked["Location"]
        == "https://accounts.example.com/in?host=wiki.example.com&path=%2Fpage%3Fx%3D1&at=\(nonce.digest)"
    )
    #expect(
      Browser.setCookies(asked) == [
        "__Host-Http-regapp-at=\(nonce.text); Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=86400"
      ])
    let form = try #require(asked["Location"].flatMap(Browser.path))
    let shown = await browser.open(form)
    #expect(shown.status == .ok)
    #expect(text(shown).contains("Log in for wiki.example.com"))
    #expect(text(shown).contains("You came from wiki.example.com"))
    let posted = await browser.post(form, ["name": ada, "password": "secret1"])
    #expect(posted.status == .ok)
    #expect(text(posted).contains("You are logged in"))
    let token = try #require(browser.jar[Browser.page]?[Browser.session])
    #expect(token.utf8.count == 43)
    #expect(
      Browser.setCookies(posted) == [
        "__Host-Http-regapp=\(token); Path=/; Secure; HttpOnly; SameSite=Lax"
      ])
    let next = try #require(Browser.wayOn(posted))
    #expect(next.hasPrefix("https://wiki.example.com/_regapp/in?c="))
    #expect(text(posted).contains("<a href=\"\(next)\">"))
    let ended = await browser.open(at: Self.wiki, try #require(Browser.path(next)))
    #expect(ended.status == .seeOther)
    #expect(ended["Location"] == "/page?x=1")
    let other = try #require(browser.jar[Self.wiki]?[Browser.session])
    #expect(
      Browser.setCookies(ended) == [
        "__Host-Http-regapp=\(other); Path=/; Secure; HttpOnly; SameSite=Lax",
        "__Host-Http-regapp-at=; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=0",
      ])
    #expect(other != token)
    let granted = await browser.ask(Self.wiki, "/page?x=1")
    #expect(granted.status == .ok)
    #expect(granted["Remote-User"] == ada)
    #expect(granted["Remote-Groups"] == "web")
    // Nothing is typed.
    let second = await browser.logIn(nil, at: Self.notes, "/n")
    #expect(second?["Location"] == "/n")
    #expect(await browser.ask(Self.notes).status == .ok)
    #expect(site.record == ["yes", "yes"])
    #expect(site.crypt.allHashes == 1)
  }

  @Test("keeping somebody logged in is said by the cookies alone") func kept() async throws {
    let ada = try await site.register("ada")
    var browser = Browser(site)
    let end = await browser.logIn(ada, at: Self.wiki, keep: true)
    let line = Browser.setCookies(try #require(end)).first
    #expect(line?.hasSuffix("; SameSite=Lax; Max-Age=2592000") == true)
  }

  @Test("a host of this machine has cookies that WebKit keeps over http") func loopback()
    async throws
  {
    let ada = try await site.register("ada")
    var browser = Browser(site)
    let asked = await browser.ask("localhost:3000", "/", proto: "http")
    #expect(asked.status == .found)
    #expect(Browser.setCookies(asked).first?.hasPrefix("regapp-at=") == true)
    #expect(Browser.setCookies(asked).first?.contains("Secure") == false)
    let form = try #require(asked["Location"].flatMap(Browser.path))
    let posted = await browser.post(form, ["name": ada, "password": "secret1"])
    let next = try #require(Browser.wayOn(posted))
    #expect(next.hasPrefix("http://localhost:3000/_regapp/in?c="))
    _ = await browser.open(at: "localhost:3000", try #require(Browser.path(next)))
    #expect(browser.jar["localhost:3000"]?["regapp"] != nil)
    #expect(await browser.ask("localhost:3000", proto: "http").status == .ok)
  }

  @Test("ten tabs at once come each to its own path, with and without a session of the page")
  func tabs() async throws {
    let ada = try await site.register("ada")
    for isLoggedIn in [false, true] {
      var browser = Browser(site)
      if isLoggedIn { _ = await browser.logIn(ada, at: Self.notes) }
      var forms: [String] = []
      for number in 0..<10 {
        let location = await browser.ask(Self.wiki, "/\(number)")["Location"]
        forms.append(try #require(location.flatMap(Browser.path)))
      }
      if !isLoggedIn { _ = await browser.post(forms[0], ["name": ada, "password": "secret1"]) }
      var ends: [String] = []
      for form in forms {
        let location = await browser.open(form)["Location"]
        ends.append(try #require(location.flatMap(Browser.path)))
      }
      for (number, end) in ends.enumerated() {
        #expect(await browser.open(at: Self.wiki, end)["Location"] == "/\(number)")
        #expect(await browser.ask(Self.wiki).status == .ok)
      }
    }
  }

  @Test("two tabs that log in one after the other both come to their path") func twoTabs()
    async throws
  {
    let ada = try await site.register("ada")
    var browser = Browser(site)
    var forms: [String] = []
    for path in ["/1", "/2"] {
      let location = await browser.ask(Self.wiki, path)["Location"]
      forms.append(try #require(location.flatMap(Browser.path)))
    }
    for (number, form) in forms.enumerated() {
      let posted = await browser.post(form, ["name": ada, "password": "secret1"])
      let end = try #require(Browser.wayOn(posted).flatMap(Browser.path))
      #expect(await browser.open(at: Self.wiki, end)["Location"] == "/\(number + 1)")
    }
    // The second login has ended the first one, and with it the session here.
    #expect(browser.jar[Self.wiki]?.isEmpty == true)
    #expect(await browser.logIn(nil, at: Self.wiki, "/2")?["Location"] == "/2")
    #expect(await browser.ask(Self.wiki).status == .ok)
  }

  @Test("a new login ends each one that the browser had at the page") func severalCookies()
    async throws
  {
    let ada = try await site.register("ada")
    var (first, second, third) = (Browser(site), Browser(site), Browser(site))
    _ = await first.logIn(ada, at: Self.wiki)
    _ = await second.logIn(ada, at: Self.wiki)
    let tokens = [first, second].compactMap { $0.jar[Browser.page]?[Browser.session] }
    #expect(tokens.count == 2)
    let cookies = tokens.map { "\(Browser.session)=\($0)" }.joined(separator: "; ")
    let posted = await third.post(
      "/in", ["name": ada, "password": "secret1"],
      fields: "Sec-Fetch-Site: same-origin\r\nCookie: \(cookies)\r\n")
    #expect(posted.status == .seeOther)
    #expect(await first.ask(Self.wiki).status == .found)
    #expect(await second.ask(Self.wiki).status == .found)
  }

  @Test("one login begins 64 sessions within an hour, and is told how to go on") func mostInAnHour()
    async throws
  {
    let ada = try await site.register("ada")
    var browser = Browser(site)
    _ = await browser.logIn(ada, at: Self.wiki)
    let hashes = site.crypt.allHashes
    for number in 1..<64 {
      // As a browser that drops the cookie at once.
      browser.jar[Self.wiki] = nil
      #expect(await browser.logIn(nil, at: Self.wiki)?.status == .seeOther, "\(number)")
    }
    #expect(await browser.ask(Self.wiki).status == .ok)
    for host in [Self.notes, Self.wiki] {
      browser.jar[host] = nil
      let refused = try #require(await browser.logIn(nil, at: host))
      #expect(refused.status == .tooManyRequests)
      #expect(refused["Retry-After"] == "3600")
      #expect(Browser.setCookies(refused).isEmpty)
      #expect(text(refused).contains("64 times within an hour"))
      #expect(text(refused).contains("Try again in 60 minutes."))
      #expect(text(refused).contains("<a href=\"https://accounts.example.com/out\">"))
    }
    #expect(site.crypt.allHashes == hashes && site.record == ["yes", "yes"])
    // Another login of the same account has its own.
    var other = Browser(site)
    #expect(await other.logIn(ada, at: Self.notes)?.status == .seeOther)
    site.pass(3_600)
    #expect(await browser.logIn(nil, at: Self.notes)?.status == .seeOther)
  }

  @Test("a code is good once") func once() async throws {
    let ada = try await site.register("ada")
    var browser = Browser(site)
    _ = await browser.logIn(ada, at: Self.notes)
    let end = try await end(&browser, at: Self.wiki, "/p")
    let answers = await withTaskGroup(of: Answer.self) { group in
      for _ in 0..<40 {
        group.addTask { [browser] in
          var copy = browser
          return await copy.open(at: Self.wiki, end)
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    let winners = answers.filter { !Browser.setCookies($0).isEmpty }
    #expect(winners.count == 1)
    #expect(winners.first?["Location"] == "/p")
    for answer in answers where Browser.setCookies(answer).isEmpty {
      #expect(answer.status == .gone)
      #expect(text(answer).contains("This way in is over"))
      #expect(text(answer).contains("<a href=\"/\">"))
    }
  }

  @Test("a code is of no use in another browser, at another host, or after a minute")
  func elsewhere() async throws {
    let ada = try await site.register("ada")
    var browser = Browser(site)
    _ = await browser.logIn(ada, at: Self.notes)
    // Another browser, without a nonce.
    var other = Browser(site)
    let first = try await end(&browser, at: Self.wiki, "/p?a&b")
    let led = await other.open(at: Self.wiki, first)
    #expect(led.status == .seeOther)
    #expect(led["Location"] == "/p?a&b")
    #expect(Browser.setCookies(led).isEmpty)
    // It comes again from the same address: it keeps no cookies, as it seems.
    let next = try await end(&browser, at: Self.wiki, "/p?a&b")
    let bare = await other.open(at: Self.wiki, next)
    #expect(bare.status == .gone)
    #expect(text(bare).contains("Go on to wiki.example.com"))
    #expect(text(bare).contains("<a href=\"/p?a&amp;b\">"))
    #expect(text(bare).contains("this browser keeps no cookies here"))
    // It used the code up.
    #expect(text(await browser.open(at: Self.wiki, first)).contains("This way in is over"))
    // Another browser, with a nonce of its own: a way in begins afresh.
    await other.ask(Self.wiki)
    let second = try await end(&browser, at: Self.wiki, "/q")
    let again = await other.open(at: Self.wiki, second)
    #expect(again.status == .seeOther)
    #expect(again["Location"] == "/q")
    #expect(Browser.setCookies(again).isEmpty)
    // Another host.
    let third = try await end(&browser, at: Self.wiki)
    browser.jar["lab.example.com:8443"] = browser.jar[Self.wiki]
    #expect(text(await browser.open(at: "lab.example.com:8443", third)).contains("is over"))
    #expect(text(await browser.open(at: Self.wiki, third)).contains("is over"))
    // Late.
    let fourth = try await end(&browser, at: Self.wiki)
    site.pass(61)
    #expect(text(await browser.open(at: Self.wiki, fourth)).contains("is over"))
    let fifth = try await end(&browser, at: Self.wiki)
    site.pass(60)
    #expect(await browser.open(at: Self.wiki, fifth)["Location"] == "/")
  }

  @Test("a code that came while the sessions cannot be read is good once more, and no longer")
  func unreadable() async throws {
    let ada = try await site.register("ada")
    var browser = Browser(site)
    _ = await browser.logIn(ada, at: Self.notes)
    let first = try await end(&browser, at: Self.wiki, "/p")
    site.pass(30)
    let second = try await end(&browser, at: Self.wiki, "/q")
    try site.edit("\"email\"", "\"email")
    for code in [first, second, second] {
      #expect(await browser.open(at: Self.wiki, code).status == .unavailable)
    }
    try site.edit("\"email", "\"email\"")
    site.pass(31)
    #expect(text(await browser.open(at: Self.wiki, first)).contains("This way in is over"))
    #expect(await browser.open(at: Self.wiki, second)["Location"] == "/q")
    browser.jar[Self.wiki] = nil
    #expect(text(await browser.open(at: Self.wiki, second)).contains("This way in is over"))
  }

  @Test("a code that is put back is as old as it was, and takes nobody else's place") func putBack()
    throws
  {
    let codes = OneTimeCodes<Int, Int>(most: 70, seconds: 60, Digester(), now: { 0 })
    let made = (0..<64).map { codes.make($0, of: 1) }
    let used = try #require(codes.take(made[5]))
    #expect(codes.look(made[5]) == nil)
    codes.putBack(used)
    #expect(codes.look(made[5]) == 5)
    // The oldest still goes first.
    for number in 64..<70 { _ = codes.make(number, of: 1) }
    #expect(codes.look(made[5]) == nil)
    #expect(codes.look(made[6]) == 6)
    codes.putBack(used)
    #expect(codes.look(made[5]) == nil)
    #expect(codes.count == 64)
  }

  @Test("a code dies with its login") func ended() async throws {
    let ada = try await site.register("ada")
    var browser = Browser(site)
    _ = await browser.logIn(ada, at: Self.notes)
    let code = try await end(&browser, at: Self.wiki)
    _ = try await site.registry.disable(ada)
    _ = try await site.registry.enable(ada)
    #expect(text(await browser.open(at: Self.wiki, code)).contains("This way in is over"))
  }

  @Test("a code does not outlive its account's password, which a hand has changed")
  func newPassword() async throws {
    let ada = try await site.register("ada")
    var browser = Browser(site)
    _ = await browser.logIn(ada, at: Self.notes)
    let code = try await end(&browser, at: Self.wiki)
    try site.edit(try site.hash(), HashOfSecret1.md5)
    let answer = await browser.open(at: Self.wiki, code)
    #expect(text(answer).contains("This way in is over"))
    #expect(browser.jar[Self.wiki]?[Browser.session] == nil)
  }

  @Test("whoever has a session at a host keeps it, whoever made the code") func otherLogin()
    async throws
  {
    let ada = try await site.register("ada")
    let eve = try await site.register("eve")
    var (hers, his) = (Browser(site), Browser(site))
    _ = await hers.logIn(ada, at: Self.wiki)
    _ = await his.logIn(eve, at: Self.notes)
    // He knows the digest of the nonce that she has.
    hers.jar[Self.wiki]?[Browser.nonce] = Nonce().text
    let at = try #require(
      hers.jar[Self.wiki]?[Browser.nonce].flatMap { Nonce(Array($0.utf8)) }?.digest)
    let address = await his.open("/in?host=wiki.example.com&path=/x&at=\(at)")["Location"]
    let code = try #require(address.flatMap(Browser.path))
    let before = hers.jar
    let answer = await hers.open(at: Self.wiki, code)
    #expect(answer.status == .seeOther)
    #expect(answer["Location"] == "/")
    #expect(hers.jar == before)
    #expect(await hers.ask(Self.wiki)["Remote-User"] == ada)
    // Of the same login it is the path.
    let own = try await end(&hers, at: Self.notes)
    _ = await hers.open(at: Self.notes, own)
    hers.jar[Self.notes]?[Browser.nonce] = Nonce().text
    let late = try #require(
      hers.jar[Self.notes]?[Browser.nonce].flatMap { Nonce(Array($0.utf8)) }?.digest)
    let again = await hers.open("/in?host=notes.example.com&path=/y&at=\(late)")["Location"]
    let end = await hers.open(at: Self.notes, try #require(again.flatMap(Browser.path)))
    #expect(end["Location"] == "/y")
    #expect(Browser.setCookies(end).isEmpty)
  }

  @Test("only GET uses a code, and a slip in the address uses none") func methods() async throws {
    let ada = try await site.register("ada")
    var browser = Browser(site)
    _ = await browser.logIn(ada, at: Self.notes)
    let code = try await end(&browser, at: Self.wiki)
    for method in ["HEAD", "POST", "PUT"] {
      let answer = await browser.open(at: Self.wiki, code, method: method)
      #expect(answer.status == .methodNotAllowed)
      #expect(answer["Allow"] == "GET")
    }
    #expect(await browser.open(at: Self.wiki, "\(code)&c=x").status == .badRequest)
    #expect(
      await browser.open(at: Self.wiki, "\(code)&utm_source=x&utm_source=y")["Location"] == "/")
  }

  @Test("there is nothing else below it, and nothing at a host that is not in the list")
  func nothingElse() async throws {
    try await site.register("ada")
    var browser = Browser(site)
    for path in [
      "/_regapp/", "/_regapp/x", "/_regapp/in/", "/_regapp/verify", "/_regapp/verify?open",
      "/_regapp/../in",
      "/_regapp/password",
    ] {
      #expect(await browser.open(at: Self.wiki, path).status == .notFound)
    }
    for host in ["", "evil.example.com", "accounts.example.com", "wiki.example.com.evil.com"] {
      #expect(await browser.open(at: host, "/_regapp/in").status == .notFound)
      #expect(await browser.open(at: host, "/_regapp/out").status == .notFound)
    }
    for path in ["/", "/in", "/password", "/out", "/i/ada/x"] {
      #expect(await browser.open(at: Self.wiki, path).status == .notFound)
    }
    let none = await site.send("GET /_regapp/out HTTP/1.1\r\nHost: wiki.example.com\r\n\r\n")
    #expect(none.status == .notFound)
  }

  static let pageHosts: [([String], Bool)] = [
    ([], true), ([""], true), (["accounts.example.com"], true), (["ACCOUNTS.example.com."], true),
    (["accounts.example.com:443"], true), (["accounts.example.com:8443"], true),
    (["", "accounts.example.com"], true), (["wiki.example.com"], false),
    (["wiki.example.com", "wiki.example.com"], false),
    (["wiki.example.com", "accounts.example.com"], false),
    (["accounts.example.com", "accounts.example.com"], false),
    (["wiki.example.com, accounts.example.com"], false),
    (["accounts.example.com, wiki.example.com"], false), (["elsewhere.example.com"], false),
    (["wiki.example.com:x"], false), (["wiki..example.com"], false), (["a b"], false),
  ]

  @Test("the page is at its own host alone, whatever a web server says of it", arguments: pageHosts)
  func pageHost(_ said: [String], _ isPage: Bool) async throws {
    try await site.register("ada")
    let fields = said.map { "X-Forwarded-Host: \($0)\r\n" }.joined()
    var browser = Browser(site)
    for path in ["/", "/in", "/password"] {
      let answer = await browser.open(path, fields: Browser.navigation + fields)
      #expect(answer.status == (isPage ? .ok : .notFound))
    }
    // If no host is guarded, there is none that it could be at.
    let other = TestSite(page: "https://accounts.example.com/")
    try await other.register("ada")
    browser = Browser(other)
    #expect(await browser.open("/", fields: Browser.navigation + fields).status == .ok)
  }

  @Test("codes are bounded: of a login 64, and the oldest goes") func bounded() {
    let codes = OneTimeCodes<Int, Int>(most: 200, seconds: 60, Digester(), now: { 0 })
    var first: [String] = []
    for owner in 0..<5 {
      let made = (0..<65).map { codes.make($0, of: owner) }
      #expect(codes.look(made[0]) == nil)
      first.append(made[1])
      #expect(codes.look(made[64]) == 64)
    }
    #expect(codes.count == 200)
    #expect(codes.look(first[0]) == nil)
    #expect(codes.take(first[4])?.value == 1)
    #expect(codes.take(first[4]) == nil)
  }

  static let paths: [(String, String)] = [
    ("/", "/"), ("/a", "/a"), ("/a?b=c&d=%2F#e", "/a?b=c&d=%2F#e"), ("", "/"), ("a", "/"),
    ("//evil.com", "/"), ("/\\evil.com", "/"), ("\\\\evil.com", "/"), ("/a\\b", "/"),
    ("https://evil.com", "/"), ("/\t/evil.com", "/"), ("/a b", "/"), ("/ä", "/"), ("/\u{7F}", "/"),
    ("/a//evil.com", "/a//evil.com"), ("/@evil.com", "/@evil.com"), ("/%0d%0aX", "/%0d%0aX"),
    ("/_regapp/in?c=x", "/"), ("/_regapp/", "/"), ("/_regapp", "/_regapp"),
    ("/_regappx", "/_regappx"), ("/_regapp/x/..", "/"), ("/_regapp/.", "/"),
    ("/a/../_regapp/%2e", "/"),
    ("/_regapp/../a", "/_regapp/../a"), ("/_regapp/..", "/_regapp/.."),
    ("/a/../_regapp/in", "/"), ("/a/%2e%2E/_regapp/in", "/"), ("/./_regapp/in", "/"),
    ("/%5Fregapp/in", "/"), ("/a/_regapp/in", "/a/_regapp/in"),
    ("/a?/_regapp/in", "/a?/_regapp/in"),
    ("/x%2f..%2f_regapp/in", "/"), ("/_regapp%2fin", "/"), ("/a/..%2f_regapp/in", "/"),
    ("/%2f_regapp/in", "/"), ("/a%2Fb/../_regapp/in", "/"), ("/a/%2e%2e%2F_regapp%2f", "/"),
    ("/_regapp%2f..%2fa", "/_regapp%2f..%2fa"), ("/_regapp%2F%zz", "/_regapp%2F%zz"),
    ("/.//evil.com", "/.//evil.com"),
    ("/" + String(repeating: "a", count: 2_047), "/" + String(repeating: "a", count: 2_047)),
    ("/" + String(repeating: "a", count: 2_048), "/"),
    ("/" + String(repeating: "%", count: 1_030), "/"),
  ]

  @Test("a path is a path, and nothing else", arguments: paths)
  func path(_ said: String, _ path: String) {
    #expect(ReturnPath(said.utf8).text == path)
  }

  /// Return addresses of the advisories of others, in which browsers and servers read different
  /// hosts.
  static let tricks: [String] = {
    let evil = "evil.com"
    let begins = [
      "http://", "https://", "HTTPS://", "//", "///", "////", "/\\", "\\/", "\\\\", "/\\/", "/\\\\",
      "/\t/", "/\n/", "/\r/", "\t//", " //", "/ /", "/%09/", "/%5c", "/%2f", "/%2f%2f", "//%09/",
      "http:", "https:", "https:/", "http:\\\\", "javascript:", "data:", "ftp://", "@", "/@", "//@",
      "https://wiki.example.com@", "https://wiki.example.com.", "https://wiki.example.com%00.",
      "//wiki.example.com@", "//wiki.example.com:80@", "/.//", "/..//", "/./\\", "/;@", "/?//",
      "/#//",
      "/%2e%2e//", "\u{1}//", "\u{2028}//", "/\u{3002}", "https://wiki.example.com\\@", "//[::1]@",
      "/x//", "/x/../", "/x/..//", "/\u{85}/", "/\u{A0}/", ".", "..", "./", "../", "?", "#",
    ]
    let ends = ["", "/", ":443", "%2f", "\\", "?x", "#x"]
    return begins.flatMap { begin in ends.map { begin + evil + $0 } }
  }()

  @Test("no return address leads off the list") func addresses() async throws {
    let ada = try await site.register("ada")
    #expect(Self.tricks.count > 390)
    var browser = Browser(site)
    _ = await browser.logIn(ada, at: Self.notes)
    let at = Nonce().digest
    for trick in Self.tricks {
      let parameter = Browser.encoded(trick)
      let asPath = await browser.open("/in?host=wiki.example.com&path=\(parameter)&at=\(at)")
      #expect(asPath["Location"]?.hasPrefix("https://wiki.example.com/_regapp/in?c=") == true)
      for name in ["host", "at"] {
        let other = name == "host" ? "at=\(at)" : "host=wiki.example.com"
        let answer = await browser.open("/in?\(name)=\(parameter)&path=/&\(other)")
        #expect(answer.status == .seeOther)
        #expect(answer["Location"] == "/")
      }
      let code = try #require(asPath["Location"].flatMap(Browser.path))
      browser.jar[Self.wiki] = [Browser.nonce: "AAAAAAAAAAAAAAAAAAAAAA"]
      let end = await browser.open(at: Self.wiki, code)
      let location = try #require(end["Location"])
      #expect(location.hasPrefix("/") && !location.hasPrefix("//") && !location.contains("\\"))
      #expect(location.utf8.allSatisfy { (0x21...0x7E).contains($0) })
    }
  }

  static let hosts: [(String, Bool)] = [
    ("wiki.example.com", true), ("WIKI.example.COM", true), ("wiki.example.com.", true),
    ("wiki.example.com:443", true), ("wiki.example.com:80", true),
    ("wiki.example.com:8443", true), ("wiki.example.com.:8443", true),
    ("lab.example.com:8443", true), ("lab.example.com", true), ("localhost:3000", true),
    ("localhost", true), ("evil.example.com", false), ("wiki.example.com.evil.com", false),
    ("evilwiki.example.com", false), ("example.com", false), ("*", false), ("", false),
    ("wiki.example.com..", false), ("ada@wiki.example.com", false), ("wiki.example.com/", false),
    ("wiki.example.com:443:443", false), ("wiki.example.com, evil.com", false),
    (" wiki.example.com", true),
    ("wiki.example.com\\evil.com", false), ("[::1]:3000", false), ("wiki%2eexample.com", false),
  ]

  @Test(
    "a host is one of the list by its name, and is led to with the list's port", arguments: hosts)
  func host(_ said: String, _ isListed: Bool) async throws {
    try await site.register("ada")
    var browser = Browser(site)
    let answer = await browser.ask(said)
    #expect(answer.status == (isListed ? .found : .forbidden))
    #expect(answer["Regapp-Answer"] == (isListed ? nil : "host"))
    let isLab = said.hasPrefix("lab.")
    #expect((answer["Location"]?.contains("?host=lab.example.com%3A8443&") == true) == isLab)
  }

  @Test("who sent something that is not saved is told so at the login, and nobody else")
  func unsaved() async throws {
    try await site.register("ada")
    let words = "What you sent was not saved."
    for (method, isTold) in [
      ("POST", true), ("PUT", true), ("DELETE", true), ("GET", false), ("HEAD", false),
      ("PROPFIND", false), ("", false),
    ] {
      var browser = Browser(site)
      let way = await browser.ask("wiki.example.com", "/a", method: method)["Location"] ?? ""
      let form = try #require(Browser.path(way))
      #expect(text(await browser.open(form)).contains(words) == isTold, "\(method)")
      // It goes on through a wrong password, and does not keep anybody out.
      let wrong = await browser.post(form, ["name": "ada@example.com", "password": "wrong"])
      #expect(text(wrong).contains(words) == isTold)
      let right = await browser.post(form, ["name": "ada@example.com", "password": "secret1"])
      #expect(Browser.wayOn(right)?.hasPrefix("https://wiki.example.com/_regapp/in?c=") == true)
    }
  }

  @Test("a session counts at its host whatever port the web server says") func ports() async throws
  {
    let ada = try await site.register("ada")
    var browser = Browser(site)
    _ = await browser.logIn(ada, at: "lab.example.com:8443")
    for said in ["lab.example.com", "lab.example.com:443", "LAB.example.com.:8443"] {
      browser.jar[said] = browser.jar["lab.example.com:8443"]
      #expect(await browser.ask(said).status == .ok)
    }
  }

  @Test("the code is read from Regapp-Uri, if the web server says it") func said() async throws {
    let ada = try await site.register("ada")
    var browser = Browser(site)
    _ = await browser.logIn(ada, at: Self.notes)
    let code = try await end(&browser, at: Self.wiki, "/p")
    let said = "Regapp-Uri: \(code)\r\n"
    for fields in [said + said, "Regapp-Uri: \(code)&c=x\r\n"] {
      #expect(await browser.open(at: Self.wiki, code, fields: fields).status == .badRequest)
    }
    for uri in ["/_regapp/in", "/", "x?y"] {
      let answer = await browser.open(at: Self.wiki, code, fields: "Regapp-Uri: \(uri)\r\n")
      #expect(answer.status == .gone)
    }
    // The site has made nothing of the query.
    let path = "/_regapp/in?q=x&c=\(String(repeating: "A", count: 22))"
    #expect(await browser.open(at: Self.wiki, path, fields: said)["Location"] == "/p")
  }

  @Test("no page of a guarded host's own directory is a 2xx") func noSuccess() async throws {
    let ada = try await site.register("ada")
    var browser = Browser(site)
    _ = await browser.logIn(ada, at: Self.wiki)
    for path in ["in", "in?c=x", "in?c=x&c=y", "out", "", "x", "verify", "verify?open"] {
      for method in ["GET", "HEAD", "POST", "OPTIONS"] {
        for host in [Self.wiki, Self.notes, "evil.example.com"] {
          let answer = await browser.open(at: host, "/_regapp/\(path)", method: method)
          #expect(!answer.status.rawValue.hasPrefix("2"))
        }
      }
    }
  }
}
