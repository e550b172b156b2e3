import Terminal
import TestSupport
import Testing

@testable import AccountsApp
@testable import CommandKit
@testable import ScreenKit

@Suite("The palette of actions") struct ActionPaletteTests {
  private let home = Home()

  @Test("never offers a key for two actions", arguments: Scene.all)
  func keysOnce(scene: Scene) async throws {
    let keys = try await scene.end(colors: .none).offers.flatMap { offer in
      offer.keys.map { "\($0)" }
    }
    let twice = Set(keys.filter { key in keys.count { $0 == key } > 1 })
    #expect(twice.isEmpty, "\(scene.name)")
  }

  private func profile() async -> Stage {
    await home.run("register --email mario@gmail.com --password 12345 --first-name Mario")
    return await Stage(home)
  }

  @Test("lists every action of a screen with its key", arguments: Language.allCases)
  func lists(language: Language) async {
    await home.run("register --email mario@gmail.com --password 12345 --first-name Mario")
    var stage = await Stage(home, language: language)
    await stage.press(.character(":"))
    #expect(stage.state.palette != nil)
    let frame = stage.frame(Size(columns: 80, rows: 40))
    for offer in stage.state.offers {
      let lines = frame.lines.filter { $0.contains(offer.does[language].prefix(11)) }
      let key = offer.keys.isEmpty ? "" : offer.key[language]
      #expect(lines.contains { $0.contains(key) || key.isEmpty }, "\(offer.does[language])")
    }
  }

  @Test("a scroll bar tells that there is more than what the window shows")
  func more() async {
    var stage = await home.accountsList()
    await stage.press(.character(":"))
    #expect(stage.shows("┃") && stage.shows("┃", Size(columns: 80, rows: 24)))
    #expect(!stage.shows("┃", Size(columns: 80, rows: 50)))
    await stage.type("remove")
    #expect(!stage.shows("┃"))
  }

  @Test("runs the action that is chosen by typing a part of its words, and closes")
  func runs() async {
    var stage = await profile()
    await stage.press(.character(":"))
    await stage.type("all acc")
    await stage.press(.enter)
    #expect(stage.kind == "accounts" && stage.state.palette == nil)
  }

  @Test("finds an action by its short name too, in either language", arguments: Language.allCases)
  func shortName(language: Language) async {
    var stage = await profile()
    await stage.press(.character("L"), .character(":"))
    await stage.type(Phrase("history")[language])
    await stage.press(.enter)
    #expect(stage.kind == "history")
  }

  @Test("puts first what begins with the word that is typed, by name before description")
  func ranks() async throws {
    var stage = await home.accountsList()
    for (typed, first) in [
      ("log", ScreenAction.log), ("remove", .operation(.remove)),
      ("disable", .operation(.disable)), ("gr", .operation(.groups)),
      ("отключить", .operation(.disable)), ("mst chg", .operation(.mustChange)),
    ] {
      await stage.press(.character(":"))
      await stage.type(typed)
      #expect(stage.state.palette?.shown(of: stage.state.offers).first?.action == first, "\(typed)")
      await stage.press(.escape)
    }
  }

  /// The words that an administrator may type in the list of accounts, in either language.
  static let usual: [(action: ScreenAction, words: [String])] = [
    (
      .edit,
      [
        "rename", "change", "modify", "update", "email", "phone", "name", "first name",
        "last name", "birth date", "birthday", "expire", "expi", "last day", "usermod",
        "переименовать", "изменить", "почта", "телефон", "имя", "дата рождения", "срок",
      ]
    ),
    (.add, ["create", "new", "register", "adduser", "создать", "новый"]),
    (.open, ["view", "profile", "профиль"]), (.narrow, ["find", "filter", "найти"]),
    (.mark, ["select", "выбрать"]), (.markAll, ["select all", "выбрать всех"]),
    (
      .operation(.disable),
      ["lock", "block", "ban", "suspend", "deactivate", "заблокировать", "блок"]
    ),
    (.operation(.enable), ["unlock", "unblock", "activate", "разблокировать"]),
    (.operation(.logOut), ["logout", "log out", "sign out", "sessions", "kick", "сеансы"]),
    (
      .operation(.groups),
      ["group", "role", "roles", "rights", "permissions", "admin", "роль", "права"]
    ),
    (
      .operation(.password),
      [
        "passwd", "pass", "pw", "reset", "change password", "set password", "new password",
        "пароль", "сбросить", "изменить пароль", "новый пароль",
      ]
    ),
    (.operation(.mustChange), ["force", "must", "сменить", "потребовать"]),
    (.operation(.invite), ["invitation", "link", "code", "приглашение", "ссылка"]),
    (.operation(.remove), ["delete", "del", "rm", "erase", "стереть", "удалить"]),
    (.history, ["changes", "изменения"]),
    (.log, ["audit", "last", "undo", "revert", "restore", "отменить", "вернуть"]),
    (.sort, ["order", "сортировать"]), (.anyState, ["status", "статус"]),
    (.inShell("check"), ["check", "validate", "verify", "errors", "ошибки", "проверить"]),
    (.inShell("seal"), ["seal", "hash"]), (.inShell("import"), ["import", "load", "загрузить"]),
    (.readAgain, ["refresh", "reload", "обновить"]),
    (.quit, ["exit", "quit", "выйти", "выход"]), (.help, ["manual", "помощь"]),
    (.palette, ["commands", "команды"]), (.toShell, ["terminal", "терминал"]),
  ]

