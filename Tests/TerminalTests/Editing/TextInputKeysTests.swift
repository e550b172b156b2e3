import Testing

@testable import Terminal

/// The effects of keys on a line. "|" is the caret.
@Suite struct TextInputKeysTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let before: String
    let keys: [Key]
    let after: String
    var testDescription: String { "\(before) → \(after)" }

    init(_ before: String, _ keys: Key..., after: String) {
      (self.before, self.keys, self.after) = (before, keys, after)
    }
  }

  static let e = "e\u{301}"
  static let table: [Case] = [
    Case("|", .character("a"), .character("б"), .character("漢"), after: "aб漢|"),
    Case("a|c", .character("b"), after: "ab|c"),
    Case("|", Key(.character("A"), .shift), after: "A|"),
    Case("abc|", .left, .left, after: "a|bc"),
    Case("|abc", .left, after: "|abc"), Case("|abc", .right, after: "a|bc"),
    Case("abc|", .right, after: "abc|"),
    Case("a\(e)|b", .left, after: "a|\(e)b"), Case("a|\(e)b", .right, after: "a\(e)|b"),
    Case("ab|c", .home, after: "|abc"), Case("a|bc", .end, after: "abc|"),
    Case("ab|c", .control("a"), after: "|abc"), Case("a|bc", .control("e"), after: "abc|"),
    Case("ab|c", .control("b"), after: "a|bc"), Case("a|bc", .control("f"), after: "ab|c"),
    Case("a\(e)|b", .backspace, after: "a|b"), Case("|ab", .backspace, after: "|ab"),
    Case("a👩‍👧|", .backspace, after: "a|"), Case("ab|c", .control("h"), after: "a|c"),
    Case("a|\(e)b", .delete, after: "a|b"), Case("ab|", .delete, after: "ab|"),
    Case("a|bc", .control("d"), after: "a|c"), Case("ab|", .control("d"), after: "ab|"),
    Case("one two|x", .control("u"), after: "|x"), Case("|x", .control("u"), after: "|x"),
    Case("one| two", .control("k"), after: "one|"), Case("one|", .control("k"), after: "one|"),
    Case("one two|x", .control("w"), after: "one |x"), Case("one  |x", .control("w"), after: "|x"),
    Case("|x", .control("w"), after: "|x"), Case("имя фамилия|", .control("w"), after: "имя |"),
    Case("one two|", Key(.backspace, .alt), after: "one |"),
    Case("one two|", Key(.left, .control), after: "one |two"),
    Case("one |two", Key(.left, .alt), after: "|one two"),
    Case("|one two", Key(.right, .control), after: "one| two"),
    Case("one| two", Key(.right, .alt), after: "one two|"),
    Case("one|", Key(.right, .control), after: "one|"),
    Case("one two|", .alt("b"), after: "one |two"), Case("|one two", .alt("f"), after: "one| two"),
    Case("|one two", .alt("d"), after: "| two"),
    Case("one| two", Key(.delete, .control), after: "one|"),
  ]

  @Test("Keys act on graphemes", arguments: table)
  func keys(_ example: Case) throws {
    var input = try Self.input(example.before)
    for key in example.keys {
      let isKnown = input.apply(key)
      #expect(isKnown)
    }
    let wanted = try Self.input(example.after)
    #expect(input == wanted)
  }

  @Test(
    "Keys without a meaning in a line are left to others",
    arguments: [
      .enter, .tab, .backTab, .escape, .up, .down, .pageUp, .pageDown, .insert, .function(1),
      .control("c"), .control("z"), .control("x"), .alt("a"), .control(" "), Key(.up, .shift),
      Key(.home, .control), Key(.character("a"), [.alt, .control]),
    ] as [Key])
  func unknown(_ key: Key) throws {
    var input = try Self.input("a|b")
    let isKnown = input.apply(key)
    #expect(!isKnown)
    let untouched = try Self.input("a|b")
    #expect(input == untouched)
  }

  static func input(_ text: String) throws -> TextInput {
    let parts = text.split(separator: "|", omittingEmptySubsequences: false)
    try #require(parts.count == 2)
    var input = TextInput(parts.joined())
    input.moveCaret(to: parts[0].count)
    return input
  }
}
