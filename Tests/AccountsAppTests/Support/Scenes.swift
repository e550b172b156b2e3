import Terminal
import Testing

@testable import AccountsApp
@testable import CommandKit
@testable import ScreenKit

/// A situation that a user may see: the state of the accounts and the keys pressed.
struct Scene: Sendable, CustomTestStringConvertible {
  let name: String
  /// The commands run before.
  let given: [String]
  /// The account whose form is shown alone; nil for all screens.
  let editing: String?
  let play: @Sendable (inout Stage, Home) async throws -> Void

  var testDescription: String { name }

  init(
    _ name: String, given: [String] = [], editing: String? = nil,
    play: @escaping @Sendable (inout Stage, Home) async throws -> Void
  ) {
    (self.name, self.given, self.editing) = (name, given, editing)
    self.play = play
  }

  /// In what the frame is stored: each state in a usual window, each screen also in a small one and in
  /// Russian, and one of them in other colours and in a wide window, which shows more of it.
  var looks: [View] {
    let usual = View(80, 24, .truecolor)
    guard isOfScreen else { return [usual] }
    let others = [View(40, 12, .none), View(80, 24, .none, language: .russian)]
    let more = [
      View(80, 24, .truecolor, .light), View(80, 24, .sixteen), View(200, 60, .truecolor),
    ]
    return [usual] + others + (name == "accounts" ? more : [])
  }

  /// Whether it stands for its screen or its box, and the others show states of that.
  private var isOfScreen: Bool {
    [
      "register-problems", "profile", "edit-invalid", "history", "undo", "conflict", "accounts",
      "accounts-reason", "account-closed", "help", "albums-calendar", "days", "groups",
      "authorisation-login", "log-out",
    ].contains(name)
  }

  /// Whether the look of each cell is stored.
  var isTelling: Bool {
    ["albums-calendar", "edit-invalid", "profile", "accounts"].contains(name)
  }

  struct View: Sendable {
    let size: Size
    let colors: ColorDepth
    let appearance: Appearance
    let language: Language

    init(
      _ columns: Int, _ rows: Int, _ colors: ColorDepth, _ appearance: Appearance = .dark,
      language: Language = .english
    ) {
      size = Size(columns: columns, rows: rows)
      self.colors = colors
      self.appearance = appearance
      self.language = language
    }
  }

  /// The stage at the end of the scene.
  func stage(
    colors: ColorDepth, _ appearance: Appearance = .dark, language: Language = .english,
    watched: Bool = false
  ) async throws -> Stage {
    let home = Home()
    for line in given { await home.run(line) }
    // A picture names no user of this machine.
    if home.exists("history.jsonl") { try home.settleHistory() }
    var stage = await Stage(
      home, colors: colors, appearance, language: language, watched: watched, editing: editing)
    try await play(&stage, home)
    return stage
  }

  /// The state at its end, played once for all tests that only look at it.
  func end(
    colors: ColorDepth, _ appearance: Appearance = .dark, language: Language = .english
  ) async throws -> ScreenState {
    let look = SceneEnds.Look(
      scene: name, colors: colors, appearance: appearance, language: language)
    return try await SceneEnds.all.state(look) {
      try await stage(colors: colors, appearance, language: language).state
    }
  }

  func file(_ look: View) -> String { Self.file(name, look) }

  /// The views in which the row that lists the keys is kept, that of every scene in one file.
  static let keyViews = [
    View(80, 24, .truecolor), View(40, 12, .none), View(80, 24, .none, language: .russian),
  ]

  static func keysFile(_ look: View) -> String { file("keys", look) }

  private static func file(_ name: String, _ look: View) -> String {
    let colors =
      switch look.colors {
      case .none: "none"
      case .sixteen: "sixteen"
      case .palette256: "palette256"
      case .truecolor: "truecolor"
      }
    let appearance = look.appearance == .dark ? "" : "_\(look.appearance)"
    let language = look.language == .russian ? "_ru" : ""
    return "\(name)_\(look.size.columns)x\(look.size.rows)_\(colors)\(appearance)\(language)"
  }
}

