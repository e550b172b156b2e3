/// The picture that a terminal shows at one moment.
struct TerminalPicture: Sendable, CustomStringConvertible {
  /// The rows without the spaces at their ends.
  let rows: [String]
  let cursor: (column: Int, row: Int)
  let isCursorShown: Bool
  /// Whether this is the screen beside the shell's.
  let isAlternate: Bool
  /// Whether no frame is half drawn: while one is, lines do not wrap.
  let isWhole: Bool
  let size: (columns: Int, rows: Int)
  /// The program that the terminal was opened with.
  let process: Int32

  /// The values that tmux is asked for after the rows.
  static let format =
    "#{cursor_x} #{cursor_y} #{cursor_flag} #{alternate_on} #{wrap_flag} #{pane_width} "
    + "#{pane_height} #{pane_pid}"

  /// - Parameter answer: the rows, and behind them a line of that format.
  init?(_ answer: String) {
    var lines = answer.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    while lines.last?.isEmpty == true { lines.removeLast() }
    let numbers = lines.popLast()?.split(separator: " ").compactMap { Int($0) } ?? []
    guard numbers.count == 8 else { return nil }
    rows = lines
    cursor = (numbers[0], numbers[1])
    isCursorShown = numbers[2] == 1
    isAlternate = numbers[3] == 1
    isWhole = numbers[4] == 1
    size = (numbers[5], numbers[6])
    process = Int32(numbers[7])
  }

  /// The exit code that the shell prints once `regapp` has ended; nil before.
  var end: Int32? {
    let line = rows.first { $0.hasPrefix("[ended ") }
    return line.flatMap { Int32($0.dropFirst(7).dropLast()) }
  }

  var text: String { rows.joined(separator: "\n") }

  /// Whether all these texts are shown, whatever line ends they are broken by.
  func shows(_ words: String...) -> Bool {
    let letters = text.filter { !$0.isWhitespace }
    return words.allSatisfy { words in
      text.contains(words) || letters.contains(words.filter { !$0.isWhitespace })
    }
  }

  /// The row that holds a text.
  func row(of words: String) -> Int? { rows.firstIndex { $0.contains(words) } }

  /// The text after a label in its row.
  func value(_ label: String) -> String? {
    guard let row = rows.first(where: { $0.contains(label) }), let range = row.firstRange(of: label)
    else { return nil }
    // Other text beside a value is some columns away.
    let value = row[range.upperBound...].drop { $0 == " " }
    return String(value.prefix(upTo: value.firstRange(of: "   ")?.lowerBound ?? value.endIndex))
      .trimmingCharacters(in: .whitespaces)
  }

  /// Whether the cursor can be seen in the row of a label.
  func isIn(_ label: String) -> Bool { isCursorShown && row(of: label) == cursor.row }

  var description: String {
    "\(text)\ncursor \(cursor.column),\(cursor.row), shown \(isCursorShown), "
      + "alternate \(isAlternate), \(size.columns)x\(size.rows)"
  }
}
