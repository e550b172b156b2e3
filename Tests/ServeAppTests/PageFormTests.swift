import Accounts
import AccountsSupport
import CommandKit
import HTTP
import TestSupport
import Testing
import WebPages

@testable import ServeApp

@Suite("A form of the page") struct PageFormTests {
  private let site = TestSite(page: "https://accounts.example.com/")

  private static let date = [
    ("birthDate-day", "2"), ("birthDate-month", "1"), ("birthDate-year", "1990"),
  ]
  private static let passwords = [("new", "Newsecret1"), ("again", "Newsecret1")]

  // MARK: - A birth date

  static let dates: [(String, String, String, String)] = [
    ("2", "1", "1990", "1990-01-02"), ("02", "01", "1990", "1990-01-02"),
    (" 27 ", "3", " 1955", "1955-03-27"), ("27.", "3.", "1955", "1955-03-27"),
    ("", "", "", ""), (" ", "", "", ""), ("31", "2", "1990", "1990-02-31"),
    ("27", "3", "55", "55 3 27"), ("27", "", "1955", "1955  27"),
    ("1955-03-27", "", "", "  1955-03-27"), ("٢", "1", "1990", "1990 1 ٢"),
  ]

  @Test("takes a birth date as three numbers, with zeros or without", arguments: dates)
  func threeNumbers(_ day: String, _ month: String, _ year: String, _ text: String) {
    let typed = ["birthDate-day": day, "birthDate-month": month, "birthDate-year": year]
    #expect(TypedBirthDate { typed[$0] ?? "" }.text == text)
    #expect(TypedBirthDate(of: "1990-01-02")[.month] == "1")
    #expect(TypedBirthDate(of: "soon")[.month].isEmpty)
  }

  @Test(
    "asks for a birth date in three fields, which browsers fill in, and never by a picker",
    arguments: [
      ("en", ["Birth date", "Day", "Month", "Year", "For example 27 3 1985."]),
      ("ru", ["Дата рождения", "День", "Месяц", "Год", "Например, 27 3 1985."]),
    ])
  func threeFields(_ language: String, _ words: [String]) async throws {
    let page = SeenPage(await site.get(try await site.invited().path, language))
    for part in ["day", "month", "year"] {
      let input = try #require(page.input("birthDate-\(part)"))
      #expect(input.contains("name=\"birthDate-\(part)\" type=\"text\""))
      #expect(input.contains("autocomplete=\"bday-\(part)\""))
      #expect(input.contains("inputmode=\"numeric\""))
    }
    #expect(!page.has("type=\"date\""))
    #expect(!page.has("YYYY") && !page.has("ГГГГ"))
    for word in words { #expect(page.words.contains(word), "\(word)") }
  }

  static let wrongDates: [(String, String, String, String, String)] = [
    ("", "", "", "birthDate-day", "Enter your birth date."),
    ("2", "", "1990", "birthDate-month", "Enter the month of your birth date."),
    (
      "2", "1", "90", "birthDate-year", "Give the year of your birth date with four digits."
    ),
    (
      "2", "Jan", "1990", "birthDate-month",
      "Give your birth date in numbers, for example 27 3 1985."
    ),
    (
      "27.03.1985", "", "", "birthDate-day",
      "Give your birth date in numbers, for example 27 3 1985."
    ),
    ("31", "2", "1990", "birthDate-day", "Birth date must be a date that exists."),
  ]

  @Test("says of a birth date what to mend, and leads to that part", arguments: wrongDates)
  func wrongDate(
    _ day: String, _ month: String, _ year: String, _ place: String, _ words: String
  ) async throws {
    _ = try await site.initialise(.albums)
    let code = try await site.invite(FieldValues(email: "ada@example.com"))
    let answer = await site.post(
      "/i/ada%40example.com/\(code)",
      [
        ("birthDate-day", day), ("birthDate-month", month), ("birthDate-year", year),
        ("firstName", "Ada"), ("lastName", "Muster"), ("phone", "9991234567"),
      ] + Self.passwords)
    #expect(answer.status == .unprocessable)
    let page = SeenPage(answer)
    #expect(page.links.contains("#\(place)"))
    #expect(page.words.contains(words))
    #expect(page.has("id=\"birthDate-fault\""))
    #expect(page.input(place)?.contains("aria-invalid") == true)
    if place != "birthDate-day" {
      #expect(page.input("birthDate-day")?.contains("aria-invalid") == false)
    }
    // All that was typed is there.
    #expect(page.input("birthDate-year")?.contains("value=\"\(year)\"") == !year.isEmpty)
  }

  // MARK: - What is known

  @Test(
    "tells once what stays of what was typed, after the code was right, and never drops it",
    arguments: [
      ("en", "Already entered: Beatrice. It stays; you can change it when you have logged in."),
      ("ru", "Уже указано: Beatrice. Это останется; изменить можно, когда вы войдёте."),
    ])
  func known(_ language: String, _ words: String) async throws {
    let (path, code) = try await site.invited()
    let typed =
      [("firstName", "Жоя"), ("lastName", "Byron"), ("phone", "+7 999 123-45-67")] + Self.date
      + Self.passwords
    // A wrong code hears nothing of it.
    let wrong = await site.post(path + "x", typed, language)
    #expect(wrong.status == .forbidden)
    #expect(!SeenPage(wrong).has("Beatrice"))
    let told = await site.post(path, typed, language)
    #expect(told.status == .unprocessable)
    let page = SeenPage(told)
    #expect(page.words.contains(words))
    #expect(page.links.contains("#firstName"))
    // It is a text from now on; so are the day and the number, which are the same as what was
    // typed.
    #expect(page.input("firstName") == nil)
    #expect(page.input("birthDate-day") == nil)
    #expect(page.input("phone") == nil)
    #expect(page.input("lastName")?.contains("value=\"Byron\"") == true)
    #expect(page.words.contains(language == "en" ? "2 January 1990" : "2 января 1990 года"))
    #expect(!page.words.contains(language == "en" ? "Already entered: 2" : "Уже указано: 2"))
    #expect(try await site.registry.account("ada@example.com").invitedUntil != nil)
    let done = await site.post(path, [("lastName", "Byron")] + Self.passwords, language)
    #expect(done.status == .seeOther)
    #expect(try await site.registry.account("ada@example.com")[text: .firstName] == "Beatrice")
    #expect(!page.has(code))
  }

  @Test("takes what is as the account has it already, however it is written") func same()
    async throws
  {
    let path = try await site.invited().path
    let answer = await site.post(
      path,
      [("firstName", " Beatrice "), ("lastName", "Byron"), ("phone", "8 999 1234567")] + Self.date
        + Self.passwords)
    #expect(answer.status == .seeOther)
  }

  @Test("says where there is no login who can change what is known") func knownWithoutLogin()
    async throws
  {
    let site = TestSite(page: "https://example.com/me")
    let path = try await site.invited().path
    let answer = await site.post("/me" + path, [("firstName", "Ada")] + Self.passwords)
    #expect(
      SeenPage(answer).words.contains(
        "Already entered: Beatrice. It stays; your administrator can change it."))
  }

