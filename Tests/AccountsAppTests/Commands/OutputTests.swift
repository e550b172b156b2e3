import Foundation
import Testing

@testable import Accounts
@testable import AccountsApp
@testable import Product

@Suite("The output of the other commands") struct OutputTests {
  private let home = Home()

  @Test("seal shows its progress at a terminal, and clears that line")
  func sealProgress() async throws {
    try home.write(
      #"{"rules": "register", "accounts": [{"email": "one@gmail.com", "password": "typed1"}]}"#)
    let ran = await home.ask("seal")
    #expect(ran.err.contains("] 1 of 1"))
    #expect(ran.err.hasSuffix("\rsealed 1 password\ngave an id to 1 account\n"))
  }

  @Test("so does import, and no secret is shown")
  func importProgress() async throws {
    try home.write("email,password\nada@mail.ru,secret1\neve@mail.ru,secret2\n", to: "people.csv")
    let ran = await home.ask("import --rules register \(home.documents)/people.csv")
    #expect(ran.exit == 0 && ran.err.contains("] 2 of 2"))
    #expect(!ran.err.contains("secret"))
  }

  @Test("a profile is coloured only on request, with the same text")
  func colour() async {
    await home.run("login --email mario@gmail.com --password 12345")
    let plain = await home.run("show").out
    let coloured = await home.run("show --color always").out
    #expect(coloured.contains("\u{1B}[1mEmail:\u{1B}[0m"))
    #expect(coloured.replacing("\u{1B}[1m", with: "").replacing("\u{1B}[0m", with: "") == plain)
    #expect(await home.ask("show --color never").out == plain)
    var setting = Setting()
    setting.environment = ["NO_COLOR": "1"]
    #expect(await home.ask("show", setting: setting).out == plain)
  }

  @Test("login that cannot seal warns, and succeeds")
  func warning() async throws {
    try home.write(
      #"{"rules": "register", "accounts": [{"email": "mario@gmail.com", "password": "typed1"}]}"#)
    var setting = Setting()
    setting.hasher = PasswordHasher(cost: 1) { _, _ in .refused }
    let ran = await home.run("login --email mario@gmail.com --password typed1", setting: setting)
    #expect(ran.exit == 0)
    #expect(ran.err.hasPrefix("regapp: warning: logged in, but the password could not"))
    #expect(ran.out.hasPrefix("Email:      mario@gmail.com\n"))
  }

  @Test("help lists every command, and for one of them its options and an example")
  func help() async {
    let overview = await home.run("help").out
    for command in AccountsApp.spec.commands { #expect(overview.contains("  \(command.name) ")) }
    #expect(await home.run("--help").out == overview)
    #expect(await home.run("-h").out == overview)
    #expect(await home.run("help exit-codes").out.contains("\n  78 "))
    #expect(await home.run("help formats").out.hasPrefix("  htpasswd  nginx and Apache; "))
    let login = await home.run("help login").out
    #expect(await home.run("login --help").out == login)
    #expect(await home.run("--help login --email").out == login)
    #expect(login.contains("--password-stdin") && login.contains("\nexamples:\n  regapp login "))
    #expect(await home.run("--version").out == "regapp \(Release.version)\n")
    #expect(await home.run("-V").out == "regapp \(Release.version)\n")
  }
}
