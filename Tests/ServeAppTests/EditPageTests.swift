import Accounts
import AccountsFile
import AccountsSupport
import Foundation
import HTTP
import Synchronization
import TestSupport
import Testing

@testable import ServeApp

@Suite("The form of the profile") struct EditPageTests {
  private let site = TestSite(
    page: "https://accounts.example.com/", hosts: ["wiki.example.com", "notes.example.com"])
  private static let (wiki, notes) = ("wiki.example.com", "notes.example.com")
  private static let ada = "ada@example.com"

  private func loggedIn(_ name: String = "ada") async throws -> Browser {
    if (try? await site.registry.account("\(name)@example.com")) == nil {
      _ = try? await site.initialise(.withOwnNames(.register))
      try await site.register(name)
    }
    var browser = Browser(site)
    _ = await browser.logIn("\(name)@example.com", at: Self.wiki)
    #expect(await browser.ask(Self.wiki).status == .ok)
    return browser
  }

  private func value(_ field: Field, of name: String = ada) async throws -> String? {
    try await site.registry.account(name)[shown: field]
  }

  private func count() async throws -> Int { try await site.registry.history().count }

  // MARK: The form

  @Test("has all that the profile shows, to be filled in", arguments: ["en", "ru"])
  func form(language: String) async throws {
    var browser = try await loggedIn()
    let before = try await count()
    let answer = await browser.open("/edit?lang=\(language)")
    #expect(answer.status == .ok)
    #expect(answer["Referrer-Policy"] == "strict-origin")
    #expect(answer.body.count < 24 << 10)
    let form = EditedProfile(answer)
    #expect(form.page.contains("<html lang=\"\(language)\">"))
    #expect(
      form.page.contains("<form method=\"post\" action=\"/edit?lang=\(language)\" novalidate>"))
    #expect(form["email"] == Self.ada)
    #expect(form["firstName"] == "Ada")
    #expect(form["lastName"] == "Muster")
    for (part, number) in [("day", "1"), ("month", "1"), ("year", "1990")] {
      #expect(form["birthDate-\(part)"] == number)
    }
    for field in ["phone", "new", "again", "now"] { #expect(form.fields[field] == "") }
    #expect(form.page.contains("autocomplete=\"username\" value=\"\(Self.ada)\" required"))
    for word in ["given-name", "family-name", "new-password", "current-password", "tel"] {
      #expect(form.page.contains("autocomplete=\"\(word)\""))
    }
    #expect(form.page.contains("minlength=\"5\" passwordrules=\"minlength: 5;"))
    #expect(form.page.contains(" pattern=\".{3,}@[^.]{3,}\\..{2,}\""))
    // In the order that browsers know; and no word of a field that is not there.
    let order = ["email", "now", "new", "again", "firstName"].map { "id=\"\($0)\"" }
    #expect(order.map { form.page.ranges(of: $0).count } == [1, 1, 1, 1, 1])
    let places = order.compactMap { form.page.firstRange(of: $0)?.lowerBound }
    #expect(places == places.sorted())
    let need = [
      "en": "Needed if the email or the password changes.",
      "ru": "Нужен, если меняется почта или пароль.",
    ]
    #expect(form.page.contains(try #require(need[language])))
    let (save, cancel) = language == "en" ? ("Save", "Cancel") : ("Сохранить", "Отмена")
    #expect(form.page.contains("<button>\(save)</button>"))
    #expect(form.page.contains("<form action=\"/\">\n<input type=\"hidden\" name=\"lang\""))
    #expect(form.page.contains("<button class=\"other\">\(cancel)</button>"))
    for word in ["<script", "src=", "url(", "onclick", "style=\"", "groups", "validUntil"] {
      #expect(!form.page.contains(word))
    }
    #expect(try await count() == before)
  }

