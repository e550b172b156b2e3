import Testing

/// Streams that are not as usual: stdout, stderr and stdin.
@Suite struct StreamTests {
  static let thousands: String = {
    let people = (0..<3000).map {
      "    {\"email\": \"person\($0)@host.com\", \"password\": \"12345\", \"firstName\": \"Somebody\"}"
    }
    return
      "{\n  \"rules\": \"register\", \"accounts\": [\n\(people.joined(separator: ",\n"))\n  ]\n}\n"
  }()

  @Test(
    "a closed pipe on stdout ends quietly with 0",
    arguments: [
      ["list"], ["list", "--json"], ["show", "--email", "person1@host.com"], ["help"], ["rules"],
      ["check"], ["export", "--format", "csv"],
    ])
  func closedPipe(words: [String]) async throws {
    let home = try Home(Self.thousands)
    let ran = try await home.run(words, output: .closedPipe)
    #expect(ran.end == .exit(0))
    #expect(!ran.err.contains("error:"), "\(ran)")
  }

  @Test("a reader that stops after a line ends a long list quietly")
  func head() async throws {
    let home = try Home(Self.thousands)
    let ran = try await home.shell("{ \"$0\" list; echo \"exit $?\" >&2; } | head -n 1")
    #expect(ran.code == 0)
    #expect(ran.err == "exit 0\n")
    #expect(ran.out.wholeMatch(of: #/person0@host\.com +Somebody\n/#) != nil, "\(ran)")
  }

  @Test(
    "a full disk under stdout is 74",
    arguments: [
      ["show"], ["list"], ["--version"], ["help"], ["rules", "--json"], ["show", "--json"],
      ["check", "--json"],
    ])
  func fullDisk(words: [String]) async throws {
    let home = try Home(fixture: "register")
    let ran = try await home.run(words, output: .file("/dev/full"))
    #expect(ran.code == 74)
    #expect(ran.err.contains("cannot write to stdout: no space left on device"), "\(ran)")
  }

  @Test("an edit whose profile cannot be printed is saved, and the exit is 74")
  func editOnFullDisk() async throws {
    let home = try Home(fixture: "register")
    let ran = try await home.run("edit", "--first-name", "M", output: .file("/dev/full"))
    #expect(ran.code == 74)
    #expect(try home.accounts.only("firstName") == "M")
    let json = try await home.run(
      "edit", "--first-name", "N", "--json", output: .file("/dev/full"))
    #expect(json.code == 74)
    #expect(json.err.contains(#"on device; before that: first name: \"M\" → \"N\""#), "\(json)")
  }

  @Test(
    "what check finds and cannot print is 74: warnings, and errors too",
    arguments: [thousands, thousands.replacing("12345", with: "1"), "{}"])
  func findingsOnFullDisk(accounts: String) async throws {
    let home = try Home(accounts)
    let ran = try await home.run("check", output: .file("/dev/full"))
    #expect(ran.code == 74)
    #expect(ran.err.contains("cannot write to stdout: no space left on device"), "\(ran)")
  }

  @Test(
    "a file-size limit is an error like any other: 74, the old file untouched, nothing left over")
  func fileSizeLimit() async throws {
    let home = try Home(Self.thousands)
    let before = try home.accounts.state
    let ran = try await home.shell(
      "ulimit -f 8; \"$0\" \"$@\"", "edit", "--account", "person1@host.com", "--first-name", "M")
    #expect(ran.end == .exit(74), "\(ran)")
    #expect(ran.err.contains("cannot write ~/Documents/regapp/accounts.json: "), "\(ran)")
    #expect(try home.accounts.state == before)
    #expect(
      try home.names().filter { $0.hasSuffix(".tmp") }.isEmpty)
  }

  @Test("a file-size limit under stdout is 74, and no death by a signal")
  func fileSizeLimitOfOutput() async throws {
    let home = try Home(Self.thousands)
    let ran = try await home.shell("ulimit -f 8; \"$0\" list >\"$HOME/out\"")
    #expect(ran == .exit(74, err: "regapp: error: cannot write to stdout: file too large\n"))
  }

  @Test(
    "closed descriptors harm no file",
    arguments: [
      ">&-", "2>&-", "<&-", ">&- 2>&-", "<&- >&- 2>&-",
    ])
  func closedDescriptors(closing: String) async throws {
    let home = try Home(fixture: "register")
    let expected = try home.accounts.text.replacing("\"Mario\"", with: "\"M\"")
    _ = try await home.shell("\"$0\" \"$@\" \(closing)", "edit", "--first-name", "M")
    #expect(try home.accounts.text == expected)
    #expect(try home.file("\(Home.documents)/.accounts.json.lock").bytes.isEmpty)
    #expect(try home.file("\(Home.documents)/.session.lock").bytes.isEmpty)
    #expect(try home.history.text.hasPrefix(#"{"n":1,"#))
    #expect(try home.history.text.split(separator: "\n").count == 1)
  }

  @Test(
    "data goes to stdout and words to stderr",
    arguments: [
      (["list"], true, false), (["show"], true, false), (["logout"], false, true),
      (["seal"], false, true), (["cancel"], false, true), (["edit", "--phone", ""], true, true),
      (["edit", "--last-name", "Balotelli"], true, true), (["list", "zzz"], false, true),
      (["check"], false, true),
    ])
  func streams(words: [String], out: Bool, err: Bool) async throws {
    let home = try Home(fixture: "register")
    let ran = try await home.run(words)
    #expect(ran.out.isEmpty != out, "\(ran)")
    #expect(ran.err.isEmpty != err, "\(ran)")
  }
}
