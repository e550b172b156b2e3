import Terminal
import TestSupport
import Testing

@testable import AccountsApp
@testable import CommandKit
@testable import ScreenKit

@Suite("The list of actions") struct ActionListTests {
  private let home = Home()

  /// The list, a search in it, all changes, an undo, a history, a profile and a form.
  private static let places = ["", "a", "L", "LU", "H", "⏎", "⏎e"]

  private func stage(at place: String) async -> Stage {
    var stage = await home.accountsList()
    await stage.press(signs: place)
    return stage
  }

  @Test("never offers a key for two actions", arguments: Scene.all)
  func keysOnce(scene: Scene) async throws {
    let keys = try await scene.end(colors: .none).offers.flatMap { offer in
      offer.keys.map { "\($0)" }
    }
    let twice = Set(keys.filter { key in keys.count { $0 == key } > 1 })
    #expect(twice.isEmpty, "\(scene.name)")
  }

  /// Compares what keys do in the list with what one does on the screen.
  private func compare(_ start: Stage, _ keys: [Key], with key: Key) async {
    var (listed, direct) = (start, start)
    await listed.press(.function(1))
    for key in keys { await listed.press(key) }
    await direct.press(key)
    #expect(listed.frame() == direct.frame(), "\(key)")
    #expect(listed.begun == direct.begun && listed.hasQuit == direct.hasQuit, "\(key)")
    #expect(listed.state.question == direct.state.question, "\(key)")
  }

  @Test("does with Enter what the key of the action in focus does", arguments: places)
  func enter(place: String) async {
    let start = await stage(at: place)
    for (row, offer) in start.state.offers.enumerated() {
      var key = offer.keys[0]
      if start.state.lettersSearch, let letter = key.searched {
        key = .character(Character(letter.uppercased()))
      }
      await compare(start, Array(repeating: Key.down, count: row) + [.enter], with: key)
    }
  }

  @Test("leaves every key to the screen that it has no use for", arguments: places)
  func otherKeys(place: String) async {
    let start = await stage(at: place)
    let others: [Key] = [
      .tab, .backTab, .left, .right, .backspace, .delete, .control("q"), .control("s"),
      .control("p"), .function(2),
    ]
    for key in Key.of(signs: "xXaq1:;*/ э") + others { await compare(start, [key], with: key) }
  }

  @Test("reaches the question of a capital with the arrows alone")
  func withoutCapitals() async throws {
    var stage = await stage(at: "")
    let row = try #require(
      stage.state.offers.firstIndex { $0.action == .operation(.remove) })
    await stage.press(.character("?"))
    for _ in 0..<row { await stage.press(.down) }
    #expect(stage.shows("> X"))
    await stage.press(.enter)
    #expect(stage.state.question?.names == ["ada@example.com"] && stage.shows("> Keep <"))
  }

  @Test("is closed by Esc, F1 and ?, and then nothing was done")
  func closes() async {
    let stage = await stage(at: "")
    for open in [.function(1), .character("?")] as [Key] {
      for close in [.escape, .function(1), .character("?")] as [Key] {
        var other = stage
        await other.press(open)
        #expect(other.state.actionList != nil && other.shows("╭─ Actions"))
        await other.press(.down, close)
        #expect(other.state.actionList == nil && other.frame() == stage.frame())
      }
    }
  }

  @Test("is opened on a form with F1 alone, where a colon and a question mark are text")
  func form() async {
    var stage = await Stage(home)
    await stage.type(":?")
    #expect(stage.state.actionList == nil && stage.form?[.email] == ":?")
    await stage.press(.function(1))
    #expect(stage.shows("to the shell") && stage.shows("the next field or button"))
    await stage.type("?x")
    #expect(stage.state.actionList == nil && stage.form?[.email] == ":??x")
  }

  @Test("does nothing for a key that is no action, such as those for moving")
  func moves() async {
    var stage = await stage(at: "")
    let before = stage.frame()
    await stage.press(.function(1), .end)
    #expect(stage.shows("> Up, Down"))
    await stage.press(.enter)
    #expect(stage.frame() == before)
  }

  @Test("scrolls in a low window, with the row in focus in sight")
  func scrolls() async {
    let low = Size(columns: 40, rows: 10)
    var stage = await stage(at: "⏎")
    await stage.send(.resized(low))
    await stage.press(.character("?"))
    #expect(stage.shows("> E ", low) && stage.shows("┃", low))
    #expect(!stage.shows("┃", Size(columns: 80, rows: 50)))
    for key in [.pageDown, .pageDown, .down, .end, .pageUp, .up, .home] as [Key] {
      await stage.press(key)
      let row = stage.state.actionList?.row ?? 0
      let name = stage.state.help[row].key[.english].split(separator: " ")[0]
      #expect(stage.shows("│ > \(name)", low), "\(key)")
    }
    #expect(stage.state.actionList?.row == 0)
  }

  @Test("says why an action is off, and so does Enter")
  func off() async {
    await home.run("register --email mario@gmail.com --password 12345 --first-name Mario")
    var stage = await Stage(home)
    stage.set(writeFault: Phrase("the disk is full"))
    await stage.press(.character("?"))
    #expect(stage.shows("> E    edit the account (Enter): the disk is full"))
    await stage.press(.enter)
    #expect(stage.kind == "profile" && stage.said == "the disk is full")
  }

  @Test("opens while something is written, and a key for the screen waits there as ever")
  func waits() async {
    var stage = await stage(at: "")
    stage.holdsBack = true
    await stage.press(signs: "N⇥⏎?X")
    #expect(stage.state.actionList != nil && stage.state.question == nil)
    await stage.release()
    #expect(stage.state.actionList == nil)
    #expect(stage.state.question?.names == ["ada@example.com"])
  }

  @Test("is gone where another screen comes, with the keys that were typed for it")
  func changes() async {
    var stage = await stage(at: "")
    stage.holdsBack = true
    await stage.press(signs: "L?⏎")
    #expect(stage.state.actionList != nil)
    await stage.release()
    #expect(stage.kind == "history" && stage.state.actionList == nil)
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
        .pageDown, .backspace, .delete, .function(1), .control("s"), .control("o"), .control("r"),
        .control("t"), .control("g"), .control("l"), .control("u"),
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