  @Test("the digests of values say nothing of them, and are none of another process")
  func digests() async throws {
    var browser = try await loggedIn()
    let other = TestSite(page: "https://accounts.example.com/", hosts: [Self.wiki])
    try await other.register("ada")
    var there = Browser(other)
    _ = await there.logIn(Self.ada, at: Self.wiki)
    let (form, foreign) = (await browser.profile(), await there.profile())
    for field in ["was", "was-email", "was-firstName", "was-phone"] {
      let digest = try #require(form.fields[field])
      #expect(digest.count == (field == "was" ? 33 : 16))
      #expect(digest != foreign.fields[field])
    }
    #expect(form["was-phone"] != form["was-firstName"])
  }

  // MARK: Saving

  @Test("saves in one write, as the account's owner, and the profile says so once")
  func saved() async throws {
    var browser = try await loggedIn()
    let (cookie, record) = (browser.jar[Browser.page]?[Browser.session], site.record)
    var form = await browser.profile()
    (form["firstName"], form["lastName"]) = (" Augusta ", "King")
    form["phone"] = "8 912 345 67 89"
    (form["birthDate-day"], form["birthDate-month"], form["birthDate-year"]) = ("10", "12", "1985")
    let before = try await count()
    let answer = await browser.save(form)
    #expect(answer.status == .seeOther)
    #expect(answer["Location"] == "/")
    let entry = try #require(try await site.registry.history(limit: 1).first)
    #expect(try await count() == before + 1)
    #expect(entry.did == .edit)
    #expect(entry.via == .serve)
    #expect(entry.by == Self.ada)
    #expect(try await value(.firstName) == "Augusta")
    #expect(try await value(.phone) == "+7 (912) 345-67-89")
    #expect(try await value(.birthDate) == "1985-12-10")
    // No name and no password: nobody is asked for one, and every session goes on.
    #expect(browser.jar[Browser.page]?[Browser.session] == cookie)
    #expect(await browser.ask(Self.wiki).status == .ok)
    let profile = await browser.open("/")
    #expect(
      text(profile).contains(
        "<p class=\"saved\" role=\"status\" tabindex=\"-1\" autofocus>Saved.</p>"))
    #expect(!text(await browser.open("/")).contains("Saved."))
    #expect(site.record == record)
  }

  @Test("a field that is emptied is cleared, and Cancel changes nothing") func cleared()
    async throws
  {
    var browser = try await loggedIn()
    var form = await browser.profile("/edit?lang=ru")
    form["firstName"] = "  "
    for part in ["day", "month", "year"] { form["birthDate-\(part)"] = "" }
    let before = try await count()
    // The button of Cancel is a form with its language alone.
    #expect(text(await browser.open("/?lang=ru")).contains(">Ada</dd>"))
    #expect(try await count() == before)
    #expect(await browser.save(form, "/edit?lang=ru")["Location"] == "/?lang=ru")
    #expect(try await value(.firstName) == nil)
    #expect(try await value(.birthDate) == nil)
    #expect(text(await browser.open("/?lang=ru")).contains("Сохранено."))
  }

  @Test("a form that changes nothing writes nothing") func unchanged() async throws {
    var browser = try await loggedIn()
    let before = try await count()
    for _ in 0..<2 {
      let form = await browser.profile()
      #expect(await browser.save(form)["Location"] == "/")
    }
    #expect(try await count() == before)
  }

  @Test("a new password ends all logins, and this one begins anew, kept as it was")
  func password() async throws {
    for keep in [true, false] {
      let site = TestSite(
        page: "https://accounts.example.com/", hosts: ["wiki.example.com", "notes.example.com"])
      try await site.register("ada")
      var (browser, other) = (Browser(site), Browser(site))
      _ = await browser.logIn(Self.ada, at: Self.wiki, keep: keep)
      _ = await browser.logIn(nil, at: Self.notes)
      _ = await other.logIn(Self.ada, at: Self.wiki)
      let old = browser
      var form = await browser.profile()
      (form["new"], form["again"], form["now"]) = ("Newsecret1", "Newsecret1", "secret1")
      let answer = await browser.save(form)
      #expect(answer.status == .seeOther)
      #expect(answer["Location"] == "/")
      let cookies = Browser.setCookies(answer)
      #expect(cookies.count == 1)
      #expect(cookies.first?.contains("Max-Age=") == keep)
      #expect(try await site.registry.logins(of: [Self.ada]).count == 1)
      #expect(text(await browser.open("/")).contains("In all other browsers you are logged out."))
      var before = old
      #expect(text(await before.open("/")).contains("Log in for"))
      // At other hosts the next request goes the way in, and nothing is typed.
      for host in [Self.wiki, Self.notes] {
        #expect(await browser.ask(host).status == .found)
        #expect(await browser.logIn(nil, at: host) != nil)
        #expect(await browser.ask(host).status == .ok)
      }
      #expect(await other.ask(Self.wiki).status == .found)
      #expect(await site.status(Self.ada, "Newsecret1") == 200)
      #expect(await site.status(Self.ada, "secret1", from: "192.0.2.9") == 401)
    }
  }

  @Test("another email is another name: it needs the password, and the login begins anew")
  func name() async throws {
    var browser = try await loggedIn()
    var other = try await loggedIn()
    let record = site.record
    var form = await browser.profile()
    form["email"] = "augusta@example.com"
    let asked = EditedProfile(await browser.save(form))
    #expect(asked.status == .unprocessable)
    #expect(asked.faults == ["now"])
    #expect(asked["email"] == "augusta@example.com")
    #expect(site.record == record)
    var again = asked
    again["now"] = "secret1"
    #expect(await browser.save(again)["Location"] == "/")
    #expect(site.record == record + ["yes"])
    #expect(text(await browser.open("/")).contains("augusta@example.com"))
    #expect(await browser.ask(Self.wiki).status == .found)
    #expect(await other.ask(Self.wiki).status == .found)
    #expect(try await site.registry.history(limit: 1).first?.by == Self.ada)
  }

  @Test("another user name needs the password, too") func username() async throws {
    _ = try await site.initialise(.withOwnNames(.standard))
    let word = "correct horse battery"
    _ = try await site.registry.register(
      FieldValues(username: "ada"), password: PasswordEntry(word))
    var browser = Browser(site)
    _ = await browser.logIn("ada", word, at: Self.wiki)
    var form = await browser.profile()
    let id = "550E8400-E29B-41D4-A716-446655440000"
    (form["username"], form["email"], form["now"]) = (id, "\(id)@example.com", word)
    let refused = EditedProfile(await browser.save(form))
    #expect(refused.faults == ["email", "username"])
    #expect(refused.page.contains("User name must not have the form of a UUID: "))
    #expect(refused.page.contains("Email must not have the form of a UUID before the @: "))
    (form["username"], form["email"], form["now"]) = ("augusta", "ada@example.com", "")
    #expect(EditedProfile(await browser.save(form)).faults == ["now"])
    form["now"] = word
    #expect(await browser.save(form).status == .seeOther)
    #expect(text(await browser.open("/")).contains(">augusta</dd>"))
    #expect(try await value(.email, of: "augusta") == "ada@example.com")
  }

  @Test("a name that is not its owner's is a text, and a forged one is left out")
  func notOwn() async throws {
    try await site.register("ada")
    var browser = try await loggedIn()
    var form = await browser.profile()
    #expect(form.fields["email"] == nil && form.fields["was-email"] == nil)
    #expect(form.page.contains("<dd dir=\"auto\">\(Self.ada)</dd>"))
    #expect(form.page.contains("Needed if the password changes."))
    (form["email"], form["username"], form["now"]) = ("root@example.com", "admin", "secret1")
    form["lastName"] = "King"
    #expect(await browser.save(form).status == .seeOther)
    #expect(try await value(.email) == Self.ada)
    #expect(try await value(.username) == nil)
    #expect(try await value(.lastName) == "King")
  }

  @Test("what a rulebook makes no one's own is a text, and a forged one is left out")
  func notOwnOfPerson() async throws {
    var rulebook = Rulebook.register
    rulebook.fields.own = [.firstName, .lastName]
    _ = try await site.initialise(rulebook)
    _ = try await site.register("ada")
    _ = try await site.registry.edit(
      EditRequest(account: Self.ada, fields: [.phone: "+7 (912) 345-67-89"]))
    var browser = try await loggedIn()
    var form = await browser.profile()
    #expect(form.fields["phone"] == nil && form.fields["birthDate-day"] == nil)
    #expect(form.page.contains("<dd dir=\"auto\">+7 (912) 345-67-89</dd>"))
    #expect(form.page.contains("<dd dir=\"auto\">1 January 1990</dd>"))
    (form["phone"], form["lastName"]) = ("+7 (900) 000-00-00", "King")
    (form["birthDate-day"], form["birthDate-month"], form["birthDate-year"]) = ("27", "3", "1985")
    #expect(await browser.save(form).status == .seeOther)
    #expect(try await value(.phone) == "+7 (912) 345-67-89")
    #expect(try await value(.birthDate) == "1990-01-01")
    #expect(try await value(.lastName) == "King")
  }

  @Test("a name that was taken away since the form was shown is told, and nothing is saved")
  func takenAway() async throws {
    var browser = try await loggedIn()
    var form = await browser.profile()
    let text = try String(contentsOfFile: site.directory.path + "/accounts.json", encoding: .utf8)
    try text.replacing("\"own\": true", with: "\"own\": false")
      .write(toFile: site.directory.path + "/accounts.json", atomically: false, encoding: .utf8)
    (form["email"], form["lastName"], form["now"]) = ("root@example.com", "King", "secret1")
    let told = EditedProfile(await browser.save(form))
    #expect(told.status == .unprocessable)
    #expect(told.page.contains("this is no longer yours to change"))
    #expect(try await value(.email) == Self.ada)
    #expect(try await value(.lastName) == "Muster")
    // As it was shown it is no change.
    form["email"] = Self.ada
    #expect(await browser.save(form).status == .seeOther)
    #expect(try await value(.lastName) == "King")
  }

  // MARK: Mistakes

  @Test("every mistake is told at its field and in a summary, and all but passwords stays")
  func mistakes() async throws {
    var browser = try await loggedIn()
    try await site.register("eve")
    let before = try await count()
    var form = await browser.profile()
    (form["email"], form["firstName"]) = ("eve@example.com", "<b>\u{43F}\u{443}\u{442}&")
    (form["birthDate-day"], form["birthDate-month"], form["phone"]) = ("31", "2", "12")
    (form["new"], form["again"], form["now"]) = ("hunt", "hunted7", "secret1")
    let wrong = EditedProfile(await browser.save(form))
    #expect(wrong.status == .unprocessable)
    #expect(wrong.faults == ["email", "birthDate", "phone", "new", "again"])
    #expect(wrong.page.contains("<title>Error: "))
    #expect(wrong.page.contains("a user with this email already exists".capitalizedFirst))
    for field in wrong.faults {
      let id = field == "birthDate" ? "birthDate-day" : field
      #expect(wrong.page.contains("<a href=\"#\(id)\">"))
    }
    for field in ["email", "firstName", "phone", "birthDate-day", "birthDate-month"] {
      #expect(wrong[field] == form[field])
    }
    for field in ["new", "again", "now"] { #expect(wrong[field].isEmpty) }
    for secret in ["hunt", "secret1", "$y$", "<b>"] {
      #expect(!wrong.page.contains(secret))
    }
    #expect(try await count() == before)
    // With a wrong password nobody hears which names are taken.
    form["now"] = "guess"
    let guessed = EditedProfile(await browser.save(form))
    #expect(guessed.status == .forbidden)
    #expect(guessed.faults == ["birthDate", "phone", "new", "again", "now"])
    #expect(!guessed.page.contains("already exists"))
  }

  @Test("a password that breaks three rules is told so at once") func threeRules() async throws {
    _ = try await site.initialise(.albums)
    let values = FieldValues(
      email: Self.ada, firstName: "Ada", lastName: "Muster", birthDate: "1990-01-01",
      phone: "9123456789")
    _ = try await site.registry.register(values, password: PasswordEntry("Secret1"))
    var browser = Browser(site)
    _ = await browser.logIn(Self.ada, "Secret1", at: Self.wiki)
    var form = await browser.profile()
    (form["new"], form["again"], form["now"]) = ("abc", "abc", "Secret1")
    let wrong = EditedProfile(await browser.save(form))
    #expect(wrong.status == .unprocessable)
    for amount in ["6 characters", "1 digit", "1 upper-case letter"] {
      #expect(wrong.page.contains("must have \(amount) or more"))
    }
    // A value that the rulebook requires cannot be taken out.
    form = await browser.profile()
    (form["lastName"], form["phone"]) = ("", " ")
    #expect(EditedProfile(await browser.save(form)).faults == ["lastName", "phone"])
    #expect(try await value(.lastName) == "Muster")
  }

  @Test("a wrong password counts, is recorded, and waits as at every login") func throttled()
    async throws
  {
    var browser = try await loggedIn()
    let record = site.record
    var form = await browser.profile()
    (form["email"], form["now"], form["lastName"]) = ("augusta@example.com", "guess", "King")
    for _ in 0..<5 {
      let wrong = EditedProfile(await browser.save(form))
      #expect(wrong.status == .forbidden)
      #expect(wrong.faults == ["now"])
    }
    for _ in 0..<3 {
      let answer = await browser.save(form)
      #expect(answer.status == .tooManyRequests)
      #expect(answer["Retry-After"] != nil)
      #expect(EditedProfile(answer)["email"] == "augusta@example.com")
    }
    let refused = Array(repeating: "wrong", count: 5) + ["throttled"]
    #expect(site.record == record + refused)
    #expect(await site.status(Self.ada, "guess2") == 429)
    // A change that needs no password goes on, and so does the session.
    form = await browser.profile()
    form["lastName"] = "King"
    #expect(await browser.save(form).status == .seeOther)
    #expect(await browser.ask(Self.wiki).status == .ok)
  }

  @Test(
    "a new password with a space at its end is saved, and the profile says that it belongs to it")
  func space() async throws {
    var browser = try await loggedIn()
    var form = await browser.profile()
    (form["new"], form["again"], form["now"]) = ("Newsecret1 ", "Newsecret1 ", "secret1")
    #expect(await browser.save(form)["Location"] == "/")
    #expect(text(await browser.open("/")).contains("begins or ends with a space"))
    #expect(await site.status(Self.ada, "Newsecret1 ") == 200)
  }

  // MARK: Others meanwhile

  @Test("a field that somebody changed meanwhile is told with their value, and can be changed then")
  func conflict() async throws {
    var browser = try await loggedIn()
    var form = await browser.profile()
    (form["firstName"], form["phone"]) = ("Augusta", "9123456789")
    _ = try await site.registry.edit(
      EditRequest(account: Self.ada, fields: [.firstName: "A<da", .lastName: "King"]))
    let before = try await count()
    let told = EditedProfile(await browser.save(form))
    #expect(told.status == .conflict)
    #expect(told.faults == ["firstName"])
    #expect(told.page.contains("somebody has changed this to &quot;A&lt;da&quot; meanwhile"))
    #expect(told["firstName"] == "Augusta")
    // A value that nobody touched follows the account.
    #expect(told["lastName"] == "King")
    #expect(try await count() == before)
    #expect(await browser.save(told).status == .seeOther)
    #expect(try await value(.firstName) == "Augusta")
    #expect(try await value(.lastName) == "King")
    #expect(try await count() == before + 1)
    _ = try await site.registry.edit(
      EditRequest(account: Self.ada, fields: [.phone: "9129999999"]))
    var late = told
    late["phone"] = "9120000000"
    #expect(text(await browser.save(late, "/edit?lang=ru")).contains("тем временем"))
  }

  @Test("fields that others changed, and that nobody touched here, stay as they are")
  func merged() async throws {
    var browser = try await loggedIn()
    var form = await browser.profile()
    form["firstName"] = "Augusta"
    _ = try await site.registry.edit(
      EditRequest(account: Self.ada, fields: [.lastName: "King", .groups: "staff"]))
    #expect(await browser.save(form).status == .seeOther)
    #expect(try await value(.firstName) == "Augusta")
    #expect(try await value(.lastName) == "King")
    #expect(try await value(.groups) == "staff")
  }

  @Test("of two windows with one profile the later is told what the earlier saved")
  func windows() async throws {
    var browser = try await loggedIn()
    var (first, second) = (await browser.profile(), await browser.profile())
    (first["firstName"], second["firstName"]) = ("Augusta", "Byron")
    (first["new"], first["again"], first["now"]) = ("Newsecret1", "Newsecret1", "secret1")
    #expect(await browser.save(first).status == .seeOther)
    let told = await browser.save(second)
    #expect(told.status == .conflict)
    #expect(text(told).contains("&quot;Augusta&quot;"))
    // The same value is no conflict.
    second["firstName"] = "Augusta"
    #expect(await browser.save(second).status == .seeOther)
  }

  @Test("a form of before a start of the service overwrites nothing unseen") func restarted()
    async throws
  {
    var browser = try await loggedIn()
    var form = await browser.profile()
    for name in form.fields.keys where name.hasPrefix("was") { form[name] = "AAAAAAAAAAAAAAAA" }
    form["firstName"] = "Augusta"
    let told = EditedProfile(await browser.save(form))
    #expect(told.status == .conflict)
    #expect(told.faults == ["firstName"])
    #expect(told.page.contains("older than the last start"))
    #expect(await browser.save(told).status == .seeOther)
    #expect(try await value(.firstName) == "Augusta")
  }

  @Test("a form that was shown to somebody else saves nothing, and the profile is shown")
  func ofAnother() async throws {
    var browser = try await loggedIn()
    var form = await browser.profile()
    form["firstName"] = "Augusta"
    var other = try await loggedIn("bob")
    let before = try await count()
    let told = EditedProfile(await other.save(form))
    #expect(told.status == .conflict)
    #expect(told.page.contains("shown under another name, and nothing was saved"))
    #expect(told["firstName"] == "Bob")
    #expect(await other.save(told).status == .seeOther)
    #expect(try await count() == before)
  }

  @Test("a password that was proved for one login changes nothing of another one's account")
  func twoCookies() async throws {
    let next = Mutex<(hashes: Int, work: @Sendable () -> Void)?>(nil)
    let site = TestSite(
      hasher: PasswordHasher(cost: 1) { password, setting in
        let work = next.withLock { next -> (@Sendable () -> Void)? in
          next?.hashes -= 1
          return next?.hashes == 0 ? next?.work : nil
        }
        work?()
        return Crypt.hash(password, setting: setting)
      }, page: "https://accounts.example.com/", hosts: [Self.wiki])
    _ = try await site.initialise(.withOwnNames(.register))
    var (mallory, bob) = (Browser(site), Browser(site))
    for name in ["mallory", "bob"] { try await site.register(name) }
    _ = await mallory.logIn("mallory@example.com", at: Self.wiki)
    _ = await bob.logIn("bob@example.com", at: Self.wiki)
    var form = await mallory.profile()
    for name in form.fields.keys where name.hasPrefix("was") { form.fields[name] = nil }
    (form["new"], form["again"], form["now"]) = ("Stolen-word1", "Stolen-word1", "secret1")
    for name in ["email", "firstName", "lastName"] { form.fields[name] = nil }
    let cookies = try [mallory, bob].map {
      try #require($0.jar[Browser.page]?[Browser.session])
    }
    mallory.jar[Browser.page]?[Browser.session] = cookies.joined(
      separator: "; \(Browser.session)=")
    // The account is another one while the new password is hashed, after the old one was proved.
    let path = site.path
    next.withLock { next in
      next = (2, { try? disableByHand("mallory@example.com", in: path) })
    }
    let answer = await mallory.save(form)
    #expect(answer.status == .forbidden)
    #expect(text(answer).contains("Your login is over"))
    #expect(try await site.registry.account("mallory@example.com").state == .disabled)
    #expect(await site.status("bob@example.com") == 200)
  }

  // MARK: The same again

  @Test("a double click is one change, and logs in both times") func twice() async throws {
    var browser = try await loggedIn()
    var form = await browser.profile()
    (form["new"], form["again"], form["now"]) = ("Newsecret1", "Newsecret1", "secret1")
    form["lastName"] = "King"
    // The browser has dropped the first answer, and its cookie.
    let old = browser
    var twin = browser
    let (before, record) = (try await count(), site.record)
    let first = await browser.save(form)
    let hashes = site.crypt.allHashes
    let again = await twin.save(form)
    for answer in [first, again] { #expect(answer["Location"] == "/") }
    #expect(Browser.setCookies(first) != Browser.setCookies(again))
    #expect(site.crypt.allHashes == hashes)
    #expect(try await count() == before + 1)
    #expect(text(await twin.open("/")).contains("King"))
    #expect(site.record == record + ["yes"])
    // From elsewhere, or with another text, it is no equal one; nor later.
    var stranger = twin
    stranger.jar[Browser.page] = nil
    #expect(await stranger.save(form).status == .forbidden)
    // After a minute the login asks, and after another change it is no equal form any more.
    site.pass(61)
    var late = old
    let asks = await late.save(form)
    #expect(asks["Location"] == "/in")
    #expect(Browser.setCookies(asks).isEmpty)
    _ = try await site.registry.edit(
      EditRequest(account: Self.ada, password: PasswordEntry("Thirdsecret1")))
    late = old
    #expect(await late.save(form).status == .forbidden)
  }

  @Test("equal forms at once are one change, and each logs in") func atOnce() async throws {
    var browser = try await loggedIn()
    var form = await browser.profile()
    (form["email"], form["now"]) = ("augusta@example.com", "secret1")
    let (before, record) = (try await count(), site.record)
    let (jar, sent) = (browser.jar, form)
    let answers = await withTaskGroup(of: Answer.self) { group in
      for _ in 0..<4 {
        group.addTask { [site] in
          var twin = Browser(site)
          twin.jar = jar
          return await twin.save(sent)
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(answers.allSatisfy { $0["Location"] == "/" })
    #expect(Set(answers.flatMap(Browser.setCookies)).count == 4)
    #expect(try await count() == before + 1)
    #expect(site.record == record + ["yes"])
  }

  // MARK: Bad input

  @Test("keys that it does not have change nothing; in its address they are refused")
  func unknown() async throws {
    var browser = try await loggedIn()
    var form = await browser.profile()
    for (key, value) in [
      ("groups", "admin"), ("validUntil", "2040-01-01"), ("validFrom", "2020-01-01"),
      ("disabled", "true"), ("mustChange", "true"), ("invitedUntil", "2027-02-01"),
      ("password", "hunter22"), ("username", "root"), ("role", "admin"),
    ] { form[key] = value }
    let before = try await count()
    #expect(await browser.save(form).status == .seeOther)
    #expect(try await count() == before)
    #expect(await browser.save(form, "/edit?x=1").status == .badRequest)
    #expect(await browser.save(form, "/edit?lang=en&lang=ru").status == .badRequest)
    #expect(await browser.open("/edit?utm_source=x").status == .ok)
    // A form with some of its fields changes these.
    #expect(await browser.post("/edit", ["lastName": "King"]).status == .seeOther)
    #expect(try await value(.lastName) == "King")
    #expect(try await value(.firstName) == "Ada")
  }

  @Test("long texts in Cyrillic fit, and more than 16 KiB is refused") func long() async throws {
    var browser = try await loggedIn()
    var form = await browser.profile()
    form["lastName"] = String(repeating: "щ", count: 1_000)
    #expect(form.body.utf8.count > 6_000)
    #expect(await browser.save(form).status == .seeOther)
    form["lastName"] = String(repeating: "щ", count: 3_000)
    #expect(await browser.save(form).status == .contentTooLarge)
    #expect(try await value(.lastName)?.count == 1_000)
  }

  @Test("a form of another site does nothing, and counts nothing") func foreign() async throws {
    var browser = try await loggedIn()
    var form = await browser.profile()
    (form["lastName"], form["email"], form["now"]) = ("King", "eve@example.com", "guess")
    let (before, record) = (try await count(), site.record)
    for fields in [
      "Sec-Fetch-Site: cross-site\r\n", "Sec-Fetch-Site: same-site\r\n",
      "Origin: https://wiki.example.com\r\n", "Origin: null\r\n",
    ] {
      let answer = await browser.save(form, fields: fields)
      #expect(answer.status == .forbidden)
      #expect(text(answer).contains("Nothing was done"))
    }
    #expect(try await count() == before)
    #expect(site.record == record)
  }

  // MARK: Without a session

  @Test("without a session it is the login, which leads back to it", arguments: ["GET", "POST"])
  func noSession(method: String) async throws {
    var browser = try await loggedIn()
    var form = await browser.profile()
    form["lastName"] = "King"
    _ = try await site.registry.endLogins(of: [Self.ada])
    let before = try await count()
    let login =
      method == "GET"
      ? await browser.open("/edit?lang=en")
      : await browser.save(
        form, "/edit?lang=en")
    #expect(login.status == (method == "GET" ? .ok : .forbidden))
    #expect(text(login).contains("action=\"/in?path=%2Fedit&amp;lang=en\""))
    #expect(text(login).contains("nothing was saved") == (method == "POST"))
    #expect(try await count() == before)
    let path = "/in?path=%2Fedit&lang=en"
    #expect(
      text(await browser.post(path, ["name": Self.ada, "password": ""]))
        .contains("action=\"/in?path=%2Fedit&amp;lang=en\""))
    let back = await browser.post(path, ["name": Self.ada, "password": "secret1"])
    #expect(back["Location"] == "/edit?lang=en")
    #expect(await browser.open(path)["Location"] == "/edit?lang=en")
    #expect(await browser.profile("/edit?lang=en")["lastName"] == "Muster")
    // No other path of the page is led to.
    for other in ["/out", "//eve.example/", "/edit/", "https://eve.example/edit", "/edit?x"] {
      #expect(
        await browser.open("/in?path=\(Browser.encoded(other))")["Location"] == "/", "\(other)")
    }
  }

  @Test("who must change the password does that first, and comes back") func mustChange()
    async throws
  {
    var browser = try await loggedIn()
    var form = await browser.profile()
    form["lastName"] = "King"
    _ = try await site.registry.edit(
      EditRequest(account: Self.ada, fields: [.mustChange: "true"]))
    for answer in [await browser.open("/edit"), await browser.save(form)] {
      #expect(answer.status == .forbidden)
      #expect(text(answer).contains("action=\"/password?path=%2Fedit\""))
      #expect(text(answer).contains("value=\"\(Self.ada)\""))
      #expect(text(answer).contains("name=\"old\""))
    }
    #expect(try await value(.lastName) == "Muster")
    let set = await browser.post(
      "/password?path=%2Fedit",
      ["name": Self.ada, "old": "secret1", "new": "Newsecret1", "again": "Newsecret1"])
    #expect(set["Location"] == "/edit")
    #expect(await browser.profile()["lastName"] == "Muster")
  }

  @Test("where nothing can be written it says so, and what was typed stays") func unwritable()
    async throws
  {
    var browser = try await loggedIn()
    var form = await browser.profile()
    form["lastName"] = "King"
    let lock = site.directory.path + "/.accounts.json.lock"
    try FileManager.default.moveItem(atPath: lock, toPath: lock + ".away")
    try FileManager.default.createDirectory(atPath: lock, withIntermediateDirectories: false)
    let answer = await browser.save(form)
    #expect(answer.status == .unavailable)
    #expect(answer["Retry-After"] == "10")
    #expect(EditedProfile(answer)["lastName"] == "King")
    #expect(text(answer).contains("Nothing can be saved now."))
    try FileManager.default.removeItem(atPath: lock)
    try FileManager.default.moveItem(atPath: lock + ".away", toPath: lock)
    #expect(await browser.save(form).status == .seeOther)
  }
}

extension Rulebook {
  /// A rulebook under which people change their own names.
  static func withOwnNames(_ rulebook: Rulebook) -> Rulebook {
    var rulebook = rulebook
    rulebook.fields.own.formUnion(Field.keys)
    return rulebook
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

/// Puts a mark into an account's lines, as an editor does.
private func disableByHand(_ name: String, in path: String) throws {
  let text = try String(contentsOfFile: path, encoding: .utf8)
  try text.replacing("\"\(name)\"", with: "\"\(name)\", \"disabled\": true")
    .write(toFile: path, atomically: true, encoding: .utf8)
}
