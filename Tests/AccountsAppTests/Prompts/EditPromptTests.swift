import Foundation
import Testing

@testable import AccountsApp

@Suite("Edit, register and remove ask") struct EditPromptTests {
  private let home = Home()

  private func register() async {
    await home.run(
      "register --email mario@gmail.com --password 12345 --first-name Mario --phone 9123456789")
  }

  /// `edit` alone, line by line.
  private func editAlone(
    _ answers: String?..., line: String = "edit --plain",
    onQuestion: @escaping @Sendable (String) -> Void = { _ in }
  ) async -> Ran {
    var setting = Setting()
    setting.isTerminal = true
    setting.answers = answers
    setting.onQuestion = onQuestion
    return await home.run(line.split(separator: " ").map(String.init), setting)
  }

  @Test("edit alone for each field, showing its value: Enter keeps, - clears")
  func editFields() async {
    await register()
    let ran = await editAlone("", "", "Luigi", " B ", "", "-")
    #expect(
      ran.questions == [
        "Email [mario@gmail.com] (Enter keeps): ",
        "unseen: Password (Enter keeps it): ",
        "First name [Mario] (Enter keeps, - clears): ",
        "Last name (Enter leaves it empty): ",
        "Birth date (YYYY-MM-DD) (Enter leaves it empty): ",
        "Phone [+7 (912) 345-67-89] (Enter keeps, - clears): ",
      ])
    #expect(ran.exit == 0)
    #expect(
      ran.err.hasSuffix(
        """
        first name: "Mario" → "Luigi"
        last name: nothing → "B"
        phone: "+7 (912) 345-67-89" → nothing

        """))
    #expect(
      ran.out == """
        Email:      mario@gmail.com
        Password:   ********
        First name: Luigi
        Last name:  B

        """)
  }

  @Test("edit alone with everything kept, or left early, changes nothing")
  func keepAll() async throws {
    await register()
    let text = try home.text()
    let kept = await editAlone("", "", "", "", "", "")
    #expect(kept.exit == 0 && kept.err.hasSuffix("nothing to change\n"))
    let left = await editAlone("", "", "Luigi", ":cancel")
    #expect(left.exit == 0 && left.err.hasSuffix("nothing was changed\n"))
    #expect(try home.text() == text)
  }

  @Test("edit alone, and leave at a password, which asks whether that is meant")
  func leaveAtPassword() async throws {
    await register()
    let text = try home.text()
    for answers in [
      [":cancel", ":cancel"], [":cancel", "", ":cancel", ":cancel"],
      ["54321", ":cancel", ":cancel"], ["54321", ":cancel", "no", ":cancel", ":cancel"],
    ] {
      let all: [String?] = [""] + answers
      var setting = Setting()
      (setting.isTerminal, setting.answers) = (true, all)
      let left = await home.run(["edit", "--plain"], setting)
      #expect(left.exit == 0 && left.err.hasSuffix("nothing was changed\n"), "\(answers)")
      #expect(left.questions.last?.hasPrefix("Leave? :cancel leaves") == true)
      #expect(left.questions.count == all.count)
    }
    #expect(try home.text() == text)
  }

  @Test("edit alone for another account, for a draft, and with what the draft holds")
  func readDraft() async throws {
    await register()
    await home.run("register --email peach@gmail.com --password 12345 --no-login")
    let draft = await editAlone(
      "", "", "", "Peach", "", "", "", "", "", "",
      line: "edit --plain --draft --account peach@gmail.com")
    #expect(draft.err.hasSuffix("not saved yet: run regapp save or regapp cancel\n"))
    #expect(try !home.text().contains("Peach"))
    let ran = await editAlone(
      "", "", "", "", "", "", "", "", "", "",
      line: "edit --plain --account peach@gmail.com")
    #expect(ran.questions.contains("First name [Peach] (Enter keeps, - clears): "))
    #expect(try home.text().contains("\"Peach\""))
  }

  @Test("edit of another account for its groups and days too, each with its form")
  func administered() async throws {
    await register()
    await home.run("edit --groups ops --valid-until 2026-12-31")
    let ran = await editAlone(
      "", "mario", "", "", "", "", "", "a:b", " ops,web ", "2027-1-1", "2027-01-01", "",
      "2026-12-31", "-", line: "edit --plain --account mario@gmail.com")
    #expect(
      ran.questions.suffix(7) == [
        "Groups (with commas between them) [ops] (Enter keeps, - clears): ",
        "Groups (with commas between them) [ops] (Enter keeps, - clears): ",
        "Valid from (YYYY-MM-DD) (Enter leaves it empty): ",
        "Valid from (YYYY-MM-DD) (Enter leaves it empty): ",
        "Valid until (YYYY-MM-DD) [2026-12-31] (Enter keeps, - clears): ",
        "Valid until (YYYY-MM-DD) [2026-12-31] (Enter keeps, - clears): ",
        "Valid until (YYYY-MM-DD) [2026-12-31] (Enter keeps, - clears): ",
      ])
    #expect(
      ran.err.contains("! valid from must be a date in the form YYYY-MM-DD\n")
        && ran.err.components(separatedBy: "! valid until must not be before the first day\n").count
          == 3,
      "also where the one that is there is kept: \(ran.err)")
    #expect(
      ran.out.hasSuffix(
        "Groups:     ops, web\nValid from: 2027-01-01\nState:      not yet valid\n"), "\(ran.out)")
  }

  @Test("edit alone, with the rules of each field before its question, and how to leave")
  func rules() async {
    await register()
    let ran = await editAlone(":cancel")
    #expect(
      ran.err.hasPrefix(
        ":back returns to the previous question, :cancel leaves.\nAn address with at least these "),
      "\(ran.err)")
  }

  @Test("edit alone goes back by :back, and stays at the first question")
  func back() async throws {
    await register()
    let ran = await editAlone(":back", "", "", "Luigi", ":back", "Wario", "", "", "")
    #expect(
      ran.questions.map { String($0.prefix(10)) } == [
        "Email [mar", "Email [mar", "unseen: Pa", "First name", "Last name ", "First name",
        "Last name ", "Birth date", "Phone [+7 ",
      ])
    #expect(try home.text().contains("\"Wario\"") && !home.text().contains(":back"))
  }

  @Test("edit alone for another name if one is taken, and for nothing else again")
  func taken() async throws {
    await register()
    await home.run("register --email peach@gmail.com --password 12345 --no-login")
    let ran = await editAlone("PEACH@gmail.com", "", "Luigi", "", "", "", "daisy@gmail.com")
    #expect(ran.err.contains("! a user with this email already exists"), "\(ran.err)")
    #expect(ran.questions.count == 7 && ran.questions.last?.hasPrefix("Email [PEACH@") == true)
    #expect(ran.exit == 0)
    let text = try home.text()
    #expect(text.contains("daisy@gmail.com") && text.contains("Luigi"))
  }

  @Test("edit alone for another password if the rulebook's list has it")
  func listed() async throws {
    try home.write("horse battery\n", to: "common.txt")
    try home.write(
      #"{"rules": {"fields": {"password": {"blocklistFile": "common.txt"}}}, "accounts": []}"#)
    await register()
    let ran = await editAlone(
      "", "horse battery", "horse battery", "Luigi", "", "", "", "battery staple",
      "battery staple")
    #expect(
      ran.questions.suffix(2) == [
        "unseen: Password (Enter keeps it): ", "unseen: Password again: ",
      ], "\(ran)")
    #expect(ran.exit == 0 && ran.err.contains("password changed"))
  }

  @Test("edit alone writes nothing over a change made elsewhere, and says so")
  func conflict() async throws {
    await register()
    let path = home.accountsPath
    let ran = await editAlone("", "", "Wario", "", "", "9990000000") { question in
      if question.hasPrefix("Phone") { replace("Mario", with: "Yoshi", inFile: path) }
    }
    #expect(ran.exit == 75 && ran.out == "")
    #expect(ran.err.hasSuffix("hint: nothing was saved: run regapp edit again\n"), "\(ran.err)")
    #expect(ran.err.contains("first name") && ran.err.contains("Yoshi"), "\(ran.err)")
    let text = try home.text()
    #expect(text.contains("Yoshi") && !text.contains("9990000000") && !text.contains("(999)"))
  }

  @Test("edit alone ends as edit does if it cannot be saved")
  func cannotSave() async throws {
    await register()
    let (path, other) = (home.accountsPath, "\(home.documents)/other")
    let ran = await editAlone("", "", "Wario", "", "", "") { question in
      // A second name keeps a file from being replaced.
      if question.hasPrefix("Phone") { #expect(link(path, other) == 0) }
    }
    #expect(ran.exit == 74 && ran.err.contains("\(path): it has other hard links"), "\(ran)")
  }

  @Test("edit for a new password twice, hidden")
  func editPassword() async {
    await register()
    let ran = await home.ask("edit --password", answers: "secret1", "secret1")
    let (one, two) = ("unseen: Password: ", "unseen: Password again: ")
    #expect(ran.questions == [one, two])
    #expect(ran.exit == 0)
    #expect(ran.err == "password changed\n")
    #expect(await home.run("login --email mario@gmail.com --password secret1").exit == 0)
    let mended = await home.ask(
      "edit --password", answers: "secret2", "secret3", "1", "secret3", "secret3")
    #expect(mended.questions == [one, two, one, one, two])
    #expect(
      mended.err == """
        ! the two passwords differ
        ! password must have 5 characters or more
        password changed

        """)
    #expect(await home.run("login --email mario@gmail.com --password secret3").exit == 0)
    #expect(await home.ask("edit --password", answers: "").exit == 64)
  }

  @Test("register for required values that were not given")
  func registerAsks() async throws {
    await home.run("init albums")
    let ran = await home.ask(
      "register --color never --first-name Ada", answers: "Lovelace", "1990-12-10", "9123456789",
      "ada@b.co", "Secret1", "Secret1")
    #expect(
      ran.questions == [
        "Last name: ", "Birth date (YYYY-MM-DD): ", "Phone: ", "Email: ", "unseen: Password: ",
        "unseen: Password again: ",
      ])
    #expect(ran.exit == 0)
    #expect(ran.out.contains("Birth date: 1990-12-10 (age 35)\n"))
  }

  @Test("register, and again for a password that breaks a rule, and for two that differ")
  func registerDiffering() async {
    let ran = await home.ask(
      "register --email mario@gmail.com", answers: "1", "12345", "54321", "12345", "12345")
    let (one, two) = ("unseen: Password: ", "unseen: Password again: ")
    #expect(ran.questions == [one, one, two, one, two])
    #expect(ran.exit == 0 && ran.err.contains("! password must have 5 characters or more"))
    let given = await home.ask("register --email luigi@gmail.com", answers: "")
    #expect(given.exit == 64 && !given.out.contains("luigi"), "\(given)")
  }

  private static let free = "Its name is free then; disable keeps it."

  @Test(
    "remove, and accepts nothing but y and yes",
    arguments: [
      ("y", 0), ("Y", 0), ("yes", 0), ("YES", 0), ("", 1), ("n", 1), ("no", 1), ("yess", 1),
      (nil, 1),
    ] as [(String?, Int32)])
  func remove(answer: String?, exit: Int32) async {
    await register()
    let ran = await home.ask("remove MARIO@gmail.com", answers: answer)
    #expect(ran.questions == ["Remove the account mario@gmail.com? \(Self.free) [y/N] "])
    #expect(ran.exit == exit || (answer == nil && ran.exit == 130))
    #expect(await home.run("list").out.contains("mario@gmail.com") == (exit != 0))
  }

  @Test("remove not with --yes, nor if it cannot ask")
  func removeWithoutQuestion() async {
    await register()
    let unknown = await home.ask("remove luigi@gmail.com")
    #expect(unknown.questions == [] && unknown.exit == 67)
    let ran = await home.run("remove mario@gmail.com --yes")
    #expect(ran.exit == 0)
    #expect(ran.err.hasPrefix("removed mario@gmail.com\n"))
  }

  @Test("with the file's values escaped")
  func escaped() async throws {
    try home.write(
      #"{"rules": "register", "accounts": [{"email": "m\u001b[2J\u202e", "password": "12345"}]}"#)
    let ran = await home.ask("remove m\u{1B}[2J\u{202E}", answers: "n")
    #expect(ran.questions == ["Remove the account m\\u{1B}[2J\\u{202E}? \(Self.free) [y/N] "])
  }
}
