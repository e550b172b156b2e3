import Foundation
import Glibc
import Testing

@testable import Accounts
@testable import AccountsApp

/// The system's user who runs the tests, as the history names them.
let userOfTests =
  getpwuid(geteuid()).flatMap { String(cString: $0.pointee.pw_name) } ?? "\(geteuid())"

@Suite("undo") struct UndoTests {
  private let home = Home()
  private let at = "2026-06-15 18:00  \(userOfTests)"

  init() throws {
    try home.write(
      """
      {"rules": "register", "accounts": [
        {"email": "ada@host.com", "password": "$1$abcdefgh$ywpTNDTYPzAT3Ohgseebp/", "shoes": 42},
        {"email": "bob@host.com", "password": "$1$abcdefgh$ywpTNDTYPzAT3Ohgseebp/"}
      ]}
      """)
  }

  @Test("takes back the last change, and says which and what it did; so it is with itself")
  func one() async throws {
    let before = try home.text()
    await home.run("remove ada@host.com --yes")
    let removed = try home.text()
    let lines = """
          email: "ada@host.com"
          password set
          shoes: 42

      """
    #expect(
      await home.run("undo")
        == Ran(
          exit: 0, out: "1  \(at)  removed ada@host.com\n\nada@host.com: added\n" + lines,
          err: "undid 1 change\n", questions: []))
    #expect(try home.text() == before)
    let again = await home.run("undo")
    #expect(
      again.out == "2  \(at)  undid changes of ada@host.com\n\nada@host.com: removed\n"
        + lines.replacing("set", with: "removed"))
    #expect(try home.text() == removed)
  }

  @Test("with --dry-run says the same, and writes nothing")
  func dryRun() async throws {
    await home.run("edit --account ada@host.com --first-name Ada")
    let (accounts, history) = (try home.text(), try home.text(of: "history.jsonl"))
    let dry = await home.run("undo --dry-run")
    #expect(dry.exit == 0 && dry.err == "would undo 1 change; nothing was written\n")
    #expect(try home.text() == accounts && home.text(of: "history.jsonl") == history)
    let done = await home.run("undo")
    #expect(done.out == dry.out)
    #expect(
      done.out
        == "1  \(at)  edited ada@host.com\n\nada@host.com\n    first name: \"Ada\" → nothing\n")
  }

  @Test("says what several changes come to for each account")
  func merged() async {
    for name in ["A", "B", "C"] {
      await home.run("edit --account ada@host.com --first-name \(name)")
    }
    await home.run("disable bob@host.com")
    await home.run("edit --account ada@host.com --email eve@host.com --last-name L")
    let ran = await home.run("undo 4")
    #expect(
      ran.err == """
        undid 4 changes
        the name eve@host.com is free: whoever gets it is eve@host.com to every program

        """)
    #expect(
      ran.out == """
        5  \(at)  edited ada@host.com
        4  \(at)  disabled bob@host.com
        3  \(at)  edited ada@host.com
        2  \(at)  edited ada@host.com

        eve@host.com
            email: "eve@host.com" → "ada@host.com"
            last name: "L" → nothing
            first name: "C" → "A"
        bob@host.com
            disabled: "true" → nothing

        """)
    #expect(
      await home.run("undo 5 --dry-run").out.hasSuffix("\n\nthe accounts stay as they are\n"))
    #expect(
      await home.run("history --limit 1").out == """
        6  \(at)  undid changes of eve@host.com, bob@host.com
            eve@host.com
              email: "eve@host.com" → "ada@host.com"
              last name: "L" → nothing
              first name: "C" → "A"
            bob@host.com
              disabled: "true" → nothing

        """)
  }

  @Test("counts the accounts where there are many")
  func many() async throws {
    let rows = (1...11).map { "person\($0)@host.com\n" }.joined()
    try home.write("email\n" + rows, to: "people.csv")
    await home.run("import \(home.documents)/people.csv --generate")
    await home.run("disable ada@host.com")
    #expect(
      await home.run("undo 2").out == """
        2  \(at)  disabled ada@host.com
        1  \(at)  imported 11 accounts

        accounts: 1 changed, 11 removed

        """)
    #expect(await home.run("undo --dry-run").out.hasSuffix("\n\naccounts: 1 changed, 11 added\n"))
  }

  @Test("as JSON tells the changes and what became of the accounts")
  func json() async throws {
    await home.run("edit --account ada@host.com --first-name Ada --password 54321")
    for line in ["undo --dry-run --json", "undo --json"] {
      let ran = await home.run(line)
      #expect(ran.exit == 0 && ran.err == "")
      let data = Data(ran.out.utf8)
      let value = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
      #expect(value.keys.sorted() == ["accounts", "passedOver", "undone"])
      #expect((value["passedOver"] as? [Any])?.isEmpty == true)
      let undone = try #require(value["undone"] as? [[String: Any]])
      #expect(undone.map { $0["n"] as? Int } == [1])
      #expect(undone.map { $0["did"] as? String } == ["edit"])
      let account = try #require((value["accounts"] as? [[String: Any]])?.first)
      #expect(account["account"] as? String == "ada@host.com")
      let changes = try #require(account["changes"] as? [String: [Any]])
      #expect(changes["firstName"]?[0] as? String == "Ada" && changes["firstName"]?[1] is NSNull)
      #expect(changes["password"] as? [String] == ["********", "********"])
    }
  }

  @Test(
    "refuses what is no number, and more than there are",
    arguments: [
      ("0", 64, "N must be a number, 1 or more, not '0'"),
      ("x", 64, "N must be a number, 1 or more, not 'x'"),
      ("2", 1, "there is only 1 change to undo"),
      ("9223372036854775807", 1, "there is only 1 change to undo"),
    ] as [(String, Int32, String)])
  func refused(number: String, exit: Int32, error: String) async throws {
    let none = await home.run("undo")
    #expect(none.exit == 1 && none.err == "regapp: error: no change to undo\n")
    await home.run("disable ada@host.com")
    let before = try home.text()
    let ran = await home.run("undo \(number)")
    let hint = exit == 64 ? "regapp: hint: write regapp undo 3\n" : ""
    #expect(
      ran == Ran(exit: exit, out: "", err: "regapp: error: \(error)\n" + hint, questions: []))
    #expect(try home.text() == before)
  }

  @Test("names every account and field that changed since, and writes nothing")
  func conflict() async throws {
    await home.run(
      "edit --account ada@host.com --first-name Ada --last-name Lovelace --password 54321")
    try home.write(
      home.text().replacing("\"Ada\"", with: "\"Eve\"").replacing("\"$y$", with: "\"$5$"))
    let before = try home.text()
    let ran = await home.run("undo")
    #expect(ran.exit == 75 && ran.out == "")
    #expect(
      ran.err == """
        regapp: error: ada@host.com: password has changed since
        regapp: error: ada@host.com: first name has changed since
        regapp: hint: nothing was written; regapp history shows later changes, but not those by hand

        """)
    let json = await home.run("undo --json").err
    #expect(json.contains(#""code": "cannotUndo", "exit": 75"#))
    #expect(
      json.contains(
        #"{"field": "firstName", "rule": "changedSince", "#
          + #""message": "first name has changed since", "account": "ada@host.com"}"#))
    #expect(try home.text() == before)
  }

  @Test("never lets two accounts share an email")
  func taken() async throws {
    await home.run("edit --account ada@host.com --email eve@host.com")
    try home.write(home.text().replacing("bob@host.com", with: "ADA@host.com"))
    let before = try home.text()
    let ran = await home.run("undo")
    #expect(ran.exit == 65 && ran.out == "")
    #expect(
      ran.err == """
        regapp: error: eve@host.com: a user with this email already exists
        regapp: hint: nothing was written; give the other account another one first

        """)
    #expect(try home.text() == before)
  }

  @Test("says that an account comes back locked whose typed password is not known")
  func locked() async throws {
    try home.write(
      #"{"n":1,"at":"2026-06-15T18:00:00Z","user":"root","by":null,"did":"edit-file","accounts":[{"#
        + #""account":"eve@host.com","changes":{"email":["eve@host.com",null],"#
        + #""password":["*",null]}}],"count":1}"# + "\n",
      to: "history.jsonl")
    let json = await home.run("undo --dry-run --json")
    #expect(
      json.out.contains(
        #""comes back locked: eve@host.com; the history has no password of it""#), "\(json)")
    let ran = await home.run("undo")
    #expect(ran.exit == 0)
    #expect(
      ran.err == """
        passed over: changed outside the history since
        undid 1 change
        comes back locked: eve@host.com; the history has no password of it; set one (regapp edit \
        --account eve@host.com --generate) or run regapp invite eve@host.com; if the account is \
        still locked then, run regapp enable eve@host.com

        """)
    #expect(await home.run("edit --account eve@host.com --generate").exit == 0)
    #expect(await home.run("list eve").out == "eve@host.com\n")
  }

  @Test("is shown where it left nothing different")
  func withoutEffect() async throws {
    try home.write(
      #"{"n":7,"at":"2026-06-15T18:00:00Z","user":"root","by":null,"did":"undo","accounts":[],"#
        + #""undid":[6,5]}"# + "\n",
      to: "history.jsonl")
    let ran = await home.run("history")
    #expect(ran.out.contains("undid changes, which left nothing different\n"), "\(ran)")
  }

  // MARK: Around the accounts, and what stays

  /// Edits the accounts file as `edit-file` does.
  private func editFile(_ old: String, _ new: String) async throws {
    let registry = Registry(documents: home.documents, today: { .distantPast }).via(nil)
    let edit = try await registry.handEdit(in: "\(home.documents)/edits")
    _ = try await edit.begin()
    let copy = String(edit.copyPath.dropFirst(home.documents.count + 1))
    try home.write(home.text(of: copy).replacing(old, with: new), to: copy)
    _ = try await edit.review()
    #expect(try await edit.install().value == .installed(merged: false))
    try await edit.end(keepingCopy: false)
  }

  @Test("takes back what edit-file changed around the accounts, and history says what it was")
  func around() async throws {
    var rulebook = Rulebook.register
    rulebook.name = "ours"
    let rules = rulebook.json.text(style: .oneLine)
    try home.write(
      home.text().replacing(
        "{\"rules\": \"register\", \"accounts\"", with: "{\"rules\": \(rules), \"accounts\""))
    await home.run("disable bob@host.com")
    let disabled = try home.text()
    try await editFile("\"characters\": 5", "\"characters\": 12")
    try await editFile("{\"rules\"", "{\"motd\": null, \"rules\"")
    try home.write(home.text().replacing("42", with: "43"))
    let history = await home.run("history").out.split(separator: "\n").map {
      $0.replacing(/^.{2,40}(?=edited|disabled|changed)/, with: "")
    }
    #expect(
      history.prefix(4) == [
        "changed outside the history since",
        "edited the key motd with edit-file", "    the key motd: nothing → null",
        "edited the rulebook with edit-file",
      ])
    let ran = await home.run("undo 2")
    #expect(ran.exit == 0)
    #expect(ran.err == "passed over: changed outside the history since\nundid 2 changes\n")
    #expect(
      ran.out.hasSuffix(
        """

        around the accounts
            the key motd: null → nothing
            the rulebook: fields.password.characters: 12 → 5

        """))
    #expect(try home.text() == disabled.replacing("42", with: "43"))
    let json = await home.run("history --json").out
    #expect(json.contains(#""document": {"changes": {"motd": [null, null], "rules": [{"#))
    #expect(json.contains(#""null": [["motd"], []]}"#))
    // Back to what it was between the two.
    #expect(await home.run("undo 2").exit == 0)
    let other = disabled.replacing("42", with: "43")
    #expect(try home.text() == other.replacing("\"characters\": 5", with: "\"characters\": 12"))
  }

  @Test("refuses where the rulebook or the order has changed since, and names that")
  func aroundConflict() async throws {
    try await editFile(
      "{\"rules\": \"register\", \"accounts\"", "{\"rules\": \"albums\", \"accounts\"")
    try home.write(home.text().replacing("albums", with: "standard"))
    let hint =
      "regapp: hint: nothing was written; regapp history shows later changes, but not those by hand\n"
    let ran = await home.run("undo")
    #expect(ran.exit == 75)
    #expect(ran.err == "regapp: error: the rulebook has changed since\n" + hint)
    let json = await home.run("undo --json").err
    #expect(
      json.contains(
        #"{"field": "rules", "rule": "changedSince", "message": "the rulebook has changed since", "#
          + #""account": null}"#))
    try home.write(home.text().replacing("standard", with: "albums"))
    #expect(await home.run("undo").exit == 0)
    let rows = try home.text().split(separator: "\n").map(String.init)
    try await editFile(
      rows[1] + "\n" + rows[2], rows[2] + ",\n" + rows[1].replacing("},", with: "}"))
    #expect(await home.run("history --limit 1").out.contains("edited the order of the accounts"))
    try home.write(rows.joined(separator: "\n"))
    #expect(
      await home.run("undo").err
        == "regapp: error: the order of the accounts has changed since\n" + hint)
  }

  @Test("names what is newer and stays, the newest few, and in JSON all; so does cancel")
  func passedOver() async throws {
    await home.run("edit --account ada@host.com --first-name Ada")
    for count in 1...7 {
      try home.write(home.text().replacing("42", with: "42\(count)"))
      let word = "\"password\": \"typed\(count)\""
      try home.write(home.text().replacing(/"password": "[^"]*"}/, with: word + "}"))
      await home.run("seal")
    }
    let ran = await home.run("undo --dry-run")
    #expect(
      ran.err == """
        passed over: #15, sealed the password of bob@host.com
        passed over: #14, changed outside the history before this
        passed over: #13, sealed the password of bob@host.com
        passed over: #12, changed outside the history before this
        passed over: #11, sealed the password of bob@host.com
        passed over: 9 older changes
        would undo 1 change; nothing was written

        """)
    let json = await home.run("undo --dry-run --json")
    let value = try JSONSerialization.jsonObject(with: Data(json.out.utf8)) as? [String: Any]
    let passed = try #require(value?["passedOver"] as? [[String: Any]])
    #expect(passed.map { $0["n"] as? Int } == (2...15).reversed().map { $0 })
    #expect(passed.first?["did"] as? String == "seal")
    let cancelled = await home.run("cancel")
    #expect(cancelled.err.hasPrefix("passed over: #15, sealed the password of bob@host.com\n"))
    #expect(cancelled.err.contains("undid the last edit of ada@host.com\n"))
  }
}
