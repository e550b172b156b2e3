import Terminal
import Testing

@testable import AccountsApp
@testable import CommandKit

@Suite("The profile") struct ProfileScreenTests {
  private let home = Home()

  private func profile(_ options: String = "") async -> Stage {
    await home.run("register --email mario@gmail.com --password 12345 \(options)")
    return await Stage(home)
  }

  @Test("asks before it logs out, with no as the marked answer, and no letter says yes")
  func logsOut() async throws {
    var stage = await profile()
    for key in [.character("B"), .escape] as [Key] {
      await stage.press(key)
      #expect(stage.shows("Log out mario@gmail.com? The account stays."))
      #expect(stage.shows("> Cancel <"))
      await stage.type("yron")
      await stage.press(.enter)
      #expect(stage.state.question == nil && stage.kind == "profile")
      await stage.press(key, .escape)
      #expect(stage.kind == "profile")
    }
    #expect(stage.begun == [])
    await stage.press(.character("B"), .character("X"), .tab, .enter)
    #expect(stage.begun == ["logOut"])
    #expect(stage.kind == "login")
    #expect(stage.state.note == nil)
    #expect(try home.text(of: "session.json").contains("null"))
    #expect(try home.text().contains("mario@gmail.com"))
  }

  @Test("reads the file again with R, on coming back, and when the terminal gets the focus")
  func readsAgain() async throws {
    let events: [LoopEvent<ScreenMessage>] = [
      .input(.key(.character("R"))), .resumed(Stage.usual), .input(.focusGained),
    ]
    for (index, event) in events.enumerated() {
      var stage = await profile("--first-name Mario")
      try home.write(home.text().replacing("Mario", with: "Yoshi\(index)"))
      await stage.send(event)
      #expect(try stage.account().firstName?.text == "Yoshi\(index)")
      #expect(stage.shows("was changed elsewhere"))
      try home.write(#"{"rules": "register", "accounts": []}"#)
    }
  }

  @Test(
    "shows a change of nothing but the case, or the Unicode form",
    arguments: [("mario@gmail.com", "Mario@gmail.com"), ("Zo\u{EB}", #"Zoe\u0308"#)])
  func bytesDecide(old: String, new: String) async throws {
    var stage = await profile("--first-name Zo\u{EB}")
    try home.write(home.text().replacing(old, with: new))
    await stage.comeBack()
    #expect(stage.shows("was changed elsewhere"))
  }

  @Test("says nothing if nothing has changed, and does not touch the file")
  func sameAgain() async throws {
    var stage = await profile("--first-name Mario")
    let before = stage.state.screen
    let text = try home.text()
    await stage.comeBack()
    #expect(stage.state.screen == before && stage.state.note == nil)
    #expect(try home.text() == text)
  }

  @Test("gives way to the login, with the reason, if its account is gone or closed")
  func gone() async throws {
    var stage = await profile()
    await home.run("register --email luigi@gmail.com --password 12345 --no-login")
    await home.run("register --email peach@gmail.com --password 12345 --no-login")
    let text = try home.text()
    try home.write(text.replacing("mario@gmail.com", with: "mario"))
    await stage.comeBack()
    #expect(stage.kind == "login")
    #expect(stage.shows("session of mario@gmail.com has ended"))
    try home.write(
      text.replacing(
        "\"mario@gmail.com\"", with: "\"mario@gmail.com\", \"birthDate\": \"yesterday\""))
    await stage.comeBack()
    #expect(stage.kind == "login")
    #expect(stage.said.contains("birth date must be a date in the form YYYY-MM-DD"))
    try home.write(text)
    await stage.comeBack()
    #expect(stage.kind == "profile")
  }

  @Test("gives way to the reason while the file is unreadable")
  func broken() async throws {
    var stage = await profile()
    let text = try home.text()
    try home.write("{ \"rules\": \"register\", \"accounts\": [ }")
    await stage.comeBack()
    #expect(stage.kind == "broken")
    #expect(stage.shows("accounts.json:1:38"))
    await stage.press(.character("R"))
    #expect(stage.kind == "broken")
    try home.write(text)
    await stage.press(.character("R"))
    #expect(stage.kind == "profile")
    try home.write("{")
    await stage.comeBack()
    await stage.press(.escape)
    #expect(stage.kind == "broken" && !stage.hasQuit)
    try home.write(text)
    await stage.press(.escape)
    #expect(stage.kind == "profile" && !stage.hasQuit)
    try home.write("{")
    await stage.comeBack()
    await stage.press(.character("Q"), .tab, .enter)
    #expect(stage.hasQuit)
    #expect(try home.text() == "{")
  }

  @Test("drops the result of an earlier read")
  func stale() async throws {
    var stage = await profile("--first-name Mario")
    stage.holdsBack = true
    await stage.comeBack()
    await stage.comeBack()
    #expect(stage.begun == ["open", "open"])
    let early = await stage.outcome(of: .open(1, of: nil))
    try home.write(home.text().replacing("Mario", with: "Yoshi"))
    let late = await stage.outcome(of: .open(2, of: nil))
    await stage.send(.message(late))
    await stage.send(.message(early))
    #expect(try stage.account().firstName?.text == "Yoshi")
  }

  @Test("accepts the keys of a Russian layout for the letters on them")
  func russianLayout() async {
    var stage = await profile()
    var leaving = stage
    await leaving.press(.character("й"), .tab, .enter)
    #expect(leaving.hasQuit)
    await stage.press(.character("у"))
    #expect(stage.kind == "edit")
    await stage.press(.escape, .character("И"))
    #expect(stage.state.question != nil)
    await stage.press(.escape)
    #expect(stage.state.question == nil && stage.kind == "profile")
    await stage.press(.character("и"), .tab, .enter)
    #expect(stage.begun.last == "logOut" && stage.kind == "login")
  }

  @Test("leads to the albums only if the rulebook has them")
  func albums() async {
    var stage = await profile()
    await stage.press(.character("A"))
    #expect(!stage.handsOver)
    #expect(!stage.shows("albums"))
    let other = Home()
    await other.run("init albums")
    await other.run(
      "register --email ada@b.co --password Secret1 --first-name Ada --last-name L "
        + "--birth-date 1990-08-12 --phone 9123456789")
    var withAlbums = await Stage(other)
    #expect(withAlbums.shows("A albums"))
    await withAlbums.press(.character("A"))
    #expect(withAlbums.handsOver)
    await withAlbums.send(.message(.cameBack(Phrase(same: "the albums are not there"))))
    #expect(withAlbums.shows("! the albums are not there"))
    #expect(withAlbums.kind == "profile")
  }

  @Test("is left with ^Q under any box, and with Q after a question that no letter answers")
  func quits() async {
    for keys in [[], [.escape], [.function(1)], [.character("E")]] as [[Key]] {
      var stage = await profile()
      for key in keys { await stage.press(key) }
      await stage.press(.control("q"))
      #expect(stage.hasQuit, "\(keys.map(\.name))")
    }
    var stage = await profile()
    await stage.press(.escape, .character("Q"))
    #expect(!stage.hasQuit)
    await stage.press(.escape)
    await stage.type("quentiny")
    #expect(!stage.hasQuit && stage.shows("Quit regapp?") && stage.shows("> Cancel <"))
    await stage.press(.enter)
    #expect(!stage.hasQuit && stage.state.question == nil)
    await stage.press(.character("q"), .tab, .enter)
    #expect(stage.hasQuit)
  }

  @Test("lists all actions with F1 or ?, and does there what a key does")
  func help() async {
    var stage = await profile()
    for key in [.function(1), .character("?")] as [Key] {
      let before = stage.state.screen
      await stage.press(key)
      #expect(stage.state.actionList != nil)
      #expect(stage.shows("edit the account") && !stage.shows("Shift+Tab"))
      await stage.press(.character("Q"))
      #expect(!stage.hasQuit && stage.state.actionList == nil && stage.shows("Quit regapp?"))
      await stage.press(.escape)
      #expect(stage.state.screen == before)
    }
  }
}
