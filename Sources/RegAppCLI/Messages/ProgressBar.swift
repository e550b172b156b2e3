import TextTools

/// A progress bar on one line of the terminal.
struct ProgressBar: Sendable {
  private let console: Console
  private let language: Language

  /// nil where stderr is not a terminal, or JSON is wanted.
  init?(_ invocation: Invocation) {
    guard invocation.console.errorIsTerminal, !invocation.isJSON else { return nil }
    console = invocation.console
    language = invocation.language
  }

  func show(_ done: Int, of total: Int) {
    let width = 30
    let filled = total == 0 ? width : done * width / total
    let bar = String(repeating: "#", count: filled).padded(to: width)
    let words = Phrase("\(done) of \(total)", ru: "\(done) из \(total)")
    console.say("\r[\(bar)] \(words[language])")
  }

  /// Shows a text instead, for work that cannot be counted.
  func show(_ words: Phrase) { console.say("\r\(words[language].padded(to: 60))") }

  func clear() { console.say("\r\("".padded(to: 60))\r") }
}
