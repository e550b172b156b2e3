import Testing

@testable import CommandKit
@testable import Product
@testable import RegApp
@testable import ScreenKit

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
    {"accounts": [
      {"email": "ada@host.com", "password": "12345"},
      {"email": "eve@host.com", "password": "!12345"}
    ]}
    """

  @Test(
    "accepts the right password with its NUL (shown as |), and nothing else",
    arguments: [
      ("ada@host.com", "12345|", 0), ("ADA@host.com", "12345|", 0), ("ada@host.com", "12345", 0),
      ("ada@host.com", "12345\n|", 1), ("ada@host.com", "12345\n", 1),
      ("ada@host.com", "12345||", 1), ("ada@host.com", "12345|x|", 1),
      ("ada@host.com", "1234|", 1), ("ada@host.com", "|", 1), ("eve@host.com", "12345|", 1),
      ("eve@host.com", "!12345|", 1), ("nobody@host.com", "12345|", 1), ("root", "12345|", 1),
      ("ada@host.com", "", 64), (" ada@host.com", "12345|", 64), ("", "12345|", 64),
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

  @Test("identifies by first name if the login does, and then by email as well")
  func byFirstName() async throws {
    try home.write(
      """
      {"rules": "authorisation", "accounts": [
        {"email": "anton@example.com", "password": "password1", "firstName": "Anton",
          "lastName": "Petrov"}
      ]}
      """)
    for (user, exit) in [("anton", 0), ("Anton", 0), ("anton@example.com", 0), ("jane", 1)] {
      #expect(await verify(user, Array("password1\0".utf8)).exit == Int32(exit), "\(user)")
    }
  }

  @Test("answers to auth and account only", arguments: ["password", "open_session", "", nil])
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
