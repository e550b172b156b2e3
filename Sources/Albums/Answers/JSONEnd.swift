/// Distinguishes truncated JSON from text that is not JSON.
enum JSONEnd {
  /// Whether a text begins as an object or a list and ends before its closing bracket.
  static func isMissing(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
      return false
    }
    var depth = 0
    var inText = false
    var isEscaped = false
    for byte in bytes {
      if inText {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          inText = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): inText = true
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth == 0 { return false }
      default: break
      }
    }
    return true
  }
}
