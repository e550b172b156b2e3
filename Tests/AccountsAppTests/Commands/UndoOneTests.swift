import Testing

@testable import Accounts
@testable import AccountsApp

@Suite("undo --change") struct UndoOneTests {
  private let home = Home()
  private let hash = ExportTests.bcrypt

  init() throws {
    try home.write(
      """
      {"rules": "standard", "accounts": [
        {"username": "ada", "email": "ada@host.com", "password": "\(hash)"},
        {"username": "bob", "email": "bob@host.com", "password": "\(hash)"}
      ]}
      """)
  }

  @Test(
    "takes back one change alone, under the name that the account has now; and so is that undone")
  func one() async throws {
    await home.run("disable ada --reason left")
    await home.run("edit --account bob --first-name Bob")
    await home.run("edit --account ada --username eve --first-name Eve")
    let before = try home.text()
    let dry = await home.run("undo --change 1 --dry-run")
    #expect(dry.exit == 0 && dry.err == "would undo 1 change; nothing was written\n")
    #expect(try home.text() == before)
    let ran = await home.run("undo --change 1")
    #expect((ran.exit, ran.err) == (0, "undid 1 change\n"))
    #expect(ran.out == dry.out)
    #expect(ran.out.hasSuffix("disabled ada\n\neve\n    disabled: \"left\" → nothing\n"), "\(ran)")
    #expect(try home.text() == before.replacing(#", "disabled": "left""#, with: ""))
    let json = await home.run("undo --change 4 --json")
    #expect(json.out.contains(#""n": 4,"#) && json.out.contains(#""passedOver": []"#))
    #expect(try home.text() == before)
  }

  @Test("brings an account back behind the one that it followed, whatever that is called now")
  func place() async throws {
    await home.run("edit --account bob --first-name Bob")
    await home.run("remove bob --yes")
    await home.run("edit --account ada --username eve")
    await home.run("register --username ada --email zoe@host.com --password", "lightning mantle")
    #expect(await home.run("undo --change 2").exit == 0)
    let names = await home.run("list --json").out.matches(of: /"username": "([a-z]+)"/).map(\.1)
    #expect(names == ["eve", "bob", "ada"])
  }

  @Test(
    "refuses what is not any more as the change left it, and names that",
    arguments: [
      ("edit --account ada --first-name Eve", "ada: first name has changed since"),
      ("edit --account ada --username eve --last-name L --first-name Eve", "eve: first name"),
      ("remove ada --yes", "ada: "),
    ])
  func conflict(later: String, message: String) async throws {
    await home.run("edit --account ada --first-name Ada")
    await home.run(later)
    if later.hasPrefix("remove") {
      // The name belongs to somebody else now.
      await home.run(
        "register --username ada --email eve@host.com --first-name Ada --password",
        "lightning mantle")
    }
    let before = try home.text()
    let ran = await home.run("undo --change 1")
    #expect(ran.exit == 75 && ran.err.hasPrefix("regapp: error: \(message)"), "\(ran)")
    #expect(try home.text() == before)
  }

  @Test("never has two accounts share a name that one of them gave up in a change that stays")
  func shared() async throws {
    await home.run("edit --account ada --email eve@host.com")
    await home.run("edit --account bob --email ada@host.com")
    let before = try home.text()
    let ran = await home.run("undo --change 1")
    #expect(ran.exit == 65 && ran.err.contains("email"), "\(ran)")
    #expect(try home.text() == before)
  }

  @Test("refuses what cannot be taken back: it is named, and why")
  func refused() async throws {
    await home.run("edit --account ada --first-name Ada")
    try home.write(
      home.text().replacing(
        #""ada@host.com", "password": "\#(hash)""#,
        with: #""ada@host.com", "password": "lightning mantle""#))
    await home.run("seal")
    await home.run("edit --account bob --first-name Bob")
    await home.run("history --forget bob")
    let reasons = [
      2: "change #2 cannot be undone: it was made outside the history, which has no values of it",
      3: "change #3 cannot be undone: it only hashed passwords",
      4: "change #4 cannot be undone: it changed no values, or its accounts were forgotten",
      9: "there is no change #9 in the history",
    ]
    let before = try home.text()
    for (number, reason) in reasons {
      let ran = await home.run("undo --change \(number)")
      #expect(ran.exit == 1 && ran.err.hasPrefix("regapp: error: \(reason)\n"), "\(ran)")
    }
    let lines = try home.text(of: "history.jsonl")
    try home.write(
      lines.replacing(#"{"firstName":[null,"Ada"]}"#, with: "null"), to: "history.jsonl")
    let old = await home.run("undo --change 1")
    #expect(old.exit == 1 && old.err.contains("#1 cannot be undone: its values are not kept"))
    #expect(try home.text() == before)
  }

  @Test("is a usage error with a number of changes, or without a number")
  func usage() async {
    for line in ["undo 2 --change 1", "undo --change", "undo --change 0", "undo --change x"] {
      #expect(await home.run(line).exit == 64, "\(line)")
    }
  }
}

@Suite("undo of more than one change") struct UndoOfSeveralTests {
  private let home = Home()

  init() async throws {
    try home.write(
      #"{"rules": "standard", "accounts": [{"username": "ada", "password": "\#(ExportTests.bcrypt)"}]}"#
    )
    await home.run("edit --account ada --first-name Ada")
    await home.run("edit --account ada --last-name L")
  }

  @Test(
    "shows them at a terminal and asks; no is the answer to anything else",
    arguments: ["n", "", nil])
  func declined(answer: String?) async throws {
    let before = try home.text()
    let ran = await home.ask("undo 2", answers: answer)
    #expect((ran.exit, ran.out) == (1, ""))
    #expect(ran.questions == ["Undo 2 changes? [y/N] "])
    #expect(ran.err.contains("edited ada") && ran.err.contains("first name: \"Ada\" → nothing"))
    #expect(ran.err.hasSuffix("nothing was undone\n"))
    #expect(try home.text() == before)
  }

  @Test("takes them back after a yes, with --yes and for a script without a question; so for one")
  func agreed() async throws {
    #expect(await home.ask("undo 2", answers: "y").exit == 0)
    #expect(try !home.text().contains("Ada"))
    for line in ["undo 1", "undo", "undo --change 3", "undo 2 --dry-run", "undo 2 --yes"] {
      let ran = await home.ask(line)
      #expect(ran.exit == 0 && ran.questions.isEmpty, "\(line): \(ran)")
    }
    #expect(await home.run("undo 2").exit == 0)
  }

  @Test("takes back what was shown alone")
  func overtaken() async throws {
    var setting = Setting()
    let home = home
    setting.onQuestion = { _ in
      if let text = try? home.text(of: "history.jsonl") {
        try? home.write(text.replacing(#"[null,"L"]"#, with: #"["M","L"]"#), to: "history.jsonl")
      }
    }
    let before = try home.text()
    let ran = await home.ask("undo 2", answers: "y", setting: setting)
    #expect(ran.exit == 75 && ran.err.contains("have changed meanwhile"), "\(ran)")
    #expect(try home.text() == before)
  }
}
