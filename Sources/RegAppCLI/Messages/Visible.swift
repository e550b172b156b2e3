import Accounts

/// A text from a file or an argument as it may be printed: what could move a cursor, forge a line
/// or turn the direction of text is written as `\u{1B}`.
package func visible(_ text: String) -> String {
  if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
  var result = ""
  for scalar in text.unicodeScalars {
    if scalar.misleads {
      result += escape(scalar)
    } else {
      result.unicodeScalars.append(scalar)
    }
  }
  return result
}

/// A scalar by its number: `\u{202E}`.
package func escape(_ scalar: Unicode.Scalar) -> String {
  "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
}
