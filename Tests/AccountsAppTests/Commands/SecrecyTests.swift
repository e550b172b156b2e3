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

  @Test("with passwords and hashes in the file")
  func inFile() async throws {
    try home.write(
      """
      {"rules": "register", "accounts": [
        {"email": "one@gmail.com", "password": "typed-by-hand"},
        {"email": "two@gmail.com", "password": "$1$abcdefgh$ywpTNDTYPzAT3Ohgseebp/"},
        {"email": "three@gmail.com", "password": "$pbkdf2-sha256$29000$a$b", "phone": "1"},
        {"email": "one@gmail.com", "password": "typed-by-hand\\n"}
      ]}
      """)
    for line in [
      "show", "list", "list --json", "check --json", "show --email two@gmail.com", "seal",
      "show --email three@gmail.com", "login --email one@gmail.com --password typed-by",
      "edit --account two@gmail.com --first-name T",
      "edit --draft --account two@gmail.com --password x2345",
      "show --email two@gmail.com --json", "save", "cancel", "remove one@gmail.com --yes",
      "remove two@gmail.com --yes --json", "seal --json",
    ] {
      keepsSecret(await home.run(line), line)
    }
    // The scheme on its own is not secret.
    #expect(await home.run("check").out.contains("pbkdf2-sha256"))
  }

  @Test("with a file that is broken in the middle of one")
  func brokenFile() async throws {
    try home.write(
      #"{"rules": "register", "accounts": [{"email": "one@gmail.com", "password": "typed-by-hand}]}"#
    )
    for line in [
      "show", "check", "check --json", "list --json", "login --email a@b.co --password Hunter",
    ] {
      keepsSecret(await home.run(line), line)
    }
  }

  @Test("with a draft that changes one and conflicts")
  func conflict() async throws {
    await home.run("login --email mario@gmail.com --password 12345")
    await home.run("edit --draft --password", secret)
    let text = try home.text()
    let start = try #require(text.range(of: "$y$")?.lowerBound)
    let end = try #require(text[start...].firstIndex(of: "\""))
    try home.write(text.replacingCharacters(in: start..<end, with: "typed-by-hand"))
    for line in ["show", "show --json", "save", "save --json", "cancel --json"] {
      keepsSecret(await home.run(line), line)
    }
  }

  @Test("except the samples' password, which is public, once")
  func samples() async {
    let ran = await home.run("init authorisation --samples")
    #expect(ran.err.contains("created account alex@example.com with the password password1\n"))
    #expect(!(await home.run("list").out.contains("password1")))
  }
}
