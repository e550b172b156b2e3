import Accounts
import Foundation
import Terminal
import Testing

@testable import AccountsApp
@testable import CommandKit

@Suite("Undo on the screen") struct UndoScreenTests {
  private let home = Home()
  private static let small = Size(columns: 40, rows: 12)

  private func profile(_ more: String...) async -> Stage {
    await home.run("register --email mario@gmail.com --password 12345 --first-name Mario")
    for line in more { await home.run(line) }
    return await Stage(home)
  }

  private static let peach = "register --email peach@gmail.com --password 12345 --first-name Peach"

  @Test("shows the newest change of the account and what would become of it, and writes nothing")
  func look() async throws {
    var stage = await profile(
      "edit --first-name Wario", "\(Self.peach) --no-login", "remove peach@gmail.com --yes")
    let files = try (home.text(), home.text(of: "history.jsonl"))
    await stage.press(.character("U"))
    #expect(stage.kind == "undo")
    for words in [
      "2 · ", "edited mario@gmail.com", "This change:",
      "first name: \"Wario\" → \"Mario\"", "> Keep <",
    ] {
      #expect(stage.shows(words), "\(words)")
    }
    #expect(!stage.shows("peach") && !stage.shows("$y$"))
    for key in ["Y", "U", "y", "R"] as [Character] { await stage.press(.character(key)) }
    await stage.press(.enter)
    #expect(stage.kind == "profile" && stage.state.note == nil, "no is marked")
    await stage.press(.character("U"), .tab)
    #expect(stage.shows("> Undo <"))
    await stage.press(.left, .escape)
    #expect(stage.kind == "profile")
    #expect(try (home.text(), home.text(of: "history.jsonl")) == files)
  }

  @Test("says first of how many accounts the change is")
  func ofOthersToo() async throws {
    let rows = "email,password\nmario@gmail.com,12345\npeach@gmail.com,12345\n"
    await home.run("import - --format csv --rules register", setting: Setting(input: rows))
    await home.run("login --email peach@gmail.com --password 12345")
    await home.run("edit --password another1")
    await home.run("login --email mario@gmail.com --password 12345")
    await home.run("edit --account mario@gmail.com --account peach@gmail.com --add-group ops")
    await home.run("disable peach@gmail.com mario@gmail.com")
    var stage = await Stage(home)
    await stage.press(.control("o"), .enter)
    #expect(try stage.account().name.text == "mario@gmail.com")
    await stage.press(.character("U"))
    #expect(stage.shows("This change of 2 accounts, all of it:"))
    await stage.agree()
    #expect(try await home.registry.account("peach@gmail.com").state == .open)
  }

  @Test("names an owner's own change before the yes, and that the old password comes back")
  func ofOwner() async throws {
    await home.run("register --email mario@gmail.com --password 12345 --first-name Mario")
    await home.run("\(Self.peach) --no-login")
    var setting = Setting(input: "12345\0another1\0")
    setting.environment = ["PAM_TYPE": "password", "PAM_USER": "peach@gmail.com"]
    #expect(await home.run("chauthtok", setting: setting).exit == 0)
    var stage = await Stage(home)
    await stage.press(.character("L"), .down, .enter)
    #expect(try stage.account().name.text == "peach@gmail.com")
    await stage.press(.character("U"))
    #expect(stage.kind == "undo" && stage.shows("own change of "))
    #expect(stage.shows("the old password comes"))
    await stage.agree()
    let login = await home.run(
      "verify --email peach@gmail.com --password-stdin", setting: Setting(input: "12345"))
    #expect(login.exit == 0)
  }

  @Test("passes over what was changed by hand since, which stays")
  func passedOver() async throws {
    await home.run("register --email mario@gmail.com --password 12345 --first-name Mario")
    try home.byHand("Mario", "Yoshi")
    await home.run("edit --first-name Wario")
    try home.byHand("accounts", "x-motd\": \"Hi\", \"accounts")
    var stage = await Stage(home)
    await stage.press(.character("U"))
    #expect(stage.shows("3 · "))
    await stage.agree()
    #expect(try stage.account().firstName?.text == "Yoshi")
    #expect(try home.text().contains("x-motd"))
  }

