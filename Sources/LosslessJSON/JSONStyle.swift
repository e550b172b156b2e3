/// The layout of a value as text.
public struct JSONStyle: Sendable, Equatable {
  /// True to put everything on one line. Otherwise each member and element has its own.
  var isOneLine = false
  var newline = "\n"
  /// The indentation of one level.
  var indent = "  "
  var beforeColon = ""
  var afterColon = " "
  /// The space after a comma in a one-line text.
  var afterComma = " "
  /// The space inside an object's braces in a one-line text.
  var padding = ""

  /// One member or element a line, two spaces a level.
  public static let pretty = JSONStyle()
  /// No white space at all.
  public static let compact = JSONStyle(isOneLine: true, afterColon: "", afterComma: "")
  /// `{"a": 1, "b": 2}`
  public static let oneLine = JSONStyle(isOneLine: true)
}