  @Test("finds an action first by each word that people know it by", arguments: usual.indices)
  func usualWords(row: Int) async throws {
    let stage = await home.accountsList()
    let (action, words) = Self.usual[row]
    for word in words {
      var palette = ActionPalette()
      palette.paste(word)
      let shown = palette.shown(of: stage.state.offers)
      #expect(shown.first?.action == action, "\(word)")
      // An action that removes is run by its own name alone.
      let isOwn = shown.first.map { offer in
        Language.allCases.contains { offer.does[$0].lowercased().contains(word) }
      }
      let isNamed = shown.first.map { palette.isNamed($0) }
      #expect(isNamed == (!action.removesSomething && action != .quit || isOwn == true), "\(word)")
    }
  }

  @Test("marks nobody for a word that asks to unmark", arguments: ["unmark", "clear", "снять"])
  func unmark(word: String) async throws {
    var stage = await home.accountsList()
    await stage.press(.character(" "), .character(":"))
    await stage.type(word)
    await stage.press(.enter)
    #expect(try stage.accounts().markedNames == ["ada@example.com"])
  }

  @Test("finds a usual word by its beginning, not by letters within it")
  func withinUsualWords() async {
    var stage = await home.accountsList()
    await stage.press(.character(":"))
    // As in exit.
    await stage.type("xi")
    let found = stage.state.palette?.shown(of: stage.state.offers).map(\.action)
    #expect(found == [])
    await stage.press(.enter)
    #expect(stage.kind == "accounts" && !stage.hasQuit && stage.state.prompt == nil)
  }

  @Test("does not run what changes something and was found by its description alone")
  func onlyNamed() async throws {
    var stage = await home.accountsList()
    await stage.press(.character(":"))
    await stage.type("login from now on")
    let found = try #require(stage.state.palette?.shown(of: stage.state.offers))
    #expect(found.map(\.action) == [.operation(.disable)])
    await stage.press(.enter, .enter)
    #expect(stage.kind == "accounts" && stage.state.palette != nil && stage.state.prompt == nil)
  }

  @Test("is closed by Esc, and then nothing was run")
  func closes() async {
    var stage = await profile()
    for key in [.character(":"), .control("p")] as [Key] {
      await stage.press(key)
      await stage.type("log out")
      await stage.press(.escape)
      #expect(stage.kind == "profile" && stage.state.question == nil && stage.state.palette == nil)
    }
  }

  @Test("moves through its list with the arrows, and says where nothing fits")
  func moves() async {
    var stage = await profile()
    await stage.press(.character(":"), .down, .up, .enter)
    #expect(stage.kind == "edit")
    await stage.press(.control("p"))
    await stage.type("zzz")
    #expect(stage.shows("no such action"))
    await stage.press(.enter)
    #expect(stage.state.palette != nil && stage.kind == "edit")
  }

  @Test("opens on a form with Ctrl+P, where a colon is text")
  func form() async {
    var stage = await Stage(home)
    await stage.press(.character(":"))
    #expect(stage.state.palette == nil && stage.form?[.email] == ":")
    await stage.press(.control("p"))
    await stage.type("shell")
    #expect(stage.shows("^Z"))
    await stage.press(.enter)
    #expect(stage.state.palette == nil && stage.form?[.email] == ":")
  }

  @Test("says why an action is off, and does not run it")
  func off() async {
    var stage = await profile()
    stage.set(writeFault: Phrase("the disk is full"))
    await stage.press(.character(":"))
    await stage.type("edit")
    #expect(stage.shows("the disk is full"))
    await stage.press(.enter)
    #expect(stage.kind == "profile" && stage.said == "the disk is full")
  }
}

@Suite("Keys at random") struct RandomKeysTests {
  @Test("leave a screen that can be drawn, at any size, and no work begun twice", arguments: 0..<12)
  func random(seed: Int) async {
    var dice = Dice(UInt64(seed) + 1)
    let home = Home()
    for name in ["ada", "grace"] {
      await home.run("register --email \(name)@example.com --password 12345 --first-name \(name)")
    }
    var stage = await Stage(home, colors: .truecolor)
    let keys: [Key] =
      "lehuongpxdabrcsf/:*? yntm-1 ".map { .character($0) } + [
        .enter, .escape, .tab, .backTab, .up, .down, .left, .right, .home, .end, .pageUp,
        .pageDown, .backspace, .delete, .function(1), .control("p"), .control("s"), .control("o"),
        .control("r"), .control("t"), .control("g"), .control("l"), .control("u"),
      ]
    for step in 0..<120 {
      await stage.press(keys[dice.below(keys.count)])
      let size = Size(columns: 1 + dice.below(130), rows: 1 + dice.below(50))
      if step % 10 == 0 { await stage.send(.resized(size)) }
      let frame = stage.frame(size)
      #expect(frame.size == size)
      #expect(stage.state.busy == nil)
    }
  }
}
