import Testing

/// A login makes a weak hash one of ours, and leaves a strong one as it is.
@Suite struct HashUpgradeTests {
  /// Hashes of 12345, as other programs make them.
  static let weak = [
    "$1$saltsalt$D3sU70kpF3He9qC7gHU1h0",
    "$5$saltsalt$4HgQlEGCG4QnAFeYPNl.BdEarRevRfJzyLDAbZMoCbC",
    "$6$saltsalt$bS8uFVRzMrb1ylbOyDWAlPhX./AH4Wgwbcp6PSOQdctbNq4.17j.43u4YKqn/mHb3zik88vMAwyrY4nYHaOFC/",
    "$2b$05$abcdefghijklmnopqrstuuJ4e2C4qu7xwncuBUHUaZnIMdFGNjkAa",
    "$y$j75$saltsalt$MjsKInGbznnEYahQ9k.g.sA2mQ1Yo16bmppzjApkKR9",
    "$y$j9T$saltsaltsaltsalt$JC5Mn2FflNK6S3kS6FqCm8UsHXxzskJINdDaYN.9GB/",
  ]
  static let strong = [
    "$2b$10$abcdefghijklmnopqrstuuwlDZ3uF4mEzK4WQDG4arnn1xTv1J226",
    "$y$jBT$FnnBGEzvTEX3QE/9u1TTl/$XW1TlGK9fRgJG2UF1oin1ffl5b./aunE.MwzhMVl5g6",
  ]

  private func file(_ hash: String, rules: String = "\"register\"") -> String {
    "{\"rules\": \(rules), \"accounts\": [{\"email\": \"ada@host.com\", \"password\": \"\(hash)\"}]}"
  }

  private static let login = ["login", "--email", "ada@host.com", "--password-stdin"]

  @Test(
    "a weak hash becomes a strong one of the same password; nothing else changes", arguments: weak)
  func upgrades(hash: String) async throws {
    let home = try Home(file(hash))
    #expect(try await home.run(Self.login, input: .text("12345")).code == 0)
    let new = try #require(try home.accounts.only("password"))
    #expect(new.hasPrefix("$y$") && new != hash)
    #expect(try home.accounts.text == file(new))
    #expect(try await home.run(Self.login, input: .text("12345")).code == 0)
    #expect(try home.accounts.only("password") == new)
  }

  @Test("a strong hash stays", arguments: strong)
  func keeps(hash: String) async throws {
    let home = try Home(file(hash))
    let before = try home.accounts.state
    #expect(try await home.run(Self.login, input: .text("12345")).code == 0)
    #expect(try home.accounts.state == before)
  }

  @Test("a wrong password upgrades nothing", arguments: weak)
  func wrongPassword(hash: String) async throws {
    let home = try Home(file(hash))
    let before = try home.accounts.state
    #expect(try await home.run(Self.login, input: .text("54321")).code == 77)
    #expect(try home.accounts.state == before)
  }

  @Test(
    "where the rulebook says no, a weak hash stays, and a typed password is a hash all the same")
  func rulebookSaysNo() async throws {
    let rules = #"{"login": {"upgradesHashes": false}}"#
    let home = try Home(file(Self.weak[0], rules: rules))
    let before = try home.accounts.state
    #expect(try await home.run(Self.login, input: .text("12345")).code == 0)
    #expect(try home.accounts.state == before)
    try home.accounts.write(file("12345", rules: rules))
    #expect(try await home.run(Self.login, input: .text("12345")).code == 0)
    #expect(try home.accounts.only("password")?.hasPrefix("$y$") == true)
  }

  @Test("a hash that cannot be written lets one log in all the same, with a warning")
  func cannotBeWritten() async throws {
    let home = try Home(file(Self.weak[0]))
    try home.accounts.addName("second-name.json")
    let before = try home.accounts.state
    let login = try await home.run(Self.login, input: .text("12345"))
    #expect(login.code == 0)
    #expect(login.err.hasPrefix("regapp: warning: logged in, but the password in the file "))
    #expect(login.out.hasPrefix("Email:      ada@host.com\n"))
    #expect(home.session.exists)
    #expect(try home.accounts.state == before)
  }
}
