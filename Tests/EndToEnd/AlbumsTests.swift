import Testing

/// The rulebook `albums`: everything is required, names are English, people are of age.
@Suite struct AlbumsTests {
  static let person: [(option: String, value: String)] = [
    ("--email", "vera@example.com"), ("--password", "Music1"), ("--first-name", "Vera"),
    ("--last-name", "Menchik"), ("--birth-date", "1986-02-16"), ("--phone", "912 345-67-89"),
  ]

  /// A registration in which one option has another value, or is left out.
  private func register(
    _ option: String? = nil, _ value: String? = nil
  ) async throws -> (home: Home, ran: Ran) {
    let home = try Home(fixture: "albums")
    let words = Self.person.flatMap { own in
      own.option == option ? value.map { [own.option, $0] } ?? [] : [own.option, own.value]
    }
    return (home, try await home.run(["register"] + words))
  }

  @Test("with all six fields an account is made, logged in, and its phone written one way")
  func whole() async throws {
    let (home, ran) = try await register()
    #expect(ran.code == 0)
    #expect(ran.err == "created account vera@example.com\n")
    let profile = """
      Email:      vera@example.com
      Password:   ********
      First name: Vera
      Last name:  Menchik
      Birth date: 1986-02-16
      Phone:      +7 (912) 345-67-89

      """
    #expect(ran.out.withoutAge == profile)
    #expect(try await home.run("show").out.withoutAge == profile)
    #expect(try home.accounts.people.count == 3)
    #expect(try home.accounts.people[2]["phone"] as? String == "+7 (912) 345-67-89")
  }

  @Test(
    "each field that is missing is named: not given 64, empty 65",
    arguments: [
      ("--email", "email"), ("--password", "password"), ("--first-name", "first name"),
      ("--last-name", "last name"), ("--birth-date", "birth date"), ("--phone", "phone"),
    ])
  func missing(option: String, name: String) async throws {
    let (home, absent) = try await register(option)
    #expect(absent.code == 64)
    #expect(absent.err.hasPrefix("regapp: error: \(name) is missing\n"), "\(absent)")
    let (_, empty) = try await register(option, "")
    #expect(empty.code == 65)
    #expect(empty.err.hasPrefix("regapp: error: \(name) "), "\(empty)")
    #expect(try home.accounts.bytes == Home(fixture: "albums").accounts.bytes)
    #expect(!home.session.exists)
  }

  @Test(
    "each field that is wrong is refused by its rule",
    arguments: [
      ("--email", "vera@example", "email must have a dot after its @"),
      ("--email", "ve ra@example.com", "email must not hold a space"),
      ("--email", "a..b@mail.ru", "email must not begin with a dot"),
      ("--password", "Mus1c", "password must have 6 characters or more"),
      ("--password", "Musics", "password must have 1 digit or more"),
      ("--password", "MUSIC1", "password must have 1 lower-case letter or more"),
      ("--password", "music1", "password must have 1 upper-case letter or more"),
      ("--first-name", "Вера", "first name must be in English letters"),
      ("--first-name", "Vеra", "е is a Cyrillic letter that looks like e"),
      ("--first-name", "Vera2", "first name must be in English letters"),
      ("--last-name", "O''Brien", "last name may have single spaces, hyphens and apostrophes"),
      ("--last-name", "Müller", "last name must be in English letters"),
      ("--birth-date", "2999-01-01", "birth date must not lie in the future"),
      ("--birth-date", "1800-01-01", "birth date must be that of someone aged 120 or less"),
      ("--birth-date", "2001-02-29", "birth date must be a day that exists"),
      ("--birth-date", "1986-2-16", "birth date must be a day written as YYYY-MM-DD"),
      ("--phone", "+1 912 345 67 89", "phone must be a number of the form +7 (***) ***-**-**"),
      ("--phone", "9123456789 0 1", "phone must be a number of the form +7 (***) ***-**-**"),
      ("--phone", "+89123456789", "phone must be a number of the form +7 (***) ***-**-**"),
      ("--phone", "٩١٢٣٤٥٦٧٨٩", "phone must be a number of the form +7 (***) ***-**-**"),
    ])
  func wrong(option: String, value: String, message: String) async throws {
    let (home, ran) = try await register(option, value)
    #expect(ran.code == 65)
    #expect(ran.out == "")
    #expect(ran.err.contains(message), "\(ran)")
    #expect(try home.accounts.bytes == Home(fixture: "albums").accounts.bytes)
  }

  @Test("all that is wrong is told at once")
  func allAtOnce() async throws {
    let home = try Home(fixture: "albums")
    let ran = try await home.run(
      "register", "--email", "vera", "--password", "M", "--first-name", "Вера",
      "--birth-date", "16.02.1986", "--phone", "1")
    let expected = """
      regapp: error: email must be an address, with an @ in it
      regapp: error: password must have 6 characters or more
      regapp: error: password must have 1 digit or more
      regapp: error: password must have 1 lower-case letter or more
      regapp: error: first name must be in English letters: В is a Cyrillic letter that looks like B
      regapp: error: last name is missing
      regapp: error: birth date must be a day written as YYYY-MM-DD
      regapp: error: phone must be a number of the form +7 (***) ***-**-**
      regapp: hint: regapp rules tells what an account must look like

      """
    #expect(ran == .exit(65, err: expected))
  }

  @Test(
    "every spelling of a phone number is kept in one form",
    arguments: [
      "9123456789", "79123456789", "89123456789", "+79123456789", "+7 (912) 345-67-89",
      "8 (912) 345-67-89", "8-912-345-67-89", " 912.345.67.89 ",
      "+7\u{A0}912\u{2009}345\u{2013}6789",
    ])
  func phones(spelling: String) async throws {
    let home = try Home(fixture: "albums")
    let edit = try await home.run(
      "edit", "--account", "anna.obrien@mail.example.org", "--phone", spelling)
    #expect(edit.code == 0, "\(edit)")
    #expect(try home.accounts.people[1]["phone"] as? String == "+7 (912) 345-67-89")
  }

  @Test(
    "English names may have inner spaces, hyphens and apostrophes",
    arguments: [
      "Anna-Maria", "O'Brien", "van der Berg", " Vera ",
    ])
  func names(name: String) async throws {
    let home = try Home(fixture: "albums")
    let edit = try await home.run(
      "edit", "--account", "ada.lovelace@example.com", "--last-name", name)
    #expect(edit.code == 0, "\(edit)")
  }

  @Test("a required field cannot be cleared")
  func clearing() async throws {
    let home = try Home(fixture: "albums")
    let before = try home.accounts.state
    let edit = try await home.run(
      "edit", "--account", "ada.lovelace@example.com", "--phone", "", "--last-name", "")
    #expect(edit.code == 65)
    #expect(
      edit.err.hasPrefix("regapp: error: last name is missing\nregapp: error: phone is missing\n"))
    #expect(try home.accounts.state == before)
  }

  @Test("one logs in by email, and by email alone")
  func login() async throws {
    let home = try Home(fixture: "albums")
    let byName = try await home.run("login", "--first-name", "Ada", "--password", "Music1")
    #expect(byName.code == 64)
    let ada = try await home.run(
      "login", "--email", "ada.lovelace@example.com", "--password", "Music1")
    #expect(ada.code == 0)
    let unknown = try await home.run(
      "login", "--email", "vera@example.com", "--password", "Music1")
    #expect(unknown.code == 77)
    #expect(try home.accounts.people.count == 2)
  }
}
