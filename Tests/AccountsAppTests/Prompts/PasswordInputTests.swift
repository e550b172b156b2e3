import Testing

@testable import AccountsApp
@testable import ScreenKit

@Suite("A password from stdin") struct PasswordInputTests {
  private let home = Home()
  private let login = "login --email mario@gmail.com --password-stdin"

  @Test(
    "is everything except one final line end",
    arguments: [
      ("secret", "secret"), ("secret\n", "secret"), ("secret\r\n", "secret"),
      (" secret \n", " secret "),
      ("secret \n", "secret "), ("se cret", "se cret"), ("пароль\n", "пароль"),
    ])
  func lineEnd(input: String, password: String) async {
    #expect(await home.run(login, setting: Setting(input: input)).exit == 0)
    let typed = await home.run(
      ["login", "--email", "mario@gmail.com", "--password", password], Setting())
    #expect(typed.exit == 0)
    #expect(typed.err == "")
  }

  @Test(
    "with another line end, or longer than crypt(3) accepts, is rejected",
    arguments: ["secret\n\n", "secret\nmore\n", "secret\u{0}x", String(repeating: "a", count: 512)])
  func refused(input: String) async {
    let ran = await home.run(login, setting: Setting(input: input))
    #expect(ran.exit == 65)
    #expect(!home.exists("accounts.json"))
  }

  @Test("may be 511 bytes long")
  func longest() async {
    let input = String(repeating: "a", count: 511)
    #expect(await home.run(login, setting: Setting(input: input + "\n")).exit == 0)
    #expect(await home.run(login, setting: Setting(input: input)).exit == 0)
    let shorter = await home.run(login, setting: Setting(input: String(input.dropLast())))
    #expect(shorter.exit == 77)
  }

  @Test("that is not UTF-8 is rejected as a new one, and wrong as an existing one")
  func noText() async {
    var setting = Setting()
    setting.input = [0xFF, 0xFE, 0x41, 0x41, 0x41, 0x0A]
    #expect(await home.run(login, setting: setting).exit == 65)
    await home.run("login --email mario@gmail.com --password 12345")
    #expect(await home.run(login, setting: setting).exit == 77)
  }

  @Test("and one on the command line exclude each other")
  func both() async {
    let ran = await home.run(login + " --password 12345", setting: Setting(input: "12345"))
    #expect(ran.exit == 64)
    #expect(
      ran.err.hasPrefix("regapp: error: --password and --password-stdin cannot be used together\n"))
    #expect(!home.exists("accounts.json"))
  }

  @Test("works for register, edit and verify as well")
  func everywhere() async {
    let register = "register --email mario@gmail.com --password-stdin"
    #expect(await home.run(register, setting: Setting(input: "secret1\n")).exit == 0)
    #expect(await home.run("edit --password-stdin", setting: Setting(input: "secret2\n")).exit == 0)
    let verify = "verify --email mario@gmail.com --password-stdin"
    #expect(await home.run(verify, setting: Setting(input: "secret2\n")).exit == 0)
    #expect(await home.run(verify, setting: Setting(input: "secret1\n")).exit == 1)
  }
}
