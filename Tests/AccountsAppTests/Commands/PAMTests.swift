import AccountsSupport
import Testing

@testable import AccountsApp
@testable import AccountsFile

/// `verify --pam`: the input of pam_exec with expose_authtok, and the answer.
@Suite("verify --pam") struct PAMTests {
  private let home = Home()

  private func verify(
    _ user: String?, _ input: [UInt8], type: String? = "auth", more: String = ""
  ) async -> Ran {
    var setting = Setting()
    setting.input = input
    setting.environment["PAM_TYPE"] = type
    setting.environment["PAM_USER"] = user
    return await home.run("verify --pam\(more)", setting: setting)
  }

  private static let accounts = """
    {"rules": "register", "accounts": [
      {"email": "ada@host.com", "password": "12345"},
      {"email": "eve@host.com", "password": "!12345"}
    ]}
    """

  @Test("help of chauthtok names no option that it lacks")
  func help() async {
    #expect(await !home.run("chauthtok --help").out.contains("--pam"))
  }

  @Test(
    "accepts the right password with its NUL (shown as |), and nothing else",
    arguments: [
      ("ada@host.com", "12345|", 0), ("ADA@host.com", "12345|", 0), ("ada@host.com", "12345", 0),
      ("ada@host.com", "12345\n|", 1), ("ada@host.com", "12345\n", 1),
      ("ada@host.com", "12345||", 1), ("ada@host.com", "12345|x|", 1),
      ("ada@host.com", "1234|", 1), ("ada@host.com", "|", 1), ("eve@host.com", "12345|", 1),
      ("eve@host.com", "!12345|", 1), ("nobody@host.com", "12345|", 1), ("root", "12345|", 1),
      ("ada@host.com", "", 64), (" ada@host.com", "12345|", 1),
      ("ada@host.com\u{A0}", "12345|", 1), (" ada@host.com", "", 64), ("", "12345|", 64),
    ])
  func answers(user: String, input: String, exit: Int32) async throws {
    try home.write(Self.accounts)
    let ran = await verify(user, Array(input.replacing("|", with: "\0").utf8))
    #expect(ran.exit == exit, "\(ran)")
    #expect(ran.out == "")
    #expect(ran.questions == [])
    #expect(try home.text() == Self.accounts)
    #expect(!home.exists("session.json"))
  }

  @Test("knows no first name, also where the login does, and the email all the same")
  func byFirstName() async throws {
    try home.write(
      """
      {"rules": "authorisation", "accounts": [
        {"email": "anton@example.com", "password": "password1", "firstName": "Anton",
          "lastName": "Petrov"}
      ]}
      """)
    for (user, exit) in [("anton", 1), ("Anton", 1), ("anton@example.com", 0), ("jane", 1)] {
      #expect(await verify(user, Array("password1\0".utf8)).exit == Int32(exit), "\(user)")
    }
  }

