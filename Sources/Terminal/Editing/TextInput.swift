/// A line of text being edited: graphemes, and a caret between them.
///
/// It holds one line of printable text, as `String.typedLine` makes it, or any text unaltered. Text
/// beyond the limits is cut between graphemes. Removed text can be inserted again, and changes can
/// be undone; neither leaves this value, and no description of it has any of its text.
package struct TextInput: Equatable, Sendable {
  package private(set) var text = ""
  /// How many graphemes are before the caret.
  package private(set) var caret = 0
  private let limit: Int
  private let isVerbatim: Bool
  /// The text removed by the last key that removes a word or more.
  private var removed = ""
  /// The text and the caret before each change, the oldest first.
  private var past: [Moment] = []
  /// Whether the next character typed belongs to the last change.
  private var isTyping = false

  /// A text and its caret.
  private struct Moment: Equatable, Sendable {
    let text: String
    let caret: Int
  }

  /// The most changes that can be undone.
  private static let greatestPast = 200

  /// The longest text in bytes of UTF-8, however few graphemes it has.
  package static let greatestSize = 4096

  /// - Parameters:
  ///   - limit: the most graphemes.
  ///   - isVerbatim: whether controls and line ends are kept.
  package init(_ text: String = "", limit: Int = 1024, isVerbatim: Bool = false) {
    self.limit = max(0, limit)
    self.isVerbatim = isVerbatim
    replace(with: text)
  }

  /// Replaces the text and moves the caret to its end.
  package mutating func replace(with text: String) {
    (self.text, caret) = ("", 0)
    (removed, past, isTyping) = ("", [], false)
    put(text)
  }

  /// Inserts text at the caret, as much as there is room for, and moves the caret after it.
  ///
  /// A combining mark joins the grapheme before the caret.
  /// - Returns: whether there was room for all of it.
  @discardableResult
  package mutating func insert(_ text: String) -> Bool {
    remember()
    return put(text)
  }

  /// Inserts a character that is typed. Changes of one word are undone together.
  mutating func type(_ character: Character) {
    let isSpace = character.isWhitespace
    if !isTyping || isSpace { remember() }
    put(String(character))
    isTyping = !isSpace
  }

  @discardableResult
  private mutating func put(_ text: String) -> Bool {
    let text = isVerbatim ? text : text.typedLine
    let index = self.text.index(self.text.startIndex, offsetBy: caret)
    let (before, after) = (String(self.text[..<index]), String(self.text[index...]))
    var room = Self.greatestSize - self.text.utf8.count
    var piece = String(
      text.prefix { character in
        room -= character.utf8.count
        return room >= 0
      })
    var joined = before + piece + after
    // Graphemes may merge where the pieces meet, so they must be counted after joining.
    while !piece.isEmpty, case let excess = joined.count - limit, excess > 0 {
      piece.removeLast(min(excess, piece.count))
      joined = before + piece + after
    }
    if !piece.isEmpty {
      self.text = joined
      caret = joined.graphemes(covering: before.utf8.count + piece.utf8.count)
    }
    return piece.utf8.count == text.utf8.count
  }

  /// Removes graphemes; the caret moves to where they were.
  /// - Parameter isKept: whether they can be inserted again.
  mutating func remove(_ range: Range<Int>, isKept: Bool = false) {
    let range = range.clamped(to: 0..<text.count)
    if range.isEmpty { return }
    remember()
    let start = text.index(text.startIndex, offsetBy: range.lowerBound)
    let end = text.index(start, offsetBy: range.count)
    if isKept { removed = String(text[start..<end]) }
    text.removeSubrange(start..<end)
    caret = range.lowerBound
  }

  /// Moves the caret, clamped to the text.
  package mutating func moveCaret(to place: Int) {
    caret = min(max(0, place), text.count)
    isTyping = false
  }

  /// Inserts what was removed last.
  mutating func yank() {
    if !removed.isEmpty { insert(removed) }
  }

  /// Undoes the last change.
  mutating func undo() {
    isTyping = false
    guard let moment = past.popLast() else { return }
    (text, caret) = (moment.text, moment.caret)
  }

  private mutating func remember() {
    isTyping = false
    let moment = Moment(text: text, caret: caret)
    if past.last == moment { return }
    past.append(moment)
    if past.count > Self.greatestPast { past.removeFirst() }
  }

  /// How it was edited makes no difference.
  package static func == (left: TextInput, right: TextInput) -> Bool {
    left.text == right.text && left.caret == right.caret && left.limit == right.limit
      && left.isVerbatim == right.isVerbatim
  }
}

/// Hides the text, which may be a password: failed tests and crashes print states.
extension TextInput: CustomStringConvertible, CustomReflectable {
  package var description: String { "TextInput(\(text.count) characters, caret \(caret))" }
  package var customMirror: Mirror { Mirror(self, children: ["caret": caret]) }
}

extension String {
  /// A text's first line that is not empty, with tabs as spaces and without unprintable characters.
  package var typedLine: String {
    func isLineEnd(_ scalar: Unicode.Scalar) -> Bool { scalar == "\n" || scalar == "\r" }
    var line = UnicodeScalarView()
    for scalar in unicodeScalars.drop(while: isLineEnd).prefix(while: { !isLineEnd($0) }) {
      if scalar == "\t" { line.append(" ") } else if !scalar.isUnprintable { line.append(scalar) }
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
