import Accounts
import Terminal
import Testing

@testable import AccountsApp
@testable import ScreenKit

@Suite("A file changed during an edit") struct ConflictScreenTests {
  private let home = Home()

  private func edit() async -> Stage {
    await home.run(
      "register --email mario@gmail.com --password 12345 --first-name Mario --last-name Balotelli")
    // A second account: a single one with another name would be taken for a new one.
    await home.run("register --email peach@gmail.com --password 12345 --no-login")
    var stage = await Stage(home)
    await stage.press(.character("E"))
    return stage
  }

  private func change(_ field: Field, to text: String, _ stage: inout Stage) async {
    await stage.go(to: field)
    await stage.press(.control("e"), .control("u"))
    if field == .password { await stage.type(newPassword: text) } else { await stage.type(text) }
  }

  private func conflict(_ stage: Stage) -> ConflictState? {
    guard case .conflict(let conflict) = stage.state.screen else { return nil }
    return conflict
  }

  @Test("elsewhere, or in another field, merges both, and says so")
  func merges() async throws {
    var stage = await edit()
    await change(.firstName, to: "Wario", &stage)
    try home.byHand("Balotelli", "Bowser")
    await stage.comeBack()
    #expect(stage.kind == "edit")
    #expect(stage.form?[.lastName] == "Bowser" && stage.form?[.firstName] == "Wario")
    #expect(stage.focus == .firstName)
    #expect(stage.shows("was changed elsewhere"))
    await stage.press(.control("s"))
    let account = try stage.account()
    #expect(account.firstName?.text == "Wario" && account.lastName?.text == "Bowser")
  }

  @Test("that renames the account says so, keeps what was typed, and lets it be left")
  func renamed() async throws {
    await home.run("register --email mario@gmail.com --password 12345 --first-name Mario")
    for isTyped in [true, false] {
      try home.write(try home.text().replacing("luigi@gmail.com", with: "mario@gmail.com"))
      var stage = await Stage(home, editing: "mario@gmail.com")
      if isTyped { await change(.firstName, to: "Wario", &stage) }
      // The id stays, with the name for which it was given.
      try home.byHand("\"email\": \"mario@gmail.com\"", "\"email\": \"luigi@gmail.com\"")
      if isTyped { await stage.press(.control("s")) } else { await stage.comeBack() }
      #expect(stage.kind == "edit")
      #expect(stage.said.contains("mario@gmail.com was renamed or removed elsewhere."))
      #expect(stage.said.contains("is not saved yet") == isTyped)
      #expect(stage.form?[.firstName] == (isTyped ? "Wario" : "Mario"))
      await stage.press(.escape)
      #expect(stage.hasQuit != isTyped)
      if isTyped { await stage.press(.character("Y")) }
      #expect(stage.hasQuit)
    }
  }

  @Test("only in its spacing is ignored")
  func spacing() async throws {
    var stage = await edit()
    await change(.firstName, to: "Wario", &stage)
    let state = stage.state.screen
    try home.byHand("\"Mario\"", "  \"Mario\"")
    await stage.comeBack()
    #expect(stage.state.screen == state && stage.state.note == nil)
  }

