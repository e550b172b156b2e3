import TextTools

/// A text from a file or an argument, made safe to print: characters that could move the cursor,
/// forge a line or reverse the direction of text are written as `\u{1B}`.
package func visible(_ text: String) -> String {
  if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
  var result = ""
  for scalar in text.unicodeScalars {
    if scalar.misleads {
      result += scalar.escaped
    } else {
      result.unicodeScalars.append(scalar)
    }
  }
  return result
}
