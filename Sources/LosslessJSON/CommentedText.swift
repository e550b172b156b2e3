/// A text with its comments found, once and for all.
///
/// Nothing else has to know of comments to read a value: all readers step through `structure`, the
/// same text with spaces in the places of comments and trailing commas, where it is plain JSON.
///
///     text        {"a": 1, /* one */ "b": [2,],} // end
///     structure   {"a": 1,           "b": [2 ] }
///
/// Offsets are the same in both. Only what is written looks for comments: an edit keeps them.
struct CommentedText {
  private(set) var structure: [UInt8]
  /// Ranges from the first slash to the last byte; a line comment's range excludes the line end.
  private(set) var comments: [Range<Int>] = []
  /// The commas after last members and elements.
  private(set) var trailingCommas: [Int] = []
  /// The start of a block comment without an end.
  private(set) var unclosed: Int?

  init(_ bytes: [UInt8]) {
    structure = bytes
    bytes.withUnsafeBufferPointer { buffer in
      if let text = JSONText(buffer) { read(text) }
    }
    for comment in comments { for i in comment { structure[i] = .space } }
    for comma in trailingCommas { structure[comma] = .space }
  }

  /// Stops at a byte that JSON cannot have there: the parser, which gets the rest unchanged, fails
  /// at that byte or before it.
  private mutating func read(_ text: JSONText) {
    var i = text.startAfterByteOrderMark
    // The last byte that was neither space nor in a comment.
    var last: UInt8?
    // A comma behind a value.
    var comma: Int?
    while i < text.end {
      let byte = text[i]
      switch byte {
      case .space, .lineFeed, .carriageReturn, .tab:
        i += 1
        continue
      case .slash:
        guard let end = endOfComment(at: i, in: text) else { return }
        i = end
        continue
      case .comma:
        let isBehindValue = last.map { ![.comma, .colon, .openBrace, .openBracket].contains($0) }
        comma = isBehindValue == true ? i : nil
      case .closeBrace, .closeBracket:
        if let comma { trailingCommas.append(comma) }
        comma = nil
      default: comma = nil
      }
      last = byte
      i = byte == .quote ? text.endOfCheckedString(at: i) : i + 1
    }
  }

  /// Notes the comment that begins at `start`, and returns its end; nil if there is none, or if it
  /// is incomplete.
  private mutating func endOfComment(at start: Int, in text: JSONText) -> Int? {
    guard start + 1 < text.end else { return nil }
    let isBlock = text[start + 1] == .asterisk
    guard isBlock || text[start + 1] == .slash else { return nil }
    var i = start + 2
    while i < text.end {
      if isBlock, text[i] == .asterisk, i + 1 < text.end, text[i + 1] == .slash {
        comments.append(start..<i + 2)
        return i + 2
      }
      if !isBlock, text[i].isLineEnd { break }
      let length = text.lengthOfSequence(at: i)
      guard length > 0 else {
        // Blank the part before the invalid byte, which is the error.
        comments.append(start..<i)
        return nil
      }
      i += length
    }
    if isBlock {
      unclosed = start
      return nil
    }
    comments.append(start..<i)
    return i
  }
}

extension CommentedText {
  /// Corrects the parser's error for the text with comments, of which the parser saw the structure.
  func failure(_ failure: JSONParser.Failure, in bytes: [UInt8]) -> JSONParser.Failure {
    if failure.offset == unclosed {
      return JSONParser.Failure(offset: failure.offset, reason: .unclosedComment)
    }
    guard case .unexpected(_, let expected) = failure.reason else { return failure }
    // A trailing comma behind no value: `{"a",}`.
    var start = failure.offset
    while start > 0, structure[start - 1].isJSONSpace { start -= 1 }
    let comma = trailingCommas.first { $0 >= start && $0 < failure.offset }
    let offset =
      if let comma, expected == .colon || expected == .end { comma } else { failure.offset }
    guard offset < bytes.count, structure[offset] != bytes[offset] else { return failure }
    // The structure has spaces in the place of comments and trailing commas.
    return JSONParser.Failure(
      offset: offset,
      reason: .unexpected(.scalar(Unicode.Scalar(bytes[offset])), expected: expected))
  }
}
