// White space as editing sees it: its last line end, and what follows on that line.
extension JSONDocument {
  /// The last line end in a stretch of white space, and the white space after it.
  func lastLine(in space: Range<Int>) -> (newline: Range<Int>, blanks: Range<Int>)? {
    guard let last = bytes[space].lastIndex(where: \.isLineEnd) else { return nil }
    let isPair =
      bytes[last] == .lineFeed && last > space.lowerBound && bytes[last - 1] == .carriageReturn
    return ((isPair ? last - 1 : last)..<last + 1, last + 1..<space.upperBound)
  }

  /// A stretch of white space from its last line end on, or all of it if it has none.
  func withoutBlankLines(_ space: Range<Int>) -> Range<Int> {
    (lastLine(in: space)?.newline.lowerBound ?? space.lowerBound)..<space.upperBound
  }

  /// The white space that ends at an offset.
  func spaceBefore(_ offset: Int) -> Range<Int> {
    var start = offset
    while start > 0, bytes[start - 1].isJSONSpace { start -= 1 }
    return start..<offset
  }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}
