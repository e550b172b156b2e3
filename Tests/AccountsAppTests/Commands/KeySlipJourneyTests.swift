import Testing

@testable import AccountsApp

@Suite("A slip in a key") struct KeySlipJourneyTests {
  private let home = Home()

  /// Other programs' words mean the contrary, too: only the whole pair says what to write.
  private static let shut = #""disabled": true"#

  private static let slips = [
    (#""disable": true"#, "disable", shut), (#""locked": "yes""#, "locked", shut),
    (#""enabled": false"#, "enabled", shut), (#""active": 0"#, "active", shut),
    (#""validUntill": "2020-01-01""#, "validUntill", "validUntil"),
    (#""valid_until": "2020-01-01""#, "valid_until", "validUntil"),
    (#""Disabled": false"#, "Disabled", "disabled"),
    (#""mustchange": true"#, "mustchange", "mustChange"),
    (#""lastname": "King""#, "lastname", "lastName"),
  ]

  private func write(_ member: String) throws {
    try home.write(
      #"{"rules": "register", "accounts": [{"email": "ada@example.com", "password": "secret1", \#(member)}]}"#
        + "\n")
  }

  private func logsIn() async -> Int32 {
    var setting = Setting()
    setting.input = Array("secret1".utf8)
    return await home.run(
      ["verify", "--email", "ada@example.com", "--password-stdin"], setting
    ).exit
  }

  @Test("closes the account, and check names its place and what was meant", arguments: slips)
  func byHand(member: String, key: String, field: String) async throws {
    try write(member)
    let ran = await home.run("check")
    #expect(ran.exit == 65, "\(ran)")
    #expect(ran.out.contains(":1:88: error: ada@example.com: \(key) "), "\(ran)")
    #expect(ran.out.contains("did you mean \(field)?"), "\(ran)")
    #expect(!ran.out.contains("must be"), "\(ran)")
    #expect(await logsIn() != 0)
    #expect(await home.run("list --state closed").out.contains("ada@example.com"))
    #expect(await home.run("export --format htpasswd").exit == 65)
    // A slip is mended in the file.
    try write(member.replacing("\"\(key)\"", with: "\"of_my_own\""))
    #expect(await logsIn() == 0)
  }

  @Test("is refused by import and apply, at its place, once for a column", arguments: slips)
  func lists(member: String, key: String, field: String) async throws {
    let isMark = ["disable", "locked", "enabled", "active"].contains(key)
    let rows = (1...3).map {
      #"{"email": "ada\#($0)@example.com", "password": "secret1", \#(member)}"#
    }
    try home.write("[\(rows.joined(separator: ",\n"))]\n", to: "people.json")
    for command in ["import", "apply"] {
      let home = Home()
      try home.write(self.home.text(of: "people.json"), to: "people.json")
      let ran = await home.run("\(command) \(home.documents)/people.json --rules register")
      guard !isMark else {
        // The mark is understood, and kept in our own field alone.
        #expect(ran.exit == 0, "\(ran)")
        let accounts = try await home.registry.list(limit: 9, withOwnKeys: true).accounts
        #expect(accounts.allSatisfy { $0.state == .disabled && $0.ownKeys.isEmpty })
        continue
      }
      #expect(ran.exit == 65, "\(ran)")
      #expect(ran.err.split(separator: "did you mean \(field)?").count == 2, "\(ran)")
      #expect(ran.err.contains("people.json:1:55: error: \(key)"), "\(ran)")
      #expect(!home.exists("accounts.json"))
    }
  }

  @Test("in a key that says that nobody is kept out, or beside the field, closes nobody")
  func open() async throws {
    for member in [
      #""disable": false, "locked": false, "enable": true, "enabled": true, "active": true"#,
      #""disabled": false, "locked": "by whom", "active": "since 2019""#,
      #""lastName": "King", "lastname": "Queen""#, #""phone2": "1", "emails": [], "group": "ops""#,
    ] {
      try write(member)
      #expect(await home.run("check").exit == 0)
      #expect(await logsIn() == 0, "\(member)")
    }
  }

  @Test("is mended by the field, by null in apply, and by leaving keys out of an import")
  func mended() async throws {
    try write(#""lastname": "King""#)
    #expect(await home.run("edit --account ada@example.com --last-name King").exit == 0)
    #expect(await logsIn() == 0)
    try write(#""lastname": "King""#)
    try home.write(#"[{"email": "ada@example.com", "lastname": null}]"#, to: "a.json")
    let applied = await home.run("apply \(home.documents)/a.json")
    #expect(applied.exit == 0, "\(applied)")
    #expect(await logsIn() == 0)
    #expect(try !home.text().contains("lastname"))
    try home.write(
      #"[{"email": "bob@example.com", "password": "secret1", "lastname": "King"}]"#, to: "b.json")
    #expect(await home.run("import \(home.documents)/b.json").exit == 65)
    let imported = await home.run("import \(home.documents)/b.json --ignore-columns")
    #expect(imported.exit == 0 && imported.err.contains("dropped: lastname"), "\(imported)")
  }

  @Test(
    "that was meant to keep somebody out is not left out, and no hint says so",
    arguments: ["valid_until", "validUntill", "mustchange", "Disabled", "invited_until"])
  func isNotLeftOut(key: String) async throws {
    let rows = (1...2).map {
      #"{"email": "ada\#($0)@example.com", "password": "secret1", "\#(key)": "2020-01-01", "club": 1}"#
    }
    try home.write("[\(rows.joined(separator: ",\n"))]\n", to: "a.json")
    let line = "import \(home.documents)/a.json --rules register"
    for options in ["", " --ignore-columns", " --ignore-columns --skip-invalid"] {
      let ran = await home.run(line + options)
      #expect(ran.exit == 65 && ran.err.contains("a.json:1:55: error: \(key) "), "\(ran)")
      #expect(ran.err.contains("rename the key in the file"), "\(ran)")
      #expect(!ran.err.contains("--ignore-columns"), "\(ran)")
      #expect(try await home.registry.list(limit: 1).accounts.isEmpty)
    }
  }

  @Test("is refused in a column of csv, too, unless leaving it out lets nobody in")
  func columns() async throws {
    func run(_ column: String, _ options: String) async throws -> Ran {
      try home.write(
        "email,password,\(column)\nada@example.com,secret1,2020-01-01\n", to: "a.csv")
      return await home.run(
        "import \(home.documents)/a.csv --rules register --dry-run \(options)")
    }
    for column in ["validUntill", "Valid Untill", "disabeld", "valid_fron"] {
      for options in ["", "--ignore-columns"] {
        let ran = try await run(column, options)
        #expect(ran.exit == 65 && ran.err.contains("a.csv:1:16: error: \(column) "), "\(ran)")
        #expect(ran.err.contains("did you mean ") && ran.err.contains("=\(column)"), "\(ran)")
        #expect(!ran.err.contains("--ignore-columns"), "\(ran)")
      }
    }
    #expect(try await run("validUntill", "--columns validUntil=validUntill").exit == 0)
    #expect(try await run("validUntill", "--ignore-columns --without validUntil").exit == 0)
    #expect(try await run("phon", "").exit == 65)
    #expect(try await run("phon", "--ignore-columns").exit == 0)
    #expect(try await run("emial", "").err.contains("--ignore-columns"))
  }

  @Test(
    "is refused in a file of Authelia, too, in which only disabled limits logins",
    arguments: [("dissabled", "disabled?"), ("validUntil", #""disabled": true"#)])
  func authelia(key: String, meant: String) async throws {
    try home.write("users:\n  ada@example.com:\n    \(key): true\n    club: x\n", to: "users.yml")
    for options in ["", " --ignore-columns", " --ignore-columns --skip-invalid"] {
      let ran = await home.run(
        "import \(home.documents)/users.yml --rules register --generate" + options)
      #expect(ran.exit == 65 && ran.err.contains("users.yml:3:5: error: \(key) "), "\(ran)")
      #expect(ran.err.contains("did you mean ") && ran.err.contains(meant), "\(ran)")
      #expect(ran.err.contains("rename the key in the file"), "\(ran)")
      #expect(!ran.err.contains("--ignore-columns"), "\(ran)")
      #expect(try await home.registry.list(limit: 1).accounts.isEmpty)
    }
  }

  @Test("is not brought by an edit of something else")
  func edits() async throws {
    try write(#""disable": true"#)
    let ran = await home.run("edit --account ada@example.com --last-name King")
    #expect(ran.exit == 65 && ran.err.contains(#"did you mean "disabled": true?"#), "\(ran)")
    #expect(await home.run("disable ada@example.com").exit == 0)
    #expect(try await home.registry.account("ada@example.com").state == .disabled)
  }
}
