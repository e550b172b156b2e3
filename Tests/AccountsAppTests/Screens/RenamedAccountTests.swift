import Accounts
import Foundation
import Terminal
import Testing

@testable import AccountsApp
@testable import CommandKit
@testable import ScreenKit

/// An account that got another name elsewhere is the same account, if it has an id.
@Suite("An account that was renamed elsewhere (SC10, SC26, SC29)") struct RenamedAccountTests {
  private let home = Home()

  private func rename(_ name: String, to new: String) async {
    await home.run("edit --account \(name)@example.com --email \(new)@example.com")
  }

  @Test("keeps its mark, and is what an action on the marked one concerns")
  func mark() async throws {
    var stage = await home.accountsList()
    await stage.press(.character(" "))
    #expect(try stage.accounts().markedNames == ["ada@example.com"])
    await rename("ada", to: "augusta")
    await stage.press(.character("R"))
    #expect(try stage.accounts().markedNames == ["augusta@example.com"])
    await stage.press(.character("O"), .enter)
    await stage.agree()
    #expect(try await home.account("augusta").state == .disabled)
    #expect(try await home.account("alan").state == .open)
  }

  @Test("is changed with the others where a question about it was open")
  func markInQuestion() async throws {
    var stage = await home.accountsList()
    await stage.press(.character(" "), .character(" "), .character("M"))
    #expect(stage.state.question?.names == ["ada@example.com", "alan@example.com"])
    await rename("ada", to: "augusta")
    await stage.send(.tick)
    await stage.agree()
    #expect(stage.said.contains("2 accounts"), "\(stage.said)")
    #expect(try stage.accounts().markedNames.isEmpty)
    #expect(try await home.account("augusta").mustChangePassword)
  }

  @Test("ends the list of actions that was open on it", arguments: [false, true])
  func actions(isMarked: Bool) async throws {
    var stage = await home.accountsList()
    if isMarked { await stage.press(.character(" ")) }
    await stage.press(.function(1))
    await home.run("disable grace@example.com")
    await stage.send(.tick)
    #expect(stage.state.actionList != nil, "it is of another one")
    await rename("ada", to: "augusta")
    await stage.send(.tick)
    #expect(stage.state.actionList == nil)
    #expect(stage.concerned == ["augusta@example.com"])
  }

  @Test("is what a line that was typed is about", arguments: ["O", "⏎o"])
  func line(open: String) async throws {
    var stage = await home.accountsList()
    await stage.press(signs: open + "night")
    await rename("ada", to: "augusta")
    await stage.press(signs: "⏎⇥⏎")
    #expect(try await home.account("augusta").state == .disabled, "\(stage.said)")
  }

  @Test("is who is logged in, also where there was no history yet")
  func sessionWithoutHistory() async throws {
    await home.run("register --email ada@example.com --password 12345 --first-name Ada")
    try FileManager.default.removeItem(atPath: "\(home.documents)/history.jsonl")
    var stage = await Stage(home)
    await stage.press(.character("E"))
    await stage.go(to: .firstName)
    await stage.retype("Augusta")
    await rename("ada", to: "lady")
    await stage.press(.control("s"))
    #expect(try await home.account("lady").account?.firstName?.text == "Augusta", "\(stage.said)")
  }

  @Test("is saved by its form at once, also where another one has the name by then")
  func form() async throws {
    for isTaken in [false, true] {
      let home = Home()
      var stage = await home.accountsList()
      await stage.press(.character("E"))
      await stage.go(to: .lastName)
      await stage.retype("King")
      await home.run("edit --account ada@example.com --email lady@example.com")
      if isTaken { await home.run("edit --account alan@example.com --email ada@example.com") }
      await stage.press(.control("s"))
      #expect(try await home.account("lady").account?.lastName?.text == "King", "\(stage.said)")
      #expect(stage.said.contains("Saved"), "\(stage.said)")
    }
  }

  @Test("keeps its mark where two exchange their names")
  func exchanged() async throws {
    var stage = await home.accountsList()
    await stage.press(.character(" "), .character(" "))
    #expect(try stage.accounts().markedNames == ["ada@example.com", "alan@example.com"])
    await home.swapAdaAndAlan()
    await stage.press(.character("R"))
    #expect(try stage.accounts().markedNames == ["ada@example.com", "alan@example.com"])
    await stage.press(.character("M"))
    await stage.agree()
    #expect(stage.said.contains("2 accounts"), "\(stage.said)")
  }

  @Test("keeps the bar, also where another one has its name now")
  func bar() async throws {
    var stage = await home.accountsList()
    await rename("ada", to: "zoe")
    await stage.press(.character("R"))
    #expect(try stage.accounts().focusedName == "zoe@example.com")
    await rename("zoe", to: "ada")
    await stage.press(.character("R"))
    #expect(try stage.accounts().focusedName == "ada@example.com")
    await home.swapAdaAndAlan()
    await stage.press(.character("R"))
    #expect(try stage.accounts().focusedName == "alan@example.com")
    #expect(stage.said.isEmpty)
  }

  @Test("is not known without an id: the bar stays on the name, and a note says so")
  func byHand() async throws {
    var stage = await home.accountsList()
    try home.swapAdaAndAlanByHand()
    await stage.press(.character("R"))
    #expect(try stage.accounts().focusedName == "ada@example.com")
    #expect(stage.said.contains("da@example.com is not the account that was shown"))
  }

  @Test("is shown on under its new name, and what was begun before is done to it")
  func profile() async throws {
    var stage = await home.accountsList()
    await stage.press(.enter)
    await rename("ada", to: "augusta")
    await stage.press(.character("R"))
    #expect(stage.kind == "profile" && stage.shows("augusta@example.com"))
    await stage.press(.character("x"))
    #expect(stage.shows("Remove the account augusta@example.com?"))
    await rename("augusta", to: "lady")
    await stage.agree()
    #expect(stage.kind == "accounts" && stage.names.count == 3)
  }

  @Test("is who is logged in: the profile goes on, and its form is saved")
  func session() async throws {
    await home.run("register --email ada@example.com --password 12345 --first-name Ada")
    var stage = await Stage(home)
    await rename("ada", to: "augusta")
    await stage.press(.character("R"))
    #expect(
      stage.shows("augusta@example.com"))
    #expect(stage.said.contains("The account was changed elsewhere"))
    await stage.press(.character("E"))
    await stage.go(to: .firstName)
    await stage.retype("Augusta")
    await rename("augusta", to: "lady")
    await stage.press(.control("s"))
    #expect(stage.said == "Saved: first name.")
    #expect(try await home.account("lady").account?.firstName?.text == "Augusta")
    #expect(stage.kind == "profile" && stage.shows("lady@example.com"))
    // An account that renames itself is not another one for that.
    await stage.press(.character("E"))
    await stage.retype("ada@example.com")
    await stage.press(.control("s"))
    #expect(stage.kind == "profile" && stage.shows("ada@example.com"))
    #expect(stage.said == "Saved: email.")
  }

  @Test("and so is one that a rulebook with another key calls by another name: marks and bar stay")
  func key() async throws {
    func write(_ key: String) throws {
      let accounts = [("ada", "Ada"), ("bob", "Bob"), ("eve", "Eve")].map { name, first in
        #"{"email": "\#(name)@example.com", "username": "x\#(name)", "firstName": "\#(first)", "password": "!"}"#
      }
      let rules =
        #"{"key": "\#(key)", "login": {"by": ["email", "username"]}, "fields": {"password": {"required": true}}}"#
      try home.write("{\"rules\": \(rules), \"accounts\": [\(accounts.joined(separator: ", "))]}")
    }
    try write("email")
    var stage = await Stage(home)
    await stage.press(.control("o"))
    await stage.press(.character(" "), .character(" "))
    #expect(try stage.accounts().markedNames == ["ada@example.com", "bob@example.com"])
    try write("username")
    await stage.press(.character("R"))
    #expect(try stage.accounts().markedNames == ["xada", "xbob"])
    #expect(try stage.accounts().focusedName == "xeve")
    try write("email")
    await stage.press(.character("R"))
    #expect(try stage.accounts().markedNames == ["ada@example.com", "bob@example.com"])
    #expect(try stage.accounts().focusedName == "eve@example.com")
    let frame = stage.text()
    #expect(frame.contains("eve@example.com"))
  }
}