/// The ends of scenes that were played.
private actor SceneEnds {
  static let all = SceneEnds()

  struct Look: Hashable {
    let scene: String
    let colors: ColorDepth
    let appearance: Appearance
    let language: Language
  }
  private var states: [Look: Task<ScreenState, any Error>] = [:]

  func state(
    _ look: Look, _ play: @escaping @Sendable () async throws -> ScreenState
  ) async throws -> ScreenState {
    let task = states[look] ?? Task { try await play() }
    states[look] = task
    return try await task.value
  }
}

extension Scene {
  static let all =
    register + profile + history + accounts + albums + authorisation + administered

  /// The password typed in all scenes but the one that reveals it. It satisfies every rulebook, and
  /// occurs nowhere else.
  static let secret = "Zq7marker"
  static let revealed = "seen-by-all"
  static let email = "mario.balotelli@gmail.com"
  static let mario =
    "register --email \(email) --password \(secret) --first-name Mario --last-name Balotelli"

  // MARK: The first seed

  private static let register = [
    Scene("register-empty") { _, _ in },
    Scene("register-half") { stage, _ in
      await stage.fill(email)
      await stage.type("Zq7m")
    },
    Scene("register-problems") { stage, _ in
      await stage.fill("mario", "Zq7m")
      await stage.press(.enter)
    },
    Scene("register-valid") { stage, _ in
      await stage.fill(email, secret)
    },
    Scene("register-revealed") { stage, _ in
      await stage.fill(email)
      await stage.type(revealed)
      await stage.press(.control("t"))
    },
    Scene("register-working") { stage, _ in
      await stage.fill(email, secret)
      stage.holdsBack = true
      await stage.press(.enter)
    },
    Scene("register-long") { stage, _ in
      await stage.type("очень.длинное.имя.漢字漢字漢字.и.ещё.раз.очень.длинное@имя.漢字漢字.и.дальше")
      for _ in 0..<30 { await stage.press(.left) }
    },
    Scene("register-new") { stage, _ in
      await stage.fill(email, secret)
      await stage.press(.enter)
      await stage.type("Zq7m")
      await stage.press(.tab)
    },
    Scene("register-made") { stage, _ in
      await stage.create(email, secret)
    },
    Scene("register-refused", given: [mario, "logout"]) { stage, _ in
      await stage.fill(email, "Zq7another")
      await stage.press(.enter)
    },
  ]

