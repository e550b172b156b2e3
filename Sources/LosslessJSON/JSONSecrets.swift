import TextTools

/// Finds what must not be seen of a text.
///
/// Of JSON, the values of members with secret names are hidden, and in a comment the rest of a line behind
/// such a name. Of any other text, nothing may be shown behind the place of its error, and before it only
/// keys with their colons and what is between values:
///
///     {"email": "ada@x.org", "password: "hunter2", "n": 1}
///     {"email": "********", "********"
///
/// What is before that place was read as JSON. So a quote that is missing turns no value into a key: the
/// first thing that is inside out is the error.
package struct JSONSecrets: Sendable {
  /// What a word means, as the name of a member or as a string.
  package enum Word: Sendable {
    /// The value of a member of this name is secret.
    case secret
    /// As `known`; strings in its value are shown only if they are known.
    case setting
    /// It may be shown everywhere. A member of this name in a secret object is a setting.
    case known
    /// Any other.
    case other
  }

  let meaning: @Sendable (String) -> Word
  /// The member of the outermost object in which nothing is secret.
  let openMember: String
  /// Whether strings that begin as hashes do, with `$` or `{`, are secret under any name.
  package var hidesHashes = false

  package init(openMember: String, _ meaning: @escaping @Sendable (String) -> Word) {
    self.openMember = openMember
    self.meaning = meaning
  }

  /// Finds what is secret in a text, in linear time.
  ///
  /// - Returns: the ranges to hide, in order and without the quotes around strings, and why the text is
  ///   not JSON: behind that place nothing may be shown.
  package func hidden(
    in bytes: [UInt8], dialect: JSONDialect
  ) -> (ranges: [Range<Int>], error: JSONSyntaxError?) {
    do throws(JSONSyntaxError) {
      let document = try JSONDocument(parsing: bytes, dialect: dialect)
      var search = SecretSearch(self, document)
      return (search.ranges(), nil)
    } catch {
      return (JSONText.hidden(in: bytes, before: error.offset, dialect), error)
    }
  }
}

/// Looks for what is secret in JSON.
private struct SecretSearch {
  /// How much of a value is shown.
  private enum Showing {
    case usual
    /// Numbers and known words.
    case settings
    case nothing
  }

  private let secrets: JSONSecrets
  private let document: JSONDocument
  private var found: [Range<Int>] = []
  /// What words mean that were met already. A hostile text has as many as it likes; only some are kept.
  private var meanings: [String: JSONSecrets.Word] = [:]

  init(_ secrets: JSONSecrets, _ document: JSONDocument) {
    (self.secrets, self.document) = (secrets, document)
  }

  mutating func ranges() -> [Range<Int>] {
    visit(document.root, .usual)
    guard document.commentCount > 0 else { return found }
    for comment in document.comments {
      for line in document.bytes.linesOfComment(comment.startIndex..<comment.endIndex) {
        if let secret = secret(inCommentLine: line) { found.append(secret) }
      }
    }
    return found.sorted { $0.lowerBound < $1.lowerBound }
  }

  private mutating func hide(_ range: Range<Int>) {
    if !range.isEmpty { found.append(range) }
  }

  private mutating func visit(_ value: JSONValue, _ showing: Showing) {
    switch value.kind {
    case .null, .bool: break
    case .number: if showing == .nothing { hide(value.range) }
    case .string:
      let isShown =
        switch showing {
        case .usual: !(secrets.hidesHashes && beginsAsHash(value))
        case .settings: [.known, .setting].contains(meaning(of: value))
        case .nothing: false
        }
      if !isShown { hide(value.content) }
    case .array:
      for element in document.elements(of: value) { visit(element, showing) }
    case .object:
      let isRoot = value == document.root
      for member in document.members(of: value) {
        if isRoot, document.string(member.key) == secrets.openMember { continue }
        visit(member, showing)
      }
    }
  }

  private mutating func visit(_ member: JSONMember, _ showing: Showing) {
    switch (meaning(of: member.key), showing) {
    case (.secret, _):
      // Without the quotes between them, name and value are one string.
      let name = member.key.content
      if document.bytes[name].contains(.colon) { hide(name) }
      visit(member.value, .nothing)
    case (.setting, _), (_, .settings), (.known, .nothing): visit(member.value, .settings)
    case (.other, .nothing):
      hide(member.key.content)
      visit(member.value, .nothing)
    default: visit(member.value, .usual)
    }
  }

