import TextTools

/// Finds the parts of a text that must not be shown.
///
/// In JSON, hides the values of members with secret names and, in comments, the rest of a line
/// after such a name. In any other text, hides everything after the syntax error, and before it
/// everything but keys, colons and the text between values:
///
///     {"email": "ada@x.org", "password: "hunter2", "n": 1}
///     {"email": "********", "********"
///
/// The text before the error was read as JSON. So a missing quote turns no value into a key: the
/// first place at which inside and outside are swapped is the error.
package struct JSONSecrets: Sendable {
  /// The meaning of a word, as the name of a member or as a string.
  package enum Word: Sendable {
    /// The value of a member with this name is secret.
    case secret
    /// As `known`, but strings in its value are shown only if they are known.
    case setting
    /// Shown everywhere. A member with this name in a secret object is a setting.
    case known
    /// Any other word.
    case other
  }

  let kind: @Sendable (String) -> Word
  /// The member of the outermost object without secrets.
  let openMember: String
  /// Also hides strings under any name that begin like hashes, with `$` or `{`.
  package var hidesHashes = false

  package init(openMember: String, _ kind: @escaping @Sendable (String) -> Word) {
    self.openMember = openMember
    self.kind = kind
  }

  /// Finds the secrets of a text, in linear time.
  ///
  /// - Returns: the ranges to hide, in order and without the quotes around strings; and the syntax
  /// error, after which nothing may be shown.
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

private struct SecretSearch {
  /// The shown part of a value.
  private enum Showing {
    case usual
    /// Numbers and known words.
    case settings
    case nothing
  }

  private let secrets: JSONSecrets
  private let document: JSONDocument
  private var found: [Range<Int>] = []
  /// The meanings of words so far. Only some are kept, since a hostile text may have any number.
  private var kinds: [String: JSONSecrets.Word] = [:]

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
        case .settings: [.known, .setting].contains(kind(of: value))
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
    switch (kind(of: member.key), showing) {
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

  /// The meaning of a string; one that cannot be decoded may be secret.
  private mutating func kind(of string: JSONValue) -> JSONSecrets.Word {
    // Names are short, but each letter may be an escape.
    guard string.content.count <= 1024 else { return .other }
    return document.string(string).map { kind(of: $0) } ?? .secret
  }

  private mutating func kind(of word: String) -> JSONSecrets.Word {
    if let known = kinds[word] { return known }
    let kind = secrets.kind(word)
    if kinds.count < 32 { kinds[word] = kind }
    return kind
  }

  /// The secret part of a line in a comment, which may quote an account: everything after the first
  /// name of a secret.
  private mutating func secret(inCommentLine line: Range<Int>) -> Range<Int>? {
    let bytes = document.bytes
    // A name may be hidden in escapes.
    if bytes[line].contains(.backslash) { return line }
    var i = line.lowerBound
    while i < line.upperBound {
      let start = i
      while i < line.upperBound, bytes[i].isOfName { i += 1 }
      if i > start, kind(of: String(decoding: bytes[start..<i], as: UTF8.self)) == .secret {
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
  /// The part of a text that was read as JSON, except keys and the text between values.
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
        // Without the quotes between them, name and value are one string; an escape could hide
        // their colon.
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
  /// The lines of a comment that are not empty, without its signs and surrounding space.
  fileprivate func linesOfComment(_ comment: Range<Int>) -> [Range<Int>] {
    // A comment that was cut off has no end.
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

  /// True if it may be in a name without quotes, in any script.
  fileprivate var isOfName: Bool {
    isDigit || isASCIILetter || [.minus, .plus, .point, 0x5F].contains(self)
      || self >= 0x80
  }
}
