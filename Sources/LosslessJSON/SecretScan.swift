/// One pass over a text, for ``JSONSecrets``.
struct SecretScan {
  let text: JSONText
  let isJSON: Bool
  let secrets: JSONSecrets
  let hide: (Range<Int>) -> Void

  /// How much of a value is shown.
  private enum Showing {
    /// What the text's being JSON or not says.
    case usual
    /// Numbers and known words.
    case settings
    case nothing
    case everything
  }

  private struct Level {
    let isObject: Bool
    let showing: Showing
  }

  /// What the scan is behind.
  private enum Place {
    /// A line in which something was wrong, or nothing at all.
    case nothing
    case openBrace, openBracket, comma, name, colon, value, container
    /// A string where a name with a colon should be.
    case stray
  }

  private var place = Place.nothing
  private var levels: [Level] = []
  /// How much is shown of the value behind the colon.
  private var next = Showing.usual
  /// What words mean that were met already. A hostile text has as many as it likes; only some are kept.
  private var meanings: [(word: [UInt8], meaning: JSONSecrets.Word)] = []

  init(text: JSONText, isJSON: Bool, secrets: JSONSecrets, hide: @escaping (Range<Int>) -> Void) {
    self.text = text
    self.isJSON = isJSON
    self.secrets = secrets
    self.hide = hide
  }

  mutating func run() {
    var i = text.startAfterByteOrderMark
    while i < text.end {
      switch text[i] {
      case .space, .tab, .lineFeed, .carriageReturn: i = text.skippingSpace(from: i)
      case .quote: i = string(at: i)
      case .openBrace: i = open(isObject: true, at: i)
      case .openBracket: i = open(isObject: false, at: i)
      case .closeBrace: i = close(isObject: true, at: i)
      case .closeBracket: i = close(isObject: false, at: i)
      case .comma:
        if place == .stray, !isMember(behind: i + 1) {
          i = hideLine(from: i)
          continue
        }
        let isRight = ![.nothing, .comma, .colon, .name].contains(place)
        place = .comma
        i = isRight ? i + 1 : hideLine(from: i + 1)
      case .colon:
        let isRight = place == .name
        place = .colon
        i = isRight ? i + 1 : hideLine(from: i + 1)
      case .slash: i = comment(at: i)
      case .lessThan, .equals, .greaterThan, .bar: i = hideLine(from: endOfMarker(at: i))
      default: i = word(at: i)
      }
    }
  }

  /// How much is shown of a value that begins here.
  private var showing: Showing {
    if place == .colon { return next }
    return levels.last?.showing ?? .usual
  }

  // MARK: Brackets

  private mutating func open(isObject: Bool, at i: Int) -> Int {
    let isRight = ![.value, .name].contains(place) && levels.count < JSONDocument.maximumDepth
    guard isRight, place != .stray else { return hideLine(from: place == .stray ? i : i + 1) }
    // A password that lost its quote may begin so.
    if !isJSON, place == .colon, next == .nothing, !isMember(behind: i + 1) {
      return hideLine(from: i)
    }
    levels.append(Level(isObject: isObject, showing: showing))
    place = isObject ? .openBrace : .openBracket
    return i + 1
  }

  /// Whether a string follows, or the end of the line.
  private func isMember(behind start: Int) -> Bool {
    var i = start
    while i < text.end, text[i] == .space || text[i] == .tab { i += 1 }
    return i == text.end || text[i] == .quote || text[i].isLineEnd
  }

  private mutating func close(isObject: Bool, at i: Int) -> Int {
    guard place != .stray else { return hideLine(from: i) }
    let level = levels.popLast()
    let isRight = level?.isObject == isObject && place != .colon && place != .name
    place = .container
    return isRight ? i + 1 : hideLine(from: i + 1)
  }

  // MARK: Strings

  private mutating func string(at start: Int) -> Int {
    let end = endOfString(at: start)
    guard end > start + 1, text[end - 1] == .quote, !endsOpen(start, end) else {
      // It goes as far as its line, whatever was meant.
      hide(text: start + 1..<end)
      place = .nothing
      return end
    }
    let content = start + 1..<end - 1
    if place != .colon, isColon(behind: end) {
      name(content)
      place = .name
      return end
    }
    let isShown =
      switch showing {
      case .everything: true
      case .usual where isJSON: !(secrets.hidesHashes && isLikeHash(content))
      case .usual, .settings: isKnown(content)
      case .nothing: false
      }
    if !isShown { hide(text: content) }
    let isMember = levels.last?.isObject != false
    let isStray = isMember && [.nothing, .openBrace, .comma, .stray].contains(place)
    place = isStray ? .stray : .value
    return end
  }

