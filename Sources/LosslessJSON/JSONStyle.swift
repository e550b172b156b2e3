/// How a value is laid out as text.
public struct JSONStyle: Sendable, Equatable {
  /// Whether everything is on one line. Otherwise each member and element has its own.
  var isOneLine = false
  /// What ends a line.
  var newline = "\n"
  /// What one level adds to the indentation.
  var indent = "  "
  /// What separates a key from its colon.
  var beforeColon = ""
  /// What separates a colon from its value.
  var afterColon = " "
  /// What follows a comma in a one-line text.
  var afterComma = " "
  /// What pads the inside of an object's braces in a one-line text.
  var padding = ""

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
