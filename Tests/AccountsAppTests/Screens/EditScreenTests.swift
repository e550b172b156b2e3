import Terminal
import Testing

@testable import AccountsApp

@Suite("Editing") struct EditScreenTests {
  private let home = Home()

  private func edit(_ options: String = "--first-name Mario --last-name Balotelli") async -> Stage {
    await home.run("register --email mario@gmail.com --password 12345 \(options)")
    var stage = await Stage(home)
    await stage.press(.character("E"))
    #expect(stage.kind == "edit")
    return stage
  }

  @Test("cancelled restores the profile, and every byte of the file")
  func cancels() async throws {
    var stage = await edit()
    let before = try home.text()
    let profile = await Stage(home).frame()
    await stage.press(.escape)
    #expect(stage.kind == "profile", "nothing was changed, so nothing is asked")
    #expect(stage.frame() == profile)
    await stage.press(.character("E"))
    await stage.go(to: .firstName)
    await stage.retype("Wario")
    await stage.press(.function(1))
    await stage.paste("y")
    await stage.press(.escape)
    #expect(stage.form?[.firstName] == "Wario")
    await stage.press(.escape)
    #expect(stage.state.question?.answer == .leave(.back))
    // Neither goes into the field below the question.
    await stage.paste("y")
    await stage.press(.character("X"))
    #expect(stage.state.question != nil && stage.form?[.firstName] == "Wario")
    await stage.press(.character("N"))
    #expect(stage.kind == "edit" && stage.form?[.firstName] == "Wario")
    await stage.press(.escape, .character("Y"))
    #expect(stage.kind == "profile")
    #expect(stage.frame() == profile)
    #expect(try home.text() == before)
    #expect(!home.exists("edit.json"))
  }

  @Test("with the buttons works as with the keys")
  func buttons() async throws {
    var stage = await edit()
    await stage.go(to: .firstName)
    await stage.retype("Wario")
    for _ in 0..<8 where stage.form?.focusedButton != .cancel { await stage.press(.tab) }
    await stage.press(.enter)
    #expect(stage.kind == "profile" && stage.state.question == nil, "who presses it has chosen")
    await stage.press(.character("E"))
    await stage.go(to: .firstName)
    await stage.retype("Wario")
    for _ in 0..<8 where stage.form?.focusedButton != .submit { await stage.press(.backTab) }
    await stage.press(.character(" "))
    #expect(try stage.account().firstName?.text == "Wario")
  }

  @Test("saved writes the file, says what changed, and returns to the profile")
  func saves() async throws {
    var stage = await edit()
    await stage.go(to: .firstName)
    await stage.retype("Wario")
    await stage.go(to: .phone)
    await stage.paste("+7 912 345 67 89")
    await stage.press(.control("s"))
    #expect(stage.begun == ["save"])
    let account = try stage.account()
    #expect(account.firstName?.text == "Wario")
    #expect(account.phone?.text == "+7 (912) 345-67-89")
    #expect(stage.shows("Saved: first name, phone."))
    #expect(try home.text().contains("\"Wario\""))
  }

  @Test("saves what an open edit holds together with what is typed, for the form shows it")
  func savesDraft() async throws {
    await home.run("register --email mario@gmail.com --password 12345 --first-name Mario")
    await home.run("edit --draft --last-name Bros --password secret1")
    var stage = await Stage(home)
    await stage.press(.character("E"))
    #expect(stage.form?[.lastName] == "Bros")
    await stage.go(to: .firstName)
    await stage.retype("Wario")
    await stage.press(.control("s"))
    let account = try stage.account()
    #expect((account.firstName?.text, account.lastName?.text) == ("Wario", "Bros"))
    #expect(!home.exists("edit.json"))
    #expect(await home.run("verify --email mario@gmail.com --password secret1").exit == 0)
  }

