import Foundation
import Testing

@testable import CommandKit
@testable import Product
@testable import RegApp
@testable import ScreenKit

@Suite("Edit, register and remove ask") struct EditPromptTests {
  private let home = Home()

  private func register() async {
    await home.run(
      "register --email mario@gmail.com --password 12345 --first-name Mario --phone 9123456789")
  }

  /// `edit` alone, line by line.
  private func editAlone(
    _ answers: String?..., line: String = "edit --plain --color never",
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
    let left = await editAlone("", "", "Luigi", ":cancel", "y")
    #expect(left.exit == 0 && left.err.hasSuffix("nothing was changed\n"))
    #expect(try home.text() == text)
  }

  @Test("edit alone, and change a name to the same letters in another Unicode form")
  func unicodeForm() async throws {
    await home.run("register --email mario@gmail.com --password 12345 --first-name Rene")
    try home.write(home.text().replacing("Rene", with: #"Rene\u0301"#))
    let ran = await editAlone("", "", "Ren\u{E9}", "", "", "")
    #expect(ran.exit == 0)
    #expect(!ran.err.hasSuffix("nothing to change\n"))
    #expect(try home.text().unicodeScalars.contains("\u{E9}"))
  }

  @Test("edit alone for another account, for a draft, and with what the draft holds")
  func draft() async throws {
    await register()
    await home.run("register --email peach@gmail.com --password 12345 --no-login")
    let draft = await editAlone(
      "", "", "", "Peach", "", "", "", "", "", "",
      line: "edit --plain --color never --draft --account peach@gmail.com")
    #expect(draft.err.hasSuffix("not saved yet: run regapp save or regapp cancel\n"))
    #expect(try !home.text().contains("Peach"))
    let ran = await editAlone(
      "", "", "", "", "", "", "", "", "", "",
      line: "edit --plain --color never --account peach@gmail.com")
    #expect(ran.questions.contains("First name [Peach] (Enter keeps, - clears): "))
    #expect(try home.text().contains("\"Peach\""))
  }

  @Test("edit of another account for its groups and days too, each with its form")
  func administered() async throws {
    await register()
    await home.run("edit --groups ops --valid-until 2026-12-31")
    let ran = await editAlone(
      "", "mario", "", "", "", "", "", "a:b", " ops,web ", "2027-1-1", "2027-01-01", "",
      "2026-12-31", "-", line: "edit --plain --color never --account mario@gmail.com")
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

  @Test("edit alone which value to keep if the file has changed, and nothing else again")
  func conflict() async throws {
    for (answer, name) in [("m", "Wario"), ("t", "Yoshi")] {
      await register()
      let path = home.accountsPath
      let ran = await editAlone("", "", "Wario", "", "", "9990000000", "x", answer) { question in
        if question.hasPrefix("Phone") { replace("Mario", with: "Yoshi", inFile: path) }
      }
      #expect(ran.questions.last == "First name: keep mine (Wario) or theirs (Yoshi)? [m/t] ")
      #expect(ran.exit == 0 && !ran.err.contains("regapp cancel"))
      #expect(ran.out.contains("First name: \(name)\n") && ran.out.contains("999"))
      try home.write(#"{"accounts": []}"#)
    }
  }

  @Test("edit alone whether to try again if it cannot be saved, and nothing else again")
  func cannotSave() async throws {
    for (answer, name) in [("t", "Wario"), ("d", "Mario")] {
      await register()
      let (path, other) = (home.accountsPath, "\(home.documents)/other")
      let ran = await editAlone("", "", "Wario", "", "", "", "x", answer) { question in
        // A second name keeps a file from being replaced.
        if question.hasPrefix("Phone") { #expect(link(path, other) == 0) }
        if question.hasPrefix("Try again") { unlink(other) }
      }
      let question = "Try again with the same answers, or discard them? [t/d] "
      #expect(ran.questions.suffix(2) == [question, question])
      #expect(ran.err.contains("! cannot write \(path): it has other hard links"), "\(ran)")
      #expect(ran.exit == 0, "\(ran)")
      #expect(try home.text().contains("\"\(name)\""))
      #expect(ran.err.hasSuffix("nothing was changed\n") == (answer == "d"), "\(ran)")
      try home.write(#"{"accounts": []}"#)
    }
  }

  @Test("edit alone which of two long values to keep, in lines that fit")
  func longConflict() async throws {
    await register()
    let path = home.accountsPath
    let mine = Array(repeating: "Wario", count: 12).joined(separator: " ")
    let ran = await editAlone("", "", mine, "", "", "", "m") { question in
      if question.hasPrefix("Phone") { replace("Mario", with: "Yoshi", inFile: path) }
    }
    let lines = ran.questions.last?.split(separator: "\n") ?? []
    #expect(lines.count == 2 && lines.allSatisfy { $0.count < 80 }, "\(lines)")
    #expect(lines.joined(separator: " ").contains("keep mine (\(mine)) or theirs (Yoshi)? [m/t]"))
  }

  @Test("edit for a new password twice, hidden")
  func editPassword() async {
    await register()
    let differing = await home.ask("edit --password", answers: "secret1", "secret2")
    #expect(differing.exit == 65)
    let ran = await home.ask("edit --password", answers: "secret1", "secret1")
    #expect(ran.questions == ["unseen: Password: ", "unseen: Password again: "])
    #expect(ran.exit == 0)
    #expect(ran.err == "password changed\n")
    #expect(await home.run("login --email mario@gmail.com --password secret1").exit == 0)
  }

  @Test("register for required values that were not given")
  func registerAsks() async throws {
    await home.run("init albums")
    let ran = await home.ask(
      "register --color never --first-name Ada", answers: "ada@b.co", "Lovelace", "1990-12-10",
      "9123456789",
      "Secret1", "Secret1")
    #expect(
      ran.questions == [
        "Email: ", "Last name: ", "Birth date (YYYY-MM-DD): ", "Phone: ", "unseen: Password: ",
        "unseen: Password again: ",
      ])
    #expect(ran.exit == 0)
    #expect(ran.out.contains("Birth date: 1990-12-10 (age 35)\n"))
  }

  @Test("register, and writes nothing if the two passwords differ")
  func registerDiffering() async {
    let ran = await home.ask("register --email mario@gmail.com", answers: "12345", "54321")
    #expect(ran.exit == 65)
    #expect(!home.exists("accounts.json"))
  }

  @Test(
    "remove, and accepts nothing but y and yes",
    arguments: [
      ("y", 0), ("Y", 0), ("yes", 0), ("YES", 0), ("", 1), ("n", 1), ("no", 1), ("yess", 1),
      (nil, 1),
    ] as [(String?, Int32)])
  func remove(answer: String?, exit: Int32) async {
    await register()
    let ran = await home.ask("remove MARIO@gmail.com", answers: answer)
    #expect(ran.questions == ["Remove the account mario@gmail.com? [y/N] "])
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
    try home.write(#"{"accounts": [{"email": "m\u001b[2J\u202e", "password": "12345"}]}"#)
    let ran = await home.ask("remove m\u{1B}[2J\u{202E}", answers: "n")
    #expect(ran.questions == ["Remove the account m\\u{1B}[2J\\u{202E}? [y/N] "])
  }
}
