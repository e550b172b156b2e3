import Terminal

extension String {
  /// The text wrapped to this many columns, broken at spaces if possible.
  package func wrapped(columns: Int) -> [String] {
    let columns = max(1, columns)
    var lines: [String] = []
    var line = ""
    for word in split(separator: " ", omittingEmptySubsequences: false) {
      var word = String(word)
      if !line.isEmpty, DisplayWidth.of(line) + 1 + DisplayWidth.of(word) > columns {
        lines.append(line)
        line = ""
      }
      while DisplayWidth.of(word) > columns {
        var taken = 0
        let head = word.prefix { character in
          taken += DisplayWidth.of(character)
          return taken <= columns
        }
        guard !head.isEmpty else { break }
        lines.append(String(head))
        word.removeFirst(head.count)
      }
      line = line.isEmpty ? word : line + " " + word
    }
    return lines + [line]
  }
}
