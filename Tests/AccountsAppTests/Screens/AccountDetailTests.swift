import Terminal
import Testing

@testable import AccountsApp
@testable import ScreenKit

@Suite("The account beside the list") struct AccountDetailTests {
  private static let wide = Size(columns: 120, rows: 40)
  private static let reading = "reading the account…"
  private let home = Home()

  private func list() async -> Stage {
    var stage = await home.accountsList()
    await stage.send(.resized(Self.wide))
    return stage
  }

  /// The text to the right of the line between both.
  private func beside(_ stage: Stage) -> String {
    stage.frame(Self.wide).lines.compactMap { $0.split(separator: "│").dropFirst().last }
      .joined(separator: "\n")
  }

  @Test("is that under the bar, with its fields, groups and newest changes")
  func shown() async {
    await home.run(
      "register --email zoe@example.com --password 12345 --phone 89123456789 --no-login")
    for name in ["A", "B", "C", "D"] {
      await home.run("edit --account zoe@example.com --first-name \(name)")
    }
    var stage = await list()
    #expect(beside(stage).contains("Ada Lovelace") && beside(stage).contains(" ops   staff"))
    #expect(beside(stage).contains("groups: \"ops, staff\""))
    await stage.press(.end)
    let zoe = beside(stage)
    for words in ["● open", "Phone: +7 (912) 345-67-89", "Last changes", "\"C\" → \"D\""] {
      #expect(zoe.contains(words), "\(words) in\n\(zoe)")
    }
    #expect(!zoe.contains("nothing → \"A\"") && !zoe.contains("Ada"))
    #expect(!zoe.contains("$y$"))
  }

  @Test("is not read where there is no room for it")
  func narrow() async {
    var stage = await home.accountsList()
    await stage.press(.down, .enter)
    #expect(!stage.begun.contains("readDetail"))
    #expect(stage.state.detail == nil && stage.state.pendingDetail == nil)
  }

  @Test("keys do not wait for it, and it never shows another account's")
  func stale() async {
    var stage = await list()
    stage.holdsBack = true
    await stage.press(.down)
    #expect(beside(stage).contains("Alan Turing") && beside(stage).contains(Self.reading))
    #expect(stage.state.busy == nil && !stage.state.isWaiting)
    // One is read at a time, however far the bar moves.
    let begun = stage.begun.count { $0 == "readDetail" }
    await stage.press(.down, .down)
    #expect(stage.begun.count { $0 == "readDetail" } == begun)
    #expect(beside(stage).contains("Grace Hopper"))
    await stage.releaseFirst()
    #expect(beside(stage).contains(Self.reading) && !beside(stage).contains("Last changes"))
    #expect(stage.begun.count { $0 == "readDetail" } == begun + 1)
    await stage.release()
    #expect(!beside(stage).contains(Self.reading) && beside(stage).contains("Last changes"))
    #expect(beside(stage).contains("Grace Hopper"))
  }

  @Test("is read again after a change, here or elsewhere")
  func changes() async {
    var stage = await list()
    await stage.press(.character("O"))
    await stage.type("on leave")
    await stage.press(.enter)
    await stage.agree()
    #expect(beside(stage).contains("○ disabled: on leave"))
    #expect(beside(stage).contains("disabled: nothing → \"on leave\""))
    await home.run("edit --account ada@example.com --phone 89123456789")
    stage.holdsBack = true
    await stage.send(.resumed(Self.wide))
    await stage.releaseFirst()
    #expect(beside(stage).contains(Self.reading) && !beside(stage).contains("disabled: nothing"))
    await stage.release()
    #expect(beside(stage).contains("Phone: +7 (912) 345-67-89"))
  }

  @Test("says why an account cannot be shown, and that while it cannot be read")
  func off() async throws {
    var stage = await list()
    try home.write(home.text().replacing("alan@", with: "ada@"))
    await stage.send(.resumed(Self.wide))
    await stage.press(.down)
    #expect(beside(stage).replacing("\n", with: " ").contains("another account has this name"))
    #expect(!beside(stage).contains(Self.reading))
  }

  @Test("has its newest changes beside its profile too")
  func profile() async {
    var stage = await list()
    await stage.press(.enter)
    #expect(stage.kind == "profile")
    #expect(beside(stage).contains("Last changes"))
    #expect(beside(stage).contains("groups: \"ops, staff\""))
    await stage.press(.character("O"), .enter, .tab, .enter)
    #expect(beside(stage).contains("disabled: nothing"))
  }
}
