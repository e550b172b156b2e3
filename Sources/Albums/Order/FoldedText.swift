@_spi(_Unicode) import Swift
import TextTools

/// A text as a person compares it: case and accents ignored, digits grouped into numbers,
/// punctuation used only to separate words.
///
/// No locale is involved: letters, tables and Unicode normalisation are the same on every machine.
struct FoldedText {
  enum Element: Hashable {
    /// Between two words.
    case space
    case symbol(Unicode.Scalar)
    /// Without leading zeros.
    case number([UInt8])
    case latin(Unicode.Scalar)
    case greek(Unicode.Scalar)
    case cyrillic(Unicode.Scalar)
    case other(Unicode.Scalar)
  }

  private(set) var elements: [Element] = []
  /// The accents removed from each element, by the same index.
  private(set) var accents: [[UInt32]] = []
  private var partsWords = false

  init(_ text: String) {
    // The standard library's tables: Foundation would triple the start-up time.
    let scalars = text._nfd.flatMap {
      Alphabet.common($0).properties.lowercaseMapping.unicodeScalars
    }
    var index = 0
    while index < scalars.count {
      if digit(scalars[index]) != nil {
        index = appendNumber(scalars, from: index)
      } else {
        append(scalars[index])
        index += 1
      }
    }
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    if Alphabet.isAccent(scalar) { return accent(scalar) }
    if Script.isLatin(scalar) {
      guard let plain = Alphabet.plain(scalar) else { return append(.latin(scalar)) }
      for letter in plain.unicodeScalars { append(.latin(letter)) }
      accents[accents.count - 1].append(scalar.value)
      return
    }
    if Script.isCyrillic(scalar) { return append(.cyrillic(scalar)) }
    if Script.isGreek(scalar), scalar.properties.isAlphabetic {
      return append(.greek(scalar == "ς" ? "σ" : scalar))
    }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark where !scalar.properties.isVariationSelector, .spacingMark, .letterNumber,
      .otherNumber, .privateUse, .unassigned:
      append(Self.apostrophes.contains(scalar) ? nil : .other(scalar))
    case .mathSymbol, .currencySymbol, .otherSymbol: append(.symbol(scalar))
    case .modifierSymbol where !Self.apostrophes.contains(scalar): append(.symbol(scalar))
    case .format, .surrogate, .enclosingMark, .nonspacingMark, .modifierSymbol: break
    default: if !Self.apostrophes.contains(scalar) { partsWords = true }
    }
  }

  private mutating func append(_ element: Element?) {
    guard let element else { return }
    if partsWords, !elements.isEmpty {
      elements.append(.space)
      accents.append([])
    }
    partsWords = false
    elements.append(element)
    accents.append([])
  }

  private mutating func accent(_ mark: Unicode.Scalar) {
    guard !partsWords, let last = elements.last else { return }
    if case .cyrillic(let base) = last, accents[accents.count - 1].isEmpty,
      let letter = Alphabet.letter(base, with: mark)
    {
      elements[elements.count - 1] = .cyrillic(letter)
    } else {
      accents[accents.count - 1].append(mark.value)
    }
  }

  /// Reads all digits of a number, across thousands separators.
  private mutating func appendNumber(_ scalars: [Unicode.Scalar], from start: Int) -> Int {
    var digits: [UInt8] = []
    var index = start
    while index < scalars.count, let digit = digit(scalars[index]) {
      digits.append(digit)
      index += 1
    }
    if digits.count <= 3, let grouped = thousands(scalars, from: index) {
      digits += grouped.digits
      index = grouped.end
    }
    let zeros = digits.prefix { $0 == 0 }.count
    append(.number(Array(digits.dropFirst(zeros))))
    return index
  }

  private func thousands(
    _ scalars: [Unicode.Scalar], from start: Int
  ) -> (digits: [UInt8], end: Int)? {
    var digits: [UInt8] = []
    var index = start
    while index < scalars.count, scalars[index] == "," {
      let group = scalars[(index + 1)...].prefix(4).prefix { digit($0) != nil }.compactMap(digit)
      guard group.count == 3 else { return nil }
      digits += group
      index += 4
    }
    return digits.isEmpty ? nil : (digits, index)
  }

  private func digit(_ scalar: Unicode.Scalar) -> UInt8? {
    if scalar.isASCII {
      return UInt8(scalar.value).isASCIIDigit ? UInt8(scalar.value - 48) : nil
    }
    // Superscripts and circled digits count too.
    switch scalar.properties.numericType {
    case .decimal, .digit: return scalar.properties.numericValue.map { UInt8($0) }
    default: return nil
    }
  }

  /// Apostrophes and quotes, within a word or around one.
  private static let apostrophes: Set<Unicode.Scalar> = [
    "'", "’", "‘", "ʼ", "ʹ", "ʻ", "`", "´", "′", "\"", "“", "”", "„", "«", "»", "‹", "›", "‛",
  ]
}

extension FoldedText {
  /// Its words, to test whether one text contains another.
  var plainWords: [String] {
    elements.split(separator: .space).map { word in
      var text = String.UnicodeScalarView()
      for element in word {
        switch element {
        case .space: break
        case .symbol(let scalar), .latin(let scalar), .greek(let scalar), .cyrillic(let scalar),
          .other(let scalar):
          text.append(scalar)
        case .number(let digits):
          text.append(contentsOf: digits.isEmpty ? ["0"] : digits.map { Unicode.Scalar(48 + $0) })
        }
      }
      return String(text)
    }
  }
}
