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
      "a\r\u{1B}alan\rObad\r",
    ])
  func twoKeys(text: String) async throws {
    let slow = try await typing(text, atOnce: false)
    #expect(try await typing(text, atOnce: true) == slow)
    let home = Home()
    _ = await home.accountsList()
    #expect(
      try (home.unhashed() == slow) == text.hasSuffix("X\u{1B}"), "something is done to somebody")
  }

  /// Everything that begins with ESC and is no key, and what a person may type behind it.
  private static let behind =
    ["", "\t", "\u{1B}", "X", "O", "P", "]", "[", "_", "O5", "[1", "[[", "Ox", "[Mabc"]
    .flatMap {
      ["\u{1B}\($0)", "\u{1B}\($0)\t", "\u{1B}\($0)\r", "\u{1B}\($0)\t\r", "\t\u{1B}\($0)\r"]
    }
    + [
      "\u{1B}\u{1B}[C\r", "\u{1B}\u{1B}OC\r", "\u{1B}\u{1B}[Z\r", "\u{1B}Yy\r", "\u{1B}]0;x\t\r",
      "\u{1B}Xab\r",
    ]

  @Test(
    "say no to every question, and nothing behind them acts",
    arguments: ["X", "Or\r", "Gnew\r", "M", "V", "LU", "LT"])
  func no(to question: String) async throws {
    let home = Home()
    var stage = await home.accountsList()
    await home.run("edit --account ada@example.com --first-name Augusta")
    await stage.press(.character("R"))
    let text = try home.text()
    for behind in Self.behind {
      for isSplit in [false, true] {
        for character in question {
          await stage.press(character == "\r" ? .enter : .character(character))
        }
        let isUndo = stage.kind == "undo"
        #expect(stage.state.question != nil || isUndo, "\(question)")
        var parser = InputParser()
        stage.isDrawn = false
        for part in isSplit ? behind.map(String.init) : [behind] {
          for event in parser.feed(part.utf8) { await stage.send(.input(event)) }
        }
        for event in parser.timeOut() { await stage.send(.input(event)) }
        stage.isDrawn = true
        await stage.send(.tick)
        let name = behind.debugDescription
        #expect(stage.state.question == nil && stage.kind != "undo", "\(question) \(name)")
        #expect(try home.text() == text && !stage.hasQuit, "\(question) \(name)")
        stage.pause()
        for _ in 0..<4 where stage.kind != "accounts" { await stage.press(.escape) }
        if try stage.accounts().isNarrowed { await stage.press(.escape) }
        await stage.press(.home)
      }
    }
  }

  @Test("leave a calendar, whatever arrow comes with it")
  func calendar() async {
    for arrow in ["[A", "[C", "OB", "\u{1B}[D"] {
      let home = Home()
      await home.run("init albums")
      var stage = await Stage(home)
      await stage.press(.control("r"))
      while stage.form?.focusedRow?.field != .birthDate { await stage.press(.tab) }
      await stage.press(.character(" "))
      #expect(stage.state.calendar != nil)
      var parser = InputParser()
      for event in parser.feed("\u{1B}\u{1B}\(arrow)".utf8) { await stage.send(.input(event)) }
      #expect(stage.state.calendar == nil)
    }
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
