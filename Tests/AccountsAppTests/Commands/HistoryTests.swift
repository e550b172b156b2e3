import Foundation
import Glibc
import Testing

@testable import AccountsApp

/// The system's user who runs the tests, as the history names them.
let userOfTests =
  getpwuid(geteuid()).flatMap { String(cString: $0.pointee.pw_name) } ?? "\(geteuid())"

@Suite("history") struct HistoryTests {
  private let home = Home()
  private let at = "2026-06-15 18:00  \(userOfTests)"

  init() throws {
    try home.write(
      """
      {"rules": "register", "accounts": [
        {"email": "ada@host.com", "password": "12345", "groups": ["ops"]},
        {"email": "bob@host.com", "password": "!$1$abcdefgh$ywpTNDTYPzAT3Ohgseebp/"}
      ]}
      """)
  }

  private func history(_ rest: String = "") async -> String {
    let ran = await home.run("history" + rest)
    #expect(ran.exit == 0 && ran.err == "")
    return ran.out
  }

  @Test("prints the newest change first, with each field before and after")
  func text() async throws {
    await home.run("register --email eve@host.com --password 12345 --first-name Eve --no-login")
    await home.run("edit --account ada@host.com --first-name Ada --groups ops,dev --password 54321")
    await home.run("edit --account ada@host.com --first-name", "")
    await home.run("disable bob@host.com --reason left")
    await home.run("enable bob@host.com")
    await home.run("remove eve@host.com --yes")
    #expect(
      await history() == """
        6  \(at)  removed eve@host.com
            email: "eve@host.com"
            password removed
            first name: "Eve"
        5  \(at)  enabled bob@host.com
            password changed
            disabled: "left" → nothing
        4  \(at)  disabled bob@host.com
            disabled: nothing → "left"
        3  \(at)  edited ada@host.com
            first name: "Ada" → nothing
        2  \(at)  edited ada@host.com
            password changed
            first name: nothing → "Ada"
            groups: "ops" → "ops, dev"
        1  \(at)  registered eve@host.com
            email: "eve@host.com"
            password set
            first name: "Eve"

        """)
  }

  @Test("names the session in which a change was made")
  func session() async {
    await home.run("login --email ada@host.com --password 12345")
    await home.run("edit --first-name Ada")
    await home.run("disable bob@host.com")
    let lines = await history().split(separator: "\n").filter { !$0.hasPrefix(" ") }
    #expect(
      lines == [
        "3  \(at)  disabled bob@host.com (session ada@host.com)",
        "2  \(at)  edited ada@host.com (own session)",
        "1  \(at)  hashed the password of ada@host.com at login",
      ])
  }

  @Test("aligns numbers, and says when there were changes by hand")
  func byHand() async throws {
    for count in 1...9 { await home.run("disable bob@host.com --reason \(count)") }
    try home.write(home.text().replacing("\"9\"", with: "\"x\""))
    let blank = String(repeating: " ", count: 23 + userOfTests.count)
    #expect(
      await history(" --limit 2") == """
        \(blank)changed outside the history since
        9  \(at)  disabled bob@host.com
            disabled: "8" → "9"

        """)
    await home.run("disable bob@host.com --reason y")
    #expect(
      await history(" --limit 3") == """
        11  \(at)  disabled bob@host.com
            disabled: "x" → "y"
        10  \(at)  changed outside the history before this
         9  \(at)  disabled bob@host.com
            disabled: "8" → "9"

        """)
  }

  private func importPeople(_ count: Int) async throws {
    let rows = (1...count).map { "person\($0)@host.com,N\($0)\n" }.joined()
    try home.write("email,firstName\n" + rows, to: "people.csv")
    let ran = await home.run("import \(home.documents)/people.csv --generate")
    #expect(ran.exit == 0)
  }

  @Test("shows each account of a change of a few, and only the number of many")
  func many() async throws {
    try await importPeople(10)
    let few = await history()
    #expect(
      few.hasPrefix("1  \(at)  imported 10 accounts\n    person1@host.com: added\n      email: "))
    #expect(few.contains("\n    person10@host.com: added\n      email: \"person10@host.com\"\n"))
    await home.run("undo")
    try await importPeople(11)
    #expect(await history(" --limit 1") == "3  \(at)  imported 11 accounts\n")
    #expect(
      await history(" person7@host.com --limit 1") == """
        3  \(at)  imported person7@host.com and 10 others
            email: "person7@host.com"
            password set
            first name: "N7"

        """)
  }

  @Test("follows an account through its names, and knows no other")
  func names() async {
    await home.run("edit --account ada@host.com --email lovelace@host.com")
    await home.run("edit --account lovelace@host.com --first-name Ada")
    await home.run("disable bob@host.com")
    await home.run("remove lovelace@host.com --yes")
    for name in ["ada@host.com", "LOVELACE@host.com"] {
      let lines = await history(" \(name)").split(separator: "\n").filter { !$0.hasPrefix(" ") }
      #expect(lines.map { $0.prefix(1) } == ["4", "2", "1"])
    }
    let unknown = await home.run("history nobody@host.com")
    #expect(unknown.exit == 67 && unknown.out == "")
  }

  @Test("is narrowed by day and number, and says if there is nothing")
  func narrowed() async {
    let none = await home.run("history")
    #expect(none == Ran(exit: 0, out: "", err: "no changes are recorded\n", questions: []))
    await home.run("disable ada@host.com")
    await home.run("enable ada@host.com")
    #expect(await history(" --limit 1").hasPrefix("2  \(at)  enabled ada@host.com\n"))
    #expect(await history(" --since 2026-06-15") == history())
    for rest in ["--since 2026-06-16", "bob@host.com"] {
      let ran = await home.run("history \(rest)")
      #expect(ran == Ran(exit: 0, out: "", err: "no matching changes\n", questions: []))
      #expect(await home.run("history \(rest) --json").out == "[]\n")
    }
  }

  @Test(
    "refuses options that are wrong",
    arguments: [
      ("--limit 0", 64, "--limit must be a number, 1 or more, not '0'", "write --limit 10"),
      ("--limit x", 64, "--limit must be a number, 1 or more, not 'x'", "write --limit 10"),
      (
        "--limit 99999999999999999999", 64,
        "--limit must be a number, 1 or more, not '99999999999999999999'", "write --limit 10"
      ),
      (
        "--since yesterday", 65, "--since must be a date in the form YYYY-MM-DD",
        "write --since YYYY-MM-DD"
      ),
      (
        "--forget ada@host.com --limit 1", 64,
        "--limit and --forget cannot be used together", "use only one of them"
      ),
      (
        "ada@host.com --forget ada@host.com", 64,
        "NAME and --forget cannot be used together", "use only one of them"
      ),
      (
        "--since 2026-06-15 --forget ada@host.com", 64,
        "--since and --forget cannot be used together", "use only one of them"
      ),
    ] as [(String, Int32, String, String)])
  func refused(rest: String, exit: Int32, error: String, hint: String) async {
    await home.run("disable ada@host.com")
    let ran = await home.run("history \(rest)")
    #expect(ran.exit == exit && ran.out == "")
    #expect(ran.err == "regapp: error: \(error)\nregapp: hint: \(hint)\n")
    #expect(await history().hasPrefix("1  \(at)  disabled ada@host.com\n"))
  }

  @Test("as JSON is an array with every value but that of a password")
  func json() async throws {
    await home.run("edit --account ada@host.com --first-name Ada --password 54321")
    await home.run("remove bob@host.com --yes")
    let data = Data(await history(" --json").utf8)
    let entries = try #require(try JSONSerialization.jsonObject(with: data) as? [[String: Any]])
    #expect(entries.map { $0["n"] as? Int } == [2, 1])
    #expect(entries.map { $0["did"] as? String } == ["remove", "edit"])
    for entry in entries {
      #expect(
        entry.keys.sorted() == ["accounts", "at", "by", "count", "did", "n", "user"])
      #expect(entry["user"] as? String == userOfTests && entry["by"] is NSNull)
      #expect(entry["count"] as? Int == 1)
      let time = try #require(entry["at"] as? String)
      #expect(time.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/) != nil)
    }
    let accounts = entries.map { ($0["accounts"] as? [[String: Any]])?.first }
    #expect(accounts.map { $0?["account"] as? String } == ["bob@host.com", "ada@host.com"])
    let removed = try #require(accounts[0]?["changes"] as? [String: [Any]])
    #expect(removed.keys.sorted() == ["email", "password"])
    #expect(removed["password"]?[0] as? String == "********" && removed["password"]?[1] is NSNull)
    let edited = try #require(accounts[1]?["changes"] as? [String: [Any]])
    #expect(edited["password"] as? [String] == ["********", "********"])
    #expect(edited["firstName"]?[0] is NSNull && edited["firstName"]?[1] as? String == "Ada")
  }

  @Test("shows no hash, nor what is left of one in a lock")
  func secrecy() async {
    await home.run("enable bob@host.com")
    await home.run("login --email ada@host.com --password 12345")
    await home.run("edit --password hunter22")
    await home.run("remove bob@host.com --yes")
    await home.run("remove ada@host.com --yes")
    for line in ["history", "history --json", "undo 2 --dry-run", "undo 2 --dry-run --json"] {
      let out = await home.run(line).out
      #expect(out.contains("ada@host.com") && out.contains("password"))
      for secret in ["$", "abcdefgh", "ywpTND", "hunter22", "12345"] {
        #expect(!out.contains(secret), "\(line): \(secret)")
      }
    }
    #expect(await history(" bob@host.com").contains("enabled bob@host.com\n    password changed\n"))
  }

  @Test("shows own keys, and nothing that moves the cursor")
  func hostile() async throws {
    try home.write(
      #"""
      {"rules": "register", "accounts": [{"email": "ada@host.com", "password": "$1$abcdefgh$ywpTNDTYPzAT3Ohgseebp/",
        "nick\u001bname": "a\u001b[2J\u202e", "shoes": [42, null], "firstName": ""}]}
      """#)
    await home.run("remove ada@host.com --yes")
    #expect(
      await history() == #"""
        1  \#(at)  removed ada@host.com
            email: "ada@host.com"
            password removed
            nick\u{1B}name: "a\u{1B}[2J\u{202E}"
            shoes: [42, null]
            first name: ""

        """#)
    let json = await history(" --json")
    #expect(json.contains(#""nick\u001bname": ["a\u001b[2J\u202e", null]"#))
  }

  @Test("forgets an account under all its names, and undo then passes over it")
  func forget() async throws {
    await home.run("edit --account ada@host.com --email lovelace@host.com --first-name Ada")
    await home.run("disable bob@host.com")
    await home.run("remove lovelace@host.com --yes")
    let ran = await home.run("history --forget ada@host.com")
    #expect(
      ran
        == Ran(
          exit: 0, out: "",
          err: "removed ada@host.com, lovelace@host.com from 2 changes in the history\n",
          questions: []))
    let kept = try home.text(of: "history.jsonl")
    #expect(!kept.contains("ada@") && !kept.contains("lovelace") && !kept.contains("Ada"))
    #expect(
      await history()
        == """
        3  \(at)  removed a forgotten account
        2  \(at)  disabled bob@host.com
            disabled: nothing → true
        1  \(at)  edited a forgotten account

        """.replacing("→ true", with: "→ \"true\""))
    let again = await home.run("history --forget lovelace@host.com")
    #expect(again.exit == 1)
    #expect(
      again.err
        == "regapp: error: nothing to forget: the history keeps nothing of lovelace@host.com\n")
    // A change that concerned only others is passed over.
    let undo = await home.run("undo 2")
    #expect(undo.exit == 1)
    #expect(undo.err == "regapp: error: there is only 1 change to undo\n")
    #expect(await home.run("undo").out.hasPrefix("2  "))
    let json = await home.run("history --forget bob@host.com --json")
    let out =
      "{\n  \"forgotten\": 2,\n  \"names\": [\n    \"bob@host.com\"\n  ],\n"
      + "  \"logins\": false,\n  \"ended\": 0\n}\n"
    #expect(json == Ran(exit: 0, out: out, err: "", questions: []))
  }

  @Test("what was forgotten is told where the record of logins cannot be written")
  func forgetsHalf() async throws {
    await home.run("edit --account ada@host.com --first-name Ada")
    mkdir("\(home.documents)/logins.jsonl", 0o700)
    let ran = await home.run("history --forget ada@host.com")
    #expect(ran.exit == 74)
    #expect(ran.err.hasPrefix("removed ada@host.com from 1 change in the history\nregapp: error: "))
    #expect(ran.err.contains("logins.jsonl") && !ran.err.contains("session"))
    #expect(try !home.text(of: "history.jsonl").contains("ada@"))
  }

  @Test("says that values are not kept, and so does undo")
  func old() async throws {
    try home.write(
      #"{"n":7,"at":"2025-01-01T18:00:00Z","user":"\#(userOfTests)","by":null,"did":"edit","accounts":["#
        + #"{"account":"ada@host.com"}],"count":1}"# + "\n", to: "history.jsonl")
    await home.run("disable bob@host.com")
    #expect(
      await history(" --limit 3").hasSuffix(
        "7  \(at)  edited ada@host.com\n    its values are not kept\n"))
    let undo = await home.run("undo 2")
    #expect(undo.exit == 1)
    #expect(
      undo.err == "regapp: error: change #7 cannot be undone: its values are not kept\n")
    #expect(await home.run("undo").exit == 0)
  }

  @Test("speaks Russian")
  func russian() async {
    await home.run("edit --account ada@host.com --first-name Ada --password 54321")
    var setting = Setting()
    setting.environment["LANG"] = "ru_RU.UTF-8"
    #expect(
      await home.run(["history"], setting).out == """
        1  \(at)  правка: ada@host.com
            пароль изменён
            имя: пусто → «Ada»

        """)
  }
}
