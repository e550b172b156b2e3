import Testing

@testable import Terminal

/// Glyphs about whose widths terminals agree.
@Suite struct GlyphTests {
  @Test(
    "One column, two, or unsure",
    arguments: [
      ("a", .narrow), (" ", .narrow), ("é", .narrow), ("ё", .narrow), ("─", .narrow),
      ("…", .narrow),
      ("→", .narrow), ("ｱ", .narrow), ("漢", .wide), ("カ", .wide), ("한", .wide), ("Ａ", .wide),
      ("𠮷", .wide), ("👍", .unsure), ("❤", .unsure), ("⌚", .unsure), ("🇷", .unsure), ("🇷🇺", .unsure),
      ("👩‍👧", .unsure), ("e\u{301}", .unsure), ("ก็", .unsure), ("\u{1100}\u{1161}", .unsure),
      ("\u{1F8FF}", .unsure),
    ] as [(String, Glyph)])
  func kinds(_ text: String, _ glyph: Glyph) {
    #expect(Glyph(text) == glyph)
  }
}