  @Test("to the letters that were typed, in another Unicode form, is a conflict")
  func unicodeForm() async throws {
    var stage = await edit()
    await change(.firstName, to: "Zo\u{EB}", &stage)
    try home.byHand("\"Mario\"", #""Zoe\u0308""#)
    await stage.comeBack()
    #expect(conflict(stage)?.fields == [.firstName])
  }

  @Test("to exactly the typed value is not a conflict")
  func agree() async throws {
    var stage = await edit()
    await change(.firstName, to: "Wario", &stage)
    try home.byHand("\"Mario\"", "\"Wario\"")
    await stage.comeBack()
    #expect(stage.kind == "edit")
    await stage.press(.control("s"))
    #expect(try stage.account().firstName?.text == "Wario")
  }

  enum Noticed: String, Sendable, CaseIterable { case onComingBack, onSaving }

  @Test("in the same field shows both values, and the user chooses", arguments: Noticed.allCases)
  func mine(noticed: Noticed) async throws {
    var stage = await edit()
    await change(.firstName, to: "Wario", &stage)
    try home.byHand("\"Mario\"", "\"Yoshi\"")
    let text = try home.text()
    switch noticed {
    case .onComingBack: await stage.comeBack()
    case .onSaving: await stage.press(.control("s"))
    }
    #expect(stage.kind == "conflict")
    #expect(try home.text() == text)
    #expect(stage.shows("(x) yours: Wario") && stage.shows("( ) theirs: Yoshi"))
    await stage.press(.enter)
    #expect(stage.kind == "edit" && stage.form?[.firstName] == "Wario")
    await stage.press(.control("s"))
    #expect(try stage.account().firstName?.text == "Wario")
    #expect(try home.text() == text.replacing("Yoshi", with: "Wario"))
  }

  @Test("keeps what was chosen where others change another field meanwhile")
  func askedAgain() async throws {
    var stage = await edit()
    await change(.firstName, to: "Wario", &stage)
    try home.byHand("\"Mario\"", "\"Yoshi\"")
    await stage.comeBack()
    await stage.press(.character("T"))
    #expect(stage.shows("(x) theirs: Yoshi"))
    try home.byHand("\"Yoshi\"", "\"Yoshi\", \"username\": \"yoshi\"")
    await stage.comeBack()
    #expect(stage.kind == "conflict" && stage.shows("(x) theirs: Yoshi"))
    try home.byHand("\"Yoshi\"", "\"Toad\"")
    await stage.comeBack()
    #expect(stage.shows("(x) yours: Wario") && stage.shows("( ) theirs: Toad"))
  }

  @Test("of values that are taller than the window scrolls to the end")
  func tall() async throws {
    var stage = await edit()
    await change(.firstName, to: String(repeating: "W", count: 150), &stage)
    try home.byHand("\"Mario\"", "\"Yoshi\"")
    await stage.comeBack()
    let small = Size(columns: 40, rows: 10)
    await stage.send(.resized(small))
    #expect(stage.shows("yours", small) && !stage.shows("theirs: Yoshi", small))
    for _ in 0..<9 { await stage.press(.down) }
    #expect(!stage.shows("yours", small) && stage.shows("theirs: Yoshi", small))
    for _ in 0..<9 { await stage.press(.up) }
    #expect(stage.shows("yours", small))
  }

  @Test(
    "in the same field takes the other value if chosen",
    arguments: [
      Key.character("T"), .right, .character(" "),
    ])
  func theirs(key: Key) async throws {
    var stage = await edit()
    await change(.firstName, to: "Wario", &stage)
    await change(.lastName, to: "Bros", &stage)
    try home.byHand("\"Mario\"", "\"Yoshi\"")
    await stage.comeBack()
    await stage.press(key)
    #expect(stage.shows("( ) yours: Wario") && stage.shows("(x) theirs: Yoshi"))
    await stage.press(.enter)
    #expect(stage.form?[.firstName] == "Yoshi" && stage.form?[.lastName] == "Bros")
    await stage.press(.control("s"))
    let account = try stage.account()
    #expect(account.firstName?.text == "Yoshi" && account.lastName?.text == "Bros")
  }

  @Test("in several fields is decided field by field")
  func perField() async throws {
    var stage = await edit()
    await change(.firstName, to: "Wario", &stage)
    await change(.lastName, to: "Bros", &stage)
    try home.byHand("\"Mario\"", "\"Yoshi\"")
    try home.byHand("Balotelli", "Bowser")
    await stage.comeBack()
    #expect(conflict(stage)?.fields == [.firstName, .lastName])
    await stage.press(.down, .right, .down, .right, .left, .enter)
    #expect(stage.form?[.firstName] == "Wario" && stage.form?[.lastName] == "Bowser")
    await stage.press(.control("s"))
    let account = try stage.account()
    #expect(account.firstName?.text == "Wario" && account.lastName?.text == "Bowser")
  }

  @Test(
    "accepts the letters of either layout, and look-alikes",
    arguments: [("t", "m"), ("T", "M"), ("т", "м"), ("е", "ь")] as [(Character, Character)])
  func letters(theirs: Character, mine: Character) async throws {
    var stage = await edit()
    await change(.firstName, to: "Wario", &stage)
    try home.byHand("Mario", "Yoshi")
    await stage.comeBack()
    await stage.press(.character(theirs))
    #expect(conflict(stage)?.keepsMine == [])
    await stage.press(.character(mine))
    #expect(conflict(stage)?.keepsMine == [.firstName])
  }

  @Test("with a field removed shows that it is empty")
  func removed() async throws {
    var stage = await edit()
    await change(.lastName, to: "Bros", &stage)
    try home.byHand(",\n      \"lastName\": \"Balotelli\"", "")
    await stage.comeBack()
    #expect(stage.shows("( ) theirs: nothing"))
    await stage.press(.right, .enter)
    #expect(stage.form?[.lastName] == nil)
  }

  enum Side: String, Sendable, CaseIterable { case mine, theirs }

  @Test("in the password asks without showing either", arguments: Side.allCases)
  func password(side: Side) async throws {
    var stage = await edit()
    await change(.password, to: "mine-12", &stage)
    await home.run("edit --account mario@gmail.com --password theirs1")
    await stage.comeBack()
    #expect(conflict(stage)?.fields == [.password])
    #expect(!stage.shows("mine-12") && !stage.shows("theirs1") && !stage.shows("$y$"))
    if side == .theirs { await stage.press(.right) }
    await stage.press(.enter)
    #expect(stage.form?[.password] == (side == .mine ? "mine-12" : nil))
    await stage.press(.control("s"))
    #expect(stage.kind == "profile")
    let password = side == .mine ? "mine-12" : "theirs1"
    #expect(await home.run("verify --email mario@gmail.com --password \(password)").exit == 0)
  }

  @Test("that only hashed a typed password is not a conflict")
  func sealed() async throws {
    try home.write(
      #"{"rules": "register", "accounts": [{"email": "mario@gmail.com", "password": "typed1", "id": "mario@gmail.com 10000000-0000-4000-8000-000000000001"}]}"#
    )
    await home.run("login --email mario@gmail.com --password typed1")
    try home.write(
      #"{"rules": "register", "accounts": [{"email": "mario@gmail.com", "password": "typed1", "id": "mario@gmail.com 10000000-0000-4000-8000-000000000001"}]}"#
    )
    var stage = await Stage(home)
    await stage.press(.character("E"), .tab)
    await stage.type(newPassword: "another1")
    await home.run("seal")
    await stage.press(.control("s"))
    #expect(stage.kind == "profile", "\(stage.text())")
    #expect(await home.run("verify --email mario@gmail.com --password another1").exit == 0)
  }

  @Test("so that it has another name is one of the same account: what was typed goes on")
  func renamedElsewhere() async throws {
    for noticed in Noticed.allCases {
      _ = await edit()
      var stage = await Stage(home)
      await stage.press(.character("E"))
      await change(.firstName, to: "Wario", &stage)
      await home.run("edit --account mario@gmail.com --email theirs@gmail.com --first-name Yoshi")
      let text = try home.text()
      switch noticed {
      case .onComingBack: await stage.comeBack()
      case .onSaving: await stage.press(.control("s"))
      }
      #expect(stage.kind == "conflict", "\(noticed)")
      #expect(try home.text() == text)
      await stage.press(.enter, .control("s"))
      #expect(stage.kind == "profile" && stage.shows("theirs@gmail.com"))
      #expect(try stage.account().firstName?.text == "Wario")
      try home.write(#"{"rules": "register", "accounts": []}"#)
    }
  }

  @Test("only in the case of the email is shown, and is still the same account")
  func emailCase() async throws {
    var stage = await edit()
    await change(.firstName, to: "Wario", &stage)
    try home.byHand("mario@gmail.com", "Mario@gmail.com")
    await stage.comeBack()
    #expect(stage.kind == "edit" && stage.form?[.firstName] == "Wario")
    #expect(stage.form?[.email] == "Mario@gmail.com" && stage.shows("was changed elsewhere"))
    await stage.press(.control("s"))
    #expect(try stage.account().firstName?.text == "Wario")
    #expect(try home.text().contains("\"Mario@gmail.com\""))
  }

  @Test("and changed again shows the last version")
  func again() async throws {
    var stage = await edit()
    await change(.firstName, to: "Wario", &stage)
    try home.byHand("\"Mario\"", "\"Yoshi\"")
    await stage.comeBack()
    try home.byHand("\"Yoshi\"", "\"Toad\"")
    await stage.comeBack()
    #expect(stage.shows("theirs: Toad"))
    try home.byHand("\"Toad\"", "\"Mario\"")
    await stage.comeBack()
    #expect(stage.shows("Toad") == false, "it is as it was when the edit began")
    #expect(stage.kind == "edit" && stage.form?[.firstName] == "Wario")
  }

  @Test("so that the account is gone or closed keeps what was typed, with the reason")
  func gone() async throws {
    for old in ["\"email\": \"mario@gmail.com\"", "\"Mario\""] {
      var stage = await edit()
      await change(.firstName, to: "Wario", &stage)
      let text = try home.text()
      if old == "\"Mario\"" {
        try home.byHand(old, "\"Mario\", \"birthDate\": \"yesterday\"")
      } else {
        try home.byHand(old, "\"email\": \"waluigi@gmail.com\"")
      }
      await stage.press(.control("s"))
      #expect(stage.kind == "edit" && stage.form?[.firstName] == "Wario", "\(old)")
      #expect(stage.state.note?.kind == .problem, "\(old)")
      #expect(stage.said.contains("is not saved yet"), "\(old)")
      #expect(try home.text() != text)
      #expect(try !home.text().contains("Wario"))
      try home.write(#"{"rules": "register", "accounts": []}"#)
    }
  }

  @Test("so that it is unreadable is reported, and the file is not written")
  func broken() async throws {
    var stage = await edit()
    await change(.firstName, to: "Wario", &stage)
    try home.write("{ \"rules\": \"register\", \"accounts\": [ }")
    await stage.press(.control("s"))
    #expect(stage.kind == "broken")
    #expect(try home.text() == "{ \"rules\": \"register\", \"accounts\": [ }")
  }

  @Test("closes a box over the form, but never the form itself")
  func over() async throws {
    var stage = await edit()
    await change(.firstName, to: "Wario", &stage)
    await stage.press(.escape)
    #expect(stage.state.question?.answer == .leave(.back))
    try home.byHand("\"Mario\"", "\"Yoshi\"")
    await stage.comeBack()
    #expect(stage.kind == "conflict" && stage.state.question == nil)
  }
}
