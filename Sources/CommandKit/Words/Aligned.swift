import TextTools

/// A table as lines: each column is as wide as its widest text, and no line ends with spaces.
package func aligned(_ rows: [[String]], gap: Int = 2) -> [String] {
  var widths: [Int] = []
  for row in rows {
    for (column, text) in row.enumerated() {
      if column == widths.count { widths.append(0) }
      widths[column] = max(widths[column], text.count)
    }
  }
  return rows.map { row in
    let last = row.lastIndex { !$0.isEmpty } ?? 0
    return zip(row, widths).enumerated().prefix(last + 1).map { column, cell in
      column == last ? cell.0 : cell.0.padded(to: cell.1 + gap)
    }.joined()
  }
}
