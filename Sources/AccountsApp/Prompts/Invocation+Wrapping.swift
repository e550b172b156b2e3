import CommandKit
import Terminal

/// Lines for a person at a terminal, none of which is cut within a word.
extension Invocation {
  private var columns: Int { max(20, console.columns() - 1) }

  /// Says something, in lines that fit.
  func sayWrapped(_ words: Phrase) { say(Phrase(same: inLines(words[language]))) }

  /// Says what is wrong, in lines that fit.
  func object(_ words: Phrase) {
    let lines = words[language].wrapped(columns: columns - 2)
    for (index, line) in lines.enumerated() {
      if index == 0 { complain(Phrase(same: line)) } else { say(Phrase(same: "  " + line)) }
    }
  }

  /// A text whose lines fit; what goes on below is indented as its beginning, and a little more.
  func inLines(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guard DisplayWidth.of(String(line)) > columns else { return String(line) }
      let indent = String(line.prefix { $0 == " " })
      let parts = line.dropFirst(indent.count).description
        .wrapped(columns: max(10, columns - indent.count - 2))
      return parts.enumerated().map { indent + ($0 == 0 || indent.isEmpty ? "" : "  ") + $1 }
        .joined(separator: "\n")
    }.joined(separator: "\n")
  }
}
