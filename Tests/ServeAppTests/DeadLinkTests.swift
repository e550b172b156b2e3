import Accounts
import AccountsSupport
import HTTP
import TestSupport
import Testing

@testable import ServeApp

@Suite("A link that does not work") struct DeadLinkTests {
  private let site = TestSite(page: "https://accounts.example.com/")
  private static let passwords = [("new", "Newsecret1"), ("again", "Newsecret1")]
  private static let whole =
    [
      ("lastName", "Byron"), ("name", "ada@example.com"),
    ] + passwords

  private static let english =
    "It may have been used, replaced by a newer one, or cut off: copy all of it. If you have set a password, "
    + "log in. If not, ask your administrator for a new link."
  private static let russian =
    "Возможно, её уже использовали, заменили новой или скопировали не целиком: скопируйте её всю. Если вы уже "
    + "задали пароль, войдите с ним. Если нет, попросите у администратора новую ссылку."

  private func check(_ answer: Answer, _ comment: Comment) {
    #expect(answer.status == .forbidden, comment)
    let page = SeenPage(answer)
    #expect(!page.hasForm, comment)
    #expect(page.has("<h1>This link does not work</h1>"), comment)
    #expect(page.words.contains(Self.english), comment)
    #expect(page.links.first == "/", comment)
  }

  @Test("has a page of its own, whatever is wrong with it") func page() async throws {
    let (path, code) = try await site.invited()
    check(await site.post(path.dropLast().description, Self.whole), "cut")
    check(await site.post("/i/ada%40example.com/x", Self.whole), "a stranger's")
    check(
      await site.post("/i/eve%40example.com/\(code)", Self.passwords), "of nobody")
    let day = try #require(CalendarDay("2027-01-22"))
    let invited = try await site.registry.invite(["ada@example.com"], until: day)
    let second = try #require(invited.value.first?.code.text)
    check(await site.post(path, Self.whole), "replaced")
    let good = "/i/ada%40example.com/\(second)"
    #expect(await site.post(good, Self.whole).status == .seeOther)
    check(await site.post(good, [("new", "Another12"), ("again", "Another12")]), "used")
    let words = SeenPage(
      await site.post(good, [("new", "Another12"), ("again", "Another12")], "ru"))
    #expect(words.has("<h1>Эта ссылка не работает</h1>"))
    #expect(words.words.contains(Self.russian))
  }

  @Test("that was used says so at once to its owner who is logged in, and to nobody else")
  func used() async throws {
    let (path, _) = try await site.invited()
    _ = try await site.registry.register(
      FieldValues(
        email: "bob@example.com", firstName: "Bob", lastName: "Muster", birthDate: "1990-01-02",
        phone: "79991234568"), password: PasswordEntry("Newsecret2"))
    var (ada, other) = (Browser(site), Browser(site))
    #expect(SeenPage(await ada.open(path)).hasForm)
    let done = await ada.post(
      path,
      [
        "lastName": "Byron", "name": "ada@example.com", "new": "Newsecret1", "again": "Newsecret1",
      ])
    #expect(done.status == .seeOther && done["Location"] == "/")
    // The first page says it, once.
    let said = "role=\"status\" tabindex=\"-1\" autofocus>Your password is set.</p>"
    #expect(text(await ada.open("/")).contains(said))
    #expect(!text(await ada.open("/")).contains("Your password is set."))
    let hashes = site.crypt.allHashes
    let answer = await ada.open(path)
    let page = SeenPage(answer)
    #expect(answer.status == .gone && !page.hasForm && page.has("<h1>This link was used</h1>"))
    #expect(page.words.contains("You are logged in as ada@example.com.\nYour password is set."))
    #expect(page.links.first == "/")
    #expect(SeenPage(await ada.open("\(path)?lang=ru")).has("<h1>Эта ссылка уже использована</h1>"))
    #expect(site.crypt.allHashes == hashes)
    // Without her login nobody hears of it: not bob, nor a program that opens links.
    #expect(SeenPage(await other.open(path)).hasForm)
    _ = await other.post("/in", ["name": "bob@example.com", "password": "Newsecret2"])
    #expect(text(await other.open("/")).contains("<dd dir=\"auto\">bob@example.com</dd>"))
    #expect(SeenPage(await other.open(path)).hasForm)
    // Another invitation ends her login, and is good.
    let day = try #require(CalendarDay("2027-01-22"))
    let invited = try await site.registry.invite(["ada@example.com"], until: day)
    let code = try #require(invited.value.first?.code.text)
    #expect(SeenPage(await ada.open("/i/ada%40example.com/\(code)")).hasForm)
  }