  private func isLikeHash(_ content: Range<Int>) -> Bool {
    let first = text[content.lowerBound]
    return first == .dollar || first == .openBrace || first == .backslash
  }

  /// The offset behind the closing quote, or of the end of the line.
  private func endOfString(at start: Int) -> Int {
    var i = start + 1
    while i < text.end {
      let byte = text[i]
      if byte == .quote { return i + 1 }
      if byte.isLineEnd { return i }
      if byte == .backslash, i + 1 < text.end, !text[i + 1].isLineEnd {
        i += 2
      } else {
        i += 1
      }
    }
    return text.end
  }

  /// Whether the quote before `end` is escaped, and the string goes on to the end of its line.
  private func endsOpen(_ start: Int, _ end: Int) -> Bool {
    var backslashes = 0
    while end - 2 - backslashes > start, text[end - 2 - backslashes] == .backslash {
      backslashes += 1
    }
    return backslashes % 2 == 1
  }

  private mutating func name(_ content: Range<Int>) {
    let level = levels.last
    let showing = level?.showing ?? .usual
    let meaning = meaning(of: content)
    if isJSON, showing == .everything || levels.count == 1 && isOpenMember(content) {
      next = .everything
      return
    }
    switch (meaning, showing) {
    case (.secret, _):
      // Without the quotes between them, name and value are one string.
      if content.contains(where: { text[$0] == .colon }) { hide(text: content) }
      next = .nothing
    case (.setting, _), (_, .settings), (.known, .nothing): next = .settings
    case (.other, .nothing):
      hide(text: content)
      next = .nothing
    default: next = .usual
    }
  }

  private func isOpenMember(_ content: Range<Int>) -> Bool {
    levels.last?.isObject == true && decoded(content) == secrets.openMember
  }

  /// Whether a colon follows, perhaps behind comments.
  private func isColon(behind end: Int) -> Bool {
    var i = text.skippingSpace(from: end)
    while i < text.end, let next = endOfComment(at: i) { i = text.skippingSpace(from: next) }
    return i < text.end && text[i] == .colon
  }

  // MARK: Words

  private mutating func isKnown(_ content: Range<Int>) -> Bool {
    switch meaning(of: content) {
    case .known, .setting: true
    case .secret, .other: false
    }
  }

  private mutating func meaning(of content: Range<Int>) -> JSONSecrets.Word {
    guard content.count <= Self.longestWord else { return .other }
    let start = content.lowerBound
    let known = meanings.first { known in
      known.word.count == content.count
        && known.word.indices.allSatisfy { known.word[$0] == text[start + $0] }
    }
    if let known { return known.meaning }
    let meaning = secrets.meaning(decoded(content))
    if meanings.count < 32 { meanings.append((content.map { text[$0] }, meaning)) }
    return meaning
  }

  /// Names are short, but each letter may be an escape.
  private static let longestWord = 1024

  private func decoded(_ content: Range<Int>) -> String {
    var scalars = String.UnicodeScalarView()
    let text = text.limited(to: content.upperBound)
    var i = content.lowerBound
    while i < content.upperBound {
      if text[i] == .backslash {
        let (scalar, next) = text.escape(at: i)
        scalars.append(scalar ?? "\u{FFFD}")
        i = Swift.max(next, i + 1)
      } else {
        scalars.append(text.scalar(at: i) ?? "\u{FFFD}")
        i += Swift.max(text.lengthOfSequence(at: i), 1)
      }
    }
    return String(scalars)
  }

  /// What stands without quotes: a number, `true`, `false`, `null`, or what must not be there.
  private mutating func word(at start: Int) -> Int {
    var end = start
    while end < text.end, text[end].isOfWord { end += 1 }
    let isValue =
      switch place {
      case .colon, .openBracket: true
      case .comma: levels.last?.isObject == false
      default: false
      }
    let isWhole = end == text.end || text[end].endsWord
    guard end > start, isJSON || isValue && isWhole else { return hideLine(from: start) }
    let first = text[start]
    let isNumber = first == .minus || first.isDigit
    let isRight = (try? text.endOfCheckedValue(at: start, depth: 0)) == end
    if !isRight || isNumber && showing == .nothing { hide(start..<end) }
    place = .value
    return end
  }

