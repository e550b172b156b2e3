import Testing

@testable import AccountsApp

/// One account as another program exports it, and what becomes of it here.
struct ForeignExport: Sendable, CustomTestStringConvertible {
  enum Fate: Sendable, Equatable {
    /// It is imported, with this state.
    case taken(String)
    /// It is imported, with a word of a warning.
    case warned(String)
    /// It is refused at this key or its value, by this rule.
    case refused(String, at: String)
  }

  let program: String
  /// The keys beside the email, with their values in JSON.
  let members: [(key: String, value: String)]
  let json: Fate
  let csv: Fate

  var testDescription: String { "\(program): \(members.map(\.key))" }

  init(_ program: String, _ password: String, _ fate: Fate) {
    self.program = program
    members = [(key: "password", value: "\"\(password)\"")]
    (json, csv) = (fate, fate)
  }

  init(
    _ program: String, _ members: [(key: String, value: String)], json: Fate, csv: Fate
  ) {
    self.program = program
    self.members = members
    (self.json, self.csv) = (json, csv)
  }

  static let bcrypt = "$2y$10$abcdefghijklmnopqrstuu7xBdc3mx5nNlgVHYL28yCH.qGrgk0.q"
  private static let digest = "aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2g="
  private static let hexadecimal = "5f4dcc3b5aa765d61d8327deb882cf99"
  private static let foreign = Fate.refused("foreignHash", at: "password")
  private static let hash = (key: "password", value: "\"\(bcrypt)\"")

  static let all: [ForeignExport] = [
    .init("Django", "pbkdf2_sha256$600000$salt$\(digest)", foreign),
    .init("Django", "bcrypt_sha256$\(bcrypt)", foreign),
    .init("Django", "argon2$argon2id$v=19$m=102400,t=2,p=8$c2FsdA$\(digest)", foreign),
    .init("Django", "scrypt$salt$16384$8$1$\(digest)", foreign),
    .init("Django", "md5$saltsalt$\(hexadecimal)", foreign),
    .init(
      "Django", "!Qm3kcBgyJ1xq8Zr2T5vW7yA9cE0gI4kMnOpQrStU",
      .refused("misleadingPassword", at: "password")),
    .init(
      "Django", [hash, ("is_active", "false")], json: .taken("disabled"), csv: .taken("disabled")),
    .init(
      "Django", [hash, ("first_name", "\"Ada\"")], json: .refused("knownKey", at: "first_name"),
      csv: .taken("open")),
    .init("Werkzeug", "pbkdf2:sha256:600000$saltsaltsaltsalt$\(digest)", foreign),
    .init("Werkzeug", "scrypt:32768:8:1$saltsaltsaltsalt$\(digest)\(digest)", foreign),
    .init(
      "Keycloak", "$pbkdf2-sha512$i=27500$c2FsdA$\(digest)",
      .warned("cannot be checked at login here")),
    .init(
      "Keycloak", [hash, ("enabled", "false"), ("emailVerified", "true")], json: .taken("disabled"),
      csv: .taken("disabled")),
    .init(
      "Keycloak", [hash, ("enabled", "true"), ("totp", "false")], json: .taken("open"),
      csv: .taken("open")),
    .init(
      "Keycloak", [("credentials", "[]"), ("enabled", "true")],
      json: .refused("required", at: "{"), csv: .refused("required", at: "{")),
    .init("LDAP", "{SSHA512}\(digest)", foreign),
    .init("LDAP", "{MD5}X03MO1qnZdYdgyfeuILPmQ==", foreign),
    .init("LDAP", "{SSHA}DkMTwBl+a/3DQTxCYEApdUtNXGgdUac3", .taken("open")),
    .init("LDAP", "{SHA}W6ph5Mm5Pz8GgiULbPgzG37mj9g=", .taken("open")),
    .init("LDAP", "{CRYPT}\(bcrypt)", foreign),
    .init("LDAP", "{SASL}ada.lovelace@EXAMPLE.COM", foreign),
    .init(
      "LDAP", [hash, ("nsAccountLock", "\"TRUE\"")], json: .taken("disabled"),
      csv: .taken("disabled")),
    .init(
      "Dovecot",
      "{SHA256-CRYPT}$5$rounds=500000$saltsalt$abcdefghijabcdefghijabcdefghijabcdefghijabc", foreign
    ),
    .init("Dovecot", "{PLAIN}secret1", foreign),
    .init("Dovecot", "{SCRAM-SHA-256}4096,c2FsdA==,\(digest),\(digest)", foreign),
    .init("Unix", "$6$rounds=500000$saltsalt$\(String(repeating: "a", count: 86))", .taken("open")),
    .init("Unix", "!!", .refused("misleadingPassword", at: "password")),
    .init("Unix", "ada:\(bcrypt)", foreign),
    .init("GitLab", "$2a$10$abcdefghijklmnopqrstuu7xBdc3mx5nNlgVHYL28yCH.qGrgk0.q", .taken("open")),
    .init(
      "GitLab", [hash, ("state", "\"ldap_blocked\""), ("locked", "false")],
      json: .taken("disabled"),
      csv: .taken("disabled")),
    .init("GitLab", "\(hexadecimal)", .refused("hexadecimalDigits", at: "password")),
  ]

