// Where comments are. Values have none, but arrays and objects; so all this is about the space between
// values, and asks first whether there are any.
extension JSONDocument {
  /// Whether a stretch has a comment or a trailing comma.
  package func hasComments(in range: Range<Int>) -> Bool {
    !comments(in: range).isEmpty || trailingComma(in: range) != nil
  }

  /// All comments, as they are written.
  package var comments: [ArraySlice<UInt8>] { outline.comments.map { bytes[$0] } }

  /// The text as plain JSON: spaces are in the places of comments and trailing commas, and all else is
  /// where it was.
  package var plainText: [UInt8] { structure }

  /// The comments that begin in a stretch.
  func comments(in range: Range<Int>) -> ArraySlice<Range<Int>> {
    let comments = outline.comments
    let first = comments.endOfPrefix { $0.lowerBound < range.lowerBound }
    let end = comments[first...].endOfPrefix { $0.lowerBound < range.upperBound }
    return comments[first..<end]
  }

  private func trailingComma(in range: Range<Int>) -> Int? {
    let commas = outline.trailingCommas
    let first = commas.endOfPrefix { $0 < range.lowerBound }
    return first < commas.count && commas[first] < range.upperBound ? commas[first] : nil
  }

  /// The comma in a stretch between two children, or behind the last one.
  func comma(in range: Range<Int>) -> Int? {
    structure[range].firstIndex(of: .comma) ?? trailingComma(in: range)
  }

  func isLineComment(_ comment: Range<Int>) -> Bool { bytes[comment.lowerBound + 1] == .slash }

  /// Whether a line comment ends at an offset, so that only a line end may follow.
  func endsLineComment(at offset: Int) -> Bool {
    let comments = outline.comments
    let index = comments.endOfPrefix { $0.upperBound < offset }
    return index < comments.count && comments[index].upperBound == offset
      && isLineComment(comments[index])
  }

  /// The end of the comments that follow on the line where a stretch begins, which is its start if
  /// there are none, or a child follows them on their line.
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

  /// The space before a child and the comments above it, if there is a blank line in it.
  ///
  /// - Parameter limit: the end of the child before it.
  func blankLines(before child: Int, after limit: Int) -> ArraySlice<UInt8> {
    var start = child
    while start > limit, structure[start - 1].isJSONSpace, !isInComment(start - 1) { start -= 1 }
    return (lineEnds(in: start..<child) ?? 0) > 1 ? bytes[start..<child] : []
  }

  private func isInComment(_ offset: Int) -> Bool {
    let index = outline.comments.endOfPrefix { $0.upperBound <= offset }
    return index < outline.comments.count && outline.comments[index].lowerBound <= offset
  }

  /// How many lines end in a stretch; nil if it has other than space.
  private func lineEnds(in range: Range<Int>) -> Int? {
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

// MARK: Replacing

extension JSONDocument {
  /// Makes a value another one, whose comments stay.
  func keepingComments(of value: JSONValue, replacedWith literal: JSONLiteral) -> JSONSplice {
    switch (value.kind, literal) {
    case (.array, .array),
      (.object, .object) where !literal.repeatsKeys:
      let splice = try? editing(value) { document throws(JSONSyntaxError) in
        try document.become(literal)
      }
      if let splice { return splice }
    default: break
    }
    // One that is no container, or not of this kind: they follow it.
    let indentation = surroundings(of: value).indentation
    var bytes = literal.bytes(style: .oneLine)
    for comment in comments(in: value.range) {
      bytes += [.space] + self.bytes[comment]
      if isLineComment(comment) { bytes += (outline.surroundings.style.newline + indentation).utf8 }
    }
    return JSONSplice(range: value.range, bytes: bytes)
  }

  private mutating func become(_ literal: JSONLiteral) throws(JSONSyntaxError) {
    switch literal {
    case .array(let elements): try become(elements)
    case .object(let members): try become(members)
    case .null, .bool, .number, .string: break
    }
  }

  private mutating func become(_ new: [JSONLiteral]) throws(JSONSyntaxError) {
    for index in elements(of: root).indices.reversed() {
      let now = elements(of: root)
      let literal = literal(now[index])
      // Of several that are the same, as many stay as are wanted.
      let count = now.prefix(index).count { self.literal($0) == literal }
      guard new.count(where: { $0 == literal }) <= count else { continue }
      try apply(removing(element: now[index], from: root))
    }
    var kept = elements(of: root).map { self.literal($0) }[...]
    let isInOrder = new.reduce(into: kept) { if $0.first == $1 { $0.removeFirst() } }.isEmpty
    for (index, literal) in new.enumerated() {
      let now = elements(of: root)
      if isInOrder {
        if kept.first == literal {
          kept.removeFirst()
        } else {
          try apply(inserting([literal], into: root, after: index > 0 ? now[index - 1] : nil))
        }
      } else if index < now.count {
        if self.literal(now[index]) != literal {
          try apply(replacing(now[index], with: literal))
        }
      } else {
        try apply(appending(literal, to: root))
      }
    }
  }

  private mutating func become(_ new: [JSONLiteral.Member]) throws(JSONSyntaxError) {
    for index in Array(members(of: root)).indices.reversed() {
      let now = Array(members(of: root))
      let key = string(now[index].key)
      let isKept =
        new.contains { $0.key == key } && !now[..<index].contains { string($0.key) == key }
      if !isKept { try apply(removing(now[index], from: root)) }
    }
    for member in new {
      if let value = value(for: JSONKey(member.key), in: root) {
        if literal(value) != member.value { try apply(replacing(value, with: member.value)) }
      } else {
        try apply(inserting(member.key, member.value, into: root))
      }
    }
  }
}

extension JSONLiteral {
  /// Whether it is an object in which a key comes twice.
  fileprivate var repeatsKeys: Bool {
    guard case .object(let members) = self else { return false }
    return Set(members.map { Array($0.key.utf8) }).count < members.count
  }
}
