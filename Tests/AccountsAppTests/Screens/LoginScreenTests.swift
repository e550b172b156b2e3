import Accounts
import Terminal
import Testing

@testable import AccountsApp
@testable import ScreenKit

@Suite("The first screen") struct LoginScreenTests {
  private let home = Home()

  @Test("a password on the rulebook's list is refused in the form, which stays filled in")
  func listed() async throws {
    try home.write(
      #"{"rules": {"login": {"unknown": "create"}, "fields": {"password": {"#
        + #""blocklistFile": "list.txt"}}}, "accounts": []}"#)
    try home.write("listed\n", to: "list.txt")
    var stage = await Stage(home)
    await stage.fill("ada@b.co", "listed")
    await stage.press(.enter)
    #expect(stage.form?[.email] == "ada@b.co" && stage.focus == .password)
    #expect(stage.shows("is one that many people use"))
    await stage.type("2")
    #expect(!stage.shows("is one that many people use"))
  }

  @Test("has its button disabled, marked and explained, until both fields are valid")
  func button() async {
    var stage = await Stage(home, colors: .none)
    var ready: [Bool] = []
    func look(_ stage: Stage) -> Bool {
      let isOn = stage.shows("[ LOGIN ]")
      #expect(isOn != stage.shows("( LOGIN )"))
      #expect(isOn != stage.shows("LOGIN is off: "))
      return isOn
    }
    for character in "abc@def.co" { await stage.type(String(character)) }
    await stage.press(.tab)
    for character in "12345" {
      ready.append(look(stage))
      await stage.type(String(character))
    }
    #expect(ready == [false, false, false, false, false])
    #expect(look(stage))
    await stage.press(.backspace)
    #expect(!look(stage))
    await stage.type("5")
    #expect(look(stage))
    await stage.press(.backTab, .backspace)
    #expect(!look(stage))
  }

  @Test(
    "with Enter on a disabled button goes to the problem, and starts nothing",
    arguments: [("", "", Field.email), ("abc@def.co", "", .password), ("abc", "12345", .email)])
  func off(email: String, password: String, field: Field) async {
    var stage = await Stage(home)
    await stage.fill(email, password)
    #expect(stage.form?.focusedButton == .submit)
    await stage.press(.enter)
    #expect(stage.begun == [])
    #expect(stage.focus == field)
    #expect(stage.shows("! \(field.key)") && stage.shows("LOGIN is off: \(field.key)"))
  }

  @Test("shows no problem of a field before it was left, and hides it on the key that fixes it")
  func told() async {
    var stage = await Stage(home)
    let words = "! email must be an address"
    await stage.type("abc")
    #expect(!stage.shows(words))
    await stage.press(.tab)
    #expect(stage.shows(words))
    #expect(!stage.shows("! password"))
    await stage.press(.backTab)
    await stage.type("@def.c")
    #expect(stage.shows("! email"))
    await stage.type("o")
    #expect(!stage.shows("! email"))
    await stage.press(.backspace)
    #expect(stage.shows("! email"))
  }

  @Test("moves with Tab and arrows through everything, never held by an invalid field")
  func moves() async {
    var stage = await Stage(home)
    await stage.type("?")
    var seen: [Int?] = []
    for key in [.tab, .tab, .tab, .backTab, .backTab, .down, .down, .up] as [Key] {
      await stage.press(key)
      seen.append(stage.form?.focus)
    }
    #expect(seen == [1, 2, 0, 2, 1, 2, 0, 2])
    await stage.press(.right)
    #expect(stage.form?.focus == 0, "a button has no text to move in")
  }

  @Test("goes on with Enter, and on the last field submits the form")
  func enter() async throws {
    var stage = await Stage(home)
    await stage.type("mario@gmail.com")
    await stage.press(.enter)
    #expect(stage.focus == .password && stage.begun == [])
    await stage.type("12345")
    await stage.press(.enter)
    #expect(stage.begun == ["logIn"])
    #expect(stage.shows("There is no account mario@gmail.com yet"))
    #expect(!home.exists("accounts.json"))
    await stage.type("1234")
    await stage.press(.enter)
    #expect(stage.begun == ["logIn"] && stage.shows("! the two passwords differ"))
    await stage.type("5")
    await stage.press(.enter)
    #expect(stage.begun == ["logIn", "logIn"])
    #expect(try stage.account().name.text == "mario@gmail.com")
    #expect(stage.shows("Created account mario@gmail.com."))
    #expect(try home.text().contains("mario@gmail.com"))
  }

  @Test("logs in to a known account with the password typed once, even after another email")
  func known() async throws {
    await home.run("login --email mario@gmail.com --password 12345")
    await home.run("logout")
    var stage = await Stage(home)
    await stage.fill("maria@gmail.com", "12345")
    await stage.press(.enter)
    #expect(stage.form?.rows.count == 3)
    await stage.go(to: .email)
    await stage.retype("mario@gmail.com")
    #expect(stage.form?.rows.count == 2)
    await stage.press(.tab, .enter)
    #expect(try stage.account().name.text == "mario@gmail.com")
  }

  @Test("submits once, however often Enter is pressed, and cannot be changed until the answer")
  func twice() async throws {
    var stage = await Stage(home)
    await stage.fill("mario@gmail.com", "12345")
    stage.holdsBack = true
    await stage.press(.enter, .enter, .character(" "), .enter)
    #expect(stage.begun == ["logIn"])
    #expect(stage.state.busy?.words[.english] == "logging in")
    #expect(stage.state.tickInterval != nil)
    #expect(stage.shows("logging in"))
    let form = try #require(stage.form)
    await stage.press(.backTab, .character("x"), .backspace, .control("u"), .enter, .escape)
    await stage.paste("x")
    #expect(stage.form?.rows == form.rows)
    #expect(stage.begun == ["logIn"])
    #expect(!stage.hasQuit)
    await stage.release()
    #expect(stage.form?.focusedRow?.isRepeat == true)
    #expect(stage.state.busy == nil && stage.state.tickInterval == nil)
  }

  @Test("shows a spinner while it waits, and handles the keys for help and quitting")
  func waits() async {
    var stage = await Stage(home)
    await stage.fill("mario@gmail.com", "12345")
    stage.holdsBack = true
    await stage.press(.enter)
    let before = stage.frame()
    await stage.send(.tick)
    #expect(stage.frame() != before)
    await stage.press(.function(1))
    #expect(stage.state.actionList != nil)
    await stage.press(.escape, .control("q"))
    #expect(!stage.hasQuit && stage.shows("logging in; then quit"))
    await stage.release()
    #expect(!stage.hasQuit, "a question came instead")
  }

  @Test("keeps the typed text after a wrong password, and says no more than that")
  func wrong() async throws {
    await home.run("login --email mario@gmail.com --password 12345")
    await home.run("logout")
    var stage = await Stage(home)
    await stage.fill("mario@gmail.com", "54321")
    await stage.press(.enter)
    #expect(stage.kind == "login")
    #expect(stage.form?[.email] == "mario@gmail.com")
    #expect(stage.form?[.password] == "54321")
    #expect(stage.shows("! login failed: no such account, or the password is wrong"))
    await stage.press(.backTab)
    await stage.retype("12345")
    #expect(stage.state.note == nil, "what was said is of no interest while one types")
    await stage.press(.enter)
    #expect(stage.kind == "profile")
  }

  @Test("is left with Esc and ^Q, writing nothing, after a question if something was typed")
  func quits() async {
    for key in [.escape, .control("q")] as [Key] {
      var stage = await Stage(home)
      await stage.type("mario@gmail.com")
      await stage.press(key)
      #expect(!stage.hasQuit && stage.shows("Discard what you typed?"))
      await stage.press(.character("N"))
      #expect(stage.form?[.email] == "mario@gmail.com")
      await stage.press(key, .character("Y"))
      #expect(stage.hasQuit)
      stage = await Stage(home)
      await stage.press(key)
      #expect(stage.hasQuit)
    }
    #expect(!home.exists("accounts.json") && !home.exists("session.json"))
  }

  @Test("takes a paste as text: its line end does not submit, and a password is not altered")
  func pastes() async {
    var stage = await Stage(home)
    await stage.paste("mario@gmail.com\nsecret\n")
    #expect(stage.form?[.email] == "mario@gmail.com")
    #expect(stage.focus == .email)
    await stage.press(.tab)
    await stage.paste("12\u{1B}[2J3\u{7}45")
    #expect(stage.form?[.password] == "12\u{1B}[2J3\u{7}45")
    await stage.press(.enter)
    #expect(stage.shows("! password contains \\u{1B}, a character that is not displayed"))
    #expect(stage.begun == [])
    await stage.press(.tab)
    await stage.paste("\n")
    #expect(stage.begun == [], "on the button, too")
  }

  @Test("edits by graphemes, like any line")
  func edits() async {
    var stage = await Stage(home)
    await stage.type("Jose\u{301} мир 漢字")
    await stage.press(.control("w"))
    #expect(stage.form?.rows[0].text == "Jose\u{301} мир")
    await stage.press(.control("w"), .backspace, .backspace)
    #expect(stage.form?[.email] == "Jos")
    await stage.press(.home, .delete, .right, .character("é"), .control("e"), .character("!"))
    #expect(stage.form?[.email] == "oés!")
    await stage.press(.left, .left, .control("u"))
    #expect(stage.form?[.email] == "s!")
  }

  @Test("logs in, and opens on the profile the next time")
  func nextTime() async throws {
    var stage = await Stage(home)
    await stage.create("mario@gmail.com", "12345")
    await stage.press(.control("q"))
    #expect(stage.hasQuit)
    let next = await Stage(home)
    #expect(try next.account().name.text == "mario@gmail.com")
  }
}
