/// A document's layout, for containers that show none themselves.
struct Surroundings: Sendable {
  var style: JSONStyle
  /// The white space before the line on which the root begins.
  var indentation = ""
  /// True if only a key precedes the root on its line.
  var ownsLine = true
  /// True if the document is a value taken from another one.
  var isTakenOut = false

  init(detectedIn bytes: [UInt8], _ structure: [UInt8]) {
    style = JSONStyle(detectedIn: bytes, structure)
  }

  init(style: JSONStyle, indentation: String, ownsLine: Bool) {
    self.style = style
    self.indentation = indentation
    self.ownsLine = ownsLine
    isTakenOut = true
  }

  /// The surroundings to keep after a change; nil to detect them in the new text.
  var inherited: Surroundings? { isTakenOut ? self : nil }
}

extension JSONDocument {
  /// The layout around a value in this document, for opening it if it is empty.
  func surroundings(of value: JSONValue) -> Surroundings {
    let outer = outline.surroundings
    guard !outer.style.isOneLine, holds(value) else {
      return Surroundings(style: outer.style, indentation: outer.indentation, ownsLine: true)
    }
    let start = value.range.lowerBound
    var lineStart = start
    while lineStart > 0, !structure[lineStart - 1].isLineEnd { lineStart -= 1 }
    let isFirstLine = lineStart == 0
    if isFirstLine, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { lineStart = 3 }
    let textStart = bytes[lineStart...].firstIndex { $0 != .space && $0 != .tab } ?? start
    let indentation =
      (isFirstLine ? outer.indentation : "")
      + String(decoding: bytes[lineStart..<Swift.max(lineStart, textStart)], as: UTF8.self)
    let ownsLine =
      isFirstLine && outer.isTakenOut
      ? start == root.range.lowerBound && outer.ownsLine : isFirst(value, onLineFrom: textStart)
    return Surroundings(style: outer.style, indentation: indentation, ownsLine: ownsLine)
  }

  /// True if only a comma and a key separate the start of a line from a value.
  private func isFirst(_ value: JSONValue, onLineFrom textStart: Int) -> Bool {
    let start = value.range.lowerBound
    let found = withText { text in
      var i = text.skippingSpace(from: textStart)
      if i < start, text[i] == .comma { i = text.skippingSpace(from: i + 1) }
      if i == start { return true }
      return text.member(at: i)?.valueStart == start
    }
    return found ?? true
  }
}
