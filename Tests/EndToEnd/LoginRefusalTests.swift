import Glibc
import Testing

/// A login that fails tells nothing: not which of email and password was wrong, not how it looks.
@Suite struct LoginRefusalTests {
  static let accounts = """
    {"rules": "albums", "accounts": [
      \(account("well@host.com", password: "$y$jBT$FnnBGEzvTEX3QE/9u1TTl/$XW1TlGK9fRgJG2UF1oin1ffl5b./aunE.MwzhMVl5g6")),
      \(account("weak@host.com", password: "$1$saltsalt$D3sU70kpF3He9qC7gHU1h0")),
      \(account("apr1@host.com", password: "$apr1$abcdefgh$paCto.rW8wn6thJ8b0QQY.")),
      \(account("sha@host.com", password: "{SHA}AMr9EmGC6KnnwBuy8N/QBJa+ck8=")),
      \(account("typed@host.com", password: "Music1")),
      \(account("locked@host.com", password: "!$1$saltsalt$D3sU70kpF3He9qC7gHU1h0")),
      \(account("starred@host.com", password: "*"))
    ]}
    """

  private static func account(_ email: String, password: String) -> String {
    """
    {"email": "\(email)", "password": "\(password)", "firstName": "Ada", "lastName": "L",
     "birthDate": "1985-12-10", "phone": "+7 (912) 345-67-89"}
    """
  }

  static let words = "regapp: error: login failed: no such account, or the password is wrong\n"

  static let refused: [(String, String)] = [
    ("unknown@host.com", "Music2"), ("well@host.com", "Music2"), ("weak@host.com", "Music2"),
    ("typed@host.com", "Music2"), ("locked@host.com", "Music2"), ("starred@host.com", "Music2"),
    // The password that was locked away, and the lock itself.
    ("locked@host.com", "12345"), ("locked@host.com", "!$1$saltsalt$D3sU70kpF3He9qC7gHU1h0"),
    ("starred@host.com", "*"),
    ("apr1@host.com", "Music2"), ("sha@host.com", "Music2"),
    // A hash is no password.
    ("weak@host.com", "$1$saltsalt$D3sU70kpF3He9qC7gHU1h0"),
    // No account could have these values.
    ("no address", "Music1"), ("typed@host.com", ""), ("typed@host.com", "Music1 "),
    ("typed@host.com", String(repeating: "p", count: 512)),
  ]

  @Test(
    "unknown, wrong and locked: the same words, code and session, and the 64 MiB of a hash of ours",
    arguments: refused)
  func refuses(email: String, password: String) async throws {
    let home = try Home(Self.accounts)
    try home.session.write("{\"email\": \"well@host.com\"}\n")
    let accounts = try home.accounts.state
    let session = try home.session.state
    let held = try home.held("login", "--email", email, "--password-stdin", input: .text(password))
    #expect(try await held.reaches { $0.peakMemory >= 60 << 20 })
    #expect(try await held.finish() == .exit(77, err: Self.words))
    #expect(try home.accounts.state == accounts)
    #expect(try home.session.state == session)
  }

  @Test("what needs no hash does not take the memory of one: the measure above can fail")
  func measure() async throws {
    let home = try Home(Self.accounts)
    let held = try home.held("show", "--email", "unknown@host.com")
    #expect(try await held.finish().code == 67)
    #expect(held.lastPeakMemory > 0)
    #expect(held.lastPeakMemory < 60 << 20)
  }

  @Test("memory for one hash is enough, whichever thread makes it", arguments: [200_000, 240_000])
  func addressSpace(kibibytes: Int) async throws {
    let home = try Home(Self.accounts)
    let ran = try await home.shell(
      "ulimit -v \"$1\" && echo Music1 | \"$0\" verify --email typed@host.com --password-stdin && "
        + "echo Music2 | \"$0\" verify --email well@host.com --password-stdin", "\(kibibytes)")
    #expect(ran.code == 1, "\(ran)")
  }

  @Test("to verify, a directory that may only be read is enough if who asks counts failures")
  func readOnly() async throws {
    let home = try Home(fixture: "register")
    try home.accounts.setMode(0o400)
    try home.file(Home.documents).setMode(0o500)
    let words = ["verify", "--email", "mario.balotelli@gmail.com", "--password", "12345"]
    let refused = try await home.run(words)
    let allowed = try await home.run(words + ["--uncounted"])
    try home.file(Home.documents).setMode(0o700)
    // Root may write there all the same.
    let isRoot = geteuid() == 0
    let reason = """
      cannot create ~/Documents/regapp/.logins.jsonl.lock: permission denied

      """
    #expect(refused.end == .exit(isRoot ? 0 : 77))
    #expect(
      isRoot
        || refused.err.hasPrefix(
          "regapp: error: login refused: it cannot be counted: \(reason)")
    )
    #expect(allowed.end == .exit(0))
    #expect(
      isRoot || allowed.err.contains("warning: failed logins are not counted here: \(reason)"))
    #expect(try home.namesBesideThrottle() == ["accounts.json"])
  }
}
