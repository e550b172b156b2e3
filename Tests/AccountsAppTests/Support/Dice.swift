import Terminal
import TestSupport

extension Dice {
  /// A key as a careless user would press it: mostly digits and letters, often movement, and now
  /// and then anything at all.
  mutating func key() -> Key {
    switch below(10) {
    case 0...3: .character(pick(Array("0123456789")))
    case 4: .character(pick(Array("aZя漢é@. +()-[]👍🏽٣")))
    case 5: .control(pick(Array("abefhkuwdtsrl")))
    case 6: pick([.enter, .escape, .tab, .backTab, .insert, .function(5), .alt("x")])
    case 7: pick([.backspace, .delete])
    default:
      pick([
        .left, .right, .up, .down, .home, .end, .pageUp, .pageDown, Key(.pageUp, .shift),
        Key(.pageDown, .shift),
      ])
    }
  }

  /// Possible contents of a clipboard.
  mutating func clipping() -> String {
    (0..<below(4)).map { _ in
      pick([
        "+7 (912) 345-67-89", "89123456789", "912", "7", "8", "+", "1990-08-12", "tel:", "ada@b.co",
        " ", "\t", "\n", "é", "e\u{301}", "漢字", "👩‍👧", "\u{301}", "٣", "-", "(", "0000000000",
        "\u{1B}[31m", "\u{202E}",
      ])
    }.joined()
  }
}
