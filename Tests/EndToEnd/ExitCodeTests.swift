import Testing

/// The exit codes are a promise to scripts: each is reached here, in words and in JSON.
@Suite struct ExitCodeTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let code: Int32
    let name: String
    let words: [String]
    var prepare: @Sendable (Home) throws -> Void = { _ in }
    var testDescription: String { "\(code) \(name)" }
  }

  /// 130 is reached at a terminal, and 70 by a unit test alone.
  static let cases: [Case] = [
    Case(code: 1, name: "nothingToSave", words: ["save"]),
    Case(code: 1, name: "nothingToCancel", words: ["cancel"]),
    Case(code: 64, name: "usage", words: ["frobnicate"]),
    Case(code: 64, name: "usage", words: ["login"]),
    Case(code: 65, name: "invalid", words: ["edit", "--email", "x"]),
    Case(
      code: 65, name: "accountExists",
      words: ["register", "--email", "mario.balotelli@gmail.com", "--password", "12345"]),
    Case(code: 65, name: "fileInvalid", words: ["show"]) { try $0.accounts.write("{") },
    Case(code: 65, name: "invalid", words: ["check"]) { try $0.accounts.write("{") },
    Case(code: 65, name: "accountClosed", words: ["show"]) {
      try $0.accounts.replace("gmail.com", with: "gmail")
    },
    Case(code: 67, name: "noSuchAccount", words: ["remove", "nobody@host.com", "--yes"]),
    Case(code: 67, name: "noSuchAccount", words: ["show", "--email", "nobody@host.com"]),
    Case(
      code: 67, name: "noSuchAccount",
      words: ["edit", "--account", "nobody@host.com", "--phone", ""]),
    Case(code: 73, name: "alreadyInitialised", words: ["init"]),
    Case(
      code: 73, name: "cannotCreate",
      words: ["--documents", "/dev/null/here", "init"]),
    Case(code: 74, name: "disk", words: ["show"]) {
      try $0.accounts.becomeLink(to: "accounts.json")
    },
    Case(code: 74, name: "disk", words: ["check", "/nowhere/accounts.json"]),
    Case(code: 75, name: "otherEditOpen", words: ["edit", "--first-name", "M"]) {
      try $0.openEdit.write(
        #"{"state": "open", "email": {"before": "paul@host.com", "after": "paul@host.com"}, "#
          + #""changes": {"firstName": {"old": null, "new": "P"}}}"#)
    },
    Case(code: 75, name: "conflict", words: ["save"]) {
      try $0.openEdit.write(
        #"{"state": "open", "email": {"before": "mario.balotelli@gmail.com", "#
          + #""after": "mario.balotelli@gmail.com"}, "#
          + #""changes": {"firstName": {"old": "Maria", "new": "M"}}}"#)
    },
    Case(code: 77, name: "notLoggedIn", words: ["show"]) {
      try $0.session.write("{\"email\": null}")
    },
    Case(
      code: 77, name: "loginFailed",
      words: ["login", "--email", "mario.balotelli@gmail.com", "--password", "54321"]),
    Case(code: 78, name: "rulebookBroken", words: ["show"]) {
      try $0.accounts.replace("\"register\"", with: "\"registre\"")
    },
  ]

  @Test("each exit code, with its words", arguments: cases)
  func words(of one: Case) async throws {
    let home = try Home(fixture: "register")
    try one.prepare(home)
    let ran = try await home.run(one.words)
    #expect(ran.code == one.code, "\(ran)")
    let told = ran.err.split(separator: "\n").filter { $0.contains("error: ") }
    #expect(!told.isEmpty, "\(ran)")
    for line in told {
      let words = line.split(separator: "error: ", maxSplits: 1).last ?? ""
      #expect(words.first?.isUppercase == false && words.last != ".", "\(line)")
    }
    #expect(one.words == ["check"] || ran.out == "")
  }

  @Test("each exit code, as JSON on stderr", arguments: cases)
  func json(of one: Case) async throws {
    let home = try Home(fixture: "register")
    try one.prepare(home)
    let ran = try await home.run(one.words + ["--json"])
    #expect(ran.code == one.code, "\(ran)")
    let error = try #require(try JSONOutput.object(ran.err)["error"] as? [String: Any])
    #expect(error["exit"] as? Int == Int(one.code))
    #expect(error["code"] as? String == one.name)
    #expect((error["message"] as? String)?.isEmpty == false)
    #expect(error["problems"] is [Any])
    #expect(ran.err.hasSuffix("\n") && ran.err.split(separator: "\n").count == 1)
  }
}