  /// The offset behind the signs of a marker that a merge left at the start of a line.
  private func endOfMarker(at start: Int) -> Int {
    guard start == text.startAfterByteOrderMark || text[start - 1].isLineEnd else { return start }
    var end = start
    while end < text.end, text[end] == text[start] { end += 1 }
    let isMarker = end - start >= 3 && (end == text.end || text[end].isJSONSpace)
    return isMarker ? end : start
  }

  // MARK: Comments

  /// The offset behind the comment that begins at `start`; nil if none does.
  private func endOfComment(at start: Int) -> Int? {
    guard start + 1 < text.end, text[start] == .slash else { return nil }
    if text[start + 1] == .slash { return text.lineEnd(from: start + 2) }
    guard text[start + 1] == .star else { return nil }
    var i = start + 2
    while i + 1 < text.end {
      if text[i] == .star, text[i + 1] == .slash { return i + 2 }
      i += 1
    }
    return text.end
  }

  private mutating func comment(at start: Int) -> Int {
    guard let end = endOfComment(at: start) else { return hideLine(from: start) }
    let isBlock = text[start + 1] == .star
    let isClosed = isBlock && end - start >= 4 && text[end - 1] == .slash && text[end - 2] == .star
    let content = start + 2..<(isClosed ? end - 2 : end)
    if isJSON { hideSecrets(inComment: content) } else { hideLines(of: content) }
    return end
  }

  /// Hides what follows the names of secrets in a comment, up to the ends of their lines: there may be
  /// an account in it.
  private mutating func hideSecrets(inComment content: Range<Int>) {
    let whole = text
    var i = content.lowerBound
    while i < content.upperBound {
      guard whole[i] == .quote else {
        i += 1
        continue
      }
      let end = Swift.min(endOfString(at: i), content.upperBound)
      let behind = whole.limited(to: content.upperBound).skippingSpace(from: end)
      guard behind < content.upperBound, whole[behind] == .colon,
        meaning(of: i + 1..<Swift.max(i + 1, end - 1)) == .secret
      else {
        // The quote may be one that closes.
        i += 1
        continue
      }
      let lineEnd = Swift.min(whole.lineEnd(from: behind + 1), content.upperBound)
      hideLines(of: behind + 1..<lineEnd)
      i = lineEnd
    }
  }

  // MARK: Hiding

  /// Hides the rest of a line, from what cannot be there.
  private mutating func hideLine(from start: Int) -> Int {
    let end = text.lineEnd(from: start)
    hide(text: start..<end)
    place = .nothing
    return end
  }

  private func hide(text range: Range<Int>) { if !range.isEmpty { hide(range) } }

  /// Hides the lines of a comment, each by itself, but for the space around them.
  private func hideLines(of comment: Range<Int>) {
    var i = comment.lowerBound
    while i < comment.upperBound {
      let lineEnd = Swift.min(text.lineEnd(from: i), comment.upperBound)
      var (start, end) = (i, lineEnd)
      while start < end, text[start].isJSONSpace { start += 1 }
      while end > start, text[end - 1].isJSONSpace { end -= 1 }
      hide(text: start..<end)
      i = lineEnd + 1
    }
  }
}

extension UInt8 {
  fileprivate static let dollar: UInt8 = 0x24
  fileprivate static let star: UInt8 = 0x2A
  fileprivate static let lessThan: UInt8 = 0x3C
  fileprivate static let equals: UInt8 = 0x3D
  fileprivate static let greaterThan: UInt8 = 0x3E
  fileprivate static let bar: UInt8 = 0x7C

  /// Whether it may be in a number or a word without quotes.
  fileprivate var isOfWord: Bool {
    isDigit || (self | 0x20) &- 0x61 < 26 || [.minus, .plus, .point, 0x5F].contains(self)
  }

  fileprivate var endsWord: Bool {
    isJSONSpace || [.comma, .closeBrace, .closeBracket].contains(self)
  }
}
