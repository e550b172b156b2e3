/// Text of HTML. Literals are markup; everything put into one is escaped, unless it is HTML itself.
///
///     let name: HTML = "<b>\(account.name)</b>"
package struct HTML: Sendable, ExpressibleByStringInterpolation {
  package let text: String

  package init(stringLiteral markup: String) { text = markup }

  /// Markup that is not a literal. It must be a text of ours.
  init(markup: String) { text = markup }

  package init(stringInterpolation interpolation: StringInterpolation) { text = interpolation.text }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    package init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity)
    }

    package mutating func appendLiteral(_ markup: String) { text += markup }

    package mutating func appendInterpolation(_ html: HTML) { text += html.text }

    package mutating func appendInterpolation(_ words: String) {
      for scalar in words.unicodeScalars {
        switch scalar {
        case "&": text += "&amp;"
        case "<": text += "&lt;"
        case ">": text += "&gt;"
        case "\"": text += "&quot;"
        case "'": text += "&#39;"
        // A character that no page may have, but for spaces and line ends.
        case "\u{0}"..."\u{8}", "\u{B}", "\u{C}", "\u{E}"..."\u{1F}", "\u{7F}"..."\u{9F}":
          text += "\u{FFFD}"
        default: text.unicodeScalars.append(scalar)
        }
      }
    }
  }
}
