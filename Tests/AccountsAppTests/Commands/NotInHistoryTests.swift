import Foundation
import Testing

@testable import AccountsApp

@Suite("A history that cannot be written") struct NotInHistoryTests {
  private let home = Home()

  init() throws {
    try home.write(
      """
      {"rules": "register", "accounts": [
        {"email": "ada@host.com", "password": "12345"},
        {"email": "bob@host.com", "password": "12345", "disabled": true}
      ]}
      """)
    try home.write("email,password\nkim@host.com,12345\n", to: "people.csv")
    try FileManager.default.createDirectory(
      atPath: "\(home.documents)/history.jsonl", withIntermediateDirectories: false)
  }

  @Test(
    "costs every command that writes one warning, and no change",
    arguments: [
      (["login --email ada@host.com --password 12345"], 0),
      (["login --email eve@host.com --password 12345"], 1),
      (["register --email eve@host.com --password 12345"], 1),
      (["edit --account ada@host.com --first-name Ada"], 0),
      (["login --email ada@host.com --password 12345", "edit --draft --first-name A", "save"], 0),
      (["disable ada@host.com"], 0), (["enable bob@host.com"], 0),
      (["remove ada@host.com --yes"], -1), (["import DIR/people.csv"], 1), (["seal"], 0),
    ] as [([String], Int)])
  func warning(lines: [String], added: Int) async throws {
    for line in lines.dropLast() { await home.run(line) }
    let before = try home.text()
    let line = (lines.last ?? "").replacing("DIR", with: home.documents)
    let ran = await home.run(line)
    #expect(ran.exit == 0)
    let warnings = ran.err.split(separator: "\n").filter { $0.contains("history") }
    #expect(
      warnings == [
        "regapp: warning: saved, but not recorded in the history: cannot write "
          + "\(home.documents)/history.jsonl: not a regular file"
      ])
    #expect(try home.text() != before)
    #expect(await home.run("list").out.split(separator: "\n").count == 2 + added)
  }

  @Test("is an error of the commands that read it, and check goes on")
  func reading() async {
    for line in ["history", "undo", "undo --dry-run", "history --forget ada@host.com"] {
      let ran = await home.run(line)
      #expect(ran.exit == 74, "\(line)")
      #expect(ran.err.contains("\(home.documents)/history.jsonl: not a regular file\n"), "\(line)")
    }
  }
}

@Suite("remove, cancel and the history") struct RemoveHintTests {
  private let home = Home()

  @Test("remove tells how to get an account back, and how to forget it")
  func remove() async throws {
    try home.write(
      #"{"rules": "register", "accounts": [{"email": "ada@host.com", "password": "12345"}]}"#)
    let ran = await home.run("remove ada@host.com --yes")
    #expect(
      ran.err == """
        removed ada@host.com
        the name ada@host.com is free: whoever gets it is ada@host.com to every program
        regapp: hint: regapp undo brings it back; the history keeps its values for 400 days, or \
        until regapp history --forget ada@host.com

        """)
    #expect(await home.run("undo").exit == 0)
    #expect(await home.run("remove ada@host.com --yes --json").err == "")
  }

  @Test("what removes an account with comments says that they do not come back")
  func comments() async throws {
    try home.write(
      """
      {"rules": "register", "accounts": [
        {"email": "ada@host.com", "password": "!"},
        // of bob
        {"email": "bob@host.com", "password": "!$1$abcdefgh$ywpTNDTYPzAT3Ohgseebp/"}, // since May
        {"email": "eve@host.com", "password": "!"}, // the last
      ]}
      """, to: "accounts.jsonc")
    let ran = await home.run("remove bob@host.com --yes")
    #expect(
      ran.err == """
        removed bob@host.com
        the name bob@host.com is free: whoever gets it is bob@host.com to every program
        regapp: hint: regapp undo brings it back, without its comments; the history keeps its values \
        for 400 days, or until regapp history --forget bob@host.com

        """)
    let undone = await home.run("undo")
    #expect(undone.exit == 0 && undone.err == "undid 1 change\n")
    try home.write(#"[{"email": "ada@host.com"}]"#, to: "all.json")
    let pruned = await home.run("apply \(home.documents)/all.json --prune-all")
    #expect(pruned.exit == 0)
    #expect(pruned.err.contains("undo does not bring back 1 comment of what was removed\n"))
    let text = try home.text(of: "accounts.jsonc")
    #expect(!text.contains("bob") && !text.contains("the last"))
  }
}
