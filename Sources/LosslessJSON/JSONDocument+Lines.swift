// White space as editing sees it: its last line end, and what follows on that line. A line end in a
// comment does not count, and white space ends where a comment begins.
extension JSONDocument {
  /// The last line end in a range of white space and comments, and the white space after it.
  func lastLine(in space: Range<Int>) -> (newline: Range<Int>, blanks: Range<Int>)? {
    guard let last = structure[space].lastIndex(where: \.isLineEnd) else { return nil }
    let isPair =
      bytes[last] == .lineFeed && last > space.lowerBound && bytes[last - 1] == .carriageReturn
    return (
      (isPair ? last - 1 : last)..<last + 1, spaceAfter(last + 1, upTo: space.upperBound)
    )
  }

  /// The white space of a range from its last line end, or from its start if it has none.
  func spacing(in space: Range<Int>) -> ArraySlice<UInt8> {
    guard let line = lastLine(in: space) else {
      return bytes[spaceAfter(space.lowerBound, upTo: space.upperBound)]
    }
    return bytes[line.newline.lowerBound..<line.blanks.upperBound]
  }

  func spaceAfter(_ offset: Int, upTo limit: Int) -> Range<Int> {
    var end = offset
    while end < limit, bytes[end].isJSONSpace { end += 1 }
    return offset..<end
  }

  func spaceBefore(_ offset: Int) -> Range<Int> {
    var start = offset
    // A line comment may end in blanks.
    let comment = outline.comments.endOfPrefix { $0.upperBound <= offset }
    let limit = comment > 0 ? outline.comments[comment - 1].upperBound : 0
    while start > limit, bytes[start - 1].isJSONSpace { start -= 1 }
    return start..<offset
  }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}