  // MARK: - Attributes

  @Test("posts to an address without a fragment, and leaves no mistake to the browser")
  func attributes() async throws {
    let ada = try await site.register("ada")
    let withPath = TestSite(page: "https://example.com/me")
    try await withPath.register("ada")
    let wrong = [("name", ada), ("old", "secret1"), ("new", "x"), ("again", "y")]
    let answers = [
      (await site.get("/"), "/in"), (await site.get("/password"), "/password"),
      (await site.get("/password?lang=ru"), "/password?lang=ru"),
      (await site.get("/i/ada/code"), "?"), (await site.get("/i/ada/code?lang=ru"), "?lang=ru"),
      (await site.post("/password", wrong), "/password"),
      (await site.post("/in", [("name", ada), ("password", "x")]), "/in"),
      (await withPath.get("/me/"), "/me/"), (await withPath.get("/me/?lang=ru"), "/me/?lang=ru"),
      (await withPath.post("/me/", wrong), "/me/"), (await withPath.get("/me/i/ada/code"), "?"),
    ]
    for (answer, action) in answers {
      let page = SeenPage(answer)
      #expect(page.tags("form") == ["form method=\"post\" action=\"\(action)\" novalidate"])
      for id in ["new", "again"] {
        if let input = page.input(id) {
          #expect(
            input.contains(" required passwordrules=\"minlength: 5; allowed: ascii-printable;\""))
        }
      }
      if let name = page.input("name"), !name.hasSuffix(" hidden") {
        #expect(name.contains("dir=\"auto\""))
      }
    }
    #expect(WebPage.Style.forms.text.contains("scroll-margin-top"))
  }

  @Test("a language in the address of a form without a login counts, too") func language()
    async throws
  {
    let site = TestSite(page: "https://example.com/me")
    try await site.register("ada")
    #expect(SeenPage(await site.get("/me/?lang=ru")).has("<html lang=\"ru\">"))
    #expect(
      SeenPage(await site.post("/me/?lang=ru", [])).words.contains("Введите новый пароль."))
    #expect(await site.get("/me/?lang=ru&lang=en").status == .badRequest)
  }

  static let rules: [(Rulebook, String)] = [
    (.register, "minlength: 5; allowed: ascii-printable;"),
    (
      .albums,
      "minlength: 6; required: lower; required: upper; required: digit; allowed: ascii-printable;"
    ),
    (
      .authorisation,
      "minlength: 9; required: lower, upper; required: digit; allowed: lower, upper, digit;"
    ),
    (.standard, "minlength: 15; allowed: ascii-printable;"),
  ]

  @Test("tells browsers the rule by which they make a password", arguments: rules)
  func passwordRules(_ rulebook: Rulebook, _ rules: String) {
    #expect(rulebook.fields.password.forBrowsers == rules)
    var limited = rulebook.fields.password
    limited.hash = .bcrypt
    #expect(limited.forBrowsers.contains("maxlength: 72;"))
  }

  @Test("a name of any script is written from its own side, and a long account's wraps")
  func texts() async throws {
    let (path, _) = try await site.invited()
    let name = String(repeating: "a", count: 60) + "@" + String(repeating: "b", count: 60) + ".org"
    let page = SeenPage(await site.get("/i/\(name)/code"))
    let account = try #require(page.input("name"))
    #expect(account.hasSuffix(" value=\"\(name)\" readonly hidden"))
    #expect(account.contains("autocomplete=\"username\""))
    #expect(page.has("<p class=\"text\" dir=\"auto\">\(name)</p>"))
    #expect(page.words.contains("Your account"))
    #expect(SeenPage(await site.get(path, "ru")).words.contains("Ваш аккаунт"))
    for id in ["firstName", "lastName"] {
      #expect(page.input(id)?.contains("dir=\"auto\"") == true)
    }
  }

  // MARK: - A password with a space

  @Test(
    "a password that begins or ends with a space is said so on the next page",
    arguments: ["secret 3 ", " secret3", "secret3\u{A0}"])
  func space(password: String) async throws {
    let withPath = TestSite(page: "https://example.com/me")
    let wayIn = TestSite(page: "https://accounts.example.com/", hosts: ["wiki.example.com"])
    for (site, path, language) in [
      (site, "/password", "en"), (withPath, "/me/", "en"), (wayIn, "", "ru"),
    ] {
      let ada = try await site.register("ada")
      var browser = Browser(site)
      let form = await browser.ask("wiki.example.com")["Location"].flatMap(Browser.path)
      let address =
        form.map { "\($0.replacing("/in?", with: "/password?"))&lang=\(language)" } ?? path
      let answer = await site.post(
        address, [("name", ada), ("old", "secret1"), ("new", password), ("again", password)])
      #expect(answer.status == .ok)
      let page = SeenPage(answer)
      #expect(
        page.words.contains(
          language == "ru"
            ? "Новый пароль начинается или кончается пробелом."
            : "Your new password begins or ends with a space, which belongs to it"))
      // It can be read: nothing leads on by itself.
      #expect(!page.has("http-equiv=\"refresh\""))
      #expect(page.links.first.map { !$0.isEmpty } == true)
      #expect(!page.has("secret"))
      let plain = await site.post(
        address,
        [("name", ada), ("old", password), ("new", "in the middle"), ("again", "in the middle")])
      #expect(plain.status == (path.isEmpty ? .ok : .seeOther))
      #expect(!SeenPage(plain).words.contains("space"))
      if path.isEmpty { #expect(SeenPage(plain).has("http-equiv=\"refresh\"")) }
    }
  }

  // MARK: - Sentences

  @Test(
    "a name that several have is to be told from them by what logs in here",
    arguments: [
      ("en", "This name does not say who you are. Give your email."),
      ("ru", "По этому имени не понять, кто вы. Укажите эл. почту."),
    ])
  func several(_ language: String, _ words: String) async throws {
    _ = try await site.initialise(.authorisation)
    for name in ["one", "two"] {
      let values = FieldValues(email: "\(name)@example.com", firstName: "Sam", lastName: "Muster")
      _ = try await site.registry.register(values, password: PasswordEntry("Secretword1"))
    }
    let login = [("name", "Sam"), ("password", "Secretword1")]
    #expect(SeenPage(await site.post("/in", login, language)).words.contains(words))
    let form = [("name", "Sam"), ("old", "Secretword1")] + Self.passwords
    #expect(SeenPage(await site.post("/password", form, language)).words.contains(words))
  }

  static let sentences: [(String, String, [String])] = [
    (
      "/i/ada/code", "en",
      [
        "If your administrator has already entered something, it stays as it is.",
        "You have been invited to wiki.example.org:8443. Choose the password with which you will log in.",
      ]
    ),
    (
      "/i/ada/code", "ru",
      [
        "Если администратор уже указал эти данные, останутся его.",
        "Вас пригласили на wiki.example.org:8443. Придумайте пароль, с которым будете входить.",
      ]
    ),
    ("/password", "en", ["User name, email or first name"]),
    ("/password", "ru", ["Имя пользователя, эл. почта или имя"]),
  ]

  @Test("says what it wants in sentences", arguments: sentences)
  func speaks(_ path: String, _ language: String, _ sentences: [String]) async throws {
    var rulebook = Rulebook.standard
    rulebook.login = Rulebook.Login(by: [.username, .email, .firstName])
    rulebook.fields.required.insert(.firstName)
    rulebook.serve.home = "https://wiki.example.org:8443/start"
    _ = try await site.initialise(rulebook)
    let page = SeenPage(await site.get(path, language))
    for sentence in sentences { #expect(page.words.contains(sentence), "\(sentence)") }
    #expect(!page.words.contains("Any text"))
  }

  @Test(
    "says what to do where the old password is wrong, or the account has expired",
    arguments: [
      (
        "en", "If you have forgotten the password, ask your administrator for a link.",
        "Your account has expired, so its password cannot be changed.",
        "Your account is disabled, so its password cannot be changed."
      ),
      (
        "ru", "Если вы забыли пароль, попросите у администратора ссылку.",
        "Срок вашего аккаунта истёк, поэтому пароль сменить нельзя.",
        "Ваш аккаунт отключён, поэтому пароль сменить нельзя."
      ),
    ])
  func refused(_ language: String, _ forgotten: String, _ expired: String, _ disabled: String)
    async throws
  {
    let ada = try await site.register("ada")
    func words(_ old: String) async -> String {
      SeenPage(
        await site.post("/password", [("name", ada), ("old", old)] + Self.passwords, language)
      ).words
    }
    #expect(await words("wrong").contains(forgotten))
    _ = try await site.registry.disable(ada)
    #expect(await words("secret1").contains(disabled))
    _ = try await site.registry.enable(ada)
    try site.edit("\"firstName\"", "\"validUntil\": \"2027-01-01\", \"firstName\"")
    #expect(await words("secret1").contains(expired))
  }

  @Test(
    "who is not valid yet reads from which day on",
    arguments: [
      ("en", "You can log in with it from 1 February 2027 on."),
      ("ru", "Входить с ним можно с 1 февраля 2027 года."),
    ])
  func day(_ language: String, _ words: String) async throws {
    try await site.register("ada")
    let page = SeenPage(await site.get("/done/2027-02-01", language))
    #expect(page.words.contains(words))
    #expect(
      page.words.contains(
        language == "en" ? "On a shared computer, close this window." : "закройте это окно"))
  }

  @Test("has a place for each month, in both languages") func months() throws {
    for month in 1...12 {
      let day = try #require(CalendarDay(year: 2027, month: month, day: 5))
      #expect(day.words[.english].hasPrefix("5 ") && day.words[.english].hasSuffix(" 2027"))
      #expect(day.words[.russian].hasSuffix(" 2027 года"))
    }
    #expect(try #require(CalendarDay("2027-05-09")).words[.russian] == "9 мая 2027 года")
  }

  @Test(
    "what a link does not understand is to be opened again",
    arguments: [
      ("en", "The page did not understand what was sent. Open the link again."),
      ("ru", "Страница не поняла отправленное. Откройте ссылку заново."),
    ])
  func malformed(_ language: String, _ words: String) async throws {
    let path = try await site.invited().path
    let answer = await site.post(path, [("name", "eve@example.com")] + Self.passwords, language)
    #expect(answer.status == .badRequest)
    #expect(site.crypt.allHashes == 0)
    #expect(SeenPage(answer).words.contains(words))
  }

  @Test("says of accounts that cannot be read no word of a change that nobody wanted")
  func unreadable() async throws {
    try await site.register("ada")
    try site.edit("\"email\"", "\"email")
    let page = SeenPage(await site.get("/password"))
    #expect(page.words.contains("Not available"))
    #expect(!page.words.contains("Nothing was changed"))
    let posted = SeenPage(
      await site.post("/password", [("name", "ada"), ("old", "x")] + Self.passwords))
    #expect(posted.words.contains("Nothing was changed"))
  }
}
