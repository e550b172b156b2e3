import Terminal
import Testing

@testable import AccountsApp

@Suite("A password on the screen") struct SecretOnScreenTests {
  private let home = Home()

  @Test("is in no text and no byte of any scene, at any size", arguments: Scene.all)
  func unseen(scene: Scene) async throws {
    let stage = try await scene.stage(colors: .truecolor, watched: true)
    var witness = try #require(stage.witness)
    for size in [Size(columns: 40, rows: 12), Size(columns: 100, rows: 30)] {
      witness.look(at: stage.state, size)
    }
    let (sawSecret, sawHash) = (witness.saw("Zq7"), witness.saw("$y$"))
    #expect(!witness.bytes.isEmpty && !sawSecret && !sawHash)
    let sawRevealed = witness.saw(Scene.revealed)
    #expect(sawRevealed == (scene.name == "register-revealed"))
  }

  @Test("is one bullet for each grapheme")
  func bullets() async {
    var stage = await Stage(home)
    await stage.press(.tab)
    await stage.type("e\u{301}漢👍🏽")
    #expect(stage.text().contains("•••") && !stage.text().contains("••••"))
  }

  @Test("is shown only after ^T, and hidden again with ^T and on leaving its field")
  func revealed() async {
    var stage = await Stage(home)
    await stage.press(.control("t"))
    await stage.fill("mario@gmail.com")
    await stage.type(Scene.secret)
    #expect(!stage.shows(Scene.secret))
    await stage.press(.control("t"))
    #expect(stage.shows(Scene.secret))
    await stage.press(.control("t"))
    #expect(!stage.shows(Scene.secret))
    for leave in [Key.tab, .backTab, .up, .down] {
      await stage.press(.control("t"))
      #expect(stage.shows(Scene.secret))
      await stage.press(leave)
      #expect(!stage.shows(Scene.secret))
      await stage.go(to: .password)
      #expect(!stage.shows(Scene.secret), "and stays hidden on coming back")
    }
  }

  @Test("does not stay revealed when the focus moves by itself")
  func taken() async throws {
    await home.run("init authorisation --samples")
    var stage = await Stage(home)
    await stage.press(.control("r"))
    await stage.fill("Alexa", "I", "ALEX@example.com")
    await stage.type(newPassword: Scene.secret)
    await stage.press(.control("t"), .enter)
    #expect(stage.focus == .email)
    #expect(stage.shows(Scene.secret) == false)
    await stage.go(to: .password)
    #expect(stage.shows(Scene.secret) == false)
  }

  @Test("has its strength and its rules shown as it is typed")
  func help() async {
    await home.run("init albums")
    var stage = await Stage(home)
    await stage.press(.control("r"), .backTab, .backTab, .backTab)
    #expect(stage.focus == .password)
    #expect(stage.shows("[ ] 6 characters") && !stage.shows("Strength:"))
    await stage.type("marioo")
    #expect(stage.shows("[x] 6 characters") && stage.shows("[x] 1 lower-case letter"))
    #expect(stage.shows("[ ] 1 digit") && stage.shows("[ ] 1 upper-case letter"))
    #expect(
      stage.shows("Strength: ━━━━━━━━──────────── weak")
        || stage.shows("Strength: ━━━━──────────────── very weak"))
    await stage.type("7Q#w!pZ2kd")
    #expect(stage.shows("[x] 1 digit") && stage.shows("[x] 1 upper-case letter"))
    #expect(stage.shows("strong"))
    await stage.press(.control("u"))
    #expect(stage.shows("[ ] 6 characters") && !stage.shows("Strength:"))
  }
}
