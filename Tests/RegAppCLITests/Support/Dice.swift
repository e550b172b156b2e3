import Terminal

/// The same numbers on every run and every machine (SplitMix64).
struct Dice: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &self) }

  mutating func pick<Item>(_ items: [Item]) -> Item { items[below(items.count)] }

  /// What somebody does without thinking: mostly digits and letters, often a way around, and now and
  /// then anything at all.
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

  /// What may stand on a clipboard.
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