  @Test("puts the values back with Enter, and reads the profile again; undo again restores")
  func undoes() async throws {
    var stage = await profile("edit --first-name Wario --last-name Bros --password another")
    for key in ["U", "г"] as [Character] {
      let isBack = key == "U"
      await stage.press(.character(key))
      #expect(stage.shows("first name: \"\(isBack ? "Wario" : "Mario")\" → "))
      #expect(stage.shows("password changed"))
      await stage.agree()
      let account = try stage.account()
      #expect(account.firstName?.text == (isBack ? "Mario" : "Wario"))
      #expect(account.lastName?.text == (isBack ? nil : "Bros"))
      #expect(stage.shows(isBack ? "Undid change 2" : "Undid change 3"))
      let right = isBack ? "12345" : "another"
      let login = await home.run(
        "verify --email mario@gmail.com --password-stdin", setting: Setting(input: right))
      #expect(login.exit == 0)
    }
    #expect(stage.begun == ["lookAtUndo", "undo", "lookAtUndo", "undo"])
  }

  @Test("is done once, however often Enter is pressed")
  func once() async throws {
    var stage = await profile("edit --first-name Wario", "edit --first-name Yoshi")
    await stage.press(.character("U"))
    await stage.press(.tab)
    stage.holdsBack = true
    await stage.press(.enter, .enter, .control("q"))
    #expect(stage.begun == ["lookAtUndo", "undo"] && !stage.hasQuit)
    #expect(stage.shows("undoing the change; then quit"))
    await stage.release()
    #expect(stage.hasQuit)
    #expect(try home.text().contains("Wario"))
  }

  @Test("keeps the marked answer where another writes and what would be done stays")
  func othersWrite() async throws {
    var stage = await profile("edit --first-name Wario", "edit --last-name Bros")
    await stage.press(.character("U"))
    #expect(stage.shows("last name: \"Bros\" → "))
    await stage.press(.tab)
    #expect(stage.shows("> Undo <"))
    await home.run("edit --username mario")
    await stage.send(.input(.focusGained))
    #expect(stage.kind == "undo" && stage.shows("> Undo <"))
  }

  @Test(
    "is done by Enter that came while it was looked at again, if that asks the same",
    arguments: [true, false])
  func askedAgain(isSame: Bool) async throws {
    var stage = await profile("edit --first-name Wario", "edit --last-name Bros")
    await stage.press(.character("U"), .tab)
    await home.run("edit --username mario")
    stage.holdsBack = true
    await stage.send(.input(.focusGained))
    await stage.releaseFirst()
    #expect(stage.state.busy == .lookingAtUndo && stage.shows("> Undo <"))
    await stage.press(.enter)
    guard case .undo(let look) = stage.state.screen else { throw Stage.NoProfile() }
    if isSame {
      await stage.release()
    } else {
      let other = UndoState(
        target: look.target, shown: look.shown, number: look.number, changes: look.changes,
        accounts: look.accounts, outcome: look.outcome, notes: [Phrase(same: "as never before")])
      let number = try #require(stage.state.work?.number)
      await stage.send(.message(.ofWork(number, .undoLook(other))))
      #expect(stage.shows("as never before") && stage.shows("> Keep <"))
    }
    #expect(stage.kind == (isSame ? "profile" : "undo"), "\(stage.said)")
    #expect(stage.keys.isDropping != isSame)
    #expect(try home.text().contains("Bros") != isSame)
    #expect(try home.text().contains("\"mario\""))
  }

  @Test("leads back to where it was asked for")
  func from() async throws {
    var stage = await profile("edit --first-name Wario")
    await stage.press(.character("H"))
    let history = stage.state.screen
    await stage.press(.character("U"))
    #expect(stage.kind == "undo" && stage.shows("first name: \"Wario\" → \"Mario\""))
    await stage.press(.character("R"), .escape)
    #expect(stage.state.screen == history)
    await stage.press(.character("U"), .tab, .enter)
    #expect(try stage.account().firstName?.text == "Mario")
  }