  @Test("saves an email, a password and a cleared field")
  func savesAll() async throws {
    var stage = await edit()
    await stage.retype("wario@gmail.com")
    await stage.press(.tab)
    await stage.type(newPassword: "54321")
    await stage.go(to: .lastName)
    await stage.press(.control("u"))
    await stage.press(.control("s"))
    #expect(try stage.account().name.text == "wario@gmail.com")
    #expect(try stage.account().lastName == nil)
    #expect(
      await home.run("verify --email wario@gmail.com --password 54321").exit == 0)
  }

  @Test("saves once, however often it is asked to")
  func savesOnce() async throws {
    var stage = await edit()
    await stage.go(to: .firstName)
    await stage.retype("Wario")
    stage.holdsBack = true
    await stage.press(.control("s"), .control("s"), .escape, .character("X"), .control("s"))
    #expect(stage.begun == ["save"])
    #expect(stage.state.question == nil)
    await stage.release()
    #expect(try stage.account().firstName?.text == "Wario")
  }

  @Test("being saved is finished before the program quits")
  func quitsWhenSaved() async throws {
    var stage = await edit()
    await stage.go(to: .firstName)
    await stage.retype("Wario")
    stage.holdsBack = true
    await stage.press(.control("s"), .control("q"))
    #expect(!stage.hasQuit && stage.shows("saving; then quit"))
    await stage.release()
    #expect(stage.hasQuit)
    #expect(try home.text().contains("\"Wario\""))
  }

  @Test("that could not be saved yet, though it was to be the last, says what to do")
  func quitsNotLocked() async throws {
    var stage = await edit()
    await stage.go(to: .firstName)
    await stage.retype("Wario")
    stage.holdsBack = true
    await stage.press(.control("s"), .control("q"))
    await stage.send(.message(.failed(.busy(subject: "x.lock", by: nil), of: .look)))
    #expect(!stage.hasQuit && stage.form?[.firstName] == "Wario")
    #expect(stage.said == "x.lock is locked\ntry again when the lock is released")
    #expect(stage.shows("try again when the lock is released", Size(columns: 40, rows: 12)))
    stage.holdsBack = false
    await stage.press(.control("s"))
    #expect(try !stage.hasQuit && stage.account().firstName?.text == "Wario")
  }

  @Test("keeps what was typed when the account is logged out elsewhere, and saves it")
  func loggedOut() async throws {
    var stage = await edit()
    await stage.go(to: .firstName)
    await stage.retype("Wario")
    await home.run("logout")
    await stage.send(.input(.focusGained))
    #expect(stage.kind == "edit" && stage.form?[.firstName] == "Wario")
    #expect(stage.said.contains("You were logged out elsewhere."))
    await stage.press(.control("s"))
    #expect(stage.kind == "login" && stage.shows("Saved: first name."))
    #expect(try home.text().contains("\"Wario\""))
  }

  @Test("takes no keys while the window is too small to show them")
  func unseen() async throws {
    var stage = await edit()
    await stage.send(.resized(Size(columns: 30, rows: 8)))
    let form = stage.form
    await stage.press(.character("x"), .tab, .control("s"), .escape, .function(1))
    await stage.paste("x")
    #expect(stage.form == form && stage.state.question == nil && stage.state.actionList == nil)
    await stage.send(.resized(Stage.usual))
    await stage.type("x")
    await stage.send(.resized(Size(columns: 30, rows: 8)))
    await stage.press(.control("q"))
    #expect(!stage.hasQuit && stage.shows("Discard what you typed?", Size(columns: 30, rows: 8)))
    await stage.press(.character("Y"))
    #expect(stage.hasQuit)
  }

  @Test("cannot be saved while anything is invalid")
  func invalid() async throws {
    var stage = await edit()
    let text = try home.text()
    #expect(stage.shows("[ Save ]"))
    await stage.press(.backspace, .backspace)
    #expect(stage.shows("[ Save ]") == (stage.form?.isReady == true))
    await stage.retype("mario")
    #expect(stage.shows("( Save )"))
    await stage.go(to: .firstName)
    await stage.press(.control("s"))
    #expect(stage.begun == [] && stage.focus == .email)
    #expect(stage.shows("Save is off: email"))
    #expect(try home.text() == text)
  }

  @Test("survives a resize at any moment, with values, focus and caret")
  func resizes() async throws {
    var stage = await edit()
    await stage.go(to: .firstName)
    await stage.press(.left, .left, .character("é"))
    let state = stage.state
    for size in [Size(columns: 20, rows: 5), Size(columns: 0, rows: 0), Stage.usual] {
      await stage.send(.resized(size))
      _ = stage.frame(size)
    }
    #expect(stage.state == state)
    #expect(stage.form?[.firstName] == "Maréio")
  }

  @Test("open on the command line can be dropped on the profile, and a saved one cannot")
  func dropsDraft() async throws {
    await home.run("register --email mario@gmail.com --password 12345 --first-name Mario")
    await home.run("edit --last-name Bros")
    var stage = await Stage(home)
    await stage.press(.character("D"))
    #expect(stage.state.question == nil && stage.begun == [])
    await home.run("edit --draft --first-name Wario")
    await stage.press(.character("R"))
    #expect(stage.shows("D discard the edit"))
    await stage.press(.character("D"), .character("N"), .character("D"), .tab, .enter)
    #expect(stage.begun.last == "dropDraft" && stage.shows("Discarded the open edit."))
    #expect(!stage.shows("Wario") && stage.shows("Bros"))
    #expect(await home.run("save").exit == 1)
    // Dropped elsewhere in the meantime: the edit saved before must not be taken back.
    await home.run("edit --draft --first-name Wario")
    await stage.press(.character("R"), .character("D"))
    await home.run("save")
    await stage.press(.tab, .enter)
    #expect(stage.kind == "profile" && stage.said.contains("Nothing was discarded"))
    #expect(try home.text().contains("Wario"))
  }

  @Test("continues an open edit of the command line, and can revert its changes")
  func openDraft() async throws {
    await home.run(
      "register --email mario@gmail.com --password 12345 --first-name Mario --last-name B")
    await home.run("edit --draft --first-name Wario")
    var stage = await Stage(home)
    #expect(stage.shows("Mario → Wario (not saved)"))
    await stage.press(.character("E"))
    #expect(stage.form?[.firstName] == "Wario")
    await stage.go(to: .firstName)
    await stage.retype("Mario")
    await stage.go(to: .lastName)
    await stage.retype("C")
    await stage.press(.control("s"))
    #expect(try stage.account().lastName?.text == "C")
    #expect(try stage.account().firstName?.text == "Mario", "as it stood in the form")
  }
}
