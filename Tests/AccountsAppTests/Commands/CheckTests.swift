import Testing

@Suite("check") struct CheckCommandTests {
  private let home = Home()

  /// Three weak hashes of one kind, one of another, two locks, and an error behind them.
  private static let accounts: String = {
    let sha = "{SHA}AMr9EmGC6KnnwBuy8N/QBJa+ck8="
    let rows = [
      ("aaa@host.com", sha), ("baa@host.com", "!"), ("caa@host.com", sha), ("daa@host.com", sha),
      ("eaa@host.com", "$apr1$abcdefgh$paCto.rW8wn6thJ8b0QQY."), ("faa@host.com", "*"),
      ("bad", "!"),
    ].map { #"{"email": "\#($0.0)", "password": "\#($0.1)"}"# }
    return "{\"rules\": \"register\", \"accounts\": [\n\(rows.joined(separator: ",\n"))\n]}\n"
  }()

  @Test("says once what several accounts have, with the command that lists them, behind the errors")
  func counts() async throws {
    try home.write(Self.accounts)
    let ran = await home.run("check")
    #expect(ran.exit == 65)
    let path = home.accountsPath
    #expect(
      ran.out == """
        \(path):8:11: error: bad: email must be an address with an @
        \(path): warning: 3 accounts: password has a weak hash ({SHA}); a login (regapp login, \
        or on the page) or a new password replaces it; regapp list --weak lists them
        \(path): warning: 3 accounts: password is locked: this account cannot log in; \
        regapp list --state locked lists them
        \(path):6:39: warning: eaa@host.com: password has a weak hash ($apr1$); a login (regapp \
        login, or on the page) or a new password replaces it

        """)
  }

  @Test("prints each with --all, and in JSON")
  func all() async throws {
    try home.write(Self.accounts)
    let ran = await home.run("check --all")
    #expect(ran.exit == 65)
    let lines = ran.out.split(separator: "\n")
    #expect(lines.count { $0.contains("warning: ") && $0.contains("weak hash") } == 4)
    #expect(lines.first?.contains(": error: bad: ") == true)
    let json = await home.run("check --json")
    #expect(json.out.split(separator: #""rule": "weakHash""#).count == 5, "\(json.out)")
  }

  @Test("warns of own keys that would be fields in other letters, where the fields are there")
  func otherCase() async throws {
    try home.write(
      #"{"rules": "register", "accounts": [{"email": "aaa@host.com", "password": "!", "Disabled": true, "disabled": true,"#
        + #" "shell": "x", "firstName": "A", "FIRST\u004eame": "A", "group": "ops", "until": 1}]}"#)
    let ran = await home.run("check")
    #expect(ran.exit == 0)
    let path = home.accountsPath
    #expect(
      ran.out == """
        \(path):1:79: warning: aaa@host.com: Disabled is kept as a key of your own; did you mean \
        disabled?
        \(path):1:147: warning: aaa@host.com: FIRSTName is kept as a key of your own; did you mean \
        firstName?
        \(path):1:170: warning: aaa@host.com: group means nothing to regapp; did you mean groups?
        \(path):1:186: warning: aaa@host.com: until means nothing to regapp; did you mean validUntil?
        \(path):1:74: warning: aaa@host.com: password is locked: this account cannot log in

        """)
  }

  @Test("warns of an own key that comes twice, which no import takes")
  func ownKeyTwice() async throws {
    try home.write(
      #"{"rules": "register", "accounts": [{"email": "aaa@host.com", "password": "!", "x": 1, "\u0078": 2}]}"#
    )
    let ran = await home.run("check")
    #expect(ran.exit == 0)
    let path = home.accountsPath
    #expect(
      ran.out == """
        \(path):1:97: warning: aaa@host.com: x appears twice
        \(path):1:74: warning: aaa@host.com: password is locked: this account cannot log in

        """)
  }

  @Test("names the command that lists the accounts of another file")
  func otherFile() async throws {
    try home.write(Self.accounts, to: "x.json")
    let ran = await home.run("check \(home.documents)/x.json")
    #expect(
      ran.out.contains("; regapp check --all \(home.documents)/x.json lists them\n"), "\(ran)")
  }
}
