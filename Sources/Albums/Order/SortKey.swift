/// A text's sort key: first its letters and numbers, then its accents, then the text itself. Only
/// identical scalars are equal.
///
/// A space sorts before everything, so a shorter word comes first; then symbols, numbers by value,
/// Latin, Greek, Cyrillic and other letters.
public struct SortKey: Sendable, Hashable, Comparable {
  private let letters: [UInt64]
  private let accents: [UInt32]
  private let text: [UInt32]

  public init(_ text: String) {
    let folded = FoldedText(text)
    letters = folded.elements.flatMap(Self.rank)
    // A zero ends each letter's accents, so that a letter without any sorts first.
    accents = folded.accents.flatMap { $0 + [0] }
    self.text = text.unicodeScalars.map(\.value)
  }

  public static func < (left: SortKey, right: SortKey) -> Bool {
    if left.letters != right.letters {
      return left.letters.lexicographicallyPrecedes(right.letters)
    }
    if left.accents != right.accents {
      return left.accents.lexicographicallyPrecedes(right.accents)
    }
    return left.text.lexicographicallyPrecedes(right.text)
  }

  private static func rank(_ element: FoldedText.Element) -> [UInt64] {
    func rank(_ kind: UInt64, _ value: Int) -> UInt64 { kind << 56 | UInt64(value) }
    func rank(_ kind: UInt64, _ scalar: Unicode.Scalar) -> UInt64 {
      kind << 56 | UInt64(scalar.value)
    }
    return switch element {
    case .space: [rank(0, 0)]
    case .symbol(let scalar): [rank(1, scalar)]
    // A number with more digits is greater.
    case .number(let digits): [rank(2, digits.count)] + digits.map { UInt64($0) }
    case .latin(let letter): [rank(3, letter)]
    case .greek(let letter): [rank(4, letter)]
    case .cyrillic(let letter): [rank(5, Alphabet.place(ofCyrillic: letter))]
    case .other(let letter): [rank(6, letter)]
    }
  }
}
