/// How far a long work has come, on one line of the terminal.
struct ProgressBar: Sendable {
  private let console: Console

  /// None where stderr is no terminal, or JSON is wanted.
  init?(_ invocation: Invocation) {
    guard invocation.console.errorIsTerminal, !invocation.isJSON else { return nil }
    console = invocation.console
  }

  func show(_ done: Int, of total: Int) {
    let width = 30
    let filled = total == 0 ? width : done * width / total
    let bar = String(repeating: "#", count: filled).padded(to: width)
    console.say("\r[\(bar)] \(done) of \(total)")
  }

  /// Words in its place, for work that cannot be counted.
  func show(_ words: String) { console.say("\r\(words.padded(to: 60))") }

  func clear() { console.say("\r\("".padded(to: 60))\r") }
}
