import TextTools

/// Text that is safe to show on a terminal.
package enum Printable {
  /// A text for display only.
  ///
  /// Controls, bidirectional controls, and line and paragraph separators become U+FFFD: they could
  /// move a cursor or reorder a row. So does the character by which kitty shows a piece of a
  /// picture that another program sent. The emoji variation selector and skin tones are dropped, as
  /// terminals disagree about the width of the result.
  package static func cleaned(_ text: String) -> String {
    if isPlainASCII(text) { return text }
    if !text.unicodeScalars.contains(where: { $0.isUnprintable || $0.isEmojiModifier }) {
      return text
    }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars where !scalar.isEmojiModifier {
      result.append(scalar.isUnprintable ? "\u{FFFD}" : scalar)
    }
    return String(result)
  }

  /// Whether a text is printable ASCII only.
  static func isPlainASCII(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
  }
}

extension Unicode.Scalar {
  /// Whether it must not be printed: it is misleading, or shows a piece of a picture.
  var isUnprintable: Bool { misleads || self == "\u{10EEEE}" }

  /// Whether text of only such scalars needs no cleaning, and each is a grapheme.
  var isSimple: Bool {
    switch value {
    case 0x20..<0x7F, 0xA0..<0xAD, 0xAE..<0x300: true
    // Cyrillic; dashes and quotes; lines and blocks; ideographs; Hangul syllables.
    case 0x400...0x482, 0x48A...0x52F, 0x2010...0x2027, 0x2500...0x259F: true
    case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3: true
    default: false
    }
  }

  /// Whether it is the emoji variation selector or a skin tone.
  fileprivate var isEmojiModifier: Bool {
    value == 0xFE0F || (0x1F3FB...0x1F3FF).contains(value)
  }
}
