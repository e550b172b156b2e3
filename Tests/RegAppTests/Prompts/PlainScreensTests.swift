import Foundation
import Testing

@testable import CommandKit
@testable import Product
@testable import RegApp
@testable import ScreenKit

/// The reasons for plain screens.
enum PlainWay: String, Sendable, CaseIterable, CustomTestStringConvertible {
  case option, accessible, dumbTerminal

  var testDescription: String { rawValue }

  var line: String { self == .option ? "--plain" : "" }

  var environment: [String: String] {
    switch self {
    case .option: [:]
    case .accessible: ["ACCESSIBLE": "1"]
    case .dumbTerminal: ["TERM": "dumb"]
    }
  }
}

extension Home {
  /// The plain screens, with these answers; then the input ends.
  func plain(_ answers: String?..., way: PlainWay = .option) async -> Ran {
    await plain(answers, way: way)
  }

  /// - Parameter onQuestion: runs at each question, as if elsewhere.
  func plain(
    _ answers: [String?], way: PlainWay = .option,
    onQuestion: @escaping @Sendable (String) -> Void = { _ in }
  ) async -> Ran {
    var setting = Setting()
    setting.isTerminal = true
    setting.onQuestion = onQuestion
    setting.environment = way.environment
    setting.answers = answers
    return await run(way.line.split(separator: " ").map(String.init), setting)
  }
}

extension Ran {
  /// All output.
  var everything: String { out + err + questions.joined() }
}

/// Edits the file as by hand.
func replace(_ old: String, with new: String, inFile path: String) {
  guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
    Issue.record("\(path) is not there")
    return
  }
  try? text.replacing(old, with: new).write(toFile: path, atomically: false, encoding: .utf8)
}

@Suite("Line by line") struct PlainScreensTests {
  private let home = Home()
  private static let menu =
    "E edit, H history, U undo, L accounts, R read again, B log out, Q quit: "
  private static let loginMenu = "L log in, R register, A accounts, Q quit: "

