extension JSONStyle {
  /// The number of bytes to examine. A style shows in the first lines or not at all.
  private static let detectionLimit = 1 << 16

  /// The style of a checked text: its first indented line, colon and comma. Without a line end
  /// between the outermost brackets it is one-line; one that shows nothing (`1`) is ``pretty``.
  ///
  /// - Parameter structure: the text without its comments.
  init(detectedIn bytes: [UInt8], _ structure: [UInt8]) {
    var traces = Traces()
    bytes.prefix(Self.detectionLimit).withUnsafeBufferPointer { bytes in
      structure.prefix(Self.detectionLimit).withUnsafeBufferPointer { buffer in
        if let text = JSONText(buffer) { traces.read(text, bytes) }
      }
    }
    self = traces.style
  }

  /// The signs of a style so far.
  fileprivate struct Traces {
    var newline: String?
    var indent: String?
    var beforeColon: String?
    var afterColon: String?
    var afterComma: String?
    var padding: String?
    /// Anything inside the outermost brackets; a line end there; a child at the start of a line.
    var hasChildren = false
    var hasLinesInside = false
    var hasChildLines = false

    var style: JSONStyle {
      var style = JSONStyle.pretty
      style.newline = newline ?? style.newline
      style.beforeColon = beforeColon ?? ""
      style.padding = padding ?? ""
      // One spacing suggests the other.
      style.afterColon = afterColon ?? afterComma ?? " "
      style.afterComma = afterComma ?? afterColon ?? " "
      style.isOneLine = hasChildren && !hasLinesInside
      style.indent = indent ?? (hasChildLines ? "" : style.indent)
      return style
    }
  }
}

extension JSONStyle.Traces {
  mutating func read(_ text: JSONText, _ bytes: UnsafeBufferPointer<UInt8>) {
    var depth = 0
    var lineDepth = 0
    var indentation = ""
    var i = text.startAfterByteOrderMark
    while i < text.end, indent == nil || afterColon == nil {
      let byte = text[i]
      i += 1
      switch byte {
      case .openBrace, .openBracket:
        depth += 1
        let gap = text.blanks(from: i, bytes)
        if byte == .openBrace, padding == nil, !gap.isAtLineEnd, gap.next != .closeBrace {
          padding = gap.text
        }
      case .closeBrace, .closeBracket: depth -= 1
      case .quote: i = text.endOfCheckedString(at: i - 1)
      case .colon:
        let gap = text.blanks(from: i, bytes)
        if afterColon == nil { afterColon = gap.isAtLineEnd ? " " : gap.text }
        if beforeColon == nil { beforeColon = text.blanks(before: i - 1, bytes) }
      case .comma:
        let gap = text.blanks(from: i, bytes)
        if afterComma == nil, !gap.isAtLineEnd { afterComma = gap.text }
      case .carriageReturn, .lineFeed:
        let isPair = byte == .carriageReturn && i < text.end && text[i] == .lineFeed
        if isPair { i += 1 }
        newline = newline ?? (isPair ? "\r\n" : byte == .lineFeed ? "\n" : "\r")
        let line = text.blanks(from: i, bytes)
        guard depth > 0, let next = line.next, !line.isAtLineEnd else { break }
        hasLinesInside = true
        // A line that begins with a comma or a closing bracket does not show the indentation.
        guard next != .closeBrace, next != .closeBracket, next != .comma else { break }
        hasChildLines = true
        if indent == nil, line.text.count > indentation.count, line.text.hasPrefix(indentation) {
          // Containers opened on one line share the indentation that line adds.
          let added = line.text.dropFirst(indentation.count)
          let levels = Swift.max(1, depth - lineDepth)
          indent = String(added.prefix(Swift.max(1, added.count / levels)))
        }
        indentation = line.text
        lineDepth = depth
      default: break
      }
      if depth > 0, !byte.isJSONSpace, depth > 1 || (byte != .openBrace && byte != .openBracket) {
        hasChildren = true
      }
    }
  }
}

extension JSONText {
  /// The spaces and tabs from `start` up to a comment, and the first byte after white space and
  /// comments.
  fileprivate func blanks(
    from start: Int, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> (text: String, next: UInt8?, isAtLineEnd: Bool) {
    var i = start
    while i < end, base[i] == .space || base[i] == .tab { i += 1 }
    let next = i < end ? base[i] : nil
    let stop = (start..<i).first { bytes[$0] != base[$0] } ?? i
    return (slice(start, stop), next, next?.isLineEnd ?? true)
  }

  fileprivate func blanks(before stop: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> String {
    var i = stop
    while i > 0, base[i - 1] == .space || base[i - 1] == .tab, bytes[i - 1] == base[i - 1] {
      i -= 1
    }
    return i > 0 && (base[i - 1].isLineEnd || bytes[i - 1] != base[i - 1]) ? "" : slice(i, stop)
  }

  private func slice(_ start: Int, _ stop: Int) -> String {
    String(decoding: UnsafeBufferPointer(start: base + start, count: stop - start), as: UTF8.self)
  }
}
