import Testing

/// An account that breaks the rules is closed. It blocks no other.
@Suite struct ClosedAccountTests {
  /// Paul is well; each of the others is closed for a reason of its own.
  static let mixed = """
    {
      "accounts": [
        {"email": "bad@host", "password": "12345", "birthDate": "1990-02-30", "phone": 5},
        {"email": "paul@host.com", "password": "12345"},
        {"password": "12345"},
        {"email": "anna@host.com", "password": "12345", "firstName": "A", "firstName": "B"},
        {"email": "twin@host.com", "password": "12345"},
        {"email": "Twin@HOST.com", "password": "54321"},
        "nobody",
        {"email": "tiny@host.com", "password": "1234"}
      ]
    }

    """

  static let places = [
    "3:15: error: email must have a dot after its @",
    "3:61: error: birth date must be a day that exists",
    "3:84: error: phone must be a text in quotes",
    "5:5: error: email is missing",
    "6:84: error: first name stands twice",
    "8:15: error: a user with this email already exists",
    "9:5: error: an account must be an object: { \"email\": …, \"password\": … }",
    "10:44: error: password must have 5 characters or more",
  ]

  @Test("check tells every problem of every account, in the order of the file")
  func check() async throws {
    let home = try Home(Self.mixed)
    let check = try await home.run("check")
    #expect(check.code == 65)
    let errors = check.out.split(separator: "\n").filter { $0.contains(" error: ") }
    #expect(errors.map(String.init) == Self.places.map { "~/Documents/regapp/accounts.json:\($0)" })
  }

  @Test(
    "one closed account blocks no other",
    arguments: [
      (["show"], 0), (["list"], 0),
      (["edit", "--account", "paul@host.com", "--first-name", "Paul"], 0),
      (["register", "--email", "new@host.com", "--password", "12345"], 0),
      (["login", "--email", "paul@host.com", "--password", "12345"], 0),
      (["login", "--email", "new@host.com", "--password", "12345"], 0),
      (["verify", "--email", "paul@host.com", "--password", "12345"], 0),
      (["show", "--email", "paul@host.com"], 0),
      (["remove", "paul@host.com", "--yes"], 0),
    ] as [([String], Int32)])
  func blocksNoOther(words: [String], code: Int32) async throws {
    let home = try Home(Self.mixed)
    let ran = try await home.run(words)
    #expect(ran.code == code, "\(ran)")
  }

  @Test(
    "a closed account is not logged in to; its problems are told after the right password alone")
  func login() async throws {
    let home = try Home(Self.mixed)
    let before = try home.accounts.state
    let failed = "regapp: error: login failed: no such account, or the password is wrong\n"
    for email in ["anna@host.com", "twin@host.com", "tiny@host.com"] {
      let wrong = try await home.run("login", "--email", email, "--password", "wrong password")
      #expect(wrong == .exit(77, err: failed))
    }
    let right: [(email: String, password: String, problems: [Int])] = [
      ("anna@host.com", "12345", [4]), ("twin@host.com", "12345", [5]),
      ("twin@host.com", "54321", [5]), ("tiny@host.com", "1234", [7]),
    ]
    for (email, password, problems) in right {
      let ran = try await home.run("login", "--email", email, "--password", password)
      let lines = problems.map { "~/Documents/regapp/accounts.json:\(Self.places[$0])\n" }.joined()
      let hint = "regapp: hint: mend the file by hand, then run regapp check\n"
      #expect(ran == .exit(65, err: lines + hint))
    }
    #expect(!home.session.exists)
    #expect(try home.accounts.state == before)
  }

  @Test("the session's account, closed by a hand, is told of with its places, and not written")
  func session() async throws {
    let home = try Home(fixture: "register")
    try home.session.write("{\"email\": \"mario.balotelli@gmail.com\"}\n")
    try home.accounts.replace("1990-08-12", with: "1990-13-12")
    try home.accounts.replace("+7 (912) 345-67-89", with: "+1 (912) 345-67-89")
    let before = try home.accounts.state
    let expected = """
      ~/Documents/regapp/accounts.json:10:20: error: birth date must be a day that exists
      ~/Documents/regapp/accounts.json:11:16: error: phone must be a number of the form \
      +7 (***) ***-**-**
      regapp: hint: mend the file by hand, then run regapp check

      """
    #expect(try await home.run("show") == .exit(65, err: expected))
    #expect(try await home.run() == .exit(65, err: expected))
    #expect(try home.accounts.state == before)
  }

  @Test("list marks the closed accounts and prints the others")
  func list() async throws {
    let home = try Home(
      """
      {"accounts": [
        {"email": "paul@host.com", "password": "12345", "firstName": "Paul", "lastName": "Pogba"},
        {"email": "bad@host", "password": "1"}
      ]}
      """)
    let expected = """
      paul@host.com  Paul Pogba
      bad@host       [closed: email must have a dot after its @ at line 3, and 1 more]

      """
    #expect(try await home.run("list") == .exit(0, out: expected))
  }

  @Test(
    "of two accounts with one email neither is shown, edited or removed: which is meant, nobody knows"
  )
  func twinsAreClosedTogether() async throws {
    let home = try Home(Self.mixed)
    let before = try home.accounts.state
    for words in [
      ["edit", "--account", "twin@host.com", "--first-name", "T"],
      ["remove", "twin@host.com", "--yes"], ["show", "--email", "TWIN@host.com"],
    ] {
      let ran = try await home.run(words)
      #expect(ran.code == 65, "\(words)")
      #expect(ran.err.hasPrefix("~/Documents/regapp/accounts.json:8:15: error: "))
    }
    #expect(try home.accounts.state == before)
  }

  @Test("an edit that mends a closed account is taken; one that leaves it broken is not")
  func mending() async throws {
    let home = try Home(
      """
      {"accounts": [
        {"email": "paul@host.com", "password": "12345", "birthDate": "1990-02-30", "phone": "5"}
      ]}
      """)
    let before = try home.accounts.state
    let half = try await home.run("edit", "--account", "paul@host.com", "--phone", "9123456789")
    #expect(half.code == 65)
    #expect(half.err.contains("birth date must be a day that exists"))
    #expect(try home.accounts.state == before)
    let whole = try await home.run(
      "edit", "--account", "paul@host.com", "--phone", "9123456789", "--birth-date", "1990-02-28")
    #expect(whole.code == 0, "\(whole)")
    #expect(try await home.run("check").code == 0)
  }
}
