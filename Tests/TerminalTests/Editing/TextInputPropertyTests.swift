import TestSupport
import Testing

@testable import Terminal

/// The line stays valid for any keys.
@Suite struct TextInputPropertyTests {
  static let keys: [Key] =
    [.left, .right, .home, .end, .backspace, .delete, .up]
    + ["a", "e", "b", "f", "w", "u", "k", "d", "h", "y", "_"].map { .control($0) }
    + [Key(.left, .control), Key(.right, .alt), .alt("d"), .alt("z"), Key(.backspace, .alt)]

  @Test("The caret is in the text, the text within its limits, and both in the window")
  func sound() {
    var dice = Dice(11)
    for _ in 0..<300 {
      let limit = dice.below(20)
      var input = TextInput(dice.text(), limit: limit)
      for _ in 0..<20 {
        switch dice.below(3) {
        case 0: input.insert(dice.text())
        case 1: _ = input.apply(dice.pick(Self.keys))
        default:
          let scalar = dice.pick(Array(dice.pick(Dice.pieces).unicodeScalars))
          _ = input.apply(.character(Character(scalar)))
        }
        #expect((0...input.text.count).contains(input.caret))
        #expect(input.text.count <= limit)
        #expect(!input.text.unicodeScalars.contains { $0.isUnprintable })
        check(input, columns: dice.below(10), mask: dice.pick([nil, "•", "漢"]))
      }
    }
  }

  @Test("Undoing everything gives back the text it began with")
  func undone() {
    var dice = Dice(21)
    for _ in 0..<300 {
      let start = TextInput(dice.text(), limit: 1 + dice.below(40), isVerbatim: dice.below(2) == 0)
      var input = start
      for _ in 0..<60 {
        switch dice.below(4) {
        case 0: input.insert(dice.text())
        case 1: _ = input.apply(dice.pick(Self.keys))
        default: _ = input.apply(.character(dice.pick(["a", "b", " ", "é", "漢", "\u{301}"])))
        }
        #expect((0...input.text.count).contains(input.caret))
      }
      for _ in 0..<70 {
        _ = input.apply(.control("_"))
        #expect((0...input.text.count).contains(input.caret))
      }
      #expect(input.text == start.text)
    }
  }

  func check(_ input: TextInput, columns: Int, mask: Character?) {
    let window = input.window(columns: columns, mask: mask)
    let told = "\(input), \(columns): \(window)"
    let all = mask.map { String(repeating: $0, count: input.text.count) } ?? input.text
    #expect(DisplayWidth.of(window.text) <= columns, "\(told)")
    #expect((0..<max(1, columns)).contains(window.caretColumn), "\(told)")
    #expect(window.hidesLeft || all.hasPrefix(window.text), "\(told)")
    #expect(window.hidesRight || all.hasSuffix(window.text), "\(told)")
    #expect((window.text == all) == (!window.hidesLeft && !window.hidesRight), "\(told)")
    let isRoomy = DisplayWidth.of(all) < columns
    #expect(!isRoomy || window.text == all, "\(told)")
    if isRoomy {
      #expect(window.caretColumn == DisplayWidth.of(String(all.prefix(input.caret))), "\(told)")
    }
  }
}
