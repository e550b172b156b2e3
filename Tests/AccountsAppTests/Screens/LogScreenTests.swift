import Foundation
import Terminal
import Testing

@testable import AccountsApp
@testable import ScreenKit

@Suite("The history of all accounts on the screen") struct LogScreenTests {
  private let home: Home
  private static let small = Size(columns: 40, rows: 12)

  init() { self.init(home: Home()) }
  private init(home: Home) { self.home = home }

  /// The list, after seven changes of four accounts.
  private func log(_ keys: Key...) async throws -> Stage {
    for (name, first, groups) in [
      ("grace", "Grace", "ops"), ("ada", "Ada", "ops,staff"), ("Edsger", "Edsger", "staff"),
    ] {
      await home.run(
        "register --email \(name)@example.com --password 12345 --first-name \(first) --no-login")
      await home.run("edit --account \(name)@example.com --groups \(groups)")
    }
    await home.run("register --email alan@example.com --password 12345 --no-login")
    await home.run("logout")
    try home.settleHistory()
    var stage = await Stage(home)
    await stage.press(.control("o"), .character("L"))
    #expect(stage.kind == "history")
    for key in keys { await stage.press(key) }
    return stage
  }

  private func state(_ stage: Stage) throws -> HistoryState {
    guard case .history(let history) = stage.state.screen else { throw Stage.NoProfile() }
    return history
  }

  private func undo(_ stage: Stage) throws -> UndoState {
    guard case .undo(let undo) = stage.state.screen else { throw Stage.NoProfile() }
    return undo
  }

  private func isChosen(_ number: Int, _ stage: Stage) -> Bool {
    stage.frame(Self.small).lines.contains { line in
      let parts = line.split(separator: " ")
      return parts.first == ">" && parts.dropFirst().starts(with: ["\(number)", "·"])
        || line.drop { $0 == " " }.hasPrefix(">\(number) ·")
    }
  }

