import TextTools

/// A text made safe to print: what could move the cursor or reverse text is shown as `\u{1B}`.
package func visible(_ text: String) -> String {
  if text.utf8.span.isPlain { return text }
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
