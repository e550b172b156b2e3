import Testing

@testable import CommandKit

@Suite("The table of a language") struct TranslationTests {
  /// Counts, with the form of a word beside each in a language.
  private static let counts: [Language: [(count: Int, form: Int)]] = [
    .russian: [(1, 0), (2, 1), (5, 2), (11, 2), (21, 0)]
  ]

  @Test("says every message, with the right form beside every count", arguments: Language.allCases)
  func everyRow(language: Language) throws {
    guard let translation = language.translation else { return }
    let rows = translation.table.split(separator: "\n")
    #expect(rows.count > 1_000)
    for row in rows {
      let cells = row.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      try #require(cells.count == 2, "\(row)")
      let counted = Self.counted(cells[0] + cells[1])
      // A row without a count says the same for any count.
      for (count, form) in try #require(Self.counts[language]).prefix(counted.isEmpty ? 1 : 5) {
        let phrase = Self.phrase(cells[0], counted, count)
        #expect(phrase.key == cells[0])
        #expect(phrase[.english] == Self.filled(cells[0], counted, count, count == 1 ? 0 : 1))
        #expect(phrase[language] == Self.filled(cells[1], counted, count, form))
        for text in [phrase[.english], phrase[language]] {
          #expect(!text.contains(/\{-?\d/), "\(text)")
        }
      }
    }
  }

  @Test("knows as many forms as its language has", arguments: counts.keys)
  func forms(language: Language) throws {
    let translation = try #require(language.translation)
    #expect(Set((0...200).map(translation.form)) == Set(0..<translation.forms))
  }

  @Test(
    "may say the arguments in another order, several times, or not at all",
    arguments: [
      ("{2}, {1}", "b, a"), ("{1}{1}{-2}", "aa"), ("{3 x|y} {3:one|many}", "7 y many"),
      ("{3}", "7"),
    ])
  func arguments(text: String, expected: String) {
    #expect(Self.said(text) == expected)
  }

  @Test(
    "is shown as it is where it is wrong",
    arguments: [
      "{", "}", "{}", "{ }", "{x}", "{4}", "{0}", "{1", "{3x}", "{-", "{-}",
      "{99999999999999999999}",
    ])
  func wrong(text: String) {
    #expect(Self.said(text) == text)
    #expect(Self.said("{1}" + text) == "a" + text)
  }

  @Test("shows a count where it has no word for it", arguments: ["{3 x}", "{3:x}"])
  func missingForm(text: String) {
    #expect(Self.said(text) == "7")
  }

  @Test(
    "has a text for the keys that it has, wherever they are",
    arguments: [
      [], ["a"], ["a", "b"], ["a", "b", "c"], ["", "a", "a b", "aa", "b", "ba", "c", "ю"],
    ])
  func lookup(keys: [String]) {
    for end in ["", "\n"] {
      let rows = keys.map { "\($0)\tthe text of \($0)" }.joined(separator: "\n") + end
      let translation = Translation(table: rows, forms: 1) { _ in 0 }
      for key in keys { #expect(translation.text(of: key, []) == "the text of \(key)") }
      for key in ["0", "a ", "ab", "bb", "z", "я"] {
        #expect(translation.text(of: key, []) == nil)
      }
    }
  }

  @Test(
    "does without rows that are none", arguments: ["", "\n", "\n\n\n", "a", "a\n\nb", "\t", "\t\t"])
  func noRows(table: String) {
    let translation = Translation(table: table, forms: 1) { _ in 0 }
    for key in ["a", "b", "\n"] { #expect(translation.text(of: key, []) == nil) }
  }

  private static func said(_ text: String) -> String? {
    let translation = Translation(table: "key\t" + text, forms: 2) { $0 == 1 ? 0 : 1 }
    return translation.text(of: "key", [("a", nil), ("b", nil), ("7", 7)])
  }

  private static var placeholder: Regex<(Substring, Substring, Substring, Substring?, Substring?)> {
    /\{(-?)(\d+)(?:([ :])([^{}]*))?\}/
  }

  /// The arguments that are counts, as far as a text tells.
  private static func counted(_ text: String) -> Set<Substring> {
    Set(text.matches(of: placeholder).filter { $0.1 == "-" || $0.3 != nil }.map(\.2))
  }

  /// The phrase of a key: its counts are one number, and its other arguments say which they are.
  private static func phrase(_ key: String, _ counted: Set<Substring>, _ count: Int) -> Phrase {
    var words = Words.Interpolation(literalCapacity: 0, interpolationCount: 0)
    var end = key.startIndex
    for match in key.matches(of: placeholder) {
      words.appendLiteral(String(key[end..<match.range.lowerBound]))
      end = match.range.upperBound
      let forms = match.4?.split(separator: "|").map(String.init) ?? []
      switch match.3 {
      case " ": words.appendInterpolation(count, forms[0], forms.count > 1 ? forms[1] : nil)
      case ":": words.appendInterpolation(agreeingWith: count, forms[0], forms[1])
      default:
        if match.1 == "-" {
          words.appendInterpolation(hidden: count)
        } else if counted.contains(match.2) {
          words.appendInterpolation(count)
        } else {
          words.appendInterpolation("<\(match.2)>")
        }
      }
    }
    words.appendLiteral(String(key[end...]))
    return Phrase(Words(stringInterpolation: words))
  }

  /// A text with its arguments, written down in another way than the program does it.
  private static func filled(
    _ text: String, _ counted: Set<Substring>, _ count: Int, _ form: Int
  ) -> String {
    text.replacing(placeholder) { match -> String in
      if match.1 == "-" { return "" }
      let forms = match.4?.split(separator: "|").map(String.init) ?? []
      let word = form < forms.count ? forms[form] : "\(forms.first ?? "")s"
      switch match.3 {
      case " ": return "\(count) \(word)"
      case ":": return word
      default: return counted.contains(match.2) ? "\(count)" : "<\(match.2)>"
      }
    }
  }
}
