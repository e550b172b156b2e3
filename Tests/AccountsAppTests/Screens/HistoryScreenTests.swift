import AccountsSupport
import Foundation
import Terminal
import Testing

@testable import AccountsApp
@testable import ScreenKit

@Suite("The history of an account on the screen") struct HistoryScreenTests {
  private let home = Home()
  private static let small = Size(columns: 40, rows: 12)

  /// Mario's profile, after changes of his account and of another one.
  private func profile() async throws -> Stage {
    await home.run(
      "register --email mario@gmail.com --password 12345 --first-name Mario --last-name Bros")
    await home.run("register --email peach@gmail.com --password 12345 --no-login")
    await home.run("edit --first-name Wario --password another")
    await home.run("edit --account peach@gmail.com --first-name Peach")
    try home.settleHistory()
    return await Stage(home)
  }

  private func history() async throws -> Stage {
    var stage = try await profile()
    await stage.press(.character("H"))
    return stage
  }

  @Test("is left with Esc and Left for the profile, which is read again")
  func left() async throws {
    for key in [.escape, .left] as [Key] {
      var stage = try await history()
      try home.write(home.text().replacing("Wario", with: "Yoshi"))
      await stage.press(key)
      #expect(try stage.account().firstName?.text == "Yoshi")
      #expect(stage.begun == ["readHistory", "open"] && !stage.hasQuit)
      try home.write(#"{"rules": "register", "accounts": []}"#)
    }
    var stage = try await history()
    await stage.press(.control("q"))
    #expect(stage.hasQuit)
  }

  @Test("scrolls by lines, windows and to both ends, and no further")
  func scrolls() async throws {
    var stage = try await profile()
    for name in ["Toad", "Bowser", "Yoshi"] { await home.run("edit --last-name \(name)") }
    await stage.comeBack()
    await stage.send(.resized(Self.small))
    await stage.press(.character("H"))
    // Between the bar and the foot.
    func lines() -> [String] {
      let foot = 1 + ScreenLayout(stage.state, size: Self.small).keyRows
      return Array(stage.frame(Self.small).lines[2..<Self.small.rows - foot])
    }
    func marks() -> String { stage.frame(Self.small).lines[1].filter("↑↓".contains) }
    var all = lines()
    let room = all.count
    #expect(all[0].contains("7 · 2026-06-15 18:00") && marks() == "↓")
    await stage.press(.up, .pageUp)
    #expect(lines() == all)
    while marks().contains("↓") {
      await stage.press(.down)
      try #require(
        Array(lines().dropLast()) == Array(all.suffix(room - 1)) && marks().contains("↑"))
      all += lines().suffix(1)
    }
    #expect(all.count > 2 * room && all.last?.contains("last name: \"Bros\"") == true)
    for word in ["Toad", "Wario", "password changed", "registered", "Mario"] {
      #expect(all.contains { $0.contains(word) }, "\(word)")
    }
    await stage.press(.down, .pageDown, .character(" "), .end)
    #expect(lines() == Array(all.suffix(room)))
    await stage.press(.up)
    #expect(lines() == Array(all.suffix(room + 1).dropLast()))
    await stage.press(.home)
    #expect(lines() == Array(all.prefix(room)))
    for key in [.pageDown, .character(" ")] as [Key] {
      await stage.press(key)
      #expect(lines() == Array(all[room..<2 * room]))
      await stage.press(.pageUp)
      #expect(lines() == Array(all.prefix(room)))
    }
  }

  @Test("stays where it was scrolled to when it is read again")
  func staysScrolled() async throws {
    var stage = try await history()
    await stage.send(.resized(Self.small))
    await stage.press(.down, .down)
    let before = stage.frame(Self.small)
    await stage.press(.character("R"))
    #expect(stage.begun == ["readHistory", "readHistory"] && stage.frame(Self.small) == before)
  }

  @Test("shows what there is where a window that grew has room for more")
  func grows() async throws {
    var stage = try await history()
    await stage.send(.resized(Self.small))
    await stage.press(.end)
    #expect(!stage.shows("3 · ", Self.small))
    #expect(stage.shows("3 · ") && stage.shows("last name: \"Bros\""))
  }

