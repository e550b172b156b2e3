import Accounts
import Testing

@testable import AccountsApp
@testable import CommandKit

@Suite("Accounts of every kind on the screens") struct ClosedAccountTests {
  private let home = Home()

  /// One of each kind; no two of which any name finds two, except those that share one.
  private static let kinds = #"""
    {"rules": "register", "accounts": [
      {"email": "open@example.com", "password": "12345"},
      {"email": "weak@example.com", "password": "1", "id": "weak@example.com 10000000-0000-4000-8000-000000000001"},
      {"email": "none@example.com", "id": "none@example.com 10000000-0000-4000-8000-000000000002"},
      {"email": "number@example.com", "password": 1, "id": "number@example.com 10000000-0000-4000-8000-000000000003"},
      {"email": "birth@example.com", "password": "12345", "birthDate": "yesterday", "id": "birth@example.com 10000000-0000-4000-8000-000000000004"},
      {"email": "first@example.com", "password": "12345", "firstName": 5},
      {"email": "both@example.com", "password": "1", "birthDate": "tomorrow"},
      {"email": "groups@example.com", "password": "12345", "groups": ["a", "a,b"]},
      {"email": "until@example.com", "password": "12345", "disabled": 7},
      {"email": "order@example.com", "password": "12345", "validFrom": "2099-01-01",
        "validUntil": "2020-01-01"},
      {"email": "twice@example.com", "password": "12345", "password": "54321"},
      {"email": "key@example.com", "email": "key2@example.com", "password": "12345"},
      {"email": "name@example.com", "password": "12345", "firstName": "A", "firstName": "B"},
      {"email": "not an email", "password": "12345"},
      {"email": " space@example.com ", "password": "12345"},
      {"email": "", "password": "12345"},
      {"password": "12345", "firstName": "Nameless"},
      {"username": "keyless", "password": "12345"},
      {"email": null, "username": "nobody", "password": "12345"},
      5,
      {"email": "same@example.com", "username": "same1", "password": "12345"},
      {"email": "same@example.com", "username": "same2", "password": "12345"},
      {"email": "user1@example.com", "username": "shared", "password": "12345"},
      {"email": "user2@example.com", "username": "SHARED", "password": "12345"},
      {"email": "off@example.com", "password": "12345", "disabled": "left"},
      {"email": "gone@example.com", "password": "12345", "validUntil": "2020-01-01"},
      {"email": "soon@example.com", "password": "12345", "validFrom": "2099-01-01"},
      {"email": "lock@example.com", "password": "!$y$j9T$x"},
      {"email": "bare@example.com", "password": "!"}
    ]}
    """#

  @Test("says on the first screen, before a login, what closes accounts, with place and name")
  func firstScreen() async throws {
    try home.write(
      #"""
      {"rules": "register", "accounts": [
        {"email": "bob@example.com", "password": "12345"},
        {"email": "ada@example.com", "password": "12345", "club": "Inter"}]}
      """#)
    var stage = await Stage(home)
    #expect(stage.kind == "login")
    #expect(stage.said.contains("accounts.json:3:53: ada@example.com: club is not a field here; "))
    try home.byHand("club", "x-club")
    await stage.comeBack()
    #expect(!stage.shows("club"))
  }

  private static let actions: [ScreenAction] =
    [.open, .edit, .history] + Operation.ofAccounts.map(ScreenAction.operation)

  private func rows(_ personal: PersonalRegistry) async throws -> AccountListing {
    let effects = ScreenEffects(
      personal: personal, today: { .ofTests }, now: { 0 },
      localTime: .ofTests)
    guard case .listed(_, let rows, _, _, _) = await effects.outcome(of: .list(AccountsQuery("")))
    else {
      throw Stage.NoProfile()
    }
    return rows
  }

  /// Does an action to an account as its command does; throws why it is refused.
  private func run(_ action: ScreenAction, _ name: String, _ personal: PersonalRegistry)
    async throws
  {
    let registry = personal.registry
    switch action {
    case .open: _ = try await personal.profile(of: name)
    case .history: _ = try await registry.history(of: name)
    case .operation(.disable): _ = try await registry.disable([name])
    case .operation(.enable): _ = try await registry.enable([name])
    case .operation(.groups):
      _ = try await registry.changeGroups(of: [name], adding: ["x"], removing: ["a,b"])
    case .operation(.mustChange): _ = try await registry.setMustChange(true, of: [name])
    case .operation(.remove): _ = try await registry.remove([name])
    case .operation(.invite): _ = try await registry.invite([name], until: .ofTests)
    case .operation(.logOut): _ = try await registry.endLogins(of: [name])
    case .operation(.password):
      _ = try await registry.edit(EditRequest(account: name, password: PasswordEntry("secret1")))
    default:
      var request = EditRequest(account: name)
      for problem in try await registry.account(name).problems {
        switch problem.subject {
        case .field(.password): request.password = PasswordEntry("secret1")
        case .field(let field): request.fields[field] = FieldSetting(Self.right[field])
        case .account, .file, .key: break
        }
      }
      request.fields[.lastName] = "Mended"
      _ = try await registry.edit(request)
    }
  }

  private static let right: [Field: String] = [
    .email: "mended@example.com", .username: "mended", .birthDate: "1990-01-01", .firstName: "A",
    .groups: "a", .validUntil: "2099-12-31",
  ]

  @Test("an action is on exactly where its command succeeds", arguments: actions)
  func everyAction(action: ScreenAction) async throws {
    try home.write(Self.kinds)
    let rows = try await rows(home.personal)
    #expect(rows.count == 29)
    for row in 0..<rows.count {
      let name = rows.name(of: row)
      let off = rows.obstacles(of: row).disabledReason(action)
      // No command line can say it.
      guard !name.isEmpty else {
        #expect(off == Obstacles.isNameless.nameOff(), "\(row)")
        continue
      }
      let other = Home()
      try other.write(Self.kinds)
      var error: (any Error)?
      do { try await run(action, name, other.personal) } catch let caught { error = caught }
      #expect(
        (off == nil) == (error == nil), "\(action) \(name): \(off?[.english] ?? "on"), \(error)")
    }
  }

  @Test("the key line, the list of actions and the keys go by it", arguments: actions)
  func offers(action: ScreenAction) async throws {
    try home.write(Self.kinds)
    var stage = await Stage(home)
    await stage.press(.control("o"))
    let rows = try #require(try stage.accounts().rows)
    for row in 0..<rows.count {
      let offer = try #require(stage.state.offers.first { $0.action == action })
      #expect(
        offer.disabledReason == rows.obstacles(of: row).disabledReason(action),
        "\(action) \(rows.name(of: row))")
      await stage.press(.down)
    }
  }

  @Test("the profile of one goes by it too, and says what is wrong and what to do")
  func profiles() async throws {
    try home.write(Self.kinds)
    var stage = await Stage(home)
    await stage.press(.control("o"))
    let rows = try #require(try stage.accounts().rows)
    var opened = 0
    for row in 0..<rows.count {
      if rows.obstacles(of: row).disabledReason(.open) == nil {
        opened += 1
        await stage.press(.enter)
        guard case .profile(let profile) = stage.state.screen else {
          Issue.record("\(rows.name(of: row)): \(stage.kind)")
          return
        }
        #expect(profile.obstacles == rows.obstacles(of: row), "\(profile.name)")
        for problem in profile.account.problems {
          #expect(words(stage).contains(problem.message[.english]), "\(profile.name)")
        }
        let mending = profile.account.problems.isEmpty ? nil : profile.obstacles.mending
        #expect((mending != nil) == (profile.account.state == .closed), "\(profile.name)")
        if let mending { #expect(stage.shows("To mend:") && stage.shows(mending[.english])) }
        await stage.press(.escape)
      }
      await stage.press(.down)
    }
    #expect(opened == 23)
  }

  /// All visible text, without its line breaks.
  private func words(_ stage: Stage) -> String {
    stage.text().split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private func list(narrowedTo text: String) async -> Stage {
    var stage = await Stage(home)
    await stage.press(.control("o"), .character("/"))
    await stage.type(text)
    await stage.press(.enter)
    return stage
  }

  @Test(
    "one with a broken password is given another, typed or generated",
    arguments: ["weak", "none", "number"])
  func password(name: String) async throws {
    try home.write(Self.kinds)
    var stage = await list(narrowedTo: "\"\(name)\"")
    await stage.press(.character("P"))
    #expect(stage.shows("New password of \(name)@example.com"))
    #expect(stage.form?.isReady == false && stage.shows("Save is off: password"))
    await stage.type(newPassword: "secret1")
    await stage.press(.control("s"))
    #expect(stage.kind == "accounts", "\(stage.said)")
    #expect(try await home.account(name).state == .open)
    await stage.press(.enter)
    #expect(try stage.account().name.text == "\(name)@example.com")
    try home.write(Self.kinds)
    // By hand, its password was changed.
    await stage.press(.character("R"))
    #expect(stage.said == "The account was changed elsewhere; this is what is saved now.")
    await stage.press(.escape, .character("P"), .control("g"))
    #expect(stage.state.generated?.name == "\(name)@example.com")
    #expect(try await home.account(name).state == .open)
  }

  @Test("one with broken fields is mended by its form, which shows them as they are")
  func form() async throws {
    try home.write(Self.kinds)
    var stage = await list(narrowedTo: "both")
    await stage.press(.character("E"))
    #expect(stage.form?[.birthDate] == nil && stage.focus == .email)
    #expect(stage.shows("! password must have 5 character"), "\(stage.text())")
    #expect(stage.shows("! birth date must"), "\(stage.text())")
    await stage.press(.control("s"))
    #expect(stage.begun.last == "open" && stage.focus == .password)
    await stage.type(newPassword: "secret1")
    await stage.go(to: .birthDate)
    await stage.type("19900101")
    await stage.press(.control("s"))
    #expect(try await home.account("both").account?.birthDate?.description == "1990-01-01")
    #expect(try await home.account("both").state == .open)
  }

  @Test("what is no text is not dropped before it was typed anew, or touched")
  func noText() async throws {
    try home.write(Self.kinds)
    var stage = await list(narrowedTo: "first@")
    await stage.press(.character("E"))
    await stage.go(to: .lastName)
    await stage.type("L")
    await stage.press(.control("s"))
    #expect(stage.focus == .firstName, "\(stage.text())")
    #expect(stage.shows("! first name must be a string"), "\(stage.text())")
    await stage.type("A")
    await stage.press(.backspace, .control("s"))
    let account = try await home.account("first").account
    #expect(account?.lastName?.text == "L" && account?.firstName == nil)
  }

  @Test("what was mended elsewhere meanwhile is followed, and what was typed stays")
  func rebased() async throws {
    try home.write(Self.kinds)
    var stage = await list(narrowedTo: "birth@")
    await stage.press(.character("E"))
    await stage.go(to: .lastName)
    await stage.type("L")
    try home.write(home.text().replacing("yesterday", with: "1990-01-01"))
    await stage.press(.control("s"))
    await stage.comeBack()
    #expect(stage.kind == "edit" && stage.form?[.birthDate] == "1990-01-01", "\(stage.said)")
    await stage.press(.control("s"))
    #expect(try await home.account("birth").account?.lastName?.text == "L")
  }

  @Test("edit alone opens the form of a closed account", arguments: ["edit --plain --account"])
  func editAlone(line: String) async throws {
    try home.write(Self.kinds)
    let ran = await home.ask(
      "\(line) weak@example.com", answers: "", "", "secret1", "secret1", "", "", "", "", "", "", "",
      "")
    #expect(ran.exit == 0, "\(ran.err)")
    #expect(try await home.account("weak").state == .open)
  }

  @Test("enabling and disabling say what there is to know, by command too")
  func states() async throws {
    try home.write(Self.kinds)
    for (name, key, said) in [
      ("weak", "n", "not disabled, but closed until this is mended: password must have 5"),
      ("weak", "o", "disabled; also closed until this is mended: password must have 5"),
      ("until", "n", "closed → open"), ("off", "n", "disabled → open"),
      ("off", "o", "disabled already"), ("open", "n", "open already"),
      ("bare", "o", "changed; still locked"), ("gone", "n", "expired → open"),
      ("soon", "o", "not yet valid → disabled"),
    ] {
      try home.write(Self.kinds)
      var stage = await list(narrowedTo: "\(name)@")
      await stage.type(key.uppercased())
      if key == "o" { await stage.press(.enter) }
      await stage.agree()
      #expect(stage.said.hasPrefix("\(name)@example.com: \(said)"), "\(stage.said)")
      try home.write(Self.kinds)
      let ran = await home.run("\(key == "o" ? "disable" : "enable") \(name)@example.com")
      #expect(ran.err.contains("\(name)@example.com: \(said)"), "\(ran.err)")
    }
  }

  @Test("one whose name finds another is not changed, nor is the other")
  func namesake() async throws {
    let text = #"""
      {"rules": "register", "accounts": [
        {"email": "bob", "password": "12345", "firstName": "Broken"},
        {"email": "other@example.com", "username": "Bob", "password": "12345"},
        {"email": "third@example.com", "password": "12345"}
      ]}
      """#
    try home.write(text)
    var stage = await list(narrowedTo: "broken")
    for key in "XYPN" { await stage.press(.character(key)) }
    #expect(stage.said == Obstacles.sharesName.nameOff()?[.english])
    await stage.press(.escape, .character("N"), .character(" "), .character("*"), .character("X"))
    #expect(try home.text() == text && stage.state.question == nil)
    #expect(try stage.accounts().marked.isEmpty)
  }

  @Test("all are marked but those that have no name of their own")
  func markAll() async throws {
    try home.write(Self.kinds)
    var stage = await Stage(home)
    await stage.press(.control("o"), .character("*"))
    let marked = try stage.accounts().markedNames
    #expect(marked.count == 23 && !marked.contains("same@example.com"))
    await stage.press(.character("N"))
    #expect(stage.shows("Enable 22 of 23 accounts"))
  }
}
