import Accounts
import Foundation
import Terminal
import Testing

@testable import CommandKit
@testable import Product
@testable import RegApp
@testable import ScreenKit

@Suite("An import on the screen") struct ImportScreenTests {
  private let home = Home()

  private static let people = """
    email,password,firstName
    dan@home.org,secret7,Dan
    eve,secret8,Eve
    ada@home.org,secret9,Ada
    fay@home.org,abc,Fay
    dan@home.org,secret4,Dan

    """

  /// The screen, with the path of a file typed.
  private func importing(_ text: String = people, named name: String = "people.csv") async throws
    -> Stage
  {
    try home.write(#"{"accounts": [{"email": "ada@home.org", "password": "!"}]}"#)
    try home.write(text, to: name)
    var stage = await Stage(home)
    await stage.press(.control("o"), .character("i"))
    #expect(stage.kind == "import")
    await stage.paste("\(home.documents)/\(name)")
    return stage
  }

  private func preview(_ stage: Stage) throws -> ImportPreview {
    guard case .importing(let state) = stage.state.screen else { throw Stage.NoProfile() }
    return try #require(state.preview)
  }

  private func rows(_ stage: Stage) throws -> [String] {
    let preview = try preview(stage)
    return preview.rows.map { "\($0.kind) \($0.line ?? 0) \(preview.words($0)[.english])" }
  }

  @Test("says of each account where it is not clear who may not log in")
  func unclear() async throws {
    var stage = try await importing(
      "email,password,shadowExpire\ndan@home.org,secret7,0\neve@home.org,secret8,18000\n")
    await stage.press(.enter)
    #expect(
      try rows(stage) == [
        "added 2 dan@home.org: shadowExpire is unclear, so the stricter meaning was taken",
        "added 3 eve@home.org",
      ])
  }

  @Test("shows what would become of each account, by line, and writes nothing")
  func looks() async throws {
    var stage = try await importing()
    let before = try home.text()
    await stage.press(.control("s"))
    #expect(stage.said == "Look first at what it would do: Enter.")
    await stage.press(.enter)
    #expect(
      try rows(stage) == [
        "added 2 dan@home.org", "refused 3 email must be an address with an @",
        "refused 4 a user with this email already exists: ada@home.org",
        "refused 5 password must have 5 characters or more",
        "refused 6 dan@home.org is already in this file, at line 2",
      ])
    #expect(
      stage.shows("4 problems: nothing is imported; 1 to add") && stage.shows("csv (guessed)"))
    await stage.press(.control("s"))
    #expect(stage.said == "Mend the file, or leave the accounts with problems out.")
    #expect(try home.text() == before)
    #expect(!stage.text().contains("secret"))
  }

  @Test("looks again with each choice, and imports what was seen")
  func imports() async throws {
    var stage = try await importing()
    await stage.press(.enter, .down, .down, .right)
    #expect(try rows(stage).contains("skipped 4 ada@home.org"))
    await stage.press(.right)
    #expect(try rows(stage).contains("replaced 4 ada@home.org"))
    await stage.press(.down, .character(" "))
    #expect(stage.shows("< leave those accounts out >"))
    #expect(try !preview(stage).isStopped && preview(stage).count(.refused) == 3)
    await stage.press(.control("s"))
    #expect(stage.kind == "accounts" && stage.shows("dan@home.org"))
    #expect(
      stage.said
        == "Added 1 account, changed 1, kept 0.\nAccounts with problems were left out (3 problems)."
    )
    #expect(try home.text().contains("\"firstName\": \"Ada\"") && !home.text().contains("fay@"))
    #expect(try !home.text().contains("secret"))
  }

  @Test("imports what was read for the look, and takes another look if the accounts have changed")
  func movedOn() async throws {
    var stage = try await importing("email,password\ndan@home.org,secret7\n")
    await stage.press(.enter)
    #expect(stage.shows("1 to add, 0 to change, 0 to keep"))
    try home.write("email,password\nmallory@home.org,secret7\n", to: "people.csv")
    await home.run("register --email dan@home.org --password secret1 --no-login")
    await stage.press(.control("s"))
    #expect(stage.kind == "import" && stage.said.contains("nothing was imported"))
    #expect(try rows(stage) == ["refused 2 a user with this email already exists: dan@home.org"])
    #expect(try !home.text().contains("mallory"))
    // Another choice reads the file again.
    await stage.press(.down, .down, .right)
    #expect(try rows(stage) == ["added 2 mallory@home.org"])
    try home.write("email,password\ndan@home.org,secret7\n", to: "people.csv")
    await stage.press(.enter)
    #expect(try rows(stage) == ["skipped 2 dan@home.org"])
    await stage.press(.control("s"))
    #expect(stage.said == "There is nothing to import.")
  }

  @Test("shows progress while passwords are hashed, and quits only after that")
  func progress() async throws {
    var stage = try await importing("email,password\ndan@home.org,secret7\n")
    await stage.press(.enter)
    stage.holdsBack = true
    await stage.press(.control("s"))
    await stage.send(.message(.progress(.init(done: 1, total: 2))))
    #expect(stage.shows("importing, 1 of 2 [##########   "))
    await stage.press(.control("q"))
    #expect(!stage.hasQuit)
    await stage.release()
    #expect(stage.hasQuit)
    #expect(try home.text().contains("dan@home.org"))
  }

  @Test("asks for the format if nothing tells it, and says what is wrong with the file")
  func faults() async throws {
    var stage = try await importing("dan:$1$abcdefgh$x:more\n", named: "people")
    await stage.press(.control("u"))
    await stage.press(.enter)
    #expect(stage.said == "Name a file.")
    await stage.paste("\(home.documents)/nothing.csv")
    await stage.press(.enter)
    #expect(stage.said.contains("nothing.csv") && stage.state.note?.kind == .problem)
    try home.write("???\n", to: "odd")
    await stage.press(.control("u"))
    await stage.paste("\(home.documents)/odd")
    await stage.press(.enter)
    #expect(stage.said.contains("cannot tell the format"))
    await stage.press(.down, .right, .enter)
    #expect(stage.shows("< htpasswd >") && stage.shows("nothing is imported"))
  }

  @Test("scrolls through many, and comes back up to the choices")
  func scrolls() async throws {
    let many = (100..<200).map { "n\($0)@home.org,secret\($0)" }.joined(separator: "\n")
    var stage = try await importing("email,password\n\(many)\n")
    await stage.press(.enter, .pageDown, .end)
    #expect(stage.shows("n199@home.org") && !stage.shows("n100@home.org"))
    await stage.press(.home)
    #expect(stage.shows("n100@home.org"))
    await stage.press(.up)
    #expect(stage.shows("> Domain:"))
    await stage.press(.up, .up, .up, .up, .up)
    #expect(stage.shows("> Problems:"))
    // What is typed goes into the path alone.
    await stage.type("x")
    #expect(try preview(stage).rows.count == 100)
    await stage.press(.up, .up, .up)
    await stage.type("x")
    guard case .importing(let state) = stage.state.screen else { return }
    #expect(state.preview == nil && state.request.path.hasSuffix("people.csvx"))
    await stage.press(.escape)
    #expect(stage.kind == "accounts")
  }
}