  @Test("has what the command prints, whoever made it, the newest first, and one is chosen")
  func shows() async throws {
    let stage = try await log()
    let numbers = try state(stage).changes.map(\.number)
    #expect(numbers == [7, 6, 5, 4, 3, 2, 1])
    let printed = await home.run("history").out
    for number in 1...7 { #expect(printed.contains("\(number)")) }
    #expect(stage.shows("All changes") && isChosen(7, stage) && stage.shows("7 · 2026-06-15 18:00"))
  }

  @Test("is behind L, from the list, from profiles and from a history")
  func ways() async throws {
    var stage = await home.accountsList()
    for isProfile in [false, true] {
      if isProfile { await stage.press(.enter) }
      await stage.press(.character("L"))
      #expect(stage.kind == "history" && stage.shows("All changes"))
      await stage.press(.escape)
      #expect(stage.kind == (isProfile ? "profile" : "accounts"))
    }
    await stage.press(.character("H"))
    #expect(stage.kind == "history" && !stage.shows("All changes"))
    await stage.press(.character("L"))
    #expect(stage.shows("All changes"))
    await stage.press(.escape)
    #expect(stage.kind == "history" && !stage.shows("All changes"))
  }

  @Test("the own profile leads there by the list of accounts, and back")
  func ownProfile() async throws {
    await home.run("register --email mario@gmail.com --password 12345")
    var stage = await Stage(home)
    await stage.press(.character("L"), .character("L"))
    #expect(stage.kind == "history" && stage.shows("All changes"))
    await home.run("edit --first-name Mario")
    await stage.send(.input(.focusGained))
    #expect(try state(stage).changes.count == 2 && stage.shows("All changes"))
    await stage.press(.escape, .escape)
    #expect(stage.kind == "profile")
  }

  @Test("keys choose a change, which is in sight at every size")
  func moves() async throws {
    var stage = try await log()
    await stage.send(.resized(Self.small))
    for index in 0..<7 {
      #expect(try state(stage).focus.row == index)
      #expect(isChosen(7 - index, stage))
      await stage.press(.down)
    }
    #expect(try state(stage).focus.row == 6)
    await stage.press(.home, .down, .up, .end)
    #expect(try state(stage).focus.row == 6 && isChosen(1, stage))
    await stage.press(.home)
    var seen = [0]
    while try state(stage).focus.row < 6 {
      await stage.press(.pageDown)
      seen.append(try state(stage).focus.row)
      try #require(seen.count < 10)
    }
    #expect(seen == seen.sorted() && Set(seen).count == seen.count)
    await stage.press(.pageUp)
    #expect(try state(stage).focus.row < 6)
  }

  @Test("T shows what undoing up to there would do, with counts, and leads back to the log")
  func undoes() async throws {
    var stage = try await log(.down, .down)
    let before = try home.text()
    await stage.press(.character("T"))
    let undo = try undo(stage)
    #expect(undo.changes.map(\.number) == [7, 6, 5] && undo.target == .downTo(5))
    #expect(stage.shows("3 changes of 2 accounts") && stage.shows("Undoing all of them"))
    await stage.press(.enter)
    #expect(stage.kind == "history", "no is marked")
    #expect(try home.text() == before)
    await stage.press(.character("T"))
    await stage.agree()
    #expect(stage.kind == "history", "\(stage.said)")
    #expect(stage.said.contains("Undid change 7 ") && stage.said.contains("5 ("))
    #expect(try !home.names().contains("alan@example.com"))
    let lines = try home.text(of: "history.jsonl").split(separator: "\n")
    #expect(lines.count == 8, "it is one change")
    // It can be undone like any other.
    await stage.press(.home, .character("U"))
    await stage.agree()
    #expect(try home.names().contains("alan@example.com"))
  }

  @Test("T asks again where a change comes meanwhile")
  func comesMeanwhile() async throws {
    var stage = try await log(.down, .down)
    await stage.press(.character("T"), .tab)
    #expect(stage.shows("> Undo <"))
    await home.run("register --email late@example.com --password 12345 --no-login")
    await stage.send(.input(.focusGained))
    #expect(try undo(stage).changes.map(\.number) == [8, 7, 6, 5])
    #expect(stage.shows("> Keep <"))
  }

  @Test("U and Enter take back the change under the bar alone, found by a search or by its place")
  func undoesOne() async throws {
    for keys: [Key] in [[.down, .down, .down, .enter], [.down, .down, .down, .character("U")]] {
      let other = Home()
      var stage = try await LogScreenTests(home: other).log()
      for key in keys { await stage.press(key) }
      #expect(stage.kind == "undo" && stage.shows("edited ada@example.com"))
      #expect(!stage.shows("alan@example.com"))
      await stage.agree()
      #expect(stage.kind == "history" && stage.said.contains("Undid change 4"))
      #expect(try await other.account("ada").values.groups.isEmpty)
      #expect(try await other.account("Edsger").values.groups == ["staff"])
    }
    var stage = try await log()
    await stage.type("edited grace")
    #expect(try state(stage).changes.map(\.number) == [2])
    await stage.press(.enter, .enter)
    #expect(stage.kind == "undo" && stage.shows("edited grace@example.com"))
    await stage.agree()
    #expect(stage.kind == "history" && stage.shows("/ edited grace"), "with its search")
    await stage.press(.escape)
    #expect(try state(stage).changes.count == 8)
    await stage.press(.escape)
    #expect(stage.kind == "accounts")
  }

  @Test("what others do meanwhile is looked at first, and the choice stays where it was")
  func movedOn() async throws {
    var stage = try await log(.down, .character("T"))
    #expect(try undo(stage).changes.count == 2)
    await home.run("edit --account ada@example.com --first-name Augusta")
    await stage.agree()
    #expect(stage.kind == "undo" && stage.said.contains("nothing was undone"))
    #expect(try undo(stage).changes.count == 3 && undo(stage).changes.first?.number == 8)
    await stage.press(.escape)
    #expect(try state(stage).chosen?.number == 6)
    await stage.press(.character("R"))
    #expect(try state(stage).chosen?.number == 6 && state(stage).focus.row == 2)
  }

  @Test("a change that undo passes over is off, and says so")
  func passedOver() async throws {
    var stage = await home.accountsList()
    try home.write(home.text().replacing("Lovelace", with: "King"))
    await home.run("edit --account alan@example.com --first-name Al")
    await stage.press(.character("L"), .down)
    #expect(try state(stage).chosen?.isUndone == false)
    await stage.press(.enter)
    #expect(stage.kind == "history" && stage.said == "Undo passes over this change.")
  }

  @Test("without a history it says so, and offers no undo")
  func none() async throws {
    try home.write(
      #"{"rules": "register", "accounts": [{"email": "ada@home.org", "password": "!"}]}"#)
    var stage = await Stage(home)
    await stage.press(.control("o"), .character("L"))
    #expect(stage.shows("No changes are recorded."))
    await stage.press(.down, .up, .pageDown, .end, .enter)
    #expect(stage.kind == "history")
  }

  @Test(
    "says so where the accounts file is gone, or cannot be read",
    arguments: ["L", "H"] as [Character], [true, false])
  func unusable(key: Character, isGone: Bool) async throws {
    var stage = await home.accountsList()
    if isGone {
      try FileManager.default.removeItem(atPath: home.accountsPath)
    } else {
      try home.write("{")
    }
    await stage.press(.character(key))
    let words = isGone ? "no accounts file" : "expected a key"
    #expect(stage.kind == "broken" && stage.shows(words), "\(stage.text())")
  }

  @Test("a file that breaks meanwhile, and is mended, leaves it as it was")
  func broken() async throws {
    var stage = try await log(.down)
    let good = try home.text()
    try home.write("{")
    await stage.send(.input(.focusGained))
    try home.write(good)
    await stage.comeBack()
    #expect(stage.kind == "history" && stage.shows("All changes"))
    #expect(try state(stage).chosen?.number == 6)
  }
}
