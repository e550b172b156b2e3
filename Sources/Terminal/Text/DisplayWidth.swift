/// The number of columns that a text takes on a terminal.
///
/// It is the width of what `Frame.write` draws, that is, of text cleaned by `Printable.cleaned`.
/// East Asian letters and emoji take two columns, marks without room of their own and invisible
/// characters none, everything else one. A cluster of several scalars takes the sum of them, as in
/// tmux, xterm and st, where a Devanagari syllable may take five columns; an emoji takes two at
/// most.
package enum DisplayWidth {
  /// The columns of one grapheme.
  package static func of(_ character: Character) -> Int {
    character.utf8.count == 1 ? 1 : of(String(character))
  }

  /// The columns of a text in one row.
  package static func of(_ text: some StringProtocol) -> Int {
    let text = String(text)
    if Printable.isPlainASCII(text) { return text.utf8.count }
    return Printable.cleaned(text).reduce(0) { $0 + ofCleaned($1) }
  }

  /// The columns of a grapheme of cleaned text.
  static func ofCleaned(_ character: Character) -> Int {
    let width = character.unicodeScalars.reduce(0) { $0 + of($1) }
    if width <= 2 { return width }
    let isEmoji = character.unicodeScalars.contains(where: \.properties.isEmojiPresentation)
    return isEmoji ? 2 : width
  }

  /// The pieces of a grapheme of cleaned text, of which each takes one or two columns.
  static func pieces(of character: Character) -> [(text: String, columns: Int)] {
    let columns = ofCleaned(character)
    if columns <= 2 { return [(String(character), columns)] }
    var pieces: [(text: String, columns: Int)] = []
    for scalar in character.unicodeScalars {
      let width = of(scalar)
      if let last = pieces.last, width == 0 || last.columns == 0 {
        pieces[pieces.count - 1] = (last.text + String(scalar), last.columns + width)
      } else {
        pieces.append((String(scalar), width))
      }
    }
    return pieces
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
    case .nonspacingMark, .enclosingMark: return 0
    case .format: return isNumberSign(scalar.value) ? 1 : 0
    default: break
    }
    if WideRanges.contains(scalar.value) { return 2 }
    // Emoji newer than the table; half a flag counts as one, so that a flag counts as two.
    let isFlagHalf = (0x1F1E6...0x1F1FF).contains(scalar.value)
    return scalar.properties.isEmojiPresentation && !isFlagHalf ? 2 : 1
  }

  /// Whether it is one of the signs over or before a number, which are seen though they are of the
  /// category of invisible characters.
  private static func isNumberSign(_ value: UInt32) -> Bool {
    switch value {
    case 0x600...0x605, 0x6DD, 0x70F, 0x890...0x891, 0x8E2, 0x110BD, 0x110CD: true
    default: false
    }
  }
}
