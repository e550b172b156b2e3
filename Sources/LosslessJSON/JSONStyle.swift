/// How a value is laid out as text. A part that is not white space as JSON defines it (space, tab,
/// CR, LF) makes the output invalid JSON.
public struct JSONStyle: Sendable, Equatable {
  /// Whether everything is on one line. Otherwise each member and element has its own.
  public var isOneLine: Bool
  /// What ends a line.
  public var newline: String
  /// What one level adds to the indentation.
  public var indent: String
  /// What separates a key from its colon.
  public var beforeColon: String
  /// What separates a colon from its value.
  public var afterColon: String
  /// What follows a comma in a one-line text.
  public var afterComma: String
  /// What pads the inside of an object's braces in a one-line text.
  public var padding: String

  /// Makes a style; parts left out are those of ``pretty``.
  public init(
    isOneLine: Bool = false, newline: String = "\n", indent: String = "  ",
    beforeColon: String = "", afterColon: String = " ", afterComma: String = " ",
    padding: String = ""
  ) {
    self.isOneLine = isOneLine
    self.newline = newline
    self.indent = indent
    self.beforeColon = beforeColon
    self.afterColon = afterColon
    self.afterComma = afterComma
    self.padding = padding
  }

  /// One member or element a line, two spaces a level.
  public static let pretty = JSONStyle()
  /// No white space at all.
  public static let compact = JSONStyle(isOneLine: true, afterColon: "", afterComma: "")
  /// `{"a": 1, "b": 2}`
  public static let oneLine = JSONStyle(isOneLine: true)

  var inOneLine: JSONStyle {
    var style = self
    style.isOneLine = true
    return style
  }
}
