import Accounts
import Terminal
import Testing

@testable import CommandKit
@testable import Product
@testable import RegApp
@testable import ScreenKit

@Suite("The profile") struct ProfileScreenTests {
  private let home = Home()

  private func profile(_ options: String = "") async -> Stage {
    await home.run("register --email mario@gmail.com --password 12345 \(options)")
    return await Stage(home)
  }

  @Test("shows what there is, and the password as asterisks")
  func shows() async {
    let stage = await profile("--first-name Mario --birth-date 1990-08-12")
    for words in ["mario@gmail.com", "********", "Mario", "1990-08-12 (age 35)", "Last name:"] {
      #expect(stage.shows(words), "\(words)")
    }
    #expect(!stage.shows("Phone:") && !stage.shows("12345"))
  }

  @Test("asks before it logs out, and takes no for an answer")
  func logsOut() async throws {
    var stage = await profile()
    for key in [.character("b"), .escape] as [Key] {
      await stage.press(key)
      #expect(stage.state.question == .logOut)
      #expect(stage.shows("Log out?"))
      await stage.press(.character("n"))
      #expect(stage.state.question == nil && stage.kind == "profile")
      await stage.press(key, .escape)
      #expect(stage.kind == "profile")
    }
    #expect(stage.begun == [])
    await stage.press(.character("b"), .character("x"), .character("y"))
    #expect(stage.begun == ["logOut"])
    #expect(stage.kind == "login")
    #expect(stage.state.note == nil)
    #expect(try home.text(of: "session.json").contains("null"))
    #expect(try home.text().contains("mario@gmail.com"))
  }

  @Test("logs out once, however often that is confirmed")
  func logsOutOnce() async {
    var stage = await profile()
    stage.holdsBack = true
    await stage.press(.escape, .enter, .enter, .escape, .enter, .character("e"))
    #expect(stage.begun == ["logOut"])
    #expect(stage.kind == "profile")
    await stage.release()
    #expect(stage.kind == "login")
  }

  @Test("reads the file again by R, on coming back, and when the terminal gets the focus")
  func readsAgain() async throws {
    let events: [LoopEvent<ScreenMessage>] = [
      .input(.key(.character("r"))), .resumed(Stage.usual), .input(.focusGained),
    ]
    for (index, event) in events.enumerated() {
      var stage = await profile("--first-name Mario")
      try home.write(home.text().replacing("Mario", with: "Yoshi\(index)"))
      await stage.send(event)
      #expect(try stage.account().firstName?.text == "Yoshi\(index)")
      #expect(stage.shows("changed meanwhile"))
      try home.write(#"{"accounts": []}"#)
    }
  }

  @Test("says nothing where nothing has changed, and does not touch the file")
  func sameAgain() async throws {
    var stage = await profile("--first-name Mario")
    let before = stage.state.screen
    let text = try home.text()
    await stage.comeBack()
    #expect(stage.state.screen == before && stage.state.note == nil)
    #expect(try home.text() == text)
  }

  @Test("is left for the login, with the reason, where its account has gone or is closed")
  func gone() async throws {
    var stage = await profile()
    await home.run("register --email luigi@gmail.com --password 12345 --no-login")
    await home.run("register --email peach@gmail.com --password 12345 --no-login")
    let text = try home.text()
    try home.write(text.replacing("mario@gmail.com", with: "mario"))
    await stage.comeBack()
    #expect(stage.kind == "login")
    #expect(stage.shows("mario@gmail.com is no longer in the accounts file"))
    try home.write(
      text.replacing(
        "\"mario@gmail.com\"", with: "\"mario@gmail.com\", \"birthDate\": \"yesterday\""))
    await stage.comeBack()
    #expect(stage.kind == "login")
    #expect(stage.said.contains("birth date must be a day written as YYYY-MM-DD"))
    try home.write(text)
    await stage.comeBack()
    #expect(stage.kind == "profile")
  }

  @Test("gives way to the reason where the file cannot be read, until it can")
  func broken() async throws {
    var stage = await profile()
    let text = try home.text()
    try home.write("{ \"accounts\": [ }")
    await stage.comeBack()
    #expect(stage.kind == "broken")
    #expect(stage.shows("accounts.json:1:17"))
    await stage.press(.character("r"))
    #expect(stage.kind == "broken")
    try home.write(text)
    await stage.press(.character("r"))
    #expect(stage.kind == "profile")
    try home.write("{")
    await stage.comeBack()
    await stage.press(.escape)
    #expect(stage.hasQuit)
    #expect(try home.text() == "{")
  }

  @Test("drops what an earlier reading found")
  func stale() async throws {
    var stage = await profile("--first-name Mario")
    stage.holdsBack = true
    await stage.comeBack()
    await stage.comeBack()
    #expect(stage.begun == ["open", "open"])
    let early = await stage.outcome(of: .open(1))
    try home.write(home.text().replacing("Mario", with: "Yoshi"))
    let late = await stage.outcome(of: .open(2))
    await stage.send(.message(late))
    await stage.send(.message(early))
    #expect(try stage.account().firstName?.text == "Yoshi")
  }

  @Test("takes the keys of a Russian layout for the letters that stand on them")
  func russianLayout() async {
    var stage = await profile()
    var leaving = stage
    await leaving.press(.character("й"))
    #expect(leaving.hasQuit)
    await stage.press(.character("у"))
    #expect(stage.kind == "edit")
    await stage.press(.escape, .character("И"))
    #expect(stage.state.question == .logOut)
    await stage.press(.character("н"))
    #expect(stage.state.question == nil && stage.kind == "profile")
    await stage.press(.character("и"), .character("д"))
    #expect(stage.begun.last == "logOut" && stage.kind == "login")
  }

  @Test("leads to the albums only where the rulebook has them")
  func albums() async {
    var stage = await profile()
    await stage.press(.character("a"))
    #expect(!stage.handsOver)
    #expect(!stage.shows("lbums"))
    let other = Home()
    await other.run("init albums")
    await other.run(
      "register --email ada@b.co --password Secret1 --first-name Ada --last-name L "
        + "--birth-date 1990-08-12 --phone 9123456789")
    var withAlbums = await Stage(other)
    #expect(withAlbums.shows("[A]lbums"))
    await withAlbums.press(.character("a"))
    #expect(withAlbums.handsOver)
    await withAlbums.send(.message(.cameBack(Phrase(same: "the albums are not there"))))
    #expect(withAlbums.shows("! the albums are not there"))
    #expect(withAlbums.kind == "profile")
  }

  @Test("is left by ^Q whatever lies over it, and by Q where nothing does")
  func quits() async {
    for keys in [[], [.escape], [.function(1)], [.character("e")]] as [[Key]] {
      var stage = await profile()
      for key in keys { await stage.press(key) }
      await stage.press(.control("q"))
      #expect(stage.hasQuit, "\(keys.map(\.name))")
    }
    var stage = await profile()
    await stage.press(.escape, .character("q"))
    #expect(!stage.hasQuit)
    await stage.press(.character("n"), .character("q"))
    #expect(stage.hasQuit)
  }

  @Test("shows all keys by F1 or ?, and goes on where it was by any key")
  func help() async {
    var stage = await profile()
    for key in [.function(1), .character("?")] as [Key] {
      let before = stage.state.screen
      await stage.press(key)
      #expect(stage.state.helpPage != nil)
      #expect(stage.shows("Shift+Tab"))
      await stage.press(.character("q"))
      #expect(!stage.hasQuit && stage.state.helpPage == nil)
      #expect(stage.state.screen == before)
    }
    await stage.press(.character("q"))
    #expect(stage.hasQuit)
  }
}
