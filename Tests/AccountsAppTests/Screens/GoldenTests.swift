import Foundation
import Terminal
import TestSupport
import Testing

@testable import AccountsApp
@testable import ScreenKit

@Suite("The golden frames") struct GoldenTests {
  @Test("match", arguments: Scene.all)
  func scene(scene: Scene) async throws {
    for look in scene.looks {
      var state = try await scene.end(
        colors: look.colors, look.appearance, language: look.language)
      if Canvas.isSplit(look.size) {
        // The parts that a wide window has room for are read.
        var stage = try await scene.stage(
          colors: look.colors, look.appearance, language: look.language)
        await stage.send(.resized(look.size))
        state = stage.state
      }
      let frame = state.frame(look.size)
      let rows = look.size.rows - ScreenLayout(state, size: look.size).keyRows
      Golden.expect(
        scene.isTelling
          ? Picture(frame, colors: look.colors, rows: rows) : Picture(textOf: frame, rows: rows),
        scene.file(look))
    }
  }

  @Test("list the keys as they did", arguments: Scene.keyViews)
  func keys(view: Scene.View) async throws {
    var frames: [(name: String, frame: Frame, rows: Int)] = []
    for scene in Scene.all {
      let state = try await scene.end(
        colors: view.colors, view.appearance, language: view.language)
      let frame = state.frame(view.size)
      frames.append((scene.name, frame, ScreenLayout(state, size: view.size).keyRows))
    }
    Golden.expect(Picture(keysOf: frames, colors: view.colors), Scene.keysFile(view))
  }

  @Test("all belong to a scene")
  func noneLeftOver() throws {
    let kept = try FileManager.default.contentsOfDirectory(atPath: Golden.directory.path)
      .filter { $0.hasSuffix(".txt") }
    let wanted =
      Scene.all.flatMap { scene in scene.looks.map { scene.file($0) + ".txt" } }
      + Scene.keyViews.map { Scene.keysFile($0) + ".txt" }
    #expect(Set(wanted).count == wanted.count)
    #expect(Set(kept).subtracting(wanted).sorted() == [])
  }

  @Test("distinguish changes of text, of style and of the cursor")
  func helpText() {
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

  @Test("leave the last rows out, and show them once for all frames that have them")
  func lastRow() {
    var frame = Frame(size: Size(columns: 5, rows: 2))
    frame.write("body", at: Position(column: 0, row: 0), style: .plain)
    frame.write("Q", at: Position(column: 0, row: 1), style: Style(isBold: true))
    #expect(
      Picture(frame, colors: .none, rows: 1).text
        == "body\n~~~\n.....\n~~~\n. plain\n~~~\ncursor hidden\n")
    let other = Frame(size: Size(columns: 5, rows: 3))
    let frames = [("one", frame, 1), ("two", other, 2), ("three", frame, 1)]
    #expect(
      Picture(keysOf: frames, colors: .none).text
        == "Q\na....\none three\n\n\n.....\n.....\ntwo\n~~~\n. plain\na bold\n")
  }
}
