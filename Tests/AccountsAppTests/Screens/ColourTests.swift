import Testing

@testable import AccountsApp
@testable import ScreenKit

@Suite("Without colours") struct ColourTests {
  /// The parameters of all SGR sequences in a byte string.
  private func parameters(_ bytes: [UInt8]) throws -> Set<Int> {
    let text = try #require(String(validating: bytes, as: UTF8.self))
    return Set(
      text.matches(of: /\u{1B}\[([0-9;]*)m/).flatMap { match in
        match.1.split(separator: ";").compactMap { Int($0) }
      })
  }

  @Test("no scene sends any, but bold and reversed stay", arguments: Scene.all)
  func none(scene: Scene) async throws {
    let used = try parameters(Witness(try await scene.end(colors: .none)).bytes)
    #expect(used.isSubset(of: [0, 1, 2, 4, 7]))
    #expect(used.contains(1) || used.contains(7))
  }

  @Test("the text is the same as with them", arguments: Scene.all)
  func sameText(scene: Scene) async throws {
    let plain = try await scene.end(colors: .none).frame(Stage.usual)
    let full = try await scene.end(colors: .truecolor).frame(Stage.usual)
    #expect(plain.lines == full.lines && plain.cursor == full.cursor)
  }

  @Test("focus, disabled and chosen are shown by marks")
  func signs() async throws {
    let home = Home()
    var stage = await Stage(home, colors: .none)
    #expect(stage.shows("> Email:") && stage.shows("( LOGIN )"))
    await stage.fill("mario@gmail.com")
    #expect(stage.shows("> Password:") && !stage.shows("> Email:"))
    await stage.type("12345")
    #expect(stage.shows("[ LOGIN ]") && !stage.shows("> [ LOGIN ] <"))
    await stage.press(.tab)
    #expect(stage.shows("> [ LOGIN ] <") && !stage.shows("> Password:"))
    await stage.press(.enter)
    #expect(stage.shows("> Again:") && stage.shows("( LOGIN )"))
    await stage.type("12345")
    await stage.press(.enter, .character("E"))
    #expect(stage.shows("[ Save ]") && stage.shows("> Email:"))
    await stage.retype("x")
    #expect(stage.shows("( Save )"))
    await stage.press(.backTab)
    #expect(stage.shows("> [Esc] Cancel <"))
    await stage.press(.backTab)
    #expect(stage.shows("> ( Save ) <"))
  }

  @Test("problems and messages begin with different marks")
  func notes() async {
    let home = Home()
    var stage = await Stage(home, colors: .none)
    await stage.fill("mario", "12345")
    await stage.press(.enter)
    #expect(stage.frame().lines.filter { $0.contains("! ") }.count == 1)
    await stage.retype("mario@gmail.com")
    await stage.press(.tab, .enter)
    #expect(stage.shows("· There is no account mario@gmail.com yet"))
    await stage.type("12345")
    await stage.press(.enter)
    #expect(stage.shows("· Created account"))
  }
}