  @Test("of nothing is told where it was asked for")
  func nothing() async throws {
    try home.write(
      #"{"rules": "register", "accounts": [{"email": "mario@gmail.com", "password": "12345"}]}"#)
    var stage = await Stage(home)
    await stage.press(.character("U"))
    #expect(stage.kind == "profile" && stage.said == "no change to undo")
    await stage.press(.escape, .character("H"), .character("U"))
    #expect(stage.kind == "history" && stage.said == "no change to undo")
    #expect(stage.shows("! no change to undo", Self.small))
  }

  @Test("of a field that was changed since is told with account and field, and writes nothing")
  func conflict() async throws {
    var stage = await profile("edit --first-name Wario --last-name Bros")
    try home.byHand("Wario", "Yoshi")
    let text = try home.text()
    await stage.comeBack()
    await stage.press(.character("U"))
    #expect(stage.kind == "profile" && stage.state.refusal != nil)
    #expect(
      stage.said
        == "Cannot undo:\nmario@gmail.com: first name has changed since")
    #expect(try home.text() == text)
  }

  @Test("of a field that was changed during the look is told on it, and writes nothing")
  func conflictDuringLook() async throws {
    var stage = await profile("edit --first-name Wario --last-name Bros")
    await stage.press(.character("U"))
    try home.byHand("Wario", "Yoshi")
    let text = try home.text()
    await stage.agree()
    #expect(stage.kind == "undo")
    #expect(stage.said.contains("mario@gmail.com: first name has changed since"))
    #expect(try home.text() == text)
    try home.byHand("Yoshi", "Wario")
    await stage.press(.enter)
    #expect(try stage.account().firstName?.text == "Mario")
  }

  @Test("after other changes takes back what it showed, and nothing else")
  func shownOnly() async throws {
    var stage = await profile("\(Self.peach) --no-login", "edit --first-name Wario")
    await stage.press(.character("U"))
    await home.run("edit --account peach@gmail.com --first-name Daisy")
    await home.run("edit --last-name Bros")
    await stage.agree()
    #expect(stage.kind == "profile" && stage.said.contains("Undid change 3"))
    #expect(try stage.account().firstName?.text == "Mario" && stage.account().lastName != nil)
    #expect(try home.text().contains("Daisy"))
  }

  @Test("looks again if another change has its number by now: the history was put back")
  func movedOn() async throws {
    var stage = await profile("edit --first-name Wario")
    await stage.press(.character("U"), .tab)
    #expect(stage.shows("first name: \"Wario\" → \"Mario\""))
    let lines = try home.text(of: "history.jsonl").split(separator: "\n")
    try home.write(
      "\(lines[0])\n\(lines[1].replacing("Mario", with: "Luigi"))\n", to: "history.jsonl")
    let text = try home.text()
    await stage.press(.enter)
    #expect(stage.kind == "undo" && stage.said.contains("nothing was undone"), "\(stage.said)")
    #expect(stage.shows("first name: \"Wario\" → \"Luigi\""))
    #expect(try home.text() == text)
    await stage.press(.enter)
    #expect(try stage.kind == "profile" && home.text() == text, "no is marked anew")
  }

  @Test("goes back to where it was asked for if the second look finds nothing")
  func movedOnToNothing() async throws {
    var stage = await profile("edit --first-name Wario")
    await stage.press(.character("H"), .character("U"))
    try FileManager.default.removeItem(atPath: "\(home.documents)/history.jsonl")
    await stage.agree()
    #expect(stage.kind == "history" && stage.said == "there is no change #2 in the history")
    #expect(try home.text().contains("Wario"))
  }

