import Testing

/// Hashes that other programs made: they come in and let their owners in. Weak ones are replaced
/// then, within their family.
@Suite struct OldHashTests {
  @Test(
    "$apr1$ and {SHA}, as htpasswd makes them",
    .enabled(if: Neighbour.htpasswd.isProved, "\(Neighbour.htpasswd.absence)"))
  func htpasswd() async throws {
    let password = "пароль ü a:b$c\\ "
    let home = try Home()
    for (option, email) in [("-cbm", "ada@mail.ru"), ("-bs", "eve@mail.ru")] {
      let made = try await home.shell(
        "htpasswd \"$@\"", option, "\(home.path)/users", email, password)
      #expect(made.code == 0, "\(made)")
    }
    let users = try home.file("users").text
    #expect(users.contains("ada@mail.ru:$apr1$") && users.contains("eve@mail.ru:{SHA}"))
    try await letsIn(["ada@mail.ru", "eve@mail.ru"], password, home, become: "$y$")
  }

  @Test(
    "bcrypt, which stays bcrypt for the servers that check nothing else",
    .enabled(if: Neighbour.htpasswd.isProved, "\(Neighbour.htpasswd.absence)"))
  func bcrypt() async throws {
    let home = try Home()
    for (email, cost) in [("ada@mail.ru", "5"), ("eve@mail.ru", "10")] {
      let made = try await home.shell(
        "htpasswd \"$@\"", "-bB\(email == "ada@mail.ru" ? "c" : "")", "-C", cost,
        "\(home.path)/users", email, "secret1")
      #expect(made.code == 0, "\(made)")
    }
    try await letsIn(["ada@mail.ru"], "secret1", home, become: "$2b$10$", left: "$2y$10$")
    let export = try await home.run(
      "export", "--format", "htpasswd", "--output", "\(home.path)/out")
    #expect(export.code == 0)
    for email in ["ada@mail.ru", "eve@mail.ru"] {
      let checked = try await home.shell(
        "htpasswd \"$@\"", "-vb", "\(home.path)/out", email, "secret1")
      #expect(checked.code == 0, "\(checked)")
    }
  }

  /// Imports the file `users`, and logs its people in, with another password first. Their hashes
  /// begin so afterwards.
  private func letsIn(
    _ emails: [String], _ password: String, _ home: Home, become beginning: String,
    left: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let taken = try await home.run("import", "\(home.path)/users", "--rules", "register")
    let all = emails.count + (left == nil ? 0 : 1)
    let count = all == 1 ? "1 account" : "\(all) accounts"
    #expect(
      taken == .exit(0, err: "added \(count), replaced 0, skipped 0\n"),
      sourceLocation: sourceLocation)
    for email in emails {
      for (given, code) in [(password + "x", 1), ("", 1), (password, 0)] as [(String, Int32)] {
        let ran = try await home.run(
          "verify", "--email", email, "--password-stdin", input: .text(given))
        #expect(ran.code == code, "\(email) \(given) \(ran)", sourceLocation: sourceLocation)
      }
      let login = try await home.run(
        "login", "--email", email, "--password-stdin", input: .text(password))
      #expect(login.code == 0, "\(login)", sourceLocation: sourceLocation)
    }
    let text = try home.accounts.text
    #expect(
      text.split(separator: "\"\(beginning)").count == emails.count + 1,
      sourceLocation: sourceLocation)
    if let left { #expect(text.contains("\"\(left)"), sourceLocation: sourceLocation) }
    for email in emails {
      let again = try await home.run(
        "verify", "--email", email, "--password-stdin", input: .text(password))
      #expect(again == .exit(0), sourceLocation: sourceLocation)
    }
  }

  @Test(
    "argon2id, as Authelia's file has it",
    .enabled(if: Neighbour.hasArgon2, "\(Neighbour.absenceOfArgon2)"))
  func authelia() async throws {
    let home = try Home()
    try home.file("users").write(
      """
      users:
        ada:
          disabled: false
          displayname: 'Ada Lovelace'
          password: '$argon2id$v=19$m=65536,t=3,p=4$U2FsdFNhbHRTYWx0U2FsdA$lg635xA44DrNPtciPOc+LmswKyHCCFw/ZPX2IlukaIk'
          email: 'ada@mail.ru'
          groups:
            - 'admins'
      """)
    try await letsIn(["ada@mail.ru"], "secret1", home, become: "$argon2id$")
  }

  @Test(
    "argon2id, as Dovecot makes it",
    .enabled(if: Neighbour.hasArgon2, "\(Neighbour.absenceOfArgon2)"),
    .enabled(if: Neighbour.doveadm.isProved, "\(Neighbour.doveadm.absence)"),
    arguments: [
      "secret1", "пароль ü", " a:b$c\\ ", "sixteen letters!",
      String(repeating: "long ", count: 25),
    ])
  func dovecot(password: String) async throws {
    let home = try Home()
    let made = try await home.shell("doveadm pw -s ARGON2ID -p \"$1\"", password)
    #expect(made.out.hasPrefix("{ARGON2ID}$argon2id$"), "\(made)")
    try home.file("users").write("ada@mail.ru:\(made.out.dropFirst(10))")
    try await letsIn(["ada@mail.ru"], password, home, become: "$argon2id$")
  }

  @Test(
    "too little memory for argon2 is 75, and counts as no failure",
    .enabled(if: Neighbour.hasArgon2, "\(Neighbour.absenceOfArgon2)"))
  func outOfMemory() async throws {
    let home = try Home(
      """
      {"rules": "register", "accounts": [{"email": "ada@mail.ru", "password":
      "$argon2id$v=19$m=1048576,t=1,p=1$U2FsdFNhbHRTYWx0U2FsdA$lg635xA44DrNPtciPOc+LmswKyHCCFw/ZPX2IlukaIk"}]}
      """)
    for _ in 0..<6 {
      let ran = try await home.shell(
        "ulimit -v 1000000; printf secret1 | $0 login --email ada@mail.ru --password-stdin")
      #expect(ran.code == 75, "\(ran)")
      #expect(ran.err.contains("memory"), "\(ran)")
    }
  }
}
