import Testing

/// `verify` answers 0 or 1, and writes neither the accounts nor the session.
@Suite struct VerifyTests {
  static let accounts = """
    {"accounts": [
      {"email": "typed@host.com", "password": "12345"},
      {"email": "weak@host.com", "password": "$1$saltsalt$D3sU70kpF3He9qC7gHU1h0"},
      {"email": "locked@host.com", "password": "!$1$saltsalt$D3sU70kpF3He9qC7gHU1h0"},
      {"email": "argon@host.com", "password": "$argon2id$v=19$m=65536,t=3,p=4$c2FsdA$aGFzaA"},
      {"email": "closed@host.com", "password": "12345", "phone": "1"}
    ]}
    """

  @Test(
    "the answer is the exit code, and nothing is said or written",
    arguments: [
      ("typed@host.com", "12345", 0), ("TYPED@host.com", "12345\n", 0),
      ("weak@host.com", "12345", 0), ("typed@host.com", "123456", 1),
      ("weak@host.com", "1234", 1), ("locked@host.com", "12345", 1),
      ("unknown@host.com", "12345", 1), ("typed@host.com", "", 1), ("closed@host.com", "54321", 1),
    ])
  func answers(email: String, password: String, code: Int32) async throws {
    let home = try Home(Self.accounts)
    let before = try home.accounts.state
    let verify = try await home.run(
      "verify", "--email", email, "--password-stdin", input: .text(password))
    #expect(verify == .exit(code))
    #expect(try home.accounts.state == before)
    #expect(try home.namesBesideThrottle() == ["accounts.json"])
  }

  @Test("a closed account with the right password is the file's fault: 65")
  func closed() async throws {
    let home = try Home(Self.accounts)
    let verify = try await home.run(
      "verify", "--email", "closed@host.com", "--password", "12345")
    #expect(verify.code == 65)
    #expect(verify.err.contains("accounts.json:6:"))
    #expect(try home.namesBesideThrottle() == ["accounts.json"])
  }

  @Test("a hash that this system cannot check does not match: 1")
  func unknownScheme() async throws {
    let home = try Home(Self.accounts)
    let verify = try await home.run("verify", "--email", "argon@host.com", "--password", "12345")
    #expect(verify.code == 1, "\(verify)")
  }

  @Test("in an empty home the answer is no, and no account is made")
  func empty() async throws {
    let home = try Home()
    let verify = try await home.run("verify", "--email", "ada@host.com", "--password", "12345")
    #expect(verify == .exit(1))
    #expect(try home.names(in: "") == [])
  }

  @Test("by first name, where one logs in by it")
  func byFirstName() async throws {
    let home = try Home(fixture: "authorisation")
    let right = try await home.run("verify", "--first-name", "anton", "--password", "password1")
    #expect(right == .exit(0))
    let wrong = try await home.run("verify", "--first-name", "anton", "--password", "password2")
    #expect(wrong == .exit(1))
    #expect(try home.namesBesideThrottle() == ["accounts.json"])
  }

  @Test("a directory that may only be read is enough")
  func readOnly() async throws {
    let home = try Home(fixture: "register")
    try home.accounts.setMode(0o400)
    try home.file(Home.documents).setMode(0o500)
    let verify = try await home.run(
      "verify", "--email", "mario.balotelli@gmail.com", "--password", "12345")
    try home.file(Home.documents).setMode(0o700)
    #expect(verify == .exit(0))
    #expect(try home.namesBesideThrottle() == ["accounts.json"])
  }
}
