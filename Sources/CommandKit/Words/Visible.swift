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

/// Appends UTF-8 that `visible` makes safe to print; returns how many characters it has then.
package func appendVisible(_ utf8: Span<UInt8>, to text: inout [UInt8]) -> Int {
  if utf8.isPlain {
    utf8.withUnsafeBufferPointer { text.append(contentsOf: $0) }
    return utf8.scalarCount
  }
  let shown = visible(utf8.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) })
  text += shown.utf8
  return shown.count
}
