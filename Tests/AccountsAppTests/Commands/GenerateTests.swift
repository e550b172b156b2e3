import Foundation
import Testing

@testable import AccountsApp
@testable import CommandKit

@Suite("A generated password") struct GenerateTests {
  private let home = Home()

  /// The one line on stdout.
  private func password(_ ran: Ran) throws -> String {
    #expect(ran.exit == 0)
    let lines = ran.out.split(separator: "\n", omittingEmptySubsequences: false)
    try #require(lines.count == 2 && lines[1].isEmpty)
    #expect(lines[0].count >= 14 && !lines[0].contains(" "))
    return String(lines[0])
  }

  @Test("is alone on stdout, the profile on stderr, and logs in")
  func register() async throws {
    let ran = await home.run("register --email ada@host.com --generate")
    let password = try password(ran)
    #expect(
      ran.err == """
        created account ada@host.com
        Email:      ada@host.com
        Password:   ********
        First name:
        Last name:

        """)
    #expect(await home.run("login --email ada@host.com --password \(password)").exit == 0)
    #expect(await home.run("show").out.contains("********"))
  }

  @Test("replaces the one of an account, or of a draft")
  func edit() async throws {
    await home.run("register --email ada@host.com --password 12345")
    let ran = await home.run("edit --first-name Ada --generate")
    let first = try password(ran)
    #expect(ran.err.hasPrefix("password changed\n") && ran.err.hasSuffix("Last name:\n"))
    #expect(await home.run("login --email ada@host.com --password \(first)").exit == 0)
    let second = try password(await home.run("edit --draft --generate"))
    #expect(await home.run("verify --email ada@host.com --password \(second)").exit == 1)
    await home.run("save")
    #expect(await home.run("verify --email ada@host.com --password \(second)").exit == 0)
  }

  @Test("is a member of the profile as JSON")
  func json() async throws {
    for words in ["register --email ada@host.com", "edit"] {
      let ran = await home.run("--json \(words) --generate")
      let profile = try JSONSerialization.jsonObject(with: Data(ran.out.utf8)) as? [String: Any]
      #expect(profile?["email"] as? String == "ada@host.com")
      let password = try #require(profile?["generatedPassword"] as? String)
      #expect(await home.run("verify --email ada@host.com --password \(password)").exit == 0)
      #expect(ran.err == "")
    }
  }

  @Test(
    "that is not printed is 74, and says what was done",
    arguments: [ConsoleError.outputClosed, .output(errno: 28)])
  func unprinted(error: ConsoleError) async throws {
    var setting = Setting()
    setting.outputError = error
    try home.write("email\nkim@host.com\neve@host.com\n", to: "people.csv")
    let lost = "password was not printed: cannot write to stdout: "
    for (line, done) in [
      ("register --email ada@host.com", "created account ada@host.com, but the generated \(lost)"),
      ("edit --account ada@host.com", "saved ada@host.com, but the generated \(lost)"),
      ("edit --draft", "kept the edit of ada@host.com open, but the generated \(lost)"),
      ("import \(home.documents)/people.csv", "added 2 accounts, but the generated passwords were"),
    ] {
      let ran = await home.run("\(line) --generate", setting: setting)
      #expect(ran.exit == 74 && ran.out == "", "\(line)")
      #expect(ran.err.contains("regapp: error: \(done)"), "\(ran.err)")
      #expect(ran.err.contains("hint: set another one: regapp edit"))
    }
    let json = await home.run("--json edit --account ada@host.com --generate", setting: setting)
    #expect(json.exit == 74 && json.err.contains(#""code": "notPrinted""#), "\(json.err)")
  }

  @Test("is not made beside a given one, nor printed where nothing was set")
  func refused() async {
    for words in ["--password x", "--password-stdin"] {
      let ran = await home.run("register --email ada@host.com --generate \(words)")
      #expect(ran.exit == 64 && ran.out == "")
      let given = words.prefix { $0 != " " }
      #expect(
        ran.err.hasPrefix("regapp: error: \(given) and --generate cannot be used together"))
    }
    for words in ["register --email ada", "edit --account ada@host.com", "edit"] {
      let ran = await home.run("\(words) --generate")
      #expect(ran.exit != 0 && ran.out == "", "\(words)")
    }
  }

  @Test("is as long as the rulebook allows, with a warning if that is short")
  func short() async throws {
    try home.write(
      #"{"rules": {"fields": {"password": {"maximumCharacters": 8, "digits": 2}}}, "accounts": []}"#
    )
    let ran = await home.run("register --email ada@host.com --generate")
    #expect(ran.out.count == 9)
    #expect(ran.err.contains("regapp: warning: the rulebook allows only short passwords"))
    let password = ran.out.dropLast()
    #expect(await home.run("verify --email ada@host.com --password \(password)").exit == 0)
  }
}
