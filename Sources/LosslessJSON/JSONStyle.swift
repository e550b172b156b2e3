/// How a value is laid out as text.
///
/// Every part is white space as JSON knows it (space, tab, CR, LF); anything else would make the
/// text written with it something other than JSON.
public struct JSONStyle: Sendable, Equatable {
  /// Whether everything stands in one line. Otherwise each member and element has its own.
  public var isOneLine: Bool
  /// What ends a line.
  public var newline: String
  /// What one level adds to the indentation.
  public var indent: String
  /// What stands between a key and its colon.
  public var beforeColon: String
  /// What stands between a colon and its value.
  public var afterColon: String
  /// What follows a comma in one line.
  public var afterComma: String
  /// What stands inside the braces of an object in one line.
  public var padding: String

  /// A style part by part; what is left out is as in ``pretty``.
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

  /// The same in one line.
  var inOneLine: JSONStyle {
    var style = self
    style.isOneLine = true
    return style
  }
}
