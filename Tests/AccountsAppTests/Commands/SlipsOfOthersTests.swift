import Testing

@testable import AccountsApp

@Suite("What other programs wrote") struct SlipsOfOthersTests {
  private let home = Home()
  private static let bcrypt = ForeignExport.bcrypt

  private func write(_ member: String) throws {
    try home.write(
      #"{"rules": "register", "accounts": [{"email": "ada@example.com", "password": "secret1", \#(member)}]}"#
        + "\n")
  }

  private static let marks = [
    (#""isDisabled": true"#, "isDisabled", "disabled"),
    (#""is_active": false"#, "is_active", "disabled"),
    (#""suspended": "yes""#, "suspended", "disabled"), (#""blocked": true"#, "blocked", "disabled"),
    (#""expiresAt": "2999-12-31""#, "expiresAt", "validUntil"),
    (#""validUntil": "2999-01-01", "validTo": "2020-01-01""#, "validTo", "validUntil"),
    (#""disabled": false, "locked": true"#, "locked", "disabled"),
    (#""validForm": "2999-01-01""#, "validForm", "validFrom"),
  ]

  @Test("to shut an account closes it in a file, and is said with what to write", arguments: marks)
  func marksInFile(member: String, key: String, field: String) async throws {
    try write(member)
    let ran = await home.run("check")
    #expect(ran.exit == 65 && ran.out.contains(" \(key) is not a key that regapp knows"), "\(ran)")
    #expect(ran.out.contains(field), "\(ran)")
    #expect(await home.run("list --state closed").out.contains("ada@example.com"))
    // A file of regapp that is imported is judged alike.
    try home.write(home.text(), to: "old.json")
    try home.write(#"{"rules": "register", "accounts": []}"#)
    #expect(await home.run("import \(home.documents)/old.json").exit == 65)
  }

  @Test("is understood by import and apply, which write the field, and say so")
  func understood() async throws {
    try home.write(
      #"[{"email": "ada@example.com", "password": "secret1", "isDisabled": true},"#
        + #" {"email": "bob@example.com", "password": "secret1", "expiresAt": "2030-01-02T00:00:00Z"},"#
        + #" {"email": "eve@example.com", "password": "secret1", "validTo": "2030-01-02"},"#
        + #" {"email": "zoe@example.com", "password": "secret1", "expires_at": 1893456000},"#
        + #" {"email": "joe@example.com", "password": "secret1", "expiry": "1/2/2030"},"#
        + #" {"email": "tom@example.com", "password": "secret1", "expiry": "never"}]"#, to: "a.json"
    )
    for command in ["import", "apply"] {
      try home.write(#"{"rules": "register", "accounts": []}"#)
      let ran = await home.run("\(command) \(home.documents)/a.json")
      #expect(ran.exit == 0 && ran.err.contains("who may not log in: ada@example.com"), "\(ran)")
      let accounts = try await home.registry.list(limit: 9, withOwnKeys: true).accounts
      #expect(
        accounts.map { $0.values[text: .validUntil] } == [
          nil, "2030-01-01", "2030-01-02", "2029-12-31", "2030-01-01", nil,
        ])
      #expect(accounts.first?.state == .disabled && accounts.allSatisfy { $0.ownKeys.isEmpty })
      #expect(accounts.dropFirst().allSatisfy { $0.state == .open })
    }
  }

  @Test("in an own key with a slip is warned of, and closes nobody")
  func mistyped() async throws {
    try write(#""lokced": true, "validUntil": "2999-01-01", "valid_until": "2020-01-01""#)
    let ran = await home.run("check")
    #expect(ran.exit == 0 && ran.out.contains("lokced may say who cannot log in"), "\(ran)")
    #expect(ran.out.contains("valid_until is kept as a key of your own; did you mean validUntil?"))
  }

  @Test(
    "with space around a hash loses it in an import, which names the lines; by hand it is an error")
  func space() async throws {
    let hash = Self.bcrypt
    try home.write(
      "email, password\nada@example.com, \(hash)\nbob@example.com, !\(hash)\n"
        + "eve@example.com,\u{A0}\(hash) \nzoe@example.com, secret1\n", to: "a.csv")
    let ran = await home.run("import \(home.documents)/a.csv --rules register")
    #expect(ran.exit == 0, "\(ran)")
    #expect(ran.err.contains("a.csv: cut the space around hashes in lines 2, 3, 4"), "\(ran)")
    #expect(
      ran.err.contains("a.csv: typed passwords in lines 5 begin or end with a space"), "\(ran)")
    let accounts = try await home.registry.list(limit: 9).accounts
    #expect(accounts.map(\.state) == [.open, .locked, .open, .open])
    #expect(accounts.prefix(3).map { $0.values.password } == [hash, "!" + hash, hash])
    for text in [" \(hash)", "b'\(hash)'", " !\(hash)", "\u{FEFF}\(hash)", "\(hash) "] {
      try home.write(#"[{"email": "new@example.com", "password": "\#(text)"}]"#, to: "b.json")
      let ran = await home.run("apply \(home.documents)/b.json")
      #expect(ran.exit == 65 && ran.err.contains("write it without them"), "\(ran)")
    }
    try home.write("email,password\nnew@example.com, \"secret1\"\n", to: "c.csv")
    let quoted = await home.run("import \(home.documents)/c.csv")
    #expect(
      quoted.exit == 65 && quoted.err.contains("c.csv:2:17: error: there is a space"), "\(quoted)")
  }
}