  @Test(
    "an account is created, changed and left, without any escape", arguments: PlainWay.allCases
  )
  func register(way: PlainWay) async throws {
    let made = await home.plain(
      "mario@gmail.com", "Zq7marker", "Zq7marker", "e", "", "", "Mario", "", "1990-08-12",
      "9123456789", "q", way: way)
    #expect(made.exit == 0)
    #expect(
      made.questions == [
        "Email: ", "unseen: Password: ", "unseen: Password again: ", Self.menu,
        "Email [mario@gmail.com] (Enter keeps): ",
        "unseen: Password (Enter keeps it): ", "First name (Enter leaves it empty): ",
        "Last name (Enter leaves it empty): ",
        "Birth date (YYYY-MM-DD) (Enter leaves it empty): ", "Phone (Enter leaves it empty): ",
        Self.menu,
      ])
    #expect(made.err.contains("Created account mario@gmail.com."))
    #expect(made.err.contains("Saved: first name, birth date, phone."))
    #expect(!made.everything.contains("\u{1B}"))
    #expect(!made.everything.contains("Zq7marker"))
    let text = try home.text()
    #expect(text.contains("\"Mario\"") && text.contains("+7 (912) 345-67-89"))
    let next = await home.plain("q", way: way)
    #expect(next.exit == 0 && next.questions == [Self.menu])
    #expect(next.out.contains("Birth date: 1990-08-12 (age 35)"))
    #expect(!next.everything.contains("\u{1B}"))
  }

  @Test("an email's problem is explained and it is asked for again until valid")
  func again() async throws {
    let ran = await home.plain("mario", "", " mario@gmail.com ", "12345", "12345", "q")
    #expect(ran.exit == 0)
    #expect(
      ran.questions == [
        "Email: ", "Email: ", "Email: ", "unseen: Password: ", "unseen: Password again: ",
        Self.menu,
      ])
    #expect(ran.err.contains("! email must be an address"))
    #expect(ran.err.contains("! email is missing"))
  }

  @Test("a new password is asked for twice, as it is hidden, and an existing one once")
  func twice() async {
    let differing = await home.plain("mario@gmail.com", "12345", "54321")
    #expect(differing.err.contains("the two passwords differ"))
    #expect(!home.exists("accounts.json"))
    await home.run("login --email mario@gmail.com --password 12345")
    await home.run("logout")
    let known = await home.plain("mario@gmail.com", "12345", "q")
    #expect(known.questions == ["Email: ", "unseen: Password: ", Self.menu])
  }

  @Test("a new password that breaks the rules is explained, and creates no account")
  func weak() async {
    let ran = await home.plain("mario@gmail.com", "1234", "1234")
    #expect(ran.err.contains("! password must have 5 characters or more"))
    #expect(!home.exists("accounts.json"))
  }

  @Test("an account of the rulebook albums has all its fields", arguments: PlainWay.allCases)
  func albums(way: PlainWay) async throws {
    await home.run("init albums")
    let ran = await home.plain(
      "x", "r", "Ада", "Ada", "Lovelace", "2010-01-01", "1990-8-12", "1990-08-12", "123",
      "8 912 345 67 89", "ada@b.co", "secret", "Secret1", "Secret1", "q", way: way)
    #expect(ran.exit == 0)
    #expect(
      ran.questions == [
        Self.loginMenu, Self.loginMenu, "First name: ", "First name: ", "Last name: ",
        "Birth date (YYYY-MM-DD): ", "Birth date (YYYY-MM-DD): ", "Birth date (YYYY-MM-DD): ",
        "Phone: ", "Phone: ", "Email: ", "unseen: Password: ", "unseen: Password: ",
        "unseen: Password again: ",
        "E edit, H history, U undo, A albums, L accounts, R read again, B log out,\nQ quit: ",
      ])
    #expect(ran.err.contains("There are no accounts yet"))
    #expect(ran.out.contains("+7 (912) 345-67-89"))
    #expect(!ran.everything.contains("\u{1B}") && !ran.everything.contains("Secret1"))
  }

  @Test("login by first name works, after a wrong password too", arguments: PlainWay.allCases)
  func authorisation(way: PlainWay) async {
    await home.run("init authorisation --samples")
    let ran = await home.plain(
      "l", "alex", "wrong", "l", "ALEX", "password1", "b", "y", "q", way: way)
    #expect(ran.exit == 0)
    #expect(
      ran.questions == [
        Self.loginMenu, "First name: ", "unseen: Password: ", Self.loginMenu, "First name: ",
        "unseen: Password: ", Self.menu, "Log out? The account stays. [y/n] ", Self.loginMenu,
      ])
    #expect(ran.err.contains("! login failed: no such account, or the password is wrong"))
    #expect(ran.out.contains("alex@example.com"))
    #expect(!ran.everything.contains("\u{1B}") && !ran.everything.contains("password1"))
  }

  @Test(":back asks the previous question again, and stays at the first")
  func back() async throws {
    await home.run("init authorisation")
    let ran = await home.plain(
      "r", ":back", "Ada", ":back", "Eve", "Ng", ":back", "Ngo", "eve@b.co", "password1",
      "password1", "q")
    #expect(
      ran.questions == [
        Self.loginMenu, "First name: ", "First name: ", "Last name: ", "First name: ",
        "Last name: ", "Email: ", "Last name: ", "Email: ", "unseen: Password: ",
        "unseen: Password again: ", Self.menu,
      ])
    #expect(ran.exit == 0)
    let text = try home.text()
    #expect(text.contains("\"Eve\"") && text.contains("\"Ngo\"") && !text.contains(":back"))
  }

  @Test(":cancel leaves the form, and changes nothing")
  func cancel() async throws {
    await home.run("init authorisation --samples")
    let text = try home.text()
    let ran = await home.plain(
      "r", "Ada", "Lovelace", ":cancel", "n", ":cancel", "y", "l", "alex", "password1",
      "e",
      "eve@b.co", "", ":cancel", "y", "q")
    #expect(ran.exit == 0)
    #expect(ran.questions.filter { $0 == "Discard what you typed? [y/n] " }.count == 3)
    #expect(ran.questions.filter { $0 == Self.menu }.count == 2)
    #expect(try home.text() == text)
    let other = Home()
    #expect(await other.plain(":cancel").exit == 0)
    #expect(!other.exists("accounts.json"))
  }

  @Test("- clears a field that may be empty, and no other")
  func clears() async throws {
    await home.run("login --email mario@gmail.com --password 12345")
    await home.run("edit --first-name Mario --last-name B")
    let ran = await home.plain("e", "-", "", "", "-", "", "", "", "q")
    #expect(ran.err.contains("! email is missing"))
    #expect(ran.exit == 0)
    let text = try home.text()
    #expect(!text.contains("firstName") && text.contains("\"B\""))
  }

  @Test("Enter keeps everything, and nothing is written")
  func keeps() async throws {
    await home.run("login --email mario@gmail.com --password 12345")
    let text = try home.text()
    let ran = await home.plain("e", "", "", "", "", "", "", "q")
    #expect(ran.exit == 0)
    #expect(ran.err.contains("Nothing to change."))
    #expect(try home.text() == text)
  }

  @Test("a question shows what Enter keeps: the open edit's value, if there is one")
  func openEdit() async throws {
    await home.run("login --email mario@gmail.com --password 12345")
    await home.run("edit --first-name Mario")
    await home.run("edit --draft --first-name Wario")
    let ran = await home.plain("e", "", "", "", "", "", "", "q")
    let question = try #require(ran.questions.first { $0.hasPrefix("First name") })
    let isWario = try home.text().contains("Wario")
    #expect(question.contains(isWario ? "[Wario]" : "[Mario]"))
  }

  @Test("a duplicate asks for another email, and nothing else again")
  func duplicate() async throws {
    await home.run("init authorisation --samples")
    let ran = await home.plain(
      "r", "Alexa", "I", "ALEX@example.com", "password1", "password1", "alexa@example.com", "q")
    #expect(ran.err.contains("a user with this email already exists"))
    #expect(ran.questions.filter { $0 == "First name: " }.count == 1)
    #expect(try home.text().contains("alexa@example.com"))
  }

  @Test("if several accounts share a name and a password, the email is asked for")
  func several() async {
    await home.run("init authorisation")
    for email in ["one@b.co", "two@b.co"] {
      await home.run(
        "register --first-name Alex --last-name I --email \(email) --password password1 --no-login")
    }
    let ran = await home.plain("l", "Alex", "password1", "two@b.co", "q")
    #expect(ran.questions.contains("Email: "))
    #expect(ran.out.contains("two@b.co"))
  }

  @Test("an edit that conflicts with a hand edit asks which value to keep, and loses no other")
  func conflict() async throws {
    await home.run("login --email mario@gmail.com --password 12345")
    await home.run("edit --first-name Mario")
    let path = home.accountsPath
    let ran = await home.plain(["e", "", "", "Wario", "Bros", "", "", "t", "q"]) { question in
      if question.hasPrefix("Phone") { replace("Mario", with: "Yoshi", inFile: path) }
    }
    #expect(ran.exit == 0)
    #expect(ran.questions.contains("First name: keep mine (Wario) or theirs (Yoshi)? [m/t] "))
    #expect(!ran.err.contains("regapp cancel"))
    #expect(
      ran.out.hasSuffix("First name: Yoshi\nLast name:  Bros\nLast login: 2026-06-15 18:00\n"))
    #expect(try home.text().contains("Yoshi"))
  }

  @Test(
    "the history of the account is printed, and nothing of other accounts",
    arguments: PlainWay.allCases)
  func history(way: PlainWay) async throws {
    await home.run("login --email mario@gmail.com --password 12345")
    await home.run("register --email luigi@gmail.com --password 12345 --no-login")
    await home.run("edit --first-name Mario --password Zq7marker")
    try home.settleHistory()
    let ran = await home.plain("h", "q", way: way)
    #expect(ran.exit == 0 && ran.questions == [Self.menu, Self.menu])
    #expect(
      ran.out.hasSuffix(
        """
        3 · 2026-06-15 18:00 · admin · edited mario@gmail.com (own session)
            password changed
            first name: nothing → "Mario"
        1 · 2026-06-15 18:00 · admin · registered mario@gmail.com
            email: "mario@gmail.com"
            password set

        """))
    #expect(!ran.everything.contains("luigi") && !ran.everything.contains("$y$"))
    #expect(!ran.everything.contains("\u{1B}"))
    try home.write(#"{"accounts": [{"email": "mario@gmail.com", "password": "12345"}]}"#)
    let other = Home()
    try other.write(home.text())
    #expect(await other.plain("h", "q").out.hasSuffix("No changes are recorded.\n"))
  }

  @Test("undo shows what it would do, asks, and does it; no leaves everything")
  func undo() async throws {
    await home.run("login --email mario@gmail.com --password 12345")
    await home.run("edit --first-name Mario")
    try home.settleHistory()
    let text = try home.text()
    let kept = await home.plain("u", "x", "n", "q")
    let question = "Undo it? [y/n] "
    #expect(kept.questions == [Self.menu, question, question, Self.menu])
    #expect(
      kept.out.contains(
        """
        The newest change, whoever made it:
        2 · 2026-06-15 18:00 · admin · edited mario@gmail.com (own session)
        Undoing it would do this:
        mario@gmail.com
            first name: "Mario" → nothing

        """))
    #expect(try home.text() == text)
    let ended = await home.plain("u")
    #expect(ended.exit == 0 && ended.questions == [Self.menu, question])
    #expect(try home.text() == text)
    let done = await home.plain("u", "y", "q")
    #expect(done.exit == 0 && done.err.contains("Undid change 2 (edited mario@gmail.com)."))
    #expect(try !home.text().contains("\"Mario\""))
    let other = Home()
    await other.run("login --email mario@gmail.com --password 12345")
    let out = await other.plain("u", "y", ":cancel")
    #expect(out.exit == 0 && out.questions == [Self.menu, question, "Email: "])
    #expect(try !other.text().contains("mario"))
  }

  @Test("undo of what changed since, or of nothing, is explained, and asks what to do next")
  func undoRefused() async throws {
    try home.write(#"{"accounts": [{"email": "mario@gmail.com", "password": "12345"}]}"#)
    let nothing = await home.plain("u", "q")
    #expect(nothing.exit == 0 && nothing.questions == [Self.menu, Self.menu])
    #expect(nothing.err.contains("! no change to undo"))
    await home.run("edit --first-name Mario")
    replace("\"Mario\"", with: "\"Wario\"", inFile: home.accountsPath)
    let refused = await home.plain("u", "q")
    #expect(refused.exit == 0 && refused.questions == [Self.menu, Self.menu])
    #expect(refused.err.contains("! mario@gmail.com: first name has changed since"))
    #expect(try home.text().contains("Wario"))
  }

  @Test("undo after another change shows that one, and asks again")
  func undoMovedOn() async throws {
    await home.run("login --email mario@gmail.com --password 12345")
    await home.run("edit --first-name Mario")
    let names = ["accounts.json", "history.jsonl"]
    let before = try names.map { try home.text(of: $0) }
    await home.run("edit --last-name Bros")
    let after = try names.map { try home.text(of: $0) }
    for (name, text) in zip(names, before) { try home.write(text, to: name) }
    let ran = await home.plain(["u", "y", "n", "q"]) { [home] question in
      guard question.hasPrefix("Undo") else { return }
      for (name, text) in zip(names, after) { try? home.write(text, to: name) }
    }
    #expect(ran.exit == 0)
    #expect(ran.err.contains("The accounts have changed meanwhile; nothing was undone."))
    #expect(ran.out.contains("last name: \"Bros\" → nothing"))
    let text = try home.text()
    #expect(text.contains("\"Mario\"") && text.contains("\"Bros\""))
  }

  @Test("a file that cannot be read can be edited or checked, and ends as show does")
  func broken() async throws {
    try home.write("{")
    let ran = await home.plain("q", way: .dumbTerminal)
    #expect(ran.exit == 65)
    #expect(ran.err.contains("accounts.json:1:2"))
    #expect(ran.questions == ["E edit the file, C check, R read again, Q quit: "])
    #expect(try home.text() == "{")
  }

  @Test("a file that is broken for a moment covers a form, and leaves its answers")
  func brokenMeanwhile() async throws {
    await home.run("login --email mario@gmail.com --password 12345")
    let (path, text) = (home.accountsPath, try home.text())
    let ran = await home.plain(["e", "", "", "Mario", "", "", "", "r", "t", "q"]) {
      [home] question in
      if question.hasPrefix("Phone") { replace("accounts", with: "", inFile: path) }
      if question.hasPrefix("E edit the file") { try? home.write(text) }
    }
    #expect(ran.questions.contains("E edit the file, C check, R read again, Q quit: "))
    #expect(ran.questions.suffix(2).last == Self.menu && ran.exit == 0)
    #expect(ran.out.contains("First name: Mario\n"))
  }

  @Test("what others change shows before the next question")
  func changedElsewhere() async throws {
    await home.run("login --email mario@gmail.com --password 12345")
    await home.run("edit --first-name Mario")
    let path = home.accountsPath
    let ran = await home.plain(["e", ":cancel", "q"]) { question in
      replace("\"Mario\"", with: "\"Luigi\"", inFile: path)
    }
    #expect(ran.err.contains("The account was changed elsewhere; this is what is saved now.\n"))
    #expect(ran.out.contains("First name: Luigi\n"))
  }

  @Test("without a terminal, only the profile is shown, and no question")
  func noTerminal() async {
    await home.run("login --email mario@gmail.com --password 12345")
    for way in PlainWay.allCases {
      var setting = Setting()
      setting.environment = way.environment
      setting.answers = ["e"]
      let ran = await home.run(way.line.split(separator: " ").map(String.init), setting)
      #expect(ran.exit == 0 && ran.questions == [])
      #expect(ran.out.contains("mario@gmail.com"))
      #expect(!ran.everything.contains("\u{1B}"))
    }
  }
}
