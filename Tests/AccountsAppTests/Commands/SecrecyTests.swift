import Foundation
import Testing

@testable import AccountsApp
@testable import ScreenKit

@Suite("No secret is in any output") struct SecrecyTests {
  private let home = Home()
  private let secret = "Hunter2Hunter2"

  private func keepsSecret(
    _ ran: Ran, _ line: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let said = ran.out + ran.err + ran.questions.joined()
    let leaks = ["Hunter", "$y$", "ywpTND", "abcdefgh", "m=65536", "typed-by-hand"].filter {
      said.contains($0)
    }
    #expect(leaks == [], "\(line)", sourceLocation: sourceLocation)
  }

  @Test(
    "with the password on the command line, right or wrong, as text or JSON",
    arguments: [
      "login --email mario@gmail.com --password", "login --email other --password",
      "login --password", "login --first-name x --password",
      "verify --email mario@gmail.com --password",
      "register --email mario@gmail.com --password", "register --email luigi@gmail.com --password",
      "register --password", "edit --draft --password", "edit --password", "show --password",
      "frobnicate --password", "login --frobnicate --password", "login --password-stdin --password",
      "check --password", "--password",
    ])
  func onCommandLine(line: String) async {
    await home.run("login --email mario@gmail.com --password 12345")
    for json in ["", "--json "] {
      keepsSecret(await home.run(json + line, secret), line)
      keepsSecret(
        await home.run(
          (json + line).split(separator: " ").map(String.init).dropLast()
            + ["--password=\(secret)"], Setting()), line)
      keepsSecret(await home.run(json + line, secret, "\u{0}"), line)
    }
    for line in ["show", "show --json", "save", "cancel", "cancel --json", "list --json"] {
      keepsSecret(await home.run(line), line)
    }
  }
}
