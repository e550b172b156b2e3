extension Sequence where Element: StringProtocol {
  /// The words in lines of at most so many columns, with spaces between them. A word that is wider
  /// than that is a line of its own.
  ///
  /// - Parameter width: how many columns a word takes; by default as many as it has characters.
  package func wrapped(columns: Int, width: (Element) -> Int = { $0.count }) -> [String] {
    var lines: [String] = []
    var line = ""
    var used = 0
    for word in self {
      let own = width(word)
      if !line.isEmpty, used + 1 + own > columns {
        lines.append(line)
        line = ""
      }
      (line, used) = line.isEmpty ? (String(word), own) : ("\(line) \(word)", used + 1 + own)
    }
    return lines + [line]
  }
}
