/// A line of text being edited: graphemes, and a caret between them.
///
/// It holds one line and nothing that would not be printed: what follows the first line end of a
/// text is dropped, and so are controls. What exceeds the limits is cut between graphemes.
package struct TextInput: Equatable, Sendable {
  package private(set) var text = ""
  /// How many graphemes stand before the caret.
  package private(set) var caret = 0
  private let limit: Int

  /// The longest text in bytes of UTF-8, however few graphemes they make.
  package static let greatestSize = 4096

  /// - Parameter limit: the most graphemes.
  package init(_ text: String = "", limit: Int = 1024) {
    self.limit = max(0, limit)
    replace(with: text)
  }

  /// Sets another text; the caret stands at its end.
  package mutating func replace(with text: String) {
    (self.text, caret) = ("", 0)
    insert(text)
  }

  /// Puts text in at the caret, as much of it as there is room for; the caret stands after it.
  ///
  /// A mark that combines joins the grapheme before the caret.
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
    // Graphemes may join where the pieces meet, so that only counting tells how many there are.
    while !piece.isEmpty, case let excess = joined.count - limit, excess > 0 {
      piece.removeLast(min(excess, piece.count))
      joined = before + piece + after
    }
    if piece.isEmpty { return }
    self.text = joined
    caret = joined.graphemes(covering: before.utf8.count + piece.utf8.count)
  }

  /// Takes graphemes out; the caret stands where they were.
  mutating func remove(_ range: Range<Int>) {
    let range = range.clamped(to: 0..<text.count)
    let start = text.index(text.startIndex, offsetBy: range.lowerBound)
    let end = text.index(start, offsetBy: range.count)
    text.removeSubrange(start..<end)
    caret = range.lowerBound
  }

  /// Moves the caret, within the text.
  mutating func moveCaret(to place: Int) { caret = min(max(0, place), text.count) }
}

extension String {
  /// A text up to its first line end, without what would not be printed.
  fileprivate var firstLine: String {
    var line = String.UnicodeScalarView()
    for scalar in unicodeScalars.prefix(while: { $0 != "\n" && $0 != "\r" })
    where !scalar.isUnprintable {
      line.append(scalar)
    }
    return String(line)
  }

  /// How many graphemes it takes to cover so many bytes.
  fileprivate func graphemes(covering bytes: Int) -> Int {
    var (count, covered) = (0, 0)
    for character in self where covered < bytes {
      covered += character.utf8.count
      count += 1
    }
    return count
  }
}
