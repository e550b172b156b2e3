extension Sequence where Element: StringProtocol {
  /// The words joined with spaces into lines of at most this many columns, a wider word alone.
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