  @Test("looks again if the profile has changed when the terminal gets the focus")
  func focus() async throws {
    var stage = await profile("edit --first-name Wario")
    await stage.press(.character("U"))
    await home.run("edit --last-name Bros")
    await stage.send(.input(.focusGained))
    #expect(
      stage.kind == "undo" && stage.shows("first name: \"Wario\" → "), "it means what it showed")
    await stage.press(.escape)
    #expect(try stage.account().lastName?.text == "Bros")
  }

  @Test("that could not carry the session along says what was done, and leads to the profile")
  func partlyDone() async throws {
    var stage = await profile("edit --first-name Wario")
    await stage.press(.character("U"), .tab)
    stage.holdsBack = true
    await stage.press(.enter)
    await home.run("undo")
    let error = AccountsError.partlyDone(.accountSaved(name: "mario@gmail.com"), .internalFault)
    await stage.send(.message(.failed(error, of: .look)))
    #expect(stage.kind == "profile" && stage.state.note?.kind == .problem)
    #expect(stage.begun == ["lookAtUndo", "undo", "open"])
    let read = ScreenEffect.open(stage.state.reading.number, of: nil)
    await stage.send(.message(await stage.outcome(of: read)))
    #expect(try stage.account().firstName?.text == "Mario")
    #expect(stage.said.contains("mario@gmail.com") && stage.state.note?.kind == .problem)
  }

  @Test("of the session's account's registration ends the session")
  func ended() async throws {
    var stage = await profile()
    await stage.press(.character("U"))
    #expect(stage.shows("mario@gmail.com: removed"))
    await stage.agree()
    #expect(stage.kind == "login" && stage.shows("Undid change 1"))
    #expect(try home.text(of: "session.json").contains("null"))
  }

  @Test("of a new email follows the account to its old one")
  func renamed() async throws {
    var stage = await profile("edit --email wario@gmail.com")
    #expect(try stage.account().email?.text == "wario@gmail.com")
    await stage.press(.character("U"), .tab, .enter)
    #expect(try stage.account().email?.text == "mario@gmail.com")
    #expect(stage.shows("Undid change 2"))
  }

  @Test("of more than ten accounts says how many, and shows the first")
  func many() async throws {
    let rows = (1...11).map { "toad\($0)@gmail.com,Toad\($0)" }.joined(separator: "\n")
    var stage = await profile()
    try home.write("email,firstName\n\(rows)\n", to: "list.csv")
    let ran = await home.run("import \(home.documents)/list.csv --generate")
    #expect(ran.exit == 0, "\(ran)")
    await stage.press(.character("L"), .character("L"), .enter)
    #expect(stage.kind == "undo" && stage.shows("imported 11 accounts"))
    #expect(stage.shows("11 removed") && stage.shows("toad1@gmail.com: removed"))
    await stage.agree()
    #expect(try !home.text().contains("toad11@gmail.com"))
  }

  @Test("says before and after that an account comes back locked")
  func locked() async throws {
    var stage = await profile("\(Self.peach) --no-login")
    await home.run("remove peach@gmail.com --yes")
    // As edit-file records a password that was typed by hand.
    let lines = try home.text(of: "history.jsonl").split(separator: "\n")
    let last = try #require(lines.last).replacing(/"\$y[^"]*"/, with: "\"*\"")
    try home.write(
      (lines.dropLast() + [last[...]]).joined(separator: "\n") + "\n", to: "history.jsonl")
    await stage.press(.character("L"), .character("L"), .enter)
    #expect(stage.shows("! Comes back locked: peach@gmail.com"))
    await stage.agree()
    #expect(stage.said.contains("Undid change") && stage.said.contains("Comes back locked"))
    #expect(try home.text().contains("\"*\""))
  }

  @Test("and a saved edit say so if the history could not take them")
  func notInHistory() async throws {
    var stage = await profile("edit --first-name Wario")
    try FileManager.default.removeItem(atPath: "\(home.documents)/history.jsonl")
    try FileManager.default.createDirectory(
      atPath: "\(home.documents)/history.jsonl", withIntermediateDirectories: false)
    await stage.press(.character("E"))
    await stage.go(to: .firstName)
    await stage.retype("Yoshi")
    await stage.press(.control("s"))
    #expect(try stage.account().firstName?.text == "Yoshi")
    #expect(stage.said.contains("Saved: first name."))
    #expect(stage.said.contains("Saved, but not recorded in the history: "))
  }

  @Test("leaves an open edit of another field as it is")
  func readDraft() async throws {
    var stage = await profile("edit --first-name Wario", "edit --draft --last-name Bros")
    await stage.press(.character("U"), .tab, .enter)
    #expect(try stage.account().firstName?.text == "Mario")
    #expect(stage.shows("Bros (not saved)"))
  }
}
