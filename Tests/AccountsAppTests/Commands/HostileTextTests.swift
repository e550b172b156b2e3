import Foundation
import Testing

/// Nobody's name can move the cursor, forge a line or turn the direction of text.
@Suite struct HostileTextTests {
  private let home = Home()

  /// A text, how it stands in JSON, and how it is shown.
  static let texts: [(text: String, json: String, shown: String)] = [
    ("Ma\u{1B}[2Jrio", #"Ma\u001b[2Jrio"#, #"Ma\u{1B}[2Jrio"#),
    ("Mario\nEmail: x", #"Mario\nEmail: x"#, #"Mario\u{A}Email: x"#),
    ("Ma\rrio", #"Ma\rrio"#, #"Ma\u{D}rio"#),
    ("Ma\u{202E}oir", "Ma\u{202E}oir", #"Ma\u{202E}oir"#),
    ("Ma\u{2066}rio", #"Ma\u2066rio"#, #"Ma\u{2066}rio"#),
    ("Ma\u{200F}rio", "Ma\u{200F}rio", #"Ma\u{200F}rio"#),
    ("Ma\u{2028}rio", #"Ma\u2028rio"#, #"Ma\u{2028}rio"#),
    ("Ma\u{9B}2Jrio", "Ma\u{9B}2Jrio", #"Ma\u{9B}2Jrio"#),
    ("Ma\u{7F}rio", "Ma\u{7F}rio", #"Ma\u{7F}rio"#),
    ("Ma\trio", #"Ma\trio"#, #"Ma\u{9}rio"#),
  ]

  @Test("such a name is refused when it is typed", arguments: texts, ["first", "last"])
  func typed(name: (text: String, json: String, shown: String), which: String) async throws {
    await home.run("register --email mario@host.com --password 12345")
    let before = try home.text()
    let edit = await home.run("edit --\(which)-name", name.text)
    #expect(edit.exit == 65)
    #expect(edit.err.contains("name contains \\u{"), "\(edit)")
    let kinds = ["character that is not displayed", "line break", "tab"]
    #expect(kinds.contains { edit.err.contains("}, a \($0)\n") }, "\(edit)")
    Self.expectHarmless(edit)
    #expect(try home.text() == before)
  }

  @Test("such a name in the file closes its account, and is shown escaped", arguments: texts)
  func inTheFile(text: String, json: String, shown: String) async throws {
    try home.write(
      """
      {"rules": "register", "accounts": [
        {"email": "mario@host.com", "password": "12345", "firstName": "\(json)"},
        {"email": "paul@host.com", "password": "12345", "firstName": "Paul"}
      ]}
      """)
    let list = await home.run("list")
    #expect(list.exit == 0)
    #expect(list.out.hasPrefix("mario@host.com  \(shown)  [closed: first name contains "))
    let check = await home.run("check")
    #expect(check.exit == 65)
    #expect(
      check.out.hasPrefix(
        "\(home.accountsPath):2:65: error: mario@host.com: first name contains \\u{"))
    let listJSON = await home.run("list --json")
    let login = await home.run("login --email mario@host.com --password 12345")
    #expect(login.exit == 65)
    for ran in [list, check, listJSON, login] { Self.expectHarmless(ran) }
    let people = try JSONSerialization.jsonObject(with: Data(listJSON.out.utf8))
    #expect((people as? [[String: Any]])?.first?["firstName"] as? String == text)
  }

  @Test("arguments are shown escaped too")
  func arguments() async throws {
    await home.run("register --email mario@host.com --password 12345")
    let text = Self.texts.map(\.text).joined()
    for words in [
      [text], ["--\(text)"], ["show", text], ["show", "--email", text], ["remove", text, "--yes"],
      ["edit", "--account", text, "--phone", ""], ["--color", text], ["rules", text],
      ["help", text], ["check", text], ["init", text], ["list", text],
      ["--documents", "\(home.documents)/\(text)", "check"],
      ["login", "--email", text, "--password", "12345"],
      ["register", "--email", "\(text)@host.com", "--password", "12345"],
      ["register", "--email", "new@host.com", "--password", "12345", "--phone", text],
      ["register", "--email", "new@host.com", "--password", "12345", "--birth-date", text],
    ] {
      Self.expectHarmless(await home.run(words, Setting()))
      Self.expectHarmless(await home.run(words + ["--json"], Setting()))
    }
    #expect(await home.run("list").out == "mario@host.com\n")
  }

  @Test(
    "every place of a file that may hold such text",
    arguments: [
      #"{"rules": "\u001b[2J", "accounts": []}"#,
      #"{"rules": {"\u001b[2J": 1}, "accounts": []}"#,
      #"{"rules": {"name": "\u001b[2J"}, "accounts": []}"#,
      #"{"rules": {"login": {"by": "\u001b[2J"}}, "accounts": []}"#,
      #"{"rules": {"fields": {"phone": {"mask": "*\u001b[2J"}}}, "accounts": []}"#,
      #"{"rules": "register", "accounts": [{"email": "\u001b[2J", "password": "12345"}]}"#,
      #"{"rules": "register", "accounts": [{"email": "a\u202e@host.com", "password": "12345"}]}"#,
      #"{"rules": "register", "accounts": [{"email": "ada@host.com", "password": "$\u001b[2J$x"}]}"#,
      #"{"rules": "register", "accounts": [{"email": "ada@host.com", "password": "$y\u202e$x"}]}"#,
      #"{"rules": "register", "accounts": [{"email": "ada@host.com", "password": "12345", "phone": "\u001b[2J"}]}"#,
      #"{"rules": "register", "accounts": [{"email": "ada@host.com", "password": "12345", "birthDate": "\u001b[2J"}]}"#,
      "{\"rules\": \"register\", \"accounts\": \u{202E}}",
      "{\"rules\": \"register\", \"accounts\": [\u{9B}]}", "\u{1B}",
    ])
  func inEveryPlace(text: String) async throws {
    try home.write(text)
    for line in [
      "check", "show", "list", "seal", "rules", "rules --schema",
      "login --email ada@host.com --password 12345",
    ] {
      Self.expectHarmless(await home.run(line))
      Self.expectHarmless(await home.run("\(line) --json"))
    }
  }

  @Test("a session and an edit that hold such text")
  func sessionAndEdit() async throws {
    for name in ["jane", "alex"] {
      await home.run("register --email \(name)@example.com --password 12345 --no-login")
    }
    try home.write(#"{"email": "\u001b[2J\u202e@host.com"}"#, to: "session.json")
    let show = await home.run("show")
    #expect(show.exit == 77)
    #expect(show.err.contains(#"\u{1B}[2J\u{202E}@host.com no longer exists"#))
    try home.write(
      #"{"state": "open", "email": {"before": "\u001b[2J", "after": "\u001b[2J"}, "changes": "#
        + #"{"firstName": {"old": "\u001b[2J", "new": "\u202e"}}}"#, to: "edit.json")
    for line in ["save", "edit --account jane@example.com --first-name J", "cancel"] {
      Self.expectHarmless(await home.run(line))
    }
  }

  /// No output may hold a character that a terminal acts on, line ends aside.
  private static func expectHarmless(
    _ ran: Ran, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let harmful = (ran.out + ran.err).unicodeScalars.filter { scalar in
      switch scalar.value {
      case 0x0A: false
      case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
      default: false
      }
    }
    #expect(harmful.isEmpty, "\(ran)", sourceLocation: sourceLocation)
    let lines = ran.err.split(separator: "\n")
    #expect(!lines.contains("Email: x"), sourceLocation: sourceLocation)
    #expect(ran.exit != 70, "\(ran)", sourceLocation: sourceLocation)
  }
}
