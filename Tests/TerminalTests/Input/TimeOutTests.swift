import Testing

@testable import Terminal

/// Decisions that depend on time.
@Suite struct TimeOutTests {
  @Test(
    "What waits for more input, and what it becomes when none comes",
    arguments: [
      ("⎋", true, [.escape]), ("⎋⎋", true, [.escape, .escape]), ("⎋[", true, [.brokenEscape]),
      ("⎋[1;5", true, [.brokenEscape]), ("⎋[[", true, [.brokenEscape]),
      ("⎋O", true, [.alt("O")]), ("⎋O5", true, [.brokenEscape]), ("⎋⎋[1", true, [.brokenEscape]),
      ("⎋⎋O", true, [.escape, .alt("O")]), ("⎋]", true, [.alt("]")]), ("⎋P", true, [.alt("P")]),
      ("⎋_", true, [.alt("_")]), ("⎋]0;x", false, []), ("⎋]0;x⎋", true, [.brokenEscape]),
      ("a", false, []),
      ("", false, []), ("⎋[A", false, []), ("⎋[M", true, [.brokenEscape]),
      ("⎋[M a", true, [.brokenEscape]),
    ] as [(String, Bool, [Key])])
  func decided(_ bytes: String, _ isWaiting: Bool, _ keys: [Key]) {
    var parser = InputParser()
    _ = parser.feed(bytes.sent.utf8)
    #expect(parser.isWaiting == isWaiting)
    let events = parser.timeOut()
    #expect(events == keys.map { .key($0) })
    #expect(!parser.isWaiting)
    let next = parser.feed("x".utf8)
    if isWaiting { #expect(next == [.key(.character("x"))]) }
  }

  @Test("A paste without an end is complete when nothing more comes, and keys are keys again")
  func paste() {
    var parser = InputParser()
    _ = parser.feed("⎋[200~one ⎋[2".sent.utf8)
    #expect(!parser.isWaiting && parser.isPasting)
    #expect(parser.timeOut() == [.paste("one \u{1B}[2")])
    #expect(!parser.isPasting && parser.timeOut() == [])
    #expect(parser.feed([3]) == [.key(.control("c"))])
  }

  @Test("A letter whose bytes arrive late is a letter")
  func lateLetter() {
    var parser = InputParser()
    let bytes = Array("漢".utf8)
    var events = parser.feed(bytes.prefix(1))
    #expect(!parser.isWaiting)
    events += parser.timeOut()
    #expect(events == [])
    events += parser.feed(bytes.dropFirst())
    #expect(events == [.key(.character("漢"))])
  }
}
