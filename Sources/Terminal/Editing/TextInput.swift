/// A line of text being edited: graphemes, and a caret between them.
///
/// It holds one line of printable text: everything after the first line end is dropped, and so are
/// controls. Text beyond the limits is cut between graphemes.
package struct TextInput: Equatable, Sendable {
  package private(set) var text = ""
  /// How many graphemes are before the caret.
  package private(set) var caret = 0
  private let limit: Int

  /// The longest text in bytes of UTF-8, however few graphemes it has.
  package static let greatestSize = 4096

  /// - Parameter limit: the most graphemes.
  package init(_ text: String = "", limit: Int = 1024) {
    self.limit = max(0, limit)
    replace(with: text)
  }

  /// Replaces the text and moves the caret to its end.
  package mutating func replace(with text: String) {
    (self.text, caret) = ("", 0)
    insert(text)
  }

  /// Inserts text at the caret, as much as there is room for, and moves the caret after it.
  ///
  /// A combining mark joins the grapheme before the caret.
  package mutating func insert(_ text: String) {
    let index = self.text.index(self.text.startIndex, offsetBy: caret)
    let (before, after) = (String(self.text[..<index]), String(self.text[index...]))
    var room = Self.greatestSize - self.text.utf8.count
    var piece = String(
      text.firstLine.prefix { character in
        room -= character.utf8.count
        return room >= 0
      })
    var joined = before + piece + after
    // Graphemes may merge where the pieces meet, so they must be counted after joining.
    while !piece.isEmpty, case let excess = joined.count - limit, excess > 0 {
      piece.removeLast(min(excess, piece.count))
      joined = before + piece + after
    }
    if piece.isEmpty { return }
    self.text = joined
    caret = joined.graphemes(covering: before.utf8.count + piece.utf8.count)
  }

  /// Removes graphemes; the caret moves to where they were.
  mutating func remove(_ range: Range<Int>) {
    let range = range.clamped(to: 0..<text.count)
    let start = text.index(text.startIndex, offsetBy: range.lowerBound)
    let end = text.index(start, offsetBy: range.count)
    text.removeSubrange(start..<end)
    caret = range.lowerBound
  }

  /// Moves the caret, clamped to the text.
  mutating func moveCaret(to place: Int) { caret = min(max(0, place), text.count) }
}

extension String {
  /// A text up to its first line end, without unprintable characters.
  fileprivate var firstLine: String {
    var line = String.UnicodeScalarView()
    for scalar in unicodeScalars.prefix(while: { $0 != "\n" && $0 != "\r" })
    where !scalar.isUnprintable {
      line.append(scalar)
    }
    return String(line)
  }

  /// How many graphemes it takes to cover this many bytes.
  fileprivate func graphemes(covering bytes: Int) -> Int {
    var (count, covered) = (0, 0)
    for character in self where covered < bytes {
      covered += character.utf8.count
      count += 1
    }
    return count
  }
}
