import Terminal
import Testing

@testable import AccountsApp

@Suite("Esc and the key behind it in one read") struct EscapeAheadTests {
  /// The accounts afterwards, with the text typed in one write or key by key.
  private func typing(_ text: String, atOnce: Bool) async throws -> [Substring] {
    let home = Home()
    var stage = await home.accountsList()
    var parser = InputParser()
    let reads = atOnce ? [text] : text.map(String.init)
    for read in reads {
      for event in parser.feed(read.utf8) + parser.timeOut() {
        await stage.send(.input(event))
      }
      await stage.send(.tick)
    }
    stage.pause()
    if stage.state.question != nil { await stage.agree() }
    return try home.unhashed()
  }

  @Test(
    "are what they are key by key",
    arguments: [
      "\r\u{1B}AX\u{1B}", "O\u{1B}Gnew\r", "alan\r\u{1B}Gnew\r", "Hx\u{1B}\u{1B}Gnew\r",
      "a\r\u{1B}alan\rObad\r", "X\u{1B}Gnew\r",
    ])
  func twoKeys(text: String) async throws {
    let slow = try await typing(text, atOnce: false)
    #expect(try await typing(text, atOnce: true) == slow)
    let home = Home()
    _ = await home.accountsList()
    #expect(
      try (home.unhashed() == slow) == text.hasSuffix("X\u{1B}"), "something is done to somebody")
  }

  @Test("are one in a text where they mean something")
  func inText() async throws {
    let home = Home()
    var stage = await home.accountsList()
    await stage.press(.character("O"))
    for character in "two words" { await stage.press(.character(character)) }
    await stage.press(.alt("b"), .character("x"), .enter)
    await stage.agree()
    #expect(try home.text().contains("two xwords"))
  }
}

extension Home {
  /// The lines of the accounts file that hold no hash.
  func unhashed() throws -> [Substring] {
    try text().split(separator: "\n").filter { !$0.contains("$y$") }
  }
}
