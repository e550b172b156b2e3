/// How people group letters, in our own tables, so that the order is the same everywhere.
enum Alphabet {
  /// The base of Latin letters that Unicode does not decompose.
  static func plain(_ letter: Unicode.Scalar) -> String? { plainLatin[letter] }

  private static let plainLatin: [Unicode.Scalar: String] = [
    "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ł": "l", "ı": "i",
    "ħ": "h", "ŋ": "n", "ŧ": "t", "ƒ": "f", "ɓ": "b", "ɗ": "d", "ŀ": "l", "ĸ": "k", "ǝ": "e",
    "ª": "a", "º": "o", "ſ": "s", "ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl",
    "ﬅ": "st",
    "ﬆ": "st",
  ]

  /// A full-width form of ASCII as ASCII; any other scalar unchanged.
  static func common(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    guard 0xFF01...0xFF5E ~= scalar.value else { return scalar }
    return Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar
  }

  /// A Cyrillic letter's position. Letters of languages other than Russian follow their neighbour
  /// in their own alphabet; ё is folded to е before and never gets here.
  static func place(ofCyrillic letter: Unicode.Scalar) -> Int {
    cyrillicPlaces[letter] ?? Int(letter.value)
  }

  private static let cyrillicPlaces: [Unicode.Scalar: Int] = Dictionary(
    uniqueKeysWithValues: "абвгґѓдђеєжзѕиіїйјкќлљмнњопрстћуўфхцчџшщъыьэюя".unicodeScalars
      .enumerated().map { ($1, $0) })

  /// The separate letter that a base letter and a mark form. Any other mark is an accent.
  static func letter(_ base: Unicode.Scalar, with mark: Unicode.Scalar) -> Unicode.Scalar? {
    switch (base, mark) {
    case ("и", "\u{306}"): "й"
    case ("у", "\u{306}"): "ў"
    case ("і", "\u{308}"): "ї"
    case ("г", "\u{301}"): "ѓ"
    case ("к", "\u{301}"): "ќ"
    default: nil
    }
  }

  /// Whether this is a combining mark of any alphabet.
  static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x300...0x36F, 0x483...0x487, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF,
      0x3099...0x309A, 0xFE20...0xFE2F:
      true
    default: false
    }
  }
}
