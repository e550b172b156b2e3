import Foundation
import Pictures
import Terminal
import Testing

@testable import CommandKit
@testable import Product
@testable import RegApp
@testable import ScreenKit

@Suite("The pictures") struct GoldenTests {
  @Test("are what they were", arguments: Scene.all)
  func scene(scene: Scene) async throws {
    for look in scene.looks {
      let stage = try await scene.stage(colors: look.colors, language: look.language)
      let frame = stage.frame(look.size)
      Golden.expect(Picture(frame, colors: look.colors), scene.file(look))
    }
  }

  @Test("are all of scenes that there are")
  func noneLeftOver() throws {
    let kept = try FileManager.default.contentsOfDirectory(atPath: Golden.directory.path)
      .filter { $0.hasSuffix(".txt") }
    let wanted = Scene.all.flatMap { scene in scene.looks.map { scene.file($0) + ".txt" } }
    #expect(Set(wanted).count == wanted.count)
    #expect(Set(kept).subtracting(wanted).sorted() == [])
  }

  @Test("tell a change of text, of looks and of the cursor apart")
  func tells() {
    var frame = Frame(size: Size(columns: 8, rows: 2))
    frame.write("漢 abc", at: Position(column: 0, row: 0), style: Style(isBold: true))
    let first = Picture(frame, colors: .truecolor)
    #expect(
      first.text == "漢 abc\n\n~~~\naaaaaa..\n........\n~~~\n. plain\na bold\n~~~\ncursor hidden\n")
    frame.cursor = Position(column: 1, row: 1)
    let second = Picture(frame, colors: .truecolor)
    #expect(second != first && second.text.hasSuffix("cursor 1,1\n"))
    let orange = Color.shade(red: 255, green: 0, blue: 10, palette: 9)
    frame.write("x", at: Position(column: 0, row: 1), style: Style(background: orange))
    #expect(Picture(frame, colors: .truecolor).text.contains("b on #FF000A"))
    #expect(Picture(frame, colors: .sixteen).text.contains("b on 9"))
    #expect(!Picture(frame, colors: .none).text.contains("b "))
  }
}
