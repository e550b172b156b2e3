import Testing

/// Many programs at once lose nothing.
@Suite struct ConcurrencyTests {
  /// A run of the program that is made together with others.
  private struct Run: Sendable {
    let words: [String]
    var input = Launch.Input.nothing
  }

  /// Starts all of them at once, and waits for each to end. A call that waits for the lock longer
  /// than a program does, which is a matter of the machine's speed, is told to try again, and does.
  private func all(_ runs: [Run], in home: Home) async throws -> [Ran] {
    let launches = try runs.map { try home.start($0.words, input: $0.input) }
    var ends: [Ran] = []
    for (run, launch) in zip(runs, launches) {
      var end = try await home.end(of: launch)
      while end.code == 75, end.err.contains(".lock is locked") {
        end = try await home.run(run.words, input: run.input)
      }
      ends.append(end)
    }
    return ends
  }

  @Test("sixteen registrations at once keep sixteen accounts")
  func register() async throws {
    let home = try Home.withoutAccounts()
    let runs = try await all(
      (0..<16).map { number in
        Run(
          words: ["register", "--email", "person\(number)@host.com", "--password-stdin"],
          input: .text("password \(number)"))
      }, in: home)
    #expect(runs.map(\.end) == Array(repeating: .exit(0), count: 16))
    let emails = try home.accounts.emails
    #expect(emails.count == 16)
    #expect(Set(emails) == Set((0..<16).map { "person\($0)@host.com" }))
    #expect(try await home.run("check").code == 0)
    #expect(try home.accounts.mode == 0o600)
    #expect(
      try home.names()
        == [
          ".accounts.json.lock", ".session.lock", "accounts.json", "history.jsonl", "session.json",
        ])
    #expect(try home.history.text.split(separator: "\n").count == 16)
    // The last to log in is whoever it was, and whole.
    let session = try JSONOutput.object(home.session.text)["email"] as? String
    #expect(session.map { emails.contains($0) } == true)
  }

  @Test("files applied at once are all applied, each as one change")
  func apply() async throws {
    let home = try Home(
      #"{"rules": "register", "accounts": [{"email": "all@host.com", "password": "12345"}]}"#)
    let runs = try await all(
      (0..<12).map { number in
        Run(
          words: ["apply", "-"],
          input: .text(
            #"[{"email": "all@host.com", "x-k\#(number)": \#(number), "x-turn": \#(number)}, "#
              + #"{"email": "person\#(number)@host.com", "password": "!"}]"#))
      }, in: home)
    #expect(runs.map(\.end) == Array(repeating: .exit(0), count: 12), "\(runs)")
    #expect(try home.accounts.emails.count == 13)
    let text = try home.accounts.text
    #expect((0..<12).allSatisfy { text.contains(#""x-k\#($0)": \#($0)"#) })
    #expect(try home.history.text.split(separator: "\n").count == 12)
    #expect(try await home.run("check").code == 0)
  }

  @Test("sixteen edits at once, each of another account, keep sixteen changes")
  func edits() async throws {
    let people = (0..<16).map {
      "    {\"email\": \"person\($0)@host.com\", \"password\": \"12345\"}"
    }
    let home = try Home(
      "{\n  \"rules\": \"register\", \"accounts\": [\n\(people.joined(separator: ",\n"))\n  ]\n}\n")
    let runs = try await all(
      (0..<16).map { number in
        Run(words: ["edit", "--account", "person\(number)@host.com", "--first-name", "P\(number)"])
      }, in: home)
    #expect(runs.map(\.end) == Array(repeating: .exit(0), count: 16))
    #expect(
      try home.accounts.people.map { $0["firstName"] as? String } == (0..<16).map { "P\($0)" })
  }

  @Test("of many that register one email, one does, and the others are told")
  func oneEmail() async throws {
    let home = try Home()
    let runs = try await all(
      (0..<8).map { number in
        Run(
          words: ["register", "--email", "ada@host.com", "--password-stdin"],
          input: .text("pass \(number)"))
      }, in: home)
    #expect(runs.filter { $0.code == 0 }.count == 1)
    #expect(runs.filter { $0.code == 65 }.count == 7)
    #expect(try home.accounts.emails == ["ada@host.com"])
  }

  @Test("who reads while others write sees a whole file, before or after")
  func readers() async throws {
    let home = try Home(fixture: "register")
    let runs = try await all(
      (0..<30).map { number in
        Run(words: number % 3 == 0 ? ["edit", "--first-name", "N\(number)"] : ["show"])
      }, in: home)
    #expect(runs.map(\.end) == Array(repeating: .exit(0), count: 30))
  }
}
