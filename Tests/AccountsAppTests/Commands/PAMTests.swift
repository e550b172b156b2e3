import AccountsSupport
import Testing

@testable import AccountsApp
@testable import AccountsFile

/// `verify --pam`: the input of pam_exec with expose_authtok, and the answer.
@Suite("verify --pam") struct PAMTests {
  private let home = Home()

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

  @Test("never prompts, even at a terminal")
  func terminal() async {
    var setting = Setting()
    setting.environment = ["PAM_TYPE": "auth", "PAM_USER": "ada@host.com"]
    let ran = await home.ask("verify --pam", answers: "12345", setting: setting)
    #expect(ran.exit == 64)
    #expect(ran.questions == [])
  }
}