  /// The text in a format, and how far each key or value is in its line.
  func text(_ format: String) -> (text: String, fate: Fate, line: Int, columns: [String: Int]) {
    let all = [(key: "email", value: "\"ada@example.com\"")] + members
    guard format == "json" else {
      let values = all.map { $0.value == "[]" ? "" : $0.value }
      var columns = ["{": 1]
      var column = 1
      for (member, value) in zip(all, values) {
        columns[member.key] = column
        column += value.count + 1
      }
      let text = all.map(\.key).joined(separator: ",") + "\n" + values.joined(separator: ",") + "\n"
      return (text, csv, 2, columns)
    }
    var text = "[{"
    var columns = ["{": 2]
    for (key, value) in all {
      if text.count > 2 { text += ", " }
      // Of an own key, the key is what is wrong; of a field, the value.
      columns[key] = text.count + 1 + (key == "password" ? key.count + 4 : 0)
      text += "\"\(key)\": \(value)"
    }
    return (text + "}]\n", json, 1, columns)
  }
}

@Suite("Exports of other programs") struct ForeignExportTests {
  private let home = Home()

  @Test(
    "are taken, warned of or refused with their place, in json and in csv",
    arguments: ForeignExport.all, ["json", "csv"])
  func exports(export: ForeignExport, format: String) async throws {
    let (text, fate, line, columns) = export.text(format)
    try home.write(text, to: "users.\(format)")
    let path = "\(home.documents)/users.\(format)"
    let options = format == "csv" ? " --ignore-columns" : ""
    let ran = await home.run("import \(path) --rules register --json\(options)")
    switch fate {
    case .taken, .warned: #expect(ran.exit == 0, "\(ran)")
    case .refused(let rule, let key):
      #expect(ran.exit == 65, "\(ran)")
      #expect(ran.err.contains("\"rule\": \"\(rule)\""), "\(ran)")
      let place = try #require(columns[key])
      #expect(ran.err.contains("\"line\": \(line), \"column\": \(place)"), "\(ran)")
      #expect(!home.exists("accounts.json"))
    }
    if case .taken(let state) = fate {
      #expect(try await home.registry.account("ada@example.com").state.rawValue == state)
      #expect(await home.run("check").exit == 0)
    }
    if case .warned(let words) = fate { #expect(ran.err.contains(words), "\(ran)") }
    // No message shows what may be somebody's password.
    #expect(!ran.err.contains("aGFzaGhhc2"), "\(ran)")
  }

  @Test("are refused by apply as by import", arguments: ForeignExport.all)
  func apply(export: ForeignExport) async throws {
    let (text, fate, _, _) = export.text("json")
    try home.write(text, to: "users.json")
    let ran = await home.run("apply \(home.documents)/users.json --rules register")
    switch fate {
    case .refused("hexadecimalDigits", _):
      #expect(ran.exit == 0 && ran.err.contains("hexadecimal digits alone"), "\(ran)")
    case .refused("knownKey", _): break
    case .refused: #expect(ran.exit == 65, "\(ran)")
    case .taken, .warned: #expect(ran.exit == 0, "\(ran)")
    }
  }

  @Test(
    "close an account that a hand gave them, and the text logs nobody in",
    arguments: ForeignExport.all)
  func hand(export: ForeignExport) async throws {
    guard case .refused("foreignHash", _) = export.json, let text = export.members.first?.value
    else { return }
    try home.write(
      #"{"rules": "register", "accounts": [{"email": "ada@example.com", "password": \#(text)}]}"#)
    let checked = await home.run("check")
    #expect(checked.exit == 65, "\(checked)")
    #expect(checked.out.contains("ada@example.com: password looks like"), "\(checked)")
    #expect(await home.run("list --hash typed").out == "")
    #expect(await home.run("seal").exit == 65)
    #expect(try home.text().contains(text))
    var setting = Setting()
    setting.input = Array(text.dropFirst().dropLast().utf8)
    let verified = await home.run(
      ["verify", "--email", "ada@example.com", "--password-stdin"], setting)
    #expect(verified.exit == 1, "\(verified)")
    // An owner of such a password gets it.
    let set = await home.run(
      ["edit", "--account", "ada@example.com", "--password-stdin"], setting)
    #expect(set.exit == 0, "\(set)")
    #expect(
      await home.run(["verify", "--email", "ada@example.com", "--password-stdin"], setting).exit
        == 0)
  }

  @Test("in hexadecimal digits are passwords where that is said, and a warning of check")
  func hexadecimal() async throws {
    let digits = String(repeating: "0aF9", count: 8)
    try home.write("email,password\nada@example.com,\(digits)\n", to: "users.csv")
    let line = "import \(home.documents)/users.csv --rules register"
    let refused = await home.run(line)
    #expect(refused.exit == 65 && refused.err.contains("--typed"), "\(refused)")
    #expect(await home.run("\(line) --typed").exit == 0)
    try home.write(
      #"{"rules": "register", "accounts": [{"email": "ada@example.com", "password": "\#(digits)"}]}"#
    )
    let checked = await home.run("check")
    #expect(checked.exit == 0 && checked.out.contains("32 hexadecimal digits"), "\(checked)")
    #expect(await home.run("seal").exit == 0)
  }
}