  @Test(
    "takes no account for one of the machine's own users, by whatever name it is asked for",
    arguments: [
      ("root", "", 1, 67), ("ROOT", "", 1, 67), ("daemon", "", 1, 67), ("Daemon", "", 1, 67),
      // Its user name is root's.
      ("eve@host.com", "", 1, 67), ("bob@host.com", "", 0, 0),
      ("daemon", " --minuid 1", 0, 0), ("root", " --minuid 1", 1, 67), ("bob", " --minuid 1", 0, 0),
    ])
  func systemUsers(user: String, more: String, auth: Int32, account: Int32) async throws {
    try home.write(
      """
      {"rules": {"key": "username", "login": {"by": ["username", "email"]}, "fields": {"password": {"required": true}}}, "accounts": [
        {"username": "root", "email": "eve@host.com", "password": "12345"},
        {"username": "daemon", "email": "mallory@host.com", "password": "12345"},
        {"username": "bob", "email": "bob@host.com", "password": "12345"}
      ]}
      """)
    #expect(await verify(user, Array("12345\0".utf8), more: more).exit == auth)
    #expect(await verify(user, [], type: "account", more: more).exit == account)
    var setting = Setting()
    setting.input = Array("12345\0another1\0".utf8)
    setting.environment = ["PAM_TYPE": "password", "PAM_USER": user]
    let refused: Int32 = user.contains("@") ? 1 : 67
    #expect(
      await home.run("chauthtok" + more, setting: setting).exit == (auth == 0 ? 0 : refused))
  }

  @Test(
    "answers the machine's own users and names with a space like unknown names, and counts them",
    arguments: ["root", "daemon", " bob", "nosuchuser"])
  func likeUnknown(user: String) async throws {
    try home.write(
      #"{"rules": "standard", "accounts": [{"username": "bob", "password": "some long secret 77"}]}"#
    )
    let counting = CountingCrypt()
    var setting = Setting()
    setting.input = Array("wrong\0".utf8)
    setting.environment = ["PAM_TYPE": "auth", "PAM_USER": user]
    setting.hasher = counting.hasher()
    setting.now = { 1_781_546_400 }
    for attempt in 1...6 {
      let before = counting.allHashes
      #expect(await home.run("verify --pam", setting: setting).exit == (attempt < 6 ? 1 : 75))
      #expect(counting.allHashes - before == (attempt < 6 ? 1 : 0), "\(attempt)")
    }
    // Its guesses do not keep the owner of the name without the space out.
    setting.environment["PAM_USER"] = "bob"
    setting.input = Array("some long secret 77\0".utf8)
    #expect(await home.run("verify --pam", setting: setting).exit == 0)
  }

  @Test("takes no account at all for somebody whom the system cannot tell")
  func systemThatCannotSay() throws {
    // Nobody at all, not even root, is no answer either.
    for code: Int32 in [5, 0] {
      let users = SystemUsers(below: 1_000) { _ in (nil, code) }
      #expect(throws: AccountsError.self) { try users.have("ada") }
    }
    let known = SystemUsers(below: 500) { name in
      (["ada": 500, "bob": 499, "toor": 0, "root": 0][name], 0)
    }
    for (name, isKnown) in [("ada", false), ("BOB", true), ("toor", true), ("eve", false)] {
      #expect(try known.have(name) == isKnown)
    }
    let all = SystemUsers(below: 1) { _ in (0, 0) }
    #expect(try all.have("toor"))
  }

  @Test("takes a name for what it looks like, in whatever order the rulebook names the fields")
  func order() async throws {
    for by in [#"["firstName", "email"]"#, #"["email", "firstName"]"#] {
      try home.write(
        """
        {"rules": {"key": "username", "login": {"by": \(by)}, "fields": {"password": {"required": true}}}, "accounts": [
          {"username": "ada", "email": "ada@host.com", "firstName": "Augusta",
            "password": "12345"}
        ]}
        """)
      for (user, exit) in [("Augusta", 1), ("ada@host.com", 0), ("ada", 0)] {
        let ran = await verify(user, Array("12345\0".utf8))
        #expect(ran.exit == Int32(exit), "\(by) \(user)")
      }
    }
  }

  @Test(
    "tells of the account phase what helps, and one value with --json",
    arguments: [
      ("Ada", " --json", 0, "{\n  \"state\": \"open\"\n}\n"),
      (
        "Zed", "", 67,
        "regapp: error: no account with the name Zed\n"
          + "regapp: hint: regapp list shows all accounts\n"
      ),
      (
        "Eve", "", 77,
        "regapp: error: login refused: the account is closed\n"
          + "regapp: hint: regapp check shows what is wrong\n"
      ),
      (
        "Bob", "", 77,
        "regapp: error: login refused: the account is disabled\n"
          + "regapp: hint: an administrator can change that: regapp enable NAME\n"
      ),
    ])
  func accountPhase(user: String, more: String, exit: Int32, told: String) async throws {
    try home.write(
      """
      {"rules": {"key": "username", "fields": {"password": {"required": true}}},
        "accounts": [
        {"username": "Ada", "password": "12345"},
        {"username": "Bob", "password": "12345", "disabled": true},
        {"username": "Eve", "password": "12345", "birthDate": "x"}
      ]}
      """)
    let ran = await verify(user, [], type: "account", more: more)
    #expect(ran.exit == exit && ran.out + ran.err == told)
  }

  @Test(
    "tells of a file that cannot be read, whatever the name and the phase",
    arguments: ["ada@host.com", " ada@host.com"], ["auth", "account"])
  func broken(user: String, type: String) async throws {
    try home.write("{")
    #expect(await verify(user, Array("12345\0".utf8), type: type).exit == 65)
  }

  @Test("answers to auth, account and password only", arguments: ["open_session", "", nil])
  func type(type: String?) async throws {
    try home.write(Self.accounts)
    #expect(await verify("ada@host.com", Array("12345\0".utf8), type: type).exit == 64)
  }

  @Test("needs a name")
  func noName() async { #expect(await verify(nil, [0]).exit == 64) }

  @Test("accepts neither name nor password from elsewhere")
  func others() async throws {
    try home.write(Self.accounts)
    for option in [
      " --email ada@host.com", " --first-name Ada", " --password 12345", " --password",
      " --password-stdin",
    ] {
      let ran = await verify("ada@host.com", Array("12345\0".utf8), more: option)
      #expect(ran.exit == 64)
      #expect(ran.err.contains("cannot be used together") && !ran.err.contains("12345"))
    }
  }

  @Test("never prompts, even at a terminal")
  func terminal() async {
    var setting = Setting()
    setting.environment = ["PAM_TYPE": "auth", "PAM_USER": "ada@host.com"]
    let ran = await home.ask("verify --pam", answers: "12345", setting: setting)
    #expect(ran.exit == 64)
    #expect(ran.questions == [])
  }
}