  private static let profile = [
    Scene("profile", given: ["\(mario) --birth-date 1990-08-12 --phone 89123456789"]) { _, _ in },
    Scene("edit", given: [mario]) { stage, _ in
      await stage.press(.character("E"), .tab, .tab)
      await stage.retype("Wario")
    },
    Scene("edit-invalid", given: [mario]) { stage, _ in
      await stage.press(.character("E"))
      await stage.retype("mario")
      await stage.press(.tab)
      await stage.type("Zq7m")
      await stage.press(.control("s"))
    },
    Scene("edit-leaving", given: [mario]) { stage, _ in
      await stage.press(.character("E"), .tab, .tab, .backspace, .escape)
    },
    Scene("edit-saved", given: [mario]) { stage, _ in
      await stage.press(.character("E"), .tab)
      await stage.type(newPassword: secret + "1")
      await stage.press(.tab)
      await stage.retype("Wario")
      await stage.press(.control("s"))
    },
    Scene("edit-open", given: [mario, "edit --draft --last-name Bros"]) { _, _ in },
    Scene("log-out", given: [mario]) { stage, _ in
      await stage.press(.escape)
    },
    Scene("help", given: [mario]) { stage, _ in
      await stage.press(.function(1))
    },
    Scene(
      "conflict",
      given: [mario, "register --email luigi@gmail.com --password \(secret) --no-login"]
    ) { stage, home in
      await stage.press(.character("E"), .tab)
      await stage.type(newPassword: secret + "1")
      await stage.press(.tab)
      await stage.retype("Wario")
      await home.run("edit --account \(email) --first-name Yoshi --password \(secret)2")
      await stage.press(.control("s"), .down, .right)
    },
    Scene("account-gone", given: ["init albums", ada]) { stage, home in
      try home.write(#"{"rules": "albums", "accounts": []}"#)
      await stage.comeBack()
    },
  ]

  // MARK: The second seed

  private static let ada =
    "register --email ada@lovelace.uk --password \(secret) --first-name Ada --last-name Lovelace "
    + "--birth-date 1990-08-12 --phone 9123456789"

  private static let albums = [
    Scene("albums-no-accounts", given: ["init albums"]) { stage, _ in
      await stage.press(.escape)
      await stage.fill("ada@example.com", "Secret1x")
      await stage.press(.enter)
    },
    Scene("albums-registration", given: ["init albums"]) { _, _ in },
    Scene("albums-calendar", given: ["init albums"]) { stage, _ in
      await stage.fill("Ada", "Lovelace")
      await stage.press(.character(" "))
      await stage.type("19900812")
    },
    Scene("albums-phone", given: ["init albums"]) { stage, _ in
      await stage.press(.control("r"))
      await stage.fill("Ada", "Ловелас")
      await stage.press(.character(" "), .left, .enter)
      await stage.type("8912345")
    },
    Scene("albums-valid", given: ["init albums"]) { stage, _ in
      await fillAlbums(&stage)
    },
    Scene("albums-duplicate", given: ["init albums", ada, "logout"]) { stage, _ in
      await fillAlbums(&stage)
      await stage.press(.enter)
    },
    Scene("albums-profile", given: ["init albums"]) { stage, _ in
      await fillAlbums(&stage)
      await stage.press(.enter)
    },
  ]

  // MARK: Names, groups and days

  private static let administered = [
    Scene(
      "groups", given: ["\(mario) --groups ops,web --no-login", "disable \(email)"], editing: email
    ) { stage, _ in
      await stage.go(to: .groups)
      await stage.type("night shift,a:b,x")
      await stage.press(.left, .left, .left)
    },
    Scene("days", given: ["\(mario) --no-login"], editing: email) { stage, _ in
      await stage.go(to: .validFrom)
      await stage.type("20260701")
      await stage.press(.tab)
      await stage.type("20260630")
      await stage.press(.control("s"))
    },
    Scene("days-calendar", given: ["\(mario) --no-login"], editing: email) { stage, _ in
      await stage.go(to: .validUntil)
      await stage.press(.character(" "), .right)
    },
    Scene(
      "profile-administered",
      given: [
        "\(mario) --username mario --groups ops,web --valid-until 2027-01-31 --phone 9123456789 "
          + "--birth-date 1990-08-12 --valid-from 2026-01-01"
      ]
    ) { _, _ in },
    Scene("disabled", given: [mario, "disable \(email)"]) { stage, _ in
      await stage.fill(email, secret)
      await stage.press(.enter)
    },
    Scene("names-login") { stage, home in
      try home.write(
        #"{"rules": {"key": "username", "login": {"by": ["username", "email"]}, "fields": {"password": {"required": true}}}, "accounts": []}"#
      )
      await stage.comeBack()
      await stage.press(.enter, .enter)
    },
    Scene("names-registration") { stage, home in
      try home.write(
        #"{"rules": {"key": "username", "login": {"by": ["username", "email"]}, "fields": {"password": {"required": true}}}, "accounts": []}"#
      )
      await stage.comeBack()
      await stage.type("Ада")
      await stage.press(.control("r"), .tab)
    },
  ]

  private static func fillAlbums(_ stage: inout Stage) async {
    await stage.press(.control("r"))
    await stage.fill("Ada", "Lovelace", "19900812", "89123456789", "ada@lovelace.uk", secret)
  }

  // MARK: The third seed

  private static let authorisation = [
    Scene("authorisation-no-accounts", given: ["init authorisation"]) { stage, _ in
      await stage.press(.escape)
      await stage.fill("Alex", "Secret1x")
      await stage.press(.enter)
    },
    Scene("authorisation-registration", given: ["init authorisation"]) { stage, _ in
      await stage.fill("Alex")
      await stage.fill("Ivanov", "alex@example")
      await stage.type("Zq7mark")
    },
    Scene("authorisation-login", given: ["init authorisation --samples"]) { stage, _ in
      await stage.type("alex")
    },
    Scene("authorisation-refused", given: ["init authorisation --samples"]) { stage, _ in
      await stage.fill("alex", secret)
      await stage.press(.enter)
    },
    Scene(
      "authorisation-several",
      given: ["init authorisation"]
        + ["alex@one.example", "alex@two.example"].map {
          "register --email \($0) --password \(secret) --first-name Alex --last-name I --no-login"
        }
    ) { stage, _ in
      await stage.fill("alex", secret)
      await stage.press(.enter)
    },
  ]
}
