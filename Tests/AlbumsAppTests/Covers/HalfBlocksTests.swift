import Terminal
import Testing

@testable import AlbumsApp

@Suite("Half blocks") struct HalfBlocksTests {
  private static func picture(_ side: Int) -> CoverPicture {
    CoverPicture(
      side: side,
      pixels: (0..<side * side).map { .init(red: UInt8($0 * 10), green: 0, blue: 255) })
  }

  @Test("show two pixels a cell, the upper one as foreground")
  func cells() {
    let blocks = HalfBlocks(picture: Self.picture(2))
    #expect(blocks.size == Size(columns: 2, rows: 1))
    #expect(
      blocks.text(.truecolor) == """
        \u{1B}[38;2;0;0;255;48;2;20;0;255m▀\u{1B}[38;2;10;0;255;48;2;30;0;255m▀\u{1B}[39;49m

        """)
  }

  @Test("of an odd number of pixels end in half a row")
  func odd() {
    let blocks = HalfBlocks(picture: Self.picture(3))
    #expect(blocks.size == Size(columns: 3, rows: 2))
    #expect(blocks.frame[0, 1].style.background == .standard)
    #expect(HalfBlocks(picture: Self.picture(1)).size == Size(columns: 1, rows: 1))
  }

  @Test("use 256 colours if there are no more")
  func palette() {
    let text = HalfBlocks(picture: Self.picture(2)).text(.palette256)
    #expect(text.contains("38;5;") && text.contains("48;5;") && !text.contains("38;2;"))
  }
}
