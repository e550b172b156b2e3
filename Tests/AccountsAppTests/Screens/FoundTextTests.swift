import Accounts
import Terminal
import Testing

@testable import AccountsApp
@testable import CommandKit
@testable import ScreenKit

@Suite("What a search found") struct FoundTextTests {
  private let home = Home()

  /// The text that is emphasised in a row of a frame.
  private func emphasised(_ frame: Frame, row: Int) -> [String] {
    var (found, text) = ([String](), "")
    for column in 0...frame.size.columns {
      let cell = frame[column, row]
      if cell.style.isUnderlined, cell.style.isBold {
        text += cell.text
      } else if !text.isEmpty {
        found.append(text)
        text = ""
      }
    }
    return found
  }

  private func emphasised(_ stage: Stage, _ words: String, _ size: Size = Stage.usual) throws
    -> [String]
  {
    let frame = stage.frame(size)
    let row = try #require(
      frame.lines.indices.first { $0 > 2 && frame.lines[$0].contains(words) }, "\(words)")
    return emphasised(frame, row: row)
  }

  @Test("is emphasised in the rows of the accounts, in whatever case, and not in their state")
  func accounts() async throws {
    var stage = await home.accountsList()
    #expect(try emphasised(stage, "Lovelace").isEmpty)
    await stage.type("ad")
    #expect(try emphasised(stage, "Lovelace") == ["ad", "Ad"])
    await stage.press(.enter)
    #expect(try emphasised(stage, "Lovelace") == ["ad", "Ad"])
    await stage.press(.escape)
    await stage.type("ope")
    #expect(stage.names.isEmpty)
    await stage.press(.escape)
    await stage.type("op")
    await stage.press(.enter)
    // The group ops, and not the state open.
    #expect(try emphasised(stage, "Lovelace") == ["op"])
    await stage.press(.escape)
    #expect(try emphasised(stage, "Lovelace").isEmpty)
  }

  @Test(
    "is emphasised in whole glyphs, over the colours of the row", arguments: ColorDepth.allCases)
  func wide(depth: ColorDepth) {
    for appearance in [Appearance.dark, .light] {
      let theme = Theme(depth, appearance)
      var frame = Frame(size: Size(columns: 20, rows: 1))
      frame.write("a漢字b АДА", at: Position(column: 0, row: 0), style: theme.selection)
      frame.emphasize(["字", "да"], in: Area(column: 0, row: 0, columns: 20, rows: 1))
      #expect(emphasised(frame, row: 0) == ["字", "ДА"])
      #expect(frame[3, 0].style.background == theme.selection.background)
      frame.emphasize(["b", ""], in: Area(column: 0, row: 0, columns: 5, rows: 1))
      #expect(!frame[5, 0].style.isUnderlined, "it is outside the area")
    }
  }

  @Test("is emphasised in the changes")
  func others() async throws {
    var stage = await home.accountsList()
    await home.run("disable ada@example.com --reason Holiday")
    await stage.press(.character("L"))
    await stage.type("holi")
    await stage.press(.enter)
    #expect(try emphasised(stage, "Holiday") == ["Holi"])
    await stage.press(.escape, .escape, .down, .character("H"))
    await stage.type("import")
    #expect(!stage.shows("no matching changes"))
  }

  @Test("is counted in the head, which says which row of how many the bar is on")
  func place() async {
    var stage = await home.accountsList()
    #expect(stage.frame().lines[0].hasSuffix("─ row 1 of 4"))
    await stage.press(.down, .character(" "))
    #expect(stage.frame().lines[0].hasSuffix("─ 1 marked, row 3 of 4"))
    let narrow = stage.frame(Size(columns: 40, rows: 12)).lines[0]
    #expect(narrow.hasSuffix("─ 1 marked, 3 of 4"))
    await stage.type("gmail")
    #expect(stage.frame().lines[0].hasSuffix("─ 1 marked, 0 of 4"))
    await stage.press(.escape)
    await stage.type("lan")
    #expect(stage.frame().lines[0].hasSuffix("─ 1 marked, row 1 of 1, 4 in all"))
    await stage.press(.escape, .character("L"))
    #expect(stage.frame().lines[0].hasSuffix("─ row 1 of 1"))
    let russian = await Stage(home, language: .russian)
    #expect(russian.state.language == .russian)
  }
}
