import Accounts
import AccountsFile
import Foundation
import HTTP
import TestSupport
import Testing
import WebPages

@testable import ServeApp

@Suite("The page") struct PageTests {
  private let site = TestSite(page: "https://accounts.example.com/me")

  /// The code of an invitation, where names and a day of birth are required; the account lacks
  /// them.
  private func invited() async throws -> String {
    _ = try await site.initialise(.albums)
    return try await site.invite(FieldValues(email: "ada@example.com", phone: "79991234567"))
  }

  private func get(_ path: String) async -> Answer { await site.get(path) }

  private func post(
    _ path: String, _ form: KeyValuePairs<String, String>, from client: String = "192.0.2.1"
  ) async -> Answer {
    await site.post(path, form.map { ($0.key, $0.value) }, from: client)
  }

  private static let whole: KeyValuePairs = [
    "name": "ada@example.com", "firstName": "Ada", "lastName": "Muster",
    "birthDate-day": "1", "birthDate-month": "1", "birthDate-year": "1990", "new": "Newsecret1",
    "again": "Newsecret1",
  ]

  @Test("is one form, with nothing from elsewhere, and the headers of a careful page")
  func form() async throws {
    try await site.register("ada")
    let answer = await get("/me/")
    #expect(answer.status == .ok)
    #expect(answer.body.count < 16 << 10)
    let page = text(answer)
    #expect(page.contains("<title>Set your password for accounts.example.com</title>"))
    for field in ["name", "old", "new", "again"] { #expect(page.contains("name=\"\(field)\"")) }
    for word in ["<script", "http:", "https:", "src=", "url(", "@import", "onclick"] {
      #expect(!page.contains(word))
    }
    let policy = try #require(answer["Content-Security-Policy"])
    #expect(policy.hasPrefix("default-src 'none'; style-src 'sha256-"))
    #expect(policy.hasSuffix("form-action 'self'; base-uri 'none'; frame-ancestors 'none'"))
    // Else browsers say of the form's own page only that it is from nowhere.
    #expect(answer["Referrer-Policy"] == "strict-origin")
    #expect(answer["Cross-Origin-Resource-Policy"] == "same-origin")
    #expect(answer["Strict-Transport-Security"] == "max-age=31536000")
    #expect(answer["Cache-Control"] == "no-store")
    #expect(answer["Cross-Origin-Opener-Policy"] == "same-origin")
  }

  @Test("a link asks for what the rulebook requires, and a GET of it changes and tells nothing")
  func link() async throws {
    let code = try await invited()
    let before = try site.hash()
    for _ in 0..<40 {
      let answer = await get("/me/i/ada%40example.com/\(code)")
      #expect(answer.status == .ok)
      let page = text(answer)
      #expect(page.contains("value=\"ada@example.com\" readonly"))
      #expect(!page.contains(code))
      #expect(!page.contains("name=\"old\""))
      for field in ["firstName", "lastName", "birthDate-year"] {
        #expect(page.contains("name=\"\(field)\""))
      }
    }
    #expect(text(await get("/me/i/eve%40example.com/\(code)")).contains("eve@example.com"))
    #expect(try site.hash() == before)
    #expect(site.crypt.allHashes == 0)
    #expect(site.record.isEmpty)
  }

  @Test("an invitation ends with one write, and the door opens") func accepted() async throws {
    let code = try await invited()
    let path = "/me/i/ada%40example.com/\(code)"
    let done = await post(path, Self.whole)
    #expect(done.status == .seeOther)
    #expect(done["Location"] == "/me/done")
    let question = await site.ask("ada@example.com", "Newsecret1", at: "/me/verify")
    #expect(question.status == .ok)
    #expect(question["Remote-Name"] == "Ada Muster")
    // A double click, or an answer that was lost.
    let hashes = site.crypt.allHashes
    #expect(await post(path, Self.whole) == done)
    #expect(site.crypt.allHashes == hashes)
    let entries = try await site.registry.history()
    #expect(entries.map(\.did).filter { $0 == .password }.count == 1)
    // Once the password is another, the form is not done any more.
    _ = try await site.registry.edit(
      EditRequest(account: "ada@example.com", password: PasswordEntry("Thirdsecret1")))
    let late = await post(path, Self.whole)
    #expect(late.status == .forbidden)
    #expect(text(late).contains("This link does not work"))
  }

  @Test("an owner sets another password with the old one, which is proved first")
  func change() async throws {
    let ada = try await site.register("ada")
    let wrong = await post(
      "/me/", ["name": ada, "old": "secret2", "new": "x", "again": "y"])
    #expect(wrong.status == .forbidden)
    #expect(!text(wrong).contains("characters or more"))
    #expect(text(wrong).contains("value=\"\(ada)\""))
    let bad = await post(
      "/me/", ["name": ada, "old": "secret1", "new": "xé<", "again": "y"])
    #expect(bad.status == .unprocessable)
    let page = text(bad)
    #expect(page.contains("<title>Error: "))
    #expect(page.contains("href=\"#new\""))
    #expect(page.contains("href=\"#again\""))
    #expect(page.contains("aria-describedby=\"new-hint new-fault\" aria-invalid=\"true\""))
    for secret in ["xé", "secret1", "value=\"y\""] { #expect(!page.contains(secret)) }
    let same = await post(
      "/me/", ["name": ada, "old": "secret1", "new": "secret1", "again": "secret1"])
    #expect(same.status == .unprocessable)
    #expect(text(same).contains("Choose a password that differs from the old one."))
    let done = await post(
      "/me/", ["name": ada, "old": "secret1", "new": "secret 3", "again": "secret 3"])
    #expect(done.status == .seeOther)
    #expect(site.record == ["wrong", "yes", "yes", "yes"])
    let history = try await site.registry.history()
    #expect(history.last?.via == .serve || history.first?.via == .serve)
  }

  @Test("what is empty is said at each field, without a look at the accounts")
  func empty() async throws {
    try await site.register("ada")
    for form: KeyValuePairs in [
      [:], ["name": " ", "old": "", "new": "", "again": ""],
    ] as [KeyValuePairs<String, String>] {
      let answer = await post("/me/", form)
      #expect(answer.status == .unprocessable)
      for field in ["name", "old", "new", "again"] {
        #expect(text(answer).contains("id=\"\(field)-fault\""))
      }
    }
    #expect(site.crypt.allHashes == 0)
    #expect(site.record.isEmpty)
  }

  @Test("all that an invited person lacks is said at once, and what was typed stays")
  func lacking() async throws {
    let code = try await invited()
    let path = "/me/i/ada%40example.com/\(code)"
    let answer = await post(
      path,
      [
        "name": "ada@example.com", "firstName": "Ада \"<b>", "birthDate-day": "",
        "new": "Newsecret1",
        "again": "Newsecret1",
      ])
    #expect(answer.status == .unprocessable)
    let page = text(answer)
    for field in ["firstName", "lastName", "birthDate"] {
      #expect(page.contains("id=\"\(field)-fault\""))
    }
    #expect(page.contains("value=\"Ада &quot;&lt;b&gt;\""))
    #expect(!page.contains("Newsecret1"))
    // Without the link, the fields appear as soon as they are known to be missing.
    let plain = await post(
      "/me/",
      ["name": "ada@example.com", "old": code, "new": "Newsecret1", "again": "Newsecret1"])
    #expect(plain.status == .unprocessable)
    #expect(text(plain).contains("id=\"lastName\""))
    // A code is no login.
    #expect(site.record.isEmpty)
    let form = Self.whole.map { ($0.key, $0.value) } + [("old", code)]
    #expect(await site.post("/me/", form).status == .seeOther)
    #expect(site.record == ["yes"])
  }

  @Test("who knows the password hears the state of an account, and nothing else")
  func states() async throws {
    let ada = try await site.register("ada")
    let right: KeyValuePairs = [
      "name": ada, "old": "secret1", "new": "Newsecret1", "again": "Newsecret1",
    ]
    let wrong: KeyValuePairs = [
      "name": ada, "old": "secret2", "new": "Newsecret1", "again": "Newsecret1",
    ]
    _ = try await site.registry.disable(ada, reason: "went to Eve's")
    let disabled = await post("/me/", right)
    #expect(disabled.status == .forbidden)
    #expect(text(disabled).contains("Your account is disabled"))
    #expect(!text(disabled).contains("went to"))
    let unknown = text(await post("/me/", wrong)).replacing(ada, with: "")
    #expect(!unknown.contains("disabled"))
    let nobody = await post(
      "/me/",
      ["name": "eve@example.com", "old": "secret2", "new": "Newsecret1", "again": "Newsecret1"])
    #expect(text(nobody).replacing("eve@example.com", with: "") == unknown)
    #expect(nobody.status == .forbidden)
  }

  @Test("who is not yet valid is told from which day on") func notYet() async throws {
    let code = try await invited()
    try site.edit("\"invitedUntil\"", "\"validFrom\": \"2027-02-01\", \"invitedUntil\"")
    let answer = await post("/me/i/ada%40example.com/\(code)", Self.whole)
    #expect(answer["Location"] == "/me/done/2027-02-01")
    #expect(text(await get("/me/done/2027-02-01")).contains("from 1 February 2027 on"))
  }

  @Test("forty at once with one code: one wins, and none of the others is a guess")
  func forty() async throws {
    let code = try await invited()
    let path = "/me/i/ada%40example.com/\(code)"
    let answers = await withTaskGroup(of: (Int, Answer).self) { group in
      for number in 0..<40 {
        group.addTask {
          let form: KeyValuePairs = [
            "name": "ada@example.com", "firstName": "Ada", "lastName": "Muster",
            "birthDate-day": "1", "birthDate-month": "1", "birthDate-year": "1990",
            "new": "Newsecret\(number)", "again": "Newsecret\(number)",
          ]
          return (number, await post(path, form, from: "192.0.2.\(number % 3)"))
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    let winners = answers.filter { $0.1.status == .seeOther }.map(\.0)
    #expect(winners.count == 1)
    #expect(answers.filter { $0.1.status == .forbidden }.count == 39)
    let name = "ada@example.com"
    for client in 0..<3 {
      let question = await site.ask(
        name, "Newsecret\(winners[0])", from: "192.0.2.\(client)", at: "/me/verify")
      #expect(question.status == .ok)
    }
    #expect(!site.record.contains("wrong"))
    let entries = try await site.registry.history()
    #expect(entries.filter { $0.did == .password }.count == 1)
  }

  @Test(
    "a link whose name is another's or nobody's, and every other path",
    arguments: [
      "/me/i/ada%40example.com/", "/me/i/%3Cb%3E/code", "/me/i/a%00b/code", "/me/i//code",
      "/me/i/ada%40example.com", "/me/done/", "/me/done/2026-02-30", "/me/done/2026-2-3",
      "/me/done/x", "/me/i", "/me/x", "/", "/i/ada%40example.com/code", "/me/verify/",
      "/me/i/hello%20there/code", "/me/i/%FF%40example.com/code",
    ])
  func noPage(path: String) async throws {
    try await site.register("ada")
    #expect(await get(path).status == .notFound)
  }

  @Test("leads to its address, and says which methods there are") func ways() async throws {
    let moved = await get("/me")
    #expect(moved.status == .permanentRedirect)
    #expect(moved["Location"] == "https://accounts.example.com/me/")
    let known = await get("/.well-known/change-password")
    #expect(known.status == .found)
    #expect(known["Location"] == "https://accounts.example.com/me/")
    for path in ["/me/done", "/.well-known/change-password"] {
      let answer = await post(path, [:])
      #expect(answer.status == .methodNotAllowed)
      #expect(answer["Allow"] == "GET, HEAD")
    }
    let put = await site.send("PUT /me/ HTTP/1.1\r\nHost: x\r\nAccept: a\r\n\r\n")
    #expect(put["Allow"] == "GET, HEAD, POST")
  }

  @Test("a door line that points at it lets nobody in") func noDoor() async throws {
    let ada = try await site.register("ada")
    for path in ["/me/", "/me/done", "/.well-known/change-password"] {
      #expect(await site.ask(ada, at: path).status == .notFound)
      let other = await site.ask(ada, fields: "Accept: a\r\nX-Forwarded-Uri: /x\r\n", at: path)
      #expect(other.status == .notFound)
    }
  }

  @Test("says that the accounts cannot be read, and what was typed is still there")
  func unreadable() async throws {
    let ada = try await site.register("ada")
    let form: KeyValuePairs = [
      "name": ada, "old": "secret1", "new": "Newsecret1", "again": "Newsecret1",
    ]
    try site.edit("\"email\"", "\"email")
    for _ in 0..<2 {
      let answer = await post("/me/", form)
      #expect(answer.status == .unavailable)
      #expect(answer["Retry-After"] == "10")
      #expect(await get("/me/")["Retry-After"] == "10")
    }
    try site.edit("\"email", "\"email\"")
    #expect(await get("/me/").status == .ok)
    try site.edit("\"email\"", "\"email")
    let kept = await post("/me/", form)
    #expect(kept.status == .unavailable)
    #expect(text(kept).contains("value=\"\(ada)\""))
    try site.edit("\"email", "\"email\"")
    #expect(await post("/me/", form).status == .seeOther)
  }

  @Test("guesses at it count as those at the door, and a wait is recorded once in five minutes")
  func waits() async throws {
    let ada = try await site.register("ada")
    let guess: KeyValuePairs = [
      "name": ada, "old": "guess", "new": "Newsecret1", "again": "Newsecret1",
    ]
    for _ in 0..<5 { #expect(await post("/me/", guess).status == .forbidden) }
    for _ in 0..<10 {
      let wait = await post("/me/", guess)
      #expect(wait.status == .tooManyRequests)
      #expect(wait["Retry-After"] != nil)
      #expect(text(wait).contains("value=\"\(ada)\""))
      #expect(text(wait).contains("Try again in"))
    }
    #expect(site.record.filter { $0 == "throttled" }.count == 1)
    #expect(await site.ask(ada, "guess", at: "/me/verify").status == .tooManyRequests)
    #expect(site.record.filter { $0 == "throttled" }.count == 1)
  }

  @Test("an email that another account has is a mistake at its field") func taken() async throws {
    var rulebook = Rulebook.standard
    rulebook.fields.required.insert(.email)
    rulebook.fields.own.insert(.email)
    _ = try await site.initialise(rulebook)
    _ = try await site.registry.register(
      FieldValues(email: "boss@example.com", username: "boss"),
      password: PasswordEntry("correct horse battery"))
    let code = try await site.invite(FieldValues(username: "eve"))
    for again in ["staple battery horse", "another"] {
      let answer = await post(
        "/me/i/eve/\(code)",
        [
          "name": "eve", "email": "BOSS@example.com", "new": "staple battery horse",
          "again": again,
        ])
      #expect(answer.status == .unprocessable)
      #expect(text(answer).contains("id=\"email-fault\""))
    }
    let answer = await post(
      "/me/i/eve/\(code)",
      [
        "name": "eve", "email": "eve@example.com", "new": "staple battery horse",
        "again": "staple battery horse",
      ])
    #expect(answer.status == .seeOther)
  }

  @Test("a user name that is required and missing can be given once it is known to be")
  func userName() async throws {
    var rulebook = Rulebook.register
    rulebook.fields.required.insert(.username)
    rulebook.fields.own.insert(.username)
    _ = try await site.initialise(rulebook)
    let code = try await site.invite(FieldValues(email: "neo@example.com"))
    let path = "/me/i/neo%40example.com/\(code)"
    #expect(!text(await get(path)).contains("name=\"username\""))
    let form: KeyValuePairs = [
      "name": "neo@example.com", "new": "Newsecret1", "again": "Newsecret1",
    ]
    let missing = await post(path, form)
    #expect(missing.status == .unprocessable)
    #expect(text(missing).contains("name=\"username\""))
    let answer = await post(
      path,
      [
        "name": "neo@example.com", "username": "neo", "new": "Newsecret1", "again": "Newsecret1",
      ])
    #expect(answer.status == .seeOther)
  }

  @Test("where there are no accounts, it says so, and shows no other rulebook's form as good")
  func missing() async throws {
    #expect(await get("/me/").status == .unavailable)
    #expect(await get("/me/i/ada/x").status == .unavailable)
  }

  @Test("is where the rulebook says, once that can be read") func place() async throws {
    try await site.register("ada")
    let address = try #require(ServeAddress("https://example.com/account/"))
    let page = Page(
      address, site.registry,
      turns: HashTurns(queue: AddressQueue(turns: 1), now: { 0 }), today: { .distantPast },
      log: ServeLog { _ in })
    let finder = PageFinder { [site] () throws(AccountsError) in
      _ = try await site.registry.rulebookInUse()
      return page
    }
    try site.edit("\"email\"", "\"email")
    await #expect(throws: AccountsError.self) { try await finder.page() }
    #expect(finder.known == nil && !finder.isKnown)
    try site.edit("\"email", "\"email\"")
    #expect(try await finder.page() === page)
    #expect(finder.known === page && finder.isKnown)
  }

  @Test("a button that is off has the mean of its own colour and the ground's, and can be read")
  func colours() throws {
    let parts = WebPage.Style.forms.text.components(
      separatedBy: "@media (prefers-color-scheme: dark)")
    #expect(parts.count == 2)
    for part in parts {
      let button = try Self.colour("button", in: part)
      let (ground, off) = (try Self.colour("ground", in: part), try Self.colour("off", in: part))
      for index in 0..<3 { #expect(abs((button[index] + ground[index]) / 2 - off[index]) <= 0.5) }
      for (text, under) in [
        ("on", "button"), ("on-off", "off"), ("text", "ground"), ("faint", "ground"),
        ("strong", "ground"), ("strong", "field"), ("problem", "ground"), ("accent", "ground"),
        ("ground", "over"), ("text", "panel"),
      ] {
        let contrast = Self.contrast(
          try Self.colour(text, in: part), try Self.colour(under, in: part))
        #expect(contrast >= 4.5, "\(text) on \(under): \(contrast)")
      }
    }
  }

  private static func colour(_ name: String, in css: String) throws -> [Double] {
    let parts = css.components(separatedBy: "--\(name): #")
    var digits = try #require(parts.dropFirst().first).prefix { $0.isHexDigit }.map(String.init)
    if digits.count == 3 { digits = digits.flatMap { [$0, $0] } }
    try #require(digits.count == 6)
    return try stride(from: 0, to: 6, by: 2).map {
      Double(try #require(Int(digits[$0] + digits[$0 + 1], radix: 16)))
    }
  }

  private static func contrast(_ one: [Double], _ other: [Double]) -> Double {
    func light(_ colour: [Double]) -> Double {
      let linear = colour.map { part in
        let part = part / 255
        return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    }
    let lights = [light(one), light(other)].sorted()
    return (lights[1] + 0.05) / (lights[0] + 0.05)
  }
}
