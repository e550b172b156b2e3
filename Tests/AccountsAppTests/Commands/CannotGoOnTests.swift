import Foundation
import Testing

@testable import AccountsApp
@testable import ScreenKit

@Suite("A dead end is explained") struct CannotGoOnTests {
  private let home = Home()

  @Test(
    "save of an edit whose account is gone is 67, and points to cancel",
    arguments: ["--first-name M", "--email luigi@gmail.com"])
  func goneAccount(change: String) async throws {
    await home.run("login --email mario@gmail.com --password 12345")
    await home.run("edit --draft \(change)")
    try home.write("{\"rules\": \"register\", \"accounts\": []}")
    let ran = await home.run("save")
    #expect(ran.exit == 67)
    #expect(
      ran.err == """
        regapp: error: the edit is of mario@gmail.com, which no longer exists
        regapp: hint: regapp cancel discards the edit

        """)
    #expect(await home.run("cancel").exit == 0)
    #expect(await home.run("save").exit == 1)
  }

  @Test("show with an unreadable edit warns and succeeds")
  func brokenEdit() async throws {
    await home.run("login --email mario@gmail.com --password 12345")
    let profile = await home.run("show")
    try home.write("{", to: "edit.json")
    let ran = await home.run("show")
    #expect(ran.exit == 0)
    #expect(ran.out == profile.out)
    #expect(
      ran.err.hasPrefix("regapp: warning: cannot tell whether an edit is open: "), "\(ran)")
    #expect(ran.err.contains("edit.json:1:2: "), "\(ran)")
    #expect(ran.err.split(separator: "\n").count == 1)
  }

  @Test("save with a directory in the edit's place says to move it away: cancel cannot remove it")
  func editIsDirectory() async throws {
    await home.run("login --email mario@gmail.com --password 12345")
    try FileManager.default.createDirectory(
      atPath: "\(home.documents)/edit.json", withIntermediateDirectories: false)
    let ran = await home.run("save")
    #expect(ran.exit == 65)
    #expect(ran.err.hasSuffix("regapp: hint: move it away, then try again\n"), "\(ran)")
  }

  @Test("cancel of a saved password says that the old one is back")
  func passwordBack() async throws {
    await home.run("login --email mario@gmail.com --password 12345")
    await home.run("edit --password 54321")
    let ran = await home.run("cancel")
    #expect(ran.err.hasSuffix("\npassword changed back\n"), "\(ran)")
    #expect(await home.run("verify --email mario@gmail.com --password 12345").exit == 0)
  }

  @Test("check of the root says that it is no file, not that it is missing")
  func root() async {
    let ran = await home.run("check /")
    #expect(ran.exit == 74)
    #expect(ran.err.hasPrefix("regapp: error: cannot read /: not a regular file\n"), "\(ran)")
  }

  @Test("verify answers no if it cannot tell, and says why")
  func verify() async throws {
    try home.write(
      """
      {"rules": "authorisation", "accounts": [
        {"email": "a@b.co", "password": "password1", "firstName": "Alex", "lastName": "A"},
        {"email": "c@d.co", "password": "password1", "firstName": "Alex", "lastName": "B"},
        {"email": "e@f.co", "password": "$pbkdf2-sha256$29000$a$b", "firstName": "Jane",
         "lastName": "C"}]}
      """)
    for (name, words) in [
      ("Alex", "several accounts share this name and password"),
      ("Jane", "login failed: the account's hash ($pbkdf2-sha256$) cannot be checked"),
    ] {
      let ran = await home.run("verify --first-name \(name) --password password1")
      #expect(ran.exit == 1)
      #expect(ran.err.contains(words), "\(ran)")
      #expect(ran.out == "")
      let json = await home.run("verify --first-name \(name) --password password1 --json")
      #expect(json.exit == 1)
      #expect(json.out.contains("\"verified\": false"), "\(json)")
    }
  }

  @Test("cancel that restores a value that breaks the rules says so")
  func takenBack() async throws {
    try home.write(
      #"{"rules": "register", "accounts": [{"email": "mario@gmail.com", "password": "12345", "phone": "1"}]}"#
    )
    let before = try home.text()
    #expect(await home.run("edit --account mario@gmail.com --phone 9123456789").exit == 0)
    let ran = await home.run("cancel")
    #expect(ran.exit == 0)
    #expect(ran.out == "")
    #expect(
      ran.err == """
        undid the last edit of mario@gmail.com
        phone: "+7 (912) 345-67-89" → "1"
        regapp: warning: this closes 1 account: the rules are broken now; regapp check names them

        """)
    #expect(try home.text() == before)
  }

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
