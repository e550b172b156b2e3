import TextTools

extension String {
  /// The text wrapped to this many columns, broken at spaces if possible.
  package func wrapped(columns: Int) -> [String] {
    let columns = max(1, columns)
    return split(separator: " ", omittingEmptySubsequences: false)
      .flatMap { $0.pieces(columns: columns) }
      .wrapped(columns: columns) { DisplayWidth.of($0) }
  }
}

extension Substring {
  /// A word, split into pieces if it is wider than a line.
  fileprivate func pieces(columns: Int) -> [Substring] {
    var pieces: [Substring] = []
    var rest = self
    while DisplayWidth.of(rest) > columns {
      var taken = 0
      let head = rest.prefix { character in
        taken += DisplayWidth.of(character)
        return taken <= columns
      }
      guard !head.isEmpty else { break }
      pieces.append(head)
      rest = rest.dropFirst(head.count)
    }
    return pieces + [rest]
  }
}
