// Finds the comments of a text. They stand in the space between values, of which only arrays and
// objects have any; so each question asks first whether there are comments at all.
extension JSONDocument {
  /// True if a range has a comment or a trailing comma.
  package func hasComments(in range: Range<Int>) -> Bool {
    !comments(in: range).isEmpty || trailingComma(in: range) != nil
  }

  /// All comments, as written.
  package var comments: [ArraySlice<UInt8>] { outline.comments.map { bytes[$0] } }

  /// The text as plain JSON: spaces replace comments and trailing commas, and everything else keeps
  /// its place.
  package var plainText: [UInt8] { structure }

  /// The comments that begin in a range.
  func comments(in range: Range<Int>) -> ArraySlice<Range<Int>> {
    let comments = outline.comments
    let first = comments.endOfPrefix { $0.lowerBound < range.lowerBound }
    let end = comments[first...].endOfPrefix { $0.lowerBound < range.upperBound }
    return comments[first..<end]
  }

  package func commentCount(in range: Range<Int>) -> Int { comments(in: range).count }

  private func trailingComma(in range: Range<Int>) -> Int? {
    let commas = outline.trailingCommas
    let first = commas.endOfPrefix { $0 < range.lowerBound }
    return first < commas.count && commas[first] < range.upperBound ? commas[first] : nil
  }

  /// The comma in a range between two children, or after the last one.
  func comma(in range: Range<Int>) -> Int? {
    structure[range].firstIndex(of: .comma) ?? trailingComma(in: range)
  }

  /// True if a line comment ends at an offset, so that only a line end may follow.
  func endsLineComment(at offset: Int) -> Bool {
    let comments = outline.comments
    let index = comments.endOfPrefix { $0.upperBound < offset }
    return index < comments.count && comments[index].upperBound == offset
      && bytes[comments[index].lowerBound + 1] == .slash
  }

  /// The end of the comments that follow on a range's first line; the range's start if there are
  /// none, or if a child follows them on their line.
  func endOfLineComments(in range: Range<Int>) -> Int {
    var i = range.lowerBound
    var end = i
    var comments = comments(in: range)
    while i < range.upperBound {
      if comments.first?.lowerBound == i, let comment = comments.popFirst() {
        i = comment.upperBound
        end = i
      } else if structure[i].isLineEnd {
        return end
      } else if structure[i].isJSONSpace {
        i += 1
      } else {
        break
      }
    }
    let isClosed = i < bytes.count && (bytes[i] == .closeBrace || bytes[i] == .closeBracket)
    return isClosed ? end : range.lowerBound
  }

  /// The start of the comments on the lines directly above a child, and before it on its own line.
  ///
  /// - Parameter limit: the end of the child before it.
  func startOfCommentsAbove(_ child: Int, after limit: Int) -> Int {
    var (start, next) = (child, child)
    var isOnLine = true
    for comment in comments(in: limit..<child).reversed() {
      let between = comment.upperBound..<next
      guard !structure[between].contains(.comma), let lines = lineEnds(in: between), lines < 2
      else { break }
      next = comment.lowerBound
      if lines == 1 { isOnLine = false }
      if isOnLine || beginsLine(next) { start = next }
    }
    return start
  }

  /// The number of line ends in a range; nil if it has anything but space.
  func lineEnds(in range: Range<Int>) -> Int? {
    var count = 0
    for i in range {
      guard bytes[i].isJSONSpace else { return nil }
      let isSecond =
        bytes[i] == .lineFeed && i > range.lowerBound && bytes[i - 1] == .carriageReturn
      if bytes[i].isLineEnd, !isSecond { count += 1 }
    }
    return count
  }

  func beginsLine(_ offset: Int) -> Bool {
    var i = offset
    while i > 0, bytes[i - 1] == .space || bytes[i - 1] == .tab { i -= 1 }
    return i == 0 || structure[i - 1].isLineEnd
  }
}
