import Testing

@testable import AccountsApp

@Suite("A code that comes back") struct BroughtBackTests {
  private let home = Home()
  private static let page = "https://example.com/"

  @Test("is a notice in the JSON of what brought it: plan, apply, import")
  func notices() async throws {
    try home.write(#"{"rules": "register", "accounts": [{"email": "ada@host.com"}]}"#)
    let invited = await home.run("invite ada@host.com --url \(Self.page)")
    let code = String(try #require(invited.out.split(separator: "/").last).dropLast())
    try home.write(try home.text(), to: "old.json")
    let set = await home.ask("login ada@host.com", answers: code, "another1", "another1")
    #expect(set.exit == 0, "\(set)")
    let accepted = try home.text()
    let path = "\(home.documents)/old.json"
    let notice =
      #""notices": ["the code of the invitation is good again, until 2026-06-22: ada@host.com"]"#
    for (line, exit) in [
      ("plan \(path) --set-passwords", 1), ("apply \(path) --set-passwords", 0),
      ("import \(path) --on-conflict replace --dry-run", 0),
      ("import \(path) --on-conflict replace", 0),
    ] as [(String, Int32)] {
      try home.write(accepted)
      let ran = await home.run("--json \(line)")
      let out = ran.out.split { $0 == "\n" || $0 == " " }.joined(separator: " ")
      #expect(ran.exit == exit && ran.err.contains("is good again"), "\(ran)")
      #expect(out.contains(notice.replacing("[", with: "[ ").replacing("]", with: " ]")), "\(out)")
    }
    let again = await home.run("--json apply \(path) --set-passwords")
    #expect(again.exit == 0 && !again.out.contains("notices"), "\(again)")
  }

  @Test("in place of a later one is told as the earlier link, and works")
  func earlier() async throws {
    try home.write(#"{"rules": "register", "accounts": [{"email": "ada@host.com"}]}"#)
    var codes: [String] = []
    for _ in 0..<2 {
      let ran = await home.run("invite ada@host.com --url \(Self.page)")
      codes.append(String(try #require(ran.out.split(separator: "/").last).dropLast()))
    }
    let words =
      "the earlier link or code is good again, until 2026-06-22, and the later one is not: ada@host.com"
    #expect(await home.run("undo --dry-run").err.contains(words))
    #expect(await home.run("undo").err.contains(words))
    let later = await home.ask("login ada@host.com", answers: codes[1], "another1", "another1")
    #expect(later.exit == 77, "\(later)")
    let first = await home.ask("login ada@host.com", answers: codes[0], "another1", "another1")
    #expect(first.exit == 0, "\(first)")
  }
}