  @Test("is empty where no change was recorded, and says so", arguments: ["h", "р"])
  func missing(key: Character) async throws {
    try home.write(
      #"{"rules": "register", "accounts": [{"email": "mario@gmail.com", "password": "12345"}]}"#)
    for size in [Stage.usual, Self.small] {
      var stage = await Stage(home)
      await stage.press(.character(key))
      #expect(stage.kind == "history" && stage.shows("No changes are recorded.", size))
    }
  }

  @Test("that cannot be read is told below the profile")
  func unreadable() async throws {
    var stage = try await profile()
    try FileManager.default.removeItem(atPath: "\(home.documents)/history.jsonl")
    try FileManager.default.createDirectory(
      atPath: "\(home.documents)/history.jsonl", withIntermediateDirectories: false)
    for key in ["H", "U"] as [Character] {
      await stage.press(.character(key))
      #expect(stage.kind == "profile" && stage.state.refusal != nil)
      #expect(stage.said.contains("history.jsonl") && stage.state.busy == nil)
      await stage.press(.escape)
    }
  }

  @Test("shows foreign text so that it moves nothing")
  func hostile() async throws {
    _ = try await profile()
    let text = try home.text(of: "history.jsonl")
    try home.write(
      text.replacing("\"Wario\"", with: #""Wa\u001b[2J\u202erio""#)
        .replacing(
          "\"firstName\":[\"Mario",
          with: #""\u001b]0;x\u0007":["\u0007","y"],"firstName":["Mario"#
        )
        .replacing("\"admin\"", with: #""ad\u001b[31mmin""#), to: "history.jsonl")
    var stage = await Stage(home)
    await stage.press(.character("H"))
    guard case .history(let history) = stage.state.screen else {
      Issue.record("no history")
      return
    }
    #expect(history.changes.count == 2)
    for change in history.changes {
      #expect(change.headline.isHarmless && change.lines.allSatisfy(\.isHarmless))
    }
    #expect(stage.shows(#"Wa\u{1B}[2J\u{202E}rio"#) && stage.shows(#"ad\u{1B}[31mmin"#))
  }

  @Test("is read again with R, and where the profile has changed when the terminal gets the focus")
  func readsAgain() async throws {
    _ = try await profile()
    var stage = await Stage(home)
    await stage.press(.character("H"))
    await home.run("edit --last-name Toad")
    await stage.press(.character("R"))
    #expect(stage.kind == "history" && stage.shows("→ \"Toad\""))
    await home.run("edit --last-name Bowser")
    await stage.send(.input(.focusGained))
    #expect(stage.kind == "history" && stage.shows("\"Toad\" → \"Bowser\""))
    await stage.send(.input(.focusGained))
    #expect(stage.begun == ["readHistory", "readHistory", "open", "readHistory", "open"])
    await stage.press(.escape)
    #expect(try stage.account().lastName?.text == "Bowser")
  }

  @Test("stays when the session ends elsewhere, says so, and leads back to the login")
  func loggedOut() async throws {
    var stage = try await history()
    await home.run("logout")
    await stage.send(.input(.focusGained))
    #expect(stage.kind == "history" && stage.said == "You were logged out elsewhere.")
    await stage.press(.escape)
    #expect(stage.kind == "login" && stage.said == "You were logged out elsewhere.")
  }

  @Test("stays when the account is renamed elsewhere, says so, and leads back to it")
  func renamed() async throws {
    _ = try await profile()
    var stage = await Stage(home)
    await stage.press(.character("H"))
    await home.run("edit --email wario@gmail.com")
    await stage.send(.input(.focusGained))
    #expect(stage.kind == "history" && stage.said.contains("was changed elsewhere"))
    await stage.press(.escape)
    #expect(try stage.account().email?.text == "wario@gmail.com")
    await stage.press(.character("H"))
    #expect(stage.shows("email: \"mario@gmail.com\" → \"wario@gmail.com\""))
    #expect(stage.shows("registered mario@gmail.com"))
  }

  @Test(
    "is that of the account that was shown, and so is undo, not of who has its name by now",
    arguments: [["H"], ["U"], ["H", "U"], ["L", "H"], ["L", "H", "U"]])
  func handedOn(_ keys: [Character]) async throws {
    _ = try await profile()
    var stage = await Stage(home)
    for key in keys.dropLast() { await stage.press(.character(key)) }
    await home.run("edit --account mario@gmail.com --email wario@gmail.com")
    await home.run("edit --account peach@gmail.com --email mario@gmail.com")
    await stage.press(.character(keys.last ?? " "))
    // Its newest change gave it another name, and the one of before is taken.
    let why = "wario@gmail.com: a user with this email already exists"
    #expect(keys.last == "U" ? stage.said.contains(why) : stage.kind == "history")
    #expect(stage.shows("wario@gmail.com") && !stage.text().contains("peach"), "\(stage.said)")
  }

  @Test("is shown of an account that shares its name, which only the file can mend")
  func shared() async throws {
    await home.run("register --email mario@gmail.com --password 12345 --no-login")
    let text = try home.text()
    let entry = #"{"email": "mario@gmail.com", "password": "12345"}"#
    let end = try #require(text.range(of: "\n  ]"))
    try home.write(text.replacingCharacters(in: end, with: ",\n    \(entry)\n  ]"))
    var stage = await Stage(home)
    await stage.press(.control("o"), .character("H"))
    #expect(stage.kind == "history" && stage.shows("registered mario@gmail.com"), "\(stage.said)")
  }

  @Test("is not that of an account of other files, whose last change has the same number and time")
  func otherFiles() async throws {
    let (rest, other) = (
      "@gmail.com --password 12345 --no-login", Home(ids: NumberedIDs(after: 100))
    )
    for (home, names) in [(home, ["luigi", "mario"]), (other, ["mario", "luigi"])] {
      for name in names { await home.run("register --email \(name)\(rest)") }
    }
    var stage = await Stage(home)
    await stage.press(.control("o"))
    await stage.type("mario")
    await stage.press(.enter)
    for name in ["accounts.json", "history.jsonl"] {
      try home.write(other.text(of: name), to: name)
    }
    await stage.press(.character("H"))
    #expect(stage.said.contains("mario@gmail.com is not the account that was shown"))
  }

  @Test("says where older changes are if there are too many")
  func older() async throws {
    let stage = try await history()
    let mario = try await home.registry.ref("mario@gmail.com")
    let message = await stage.outcome(of: .readHistory(mario, limit: 1))
    guard case .history(let history) = message else {
      Issue.record("\(message)")
      return
    }
    #expect(history.changes.count == 1 && history.hasMore)
    var state = stage.state
    state.screen = .history(history)
    let text = state.frame(Stage.usual).lines.joined(separator: "\n")
    #expect(text.contains("3 · ") && text.contains("Older changes: regapp history."))
    #expect(!stage.shows("Older changes"))
  }

  @Test("keeps the keys that are typed while it is read, and quits where ^Q is pressed twice")
  func busy() async throws {
    var stage = try await profile()
    stage.holdsBack = true
    await stage.press(.character("H"), .character("H"), .character("E"))
    #expect(stage.begun == ["readHistory"] && stage.kind == "profile")
    #expect(stage.shows("reading the history"))
    var leaving = stage
    await leaving.press(.control("q"))
    #expect(!leaving.hasQuit, "it comes after the keys before it")
    await leaving.press(.control("q"))
    #expect(leaving.hasQuit)
    await stage.release()
    #expect(stage.kind == "history" && stage.state.busy == nil)
    #expect(stage.begun == ["readHistory"], "there they search")
    await stage.press(.escape)
    stage.holdsBack = true
    await stage.press(.character("U"), .escape, .escape)
    #expect(stage.begun == ["readHistory", "lookAtUndo"] && stage.kind == "history")
    await stage.release()
    #expect(stage.kind == "profile")
  }
}
