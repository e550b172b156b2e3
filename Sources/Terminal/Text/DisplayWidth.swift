/// How many columns text takes on a terminal.
///
/// It is the width of what `Frame.write` draws, that is, of text cleaned by `Printable.cleaned`.
/// East Asian letters and emoji take two columns, marks without room of their own and invisible
/// characters none, everything else one. Terminals disagree about clusters of several scalars; here they take the
/// sum of their scalars, at most two.
package enum DisplayWidth {
  /// The columns of one grapheme: 0, 1 or 2.
  package static func of(_ character: Character) -> Int {
    if character.utf8.count == 1 { return 1 }
    return min(2, of(String(character)))
  }

  /// The columns of a text in one row.
  package static func of(_ text: some StringProtocol) -> Int {
    let text = String(text)
    if Printable.isPlainASCII(text) { return text.utf8.count }
    return Printable.cleaned(text).reduce(0) { $0 + ofCleaned($1) }
  }

  /// The columns of a grapheme of cleaned text.
  static func ofCleaned(_ character: Character) -> Int {
    var width = 0
    for scalar in character.unicodeScalars {
      width += of(scalar)
      if width >= 2 { return 2 }
    }
    return width
  }

  /// The columns of a scalar of cleaned text.
  static func of(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0x20..<0xAD: 1
    case 0xAD: 0
    case ..<0x300: 1
    // Cyrillic; dashes and quotes; lines and blocks; ideographs; Hangul syllables.
    case 0x400...0x482, 0x48A...0x52F, 0x2010...0x2027, 0x2500...0x259F: 1
    case 0x3400...0x9FFF, 0xAC00...0xD7A3: 2
    // Hangul vowels and finals are drawn inside the syllable that they end.
    case 0x1160...0x11FF, 0xD7B0...0xD7FF: 0
    default: ofUncommon(scalar)
    }
  }

  private static func ofUncommon(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    if WideRanges.contains(scalar.value) { return 2 }
    // Emoji newer than the table; half a flag counts as one, so that a flag counts as two.
    let isFlagHalf = (0x1F1E6...0x1F1FF).contains(scalar.value)
    return scalar.properties.isEmojiPresentation && !isFlagHalf ? 2 : 1
  }
}
