import Foundation
import Testing

/// The tasks of docs/administration.md.
@Suite("An administrator") struct AdministratorTests {
  private let home: Home

  private static let old = "$2b$05$abcdefghijklmnopqrstuu7xBdc3mx5nNlgVHYL28yCH.qGrgk0.q"
  private static let accounts = """
    {"rules": \(Home.cheap("standard")), "accounts": [
      {"username": "ada", "email": "ada@example.com", "password": "\(old)", "groups": ["ops"]},
      {"username": "bob", "email": "bob@example.com", "password": "correct horse battery",
       "validUntil": "2099-12-30"},
      {"username": "eve", "password": "!\(old)", "groups": ["ops", "dev"]}
    ]}

    """

  init() throws { home = try Home(Self.accounts) }

  private func names(_ words: String...) async throws -> [String] {
    let ran = try await home.run(words, input: .nothing)
    #expect(ran.code == 0, "\(ran)")
    return ran.out.split(separator: "\n").map { String($0.prefix { $0 != " " }) }
  }

  @Test("onboards twenty people from a spreadsheet that has no passwords")
  func onboard() async throws {
    let rows = (1...20).map { "new\($0);new\($0)@example.com;Person \($0);IT\n" }.joined()
    try home.file("people.csv").write("Login;Mail;Name;Department\n" + rows)
    let taken = try await home.run(
      "import", "\(home.path)/people.csv", "--columns", "username=Login,email=Mail,firstName=Name",
      "--ignore-columns", "--generate")
    #expect(taken.code == 0, "\(taken)")
    let lines = taken.out.split(separator: "\n").map { $0.split(separator: "\t") }
    #expect(lines.count == 20 && lines.allSatisfy { $0.count == 2 })
    let name = try #require(lines.last?.first)
    let password = try #require(lines.last?.last)
    let login = try await home.run(
      "login", "--username", String(name), "--password-stdin", input: .text(String(password)))
    // The password is right, and each of them has to choose another one at a terminal.
    #expect(login.code == 77 && login.err.contains("must be changed"), "\(login)")
  }

  @Test("disables somebody for a month")
  func away() async throws {
    let ran = try await home.run("disable", "bob", "--until", "2099-01-01")
    #expect(ran.code == 0 && ran.err == "bob: open → not yet valid\n", "\(ran)")
    let refused = try await home.run(
      "verify", "--username", "bob", "--password-stdin", input: .text("correct horse battery"))
    #expect(refused.code == 1 && refused.err.contains("not yet valid"), "\(refused)")
    #expect(try await names("list", "--state", "open", "--on", "2099-01-01") == ["ada", "bob"])
  }

  @Test("sees who has a weak hash, by name")
  func weak() async throws { #expect(try await names("list", "--weak") == ["ada"]) }

  @Test("renames an email")
  func rename() async throws {
    let ran = try await home.run("edit", "--account", "ada", "--email", "lovelace@example.com")
    #expect(ran.code == 0, "\(ran)")
    #expect(try await home.run("show", "lovelace@example.com").code == 0)
    #expect(try await home.run("show", "ada@example.com").code == 67)
  }

  @Test("resets a password")
  func reset() async throws {
    let ran = try await home.run("edit", "--account", "ada", "--generate")
    let password = try #require(ran.out.split(separator: "\n").last)
    #expect(ran.code == 0 && ran.out == "\(password)\n", "\(ran)")
    let verified = try await home.run(
      "verify", "--username", "ada", "--password-stdin", input: .text(String(password)))
    #expect(verified.code == 0, "\(verified)")
  }

  @Test(
    "shares the file with a second administrator of a group",
    .enabled("the user who runs the tests has no name or no group") {
      getpwuid(getuid()) != nil && getgrgid(getgid()) != nil
    })
  func shared() async throws {
    #expect(try await home.run("enable", "bob").code == 0)
    let ran = try await home.run("share", "\(getgid())")
    #expect(ran.code == 0 && ran.out.isEmpty && ran.err.contains("mode 600 → 660"), "\(ran)")
    #expect(try home.file(Home.documents).mode == 0o2770)
    #expect(try await home.run("disable", "bob").code == 0)
    let checked = try await home.run("check")
    #expect(checked.code == 0 && !checked.out.contains("mode"), "\(checked)")
    #expect(try home.accounts.mode == 0o660)
    #expect(try home.file("\(Home.documents)/.accounts.json.lock").mode == 0o660)
  }

  @Test("moves to another machine")
  func move() async throws {
    let exported = "\(home.path)/accounts.json"
    let out = try await home.run(
      "export", "--format", "json", "--with-hashes", "--output", exported)
    let other = try Home()
    let taken = try await other.run("import", exported, "--rules", "standard")
    #expect(taken.code == 0, "\(out) \(taken)")
    #expect(try await other.run("list").out == home.run("list").out)
  }

  @Test("sees everyone in ops")
  func group() async throws {
    #expect(try await names("list", "--group", "ops") == ["ada", "eve"])
  }

  @Test("sees who can log in on New Year's Day")
  func newYear() async throws {
    #expect(try await names("list", "--state", "open", "--on", "2100-01-01") == ["ada"])
    #expect(try await names("list", "--state", "open", "--on", "2099-12-30") == ["ada", "bob"])
  }

  @Test("gets out again, to htpasswd and its groups")
  func leave() async throws {
    #expect(try await home.run("seal").code == 0)
    let users = try await home.run("export", "--format", "htpasswd")
    #expect(users.code == 0 && users.out.hasPrefix("ada:\(Self.old)\nbob:$y$"), "\(users)")
    #expect(!users.out.contains("eve:"))
    let groups = try await home.run("export", "--format", "htgroup")
    #expect(groups.code == 0 && groups.out.contains("ops: ada"), "\(groups)")
  }
}
