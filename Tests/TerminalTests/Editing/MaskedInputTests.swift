import Terminal
import TestSupport
import Testing

@Suite("A mask") struct MaskedInputTests {
  private static let mask = "+7 (***) ***-**-**"
  private var empty: MaskedInput { MaskedInput(mask: Self.mask, prefixes: ["7", "8"]) }

  struct Row: Sendable, CustomTestStringConvertible {
    let digits: String
    let keys: [Key]
    let text: String
    let caret: Int
    var testDescription: String { "\(digits), then \(keys.map(\.name))" }
    init(_ digits: String, _ keys: [Key], _ text: String, _ caret: Int) {
      (self.digits, self.keys, self.text, self.caret) = (digits, keys, text, caret)
    }
  }

  @Test(
    "is filled from the left, and its separators never block a key",
    arguments: [
      Row("", [], "+7 (***) ***-**-**", 4),
      Row("9", [], "+7 (9**) ***-**-**", 5),
      Row("912", [], "+7 (912) ***-**-**", 9),
      Row("9123", [], "+7 (912) 3**-**-**", 10),
      Row("9123456789", [], "+7 (912) 345-67-89", 18),
      Row("9123", [.backspace], "+7 (912) ***-**-**", 9),
      Row("9123", [.backspace, .backspace], "+7 (91*) ***-**-**", 6),
      Row("9123", [.left, .left, .backspace], "+7 (923) ***-**-**", 5),
      Row("9123", [.home, .delete], "+7 (123) ***-**-**", 4),
      Row("9123", [.home, .character("0")], "+7 (091) 23*-**-**", 5),
      Row("9123", [.left, .character("0")], "+7 (912) 03*-**-**", 10),
      Row("", [.backspace, .delete, .left, .right], "+7 (***) ***-**-**", 4),
      Row("912", [.right, .delete], "+7 (912) ***-**-**", 9),
      Row("9123456", [.control("u")], "+7 (***) ***-**-**", 4),
      Row("9123456", [.control("a"), .control("k")], "+7 (***) ***-**-**", 4),
      Row("9123456", [.home, .right, .right, .control("w")], "+7 (234) 56*-**-**", 4),
      Row("9123456", [.control("b"), .control("d")], "+7 (912) 345-**-**", 13),
      Row("9123456", [.control("a"), .control("f"), .control("h")], "+7 (123) 456-**-**", 4),
      Row("12", [.home, .end, .character("3")], "+7 (123) ***-**-**", 9),
      Row("9", [.character("x"), .character("+"), .character("٣")], "+7 (9**) ***-**-**", 5),
    ])
  func keys(row: Row) {
    var input = empty
    input.replace(with: row.digits)
    for key in row.keys {
      let isMeant = input.apply(key)
      #expect(isMeant)
    }
    #expect(input.text == row.text)
    #expect(input.caretColumn == row.caret)
    #expect(input.isComplete == !row.text.contains("*"))
  }

  @Test(
    "leaves keys without a meaning to others",
    arguments: [.enter, .escape, .tab, .up, .control("t"), .alt("1"), .function(1)] as [Key])
  func others(key: Key) {
    var input = empty
    input.replace(with: "912")
    let before = input
    let isMeant = input.apply(key)
    #expect(!isMeant)
    #expect(input == before)
  }

  @Test(
    "makes room for an eleventh digit only if the country was typed first",
    arguments: [
      ("79123456789", "9123456789"), ("89123456789", "9123456789"), ("91234567890", "9123456789"),
      ("78123456789", "8123456789"), ("0123456789", "0123456789"), ("01234567890", "0123456789"),
      ("7912345678", "7912345678"), ("799999999999", "9999999999"),
    ])
  func eleventh(typed: String, digits: String) {
    var input = empty
    for digit in typed { _ = input.apply(.character(digit)) }
    #expect(String(input.digits) == digits)
    #expect(input.caret == 10)
  }

  @Test("inserts an extra digit at the caret, once the country made room for it")
  func eleventhInside() {
    var input = empty
    input.replace(with: "7912345678")
    for key in [.home, .right, .right, .character("0")] as [Key] { _ = input.apply(key) }
    #expect(input.text == "+7 (901) 234-56-78")
    #expect(input.caret == 2)
  }

  @Test("is its text, whatever is typed, pasted or deleted", arguments: 0..<40 as Range<UInt64>)
  func property(seed: UInt64) {
    var dice = Dice(seed)
    let mask = dice.pick([Self.mask, "****-**-**", "+44 **** ******", "*", "(*)*"])
    var input = MaskedInput(mask: mask, prefixes: dice.pick([[], ["7", "8"], ["", "44", "0"]]))
    for _ in 0..<300 {
      let before = input
      if dice.below(8) == 0 {
        input.insert(dice.pick(["+7 (912) 345-67-89", "89123456789", "912", "8", "٣", "é", ""]))
      } else {
        let digit = Key.character(dice.pick(Array("0123456789a٣")))
        let key = dice.below(2) == 0 ? digit : dice.pick(TextInputPropertyTests.keys)
        let isMeant = input.apply(key)
        if !isMeant { #expect(input == before, "\(key)") }
      }
      #expect(fits(input.text, mask), "\(input.text)")
      #expect(input.text.filter { $0 == "*" }.count == input.places - input.digits.count)
      #expect((0...input.digits.count).contains(input.caret))
      #expect((0...mask.count).contains(input.caretColumn))
    }
  }

  private func fits(_ text: String, _ mask: String) -> Bool {
    text.count == mask.count
      && zip(text, mask).allSatisfy { $0 == $1 || $1 == "*" && ("0"..."9").contains($0) }
  }
}
