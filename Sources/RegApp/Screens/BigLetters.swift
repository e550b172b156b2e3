import CommandKit
import Terminal

/// A word in letters three rows high, for where there is room.
enum BigLetters {
  static let height = 3

  /// The columns that a word takes; nil where a letter of it is not drawn here.
  static func width(of word: String) -> Int? {
    var width = -1
    for letter in word {
      guard let shape = shapes[letter] else { return nil }
      width += (shape[0].count) + 1
    }
    return width > 0 ? width : nil
  }

  static func draw(_ word: String, at position: Position, style: Style, in frame: inout Frame) {
    var column = position.column
    for letter in word {
      guard let shape = shapes[letter] else { return }
      for (row, line) in shape.enumerated() {
        frame.write(
          line, at: Position(column: column, row: position.row + row), style: style)
      }
      column += shape[0].count + 1
    }
  }

  private static let shapes: [Character: [String]] = [
    "R": ["█▀▀▄", "█▄▄▀", "▀  ▀"],
    "L": ["█   ", "█   ", "▀▀▀▀"],
    "S": ["▄▀▀▀", "▀▀▀▄", "▀▀▀ "],
    "e": ["▄▀▀▄", "█▀▀▀", " ▀▀ "],
    "g": ["▄▀▀█", " ▀▀█", "▀▀▀ "],
    "i": ["▀", "█", "▀"],
    "n": ["▄▀▀▄", "█  █", "▀  ▀"],
    "o": ["▄▀▀▄", "█  █", " ▀▀ "],
    "r": ["▄▀▀", "█  ", "▀  "],
    "s": ["▄▀▀▀", " ▀▀▄", "▀▀▀ "],
    "t": ["▄█▄", " █ ", " ▀▀"],
    "В": ["█▀▀▄", "█▀▀▄", "▀▀▀ "],
    "Р": ["█▀▀▄", "█▄▄▀", "▀   "],
    "а": ["▄▀▀▄", "█▀▀█", "▀  ▀"],
    "г": ["█▀▀", "█  ", "▀  "],
    "д": [" ▄▀█ ", " █ █ ", "█▀▀▀█"],
    "е": ["▄▀▀▄", "█▀▀▀", " ▀▀ "],
    "и": ["█ ▄█", "█▀ █", "▀  ▀"],
    "о": ["▄▀▀▄", "█  █", " ▀▀ "],
    "р": ["▄▀▀▄", "█▄▄▀", "▀   "],
    "с": ["▄▀▀▀", "█   ", " ▀▀▀"],
    "т": ["▀█▀", " █ ", " ▀ "],
    "х": ["▄ ▄", " █ ", "▀ ▀"],
    "ц": ["█  █ ", "█  █ ", "▀▀▀▀▄"],
    "я": ["▄▀▀█", " ▀▀█", "▀  ▀"],
    " ": ["  ", "  ", "  "],
  ]
}
