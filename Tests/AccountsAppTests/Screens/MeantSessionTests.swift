import Accounts
import Terminal
import Testing

@testable import AccountsApp
@testable import CommandKit
@testable import ScreenKit

/// Drafts, the session and what was typed belong to somebody, too: what was not shown is neither
/// discarded nor ended.
@Suite("What a question about the session shows") struct MeantSessionTests {
  private let home = Home()

  private func two() async -> Stage {
    await home.run("register --email ada@host.com --password 12345 --first-name Ada")
    await home.run("register --email bob@host.com --password 12345 --no-login")
    return await Stage(home)
  }

  @Test("is who is logged out, and nobody else")
  func logOut() async throws {
    var stage = await two()
    await stage.press(.escape)
    #expect(stage.shows("Log out ada@host.com? The account stays."))
    await home.run("login --email bob@host.com --password 12345")
    await stage.agree()
    #expect(try home.text(of: "session.json").contains("bob@host.com"))
    #expect(stage.said.contains("Nobody was logged out"), "\(stage.said)")
    #expect(try stage.account().name.text == "bob@host.com")
    await stage.press(.escape)
    await stage.agree()
    #expect(stage.kind == "login")
  }

  @Test("is one's own profile, also behind the form of an account from the list")
  func behindList() async throws {
    var stage = await two()
    await stage.press(.character("L"), .down, .character("E"))
    #expect(stage.kind == "edit" && stage.form?[.email] == "bob@host.com")
    await stage.comeBack()
    await stage.press(.escape, .escape)
    #expect(try stage.account().name.text == "ada@host.com")
    #expect(!stage.said.contains("logged in now"))
  }

  @Test("is whose profile the list of actions was opened on: it is gone with that")
  func actions() async throws {
    var stage = await two()
    await stage.press(.function(1))
    await home.run("edit --account ada@host.com --last-name King")
    await stage.comeBack()
    #expect(stage.state.actionList != nil && stage.said.contains("changed elsewhere"))
    await home.run("login --email bob@host.com --password 12345")
    await stage.comeBack()
    #expect(try stage.account().name.text == "bob@host.com" && stage.state.actionList == nil)
    #expect(stage.said == "Another account is logged in now.")
  }

  @Test("to quit, asked while something is written, waits for that")
  func quit() async throws {
    var stage = await two()
    await stage.press(.character("L"), .down, .enter, .character("x"), .tab)
    stage.holdsBack = true
    await stage.press(.enter)
    #expect(stage.begun.last == "remove")
    await stage.press(.character("q"), .tab, .enter)
    #expect(!stage.hasQuit)
    await stage.release()
    #expect(stage.hasQuit)
    #expect(try !home.text().contains("bob@host.com"))
  }

  @Test("is the edit that is discarded, and no other", arguments: [false, true])
  func draft(isOfOther: Bool) async throws {
    _ = await two()
    await home.run("edit --draft --first-name Augusta")
    var stage = await Stage(home)
    await stage.press(.character("D"))
    #expect(stage.shows("Discard the open edit of ada@host.com?"))
    if isOfOther {
      await home.run("cancel")
      await home.run("login --email bob@host.com --password 12345")
      await home.run("edit --draft --first-name Robert")
    } else {
      await home.run("edit --draft --last-name King")
    }
    let draft = try home.text(of: "edit.json")
    await stage.agree()
    #expect(try home.text(of: "edit.json") == draft)
    #expect(stage.said.contains("Nothing was discarded"), "\(stage.said)")
    if !isOfOther { #expect(stage.shows("King (not saved)")) }
    await stage.press(.character("D"))
    await stage.type("y")
    #expect(try home.text(of: "edit.json") == draft, "no letter discards it")
    await stage.agree()
    #expect(stage.said.contains("Discarded the open edit."))
  }

  @Test("is an open edit that was changed elsewhere, and says so")
  func draftElsewhere() async throws {
    var stage = await two()
    await home.run("edit --draft --first-name Augusta")
    await stage.send(.tick)
    #expect(stage.said == "The open edit was changed elsewhere.")
    #expect(stage.shows("Augusta (not saved)"))
    await home.run("cancel")
    await stage.send(.tick)
    #expect(stage.said == "The open edit was changed elsewhere.")
    #expect(!stage.shows("(not saved)"))
  }

  @Test("is the account that was saved, even if another is logged in by then")
  func saved() async throws {
    var stage = await two()
    await stage.press(.character("E"))
    await stage.go(to: .firstName)
    await stage.retype("Augusta")
    await home.run("login --email bob@host.com --password 12345")
    await stage.press(.control("s"))
    #expect(try await home.registry.account("ada@host.com").account?.firstName?.text == "Augusta")
    #expect(try stage.account().name.text == "bob@host.com")
    #expect(
      stage.said == "ada@host.com: Saved: first name.\nAnother account is logged in now.")
  }
}