  private func beginsAsHash(_ value: JSONValue) -> Bool {
    document.bytes[value.content].first.map { [0x24, .openBrace, .backslash].contains($0) } ?? false
  }

  /// What a string means; one that cannot be decoded may be anything.
  private mutating func meaning(of string: JSONValue) -> JSONSecrets.Word {
    // Names are short, but each letter may be an escape.
    guard string.content.count <= 1024 else { return .other }
    return document.string(string).map { meaning(of: $0) } ?? .secret
  }

  private mutating func meaning(of word: String) -> JSONSecrets.Word {
    if let known = meanings[word] { return known }
    let meaning = secrets.meaning(word)
    if meanings.count < 32 { meanings[word] = meaning }
    return meaning
  }

  /// What is secret in a line of a comment, in which there may be an account: all behind the first name
  /// of a secret.
  private mutating func secret(inCommentLine line: Range<Int>) -> Range<Int>? {
    let bytes = document.bytes
    // A name may be hidden in escapes.
    if bytes[line].contains(.backslash) { return line }
    var i = line.lowerBound
    while i < line.upperBound {
      let start = i
      while i < line.upperBound, bytes[i].isOfName { i += 1 }
      if i > start, meaning(of: String(decoding: bytes[start..<i], as: UTF8.self)) == .secret {
        if i < line.upperBound, bytes[i] == .quote { i += 1 }
        while i < line.upperBound, bytes[i].isJSONSpace { i += 1 }
        if i < line.upperBound, bytes[i] == .colon { i += 1 }
        return bytes.trimmed(i..<line.upperBound)
      }
      if i == start { i += 1 }
    }
    return nil
  }
}

extension JSONText {
  /// All but keys, and what is between values, of the part of a text that was read as JSON.
  fileprivate static func hidden(
    in bytes: [UInt8], before end: Int, _ dialect: JSONDialect
  ) -> [Range<Int>] {
    let commented = dialect == .withComments ? CommentedText(bytes) : nil
    var hidden: [Range<Int>] = []
    (commented?.structure ?? bytes).withUnsafeBufferPointer { buffer in
      guard let text = JSONText(buffer)?.limited(to: end) else { return }
      var i = text.startAfterByteOrderMark
      while i < text.end {
        if text[i].isBetweenValues {
          i += 1
          continue
        }
        let isString = text[i] == .quote
        var next = isString ? Swift.min(text.endOfCheckedString(at: i), end) : i
        while !isString, next < end, !text[next].isBetweenValues { next += 1 }
        let isClosed = isString && next > i + 1 && text[next - 1] == .quote
        let content = i + (isString ? 1 : 0)..<next - (isClosed ? 1 : 0)
        let behind = text.skippingSpace(from: next)
        let isKey = isString && behind < end && text[behind] == .colon
        // Without the quotes between them, name and value are one string; an escape could hide their colon.
        let isName = isKey && !bytes[content].contains { $0 == .colon || $0 == .backslash }
        if !isName, !content.isEmpty { hidden.append(content) }
        i = next
      }
    }
    guard let commented else { return hidden }
    hidden += commented.comments.filter { $0.upperBound <= end }.flatMap(bytes.linesOfComment)
    return hidden.sorted { $0.lowerBound < $1.lowerBound }
  }
}

extension [UInt8] {
  /// The lines of a comment, without its signs and the space around them, but for those that are empty.
  fileprivate func linesOfComment(_ comment: Range<Int>) -> [Range<Int>] {
    // What is cut off has no end.
    let isClosed =
      self[comment.lowerBound + 1] == .asterisk && comment.count >= 4
      && self[..<comment.upperBound].suffix(2).elementsEqual([.asterisk, .slash])
    let content = comment.lowerBound + 2..<comment.upperBound - (isClosed ? 2 : 0)
    return self[content].split(whereSeparator: \.isLineEnd)
      .map { trimmed($0.startIndex..<$0.endIndex) }.filter { !$0.isEmpty }
  }

  fileprivate func trimmed(_ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, self[start].isJSONSpace { start += 1 }
    while end > start, self[end - 1].isJSONSpace { end -= 1 }
    return start..<end
  }
}

extension UInt8 {
  fileprivate var isBetweenValues: Bool {
    isJSONSpace
      || [.openBrace, .closeBrace, .openBracket, .closeBracket, .comma, .colon].contains(self)
  }

  /// Whether it may be in a name without quotes, in any script.
  fileprivate var isOfName: Bool {
    isDigit || isASCIILetter || [.minus, .plus, .point, 0x5F].contains(self)
      || self >= 0x80
  }
}
