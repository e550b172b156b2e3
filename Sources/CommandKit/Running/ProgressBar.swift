import TextTools

package struct ProgressBar: Sendable {
  private let console: Console
  private let language: Language

  /// nil if stderr is not a terminal, or JSON is wanted.
  package init?<World>(_ invocation: Invocation<World>) {
    guard invocation.console.errorIsTerminal, !invocation.isJSON else { return nil }
    console = invocation.console
    language = invocation.language
  }

  /// Shows what it is told.
  package var listener: @Sendable (_ done: Int, _ of: Int) -> Void { { show($0, of: $1) } }

  package func show(_ done: Int, of total: Int) {
    let bar = Self.bar(done, of: total, width: 30)
    let words = Phrase("\(done) of \(total)")
    console.say("\r[\(bar)] \(words[language])")
  }

  package static func bar(_ done: Int, of total: Int, width: Int) -> String {
    let filled = total == 0 ? width : done * width / total
    return String(repeating: "#", count: filled).padded(to: width)
  }

  /// Shows a text instead, for work that cannot be counted.
  package func show(_ words: Phrase) { console.say("\r\(words[language].padded(to: 60))") }

  package func clear() { console.say("\r\("".padded(to: 60))\r") }
}