  @Test("has no way to a login where there is none") func withoutLogin() async throws {
    let site = TestSite(page: "https://example.com/me")
    try await site.register("ada")
    let page = SeenPage(await site.post("/me/i/ada%40example.com/x", Self.passwords))
    #expect(page.words.contains(Self.english))
    #expect(page.links.allSatisfy { $0.hasPrefix("?lang=") })
  }

  @Test("proves codes alone: a password in it is compared with nothing, and keeps nobody waiting")
  func codesAlone() async throws {
    let ada = try await site.register("ada")
    for number in 0..<10 {
      // The first would be right.
      let password = number == 0 ? "secret1" : "guess\(number)"
      let hashes = site.crypt.allHashes
      check(await site.post("/i/ada%40example.com/\(password)", Self.passwords), "\(number)")
      // The time is that of any other mismatch.
      #expect(site.crypt.allHashes == hashes + 1)
    }
    #expect(site.record.isEmpty)
    #expect(await site.status(ada) == 200)
    #expect(
      await site.post("/password", [("name", ada), ("old", "secret1")] + Self.passwords).status
        == .seeOther)
  }

  @Test("a guess at the code of an invitation counts") func guesses() async throws {
    let path = try await site.invited().path
    for number in 0..<5 {
      check(await site.post("/i/ada%40example.com/guess\(number)", Self.whole), "\(number)")
    }
    #expect(await site.post(path, Self.whole).status == .tooManyRequests)
    #expect(site.record.filter { $0 == "wrong" }.count == 5)
  }

  @Test(
    "that is over, or whose account is disabled, says that alone",
    arguments: [
      (
        "en", "Your invitation is over. Ask your administrator for another one.",
        "Your account is disabled"
      ),
      ("ru", "Срок приглашения истёк. Попросите администратора о новом.", "Ваш аккаунт отключён"),
    ])
  func alone(_ language: String, _ over: String, _ disabled: String) async throws {
    let path = try await site.invited().path
    func page() async -> SeenPage {
      let answer = await site.post(path, Self.whole, language)
      #expect(answer.status == .forbidden)
      return SeenPage(answer)
    }
    try site.edit("2027-01-22", "2027-01-14")
    let first = await page()
    _ = try await site.registry.disable("ada@example.com", reason: "a secret reason")
    let second = await page()
    #expect(first.words.contains(over))
    #expect(second.words.contains(disabled))
    for page in [first, second] {
      #expect(!page.hasForm)
      #expect(page.tags("p").count == 2)
      #expect(!page.has("This link does not work") && !page.has("не работает"))
      #expect(!page.has("a secret reason"))
    }
  }

  static let appended = [
    ".", ",", ")", "%3E", "%20", "/", "%C2%A0", "%3E.", "/)", "./", "%22", ";", "%C2%BB", "//",
    ").%20%20%20%20",
  ]

  @Test("what mail programs append is taken off", arguments: appended)
  func takesOff(_ more: String) async throws {
    let path = try await site.invited().path
    #expect(await site.get(path + more).status == .ok)
    #expect(await site.post(path + more, Self.whole).status == .seeOther)
    #expect(site.record == ["yes"])
  }

  @Test("what is appended is taken off only where the text as it stands does not fit")
  func asItStands() async throws {
    var rulebook = Rulebook.register
    rulebook.fields.password.characters = 4
    _ = try await site.initialise(rulebook)
    _ = try await site.invite(FieldValues(email: "ada@example.com"))
    // An administrator may type one that no program would make.
    try site.edit(try site.hash(), "Typed.")
    for cut in ["Typed", "Typed,"] {
      check(await site.post("/i/ada%40example.com/\(cut)", Self.passwords), "\(cut)")
    }
    #expect(
      await site.post("/i/ada%40example.com/Typed..", Self.passwords).status == .seeOther)
  }

  @Test("is no link where something else is behind the code", arguments: ["/x", "/x/", "/.x"])
  func noLink(_ more: String) async throws {
    let path = try await site.invited().path
    #expect(await site.get(path + more).status == .notFound)
  }
}
