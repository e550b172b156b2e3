import Foundation
import Testing

@testable import AccountsApp
@testable import ScreenKit

@Suite("A dead end is explained") struct CannotGoOnTests {
  private let home = Home()

  @Test(
    "the end of input when the password is asked for again is 130",
    arguments: ["login --email luigi@gmail.com", "register --email luigi@gmail.com"])
  func passwordAgain(line: String) async {
    let ran = await home.ask(line, answers: "12345")
    #expect(ran.exit == 130)
    #expect(ran.questions == ["unseen: Password: ", "unseen: Password again: "])
    #expect(!home.exists("accounts.json"))
  }

  @Test(
    "an empty password at an edit's question changes nothing",
    arguments: [[""], ["54321", "", ""]])
  func emptyPassword(answers: [String]) async throws {
    await home.run("login --email mario@gmail.com --password 12345")
    let before = try home.text()
    var setting = Setting()
    (setting.isTerminal, setting.answers) = (true, answers)
    let ran = await home.run(["edit", "--password"], setting)
    #expect(ran.exit == 64)
    #expect(ran.err.contains(" the password is empty\n"), "\(ran)")
    #expect(ran.err.hasSuffix(" nothing was changed\n"), "\(ran)")
    #expect(try home.text() == before)
  }

  @Test("so is the end of input at an edit's password")
  func passwordOfEdit() async throws {
    await home.run("login --email mario@gmail.com --password 12345")
    let before = try home.text()
    let ran = await home.ask("edit --password", answers: "54321")
    #expect(ran.exit == 130)
    #expect(ran.questions == ["unseen: Password: ", "unseen: Password again: "])
    #expect(try home.text() == before)
  }
}
