import Accounts
import AccountsApp
import CommandKit

/// A birth date as people type it: a day, a month and a year, each in a field of its own. A picker
/// would have them page back for decades, and its order of the parts is the browser's.
///
/// Day and month are numbers of one or two digits, and the year has four; spaces around, and a dot
/// behind, are left out.
struct TypedBirthDate: Sendable, Hashable {
  enum Part: String, Sendable, CaseIterable {
    case day, month, year

    /// The name and the id of its field in HTML.
    var id: String { "\(Field.birthDate.key)-\(rawValue)" }

    /// The value that browsers fill into it.
    var fills: String { "bday-\(rawValue)" }

    var name: Phrase {
      switch self {
      case .day: Phrase("day\(as: "of a date")")
      case .month: Phrase("month\(as: "of a date")")
      case .year: Phrase("year\(as: "of a date")")
      }
    }
  }

  private let parts: [Part: String]

  /// - Parameter typed: the text typed into a field of HTML; empty for nothing.
  init(_ typed: (String) -> String) {
    parts = Dictionary(uniqueKeysWithValues: Part.allCases.map { ($0, typed($0.id)) })
  }

  /// A date of an account; nothing if it is not a date.
  init(of date: String?) {
    let day = date.flatMap { CalendarDay($0) }
    self.init { id in
      guard let day, let part = Part.allCases.first(where: { $0.id == id }) else { return "" }
      return switch part {
      case .day: "\(day.day)"
      case .month: "\(day.month)"
      case .year: "\(day.year)"
      }
    }
  }

  subscript(part: Part) -> String { parts[part] ?? "" }

  /// The parts into which nothing was typed.
  var missing: [Part] { Part.allCases.filter { trimmed($0).isEmpty } }

  /// The date as the file has it. It is empty if nothing was typed, and of no date's form if that
  /// is not a date.
  var text: String {
    let texts = [Part.year, .month, .day].map(trimmed)
    if texts.allSatisfy(\.isEmpty) { return "" }
    let hasForm =
      zip(texts, [4...4, 1...2, 1...2]).allSatisfy { text, count in
        count.contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
      }
    guard hasForm else { return texts.joined(separator: " ") }
    return texts.map { $0.utf8.count == 1 ? "0\($0)" : $0 }.joined(separator: "-")
  }

  private func trimmed(_ part: Part) -> String {
    let text = FieldValues.trimmed(self[part], for: .birthDate) ?? ""
    return text.hasSuffix(".") ? String(text.dropLast()) : text
  }

  /// The problem of the typed text, in words that fit three fields, and the field to begin with.
  func problem(_ rule: FieldRule, _ general: Phrase) -> PageProblem {
    let missing = missing
    guard rule == .dateForm || rule == .required, missing.count < Part.allCases.count else {
      return PageProblem(field: Field.birthDate.key, words: general)
    }
    // All of it may have been typed into the first of them.
    let odd = Part.allCases.first { !trimmed($0).isEmpty && !isNumber($0) }
    guard let first = missing.first, odd == nil else {
      let isShort = trimmed(.year).utf8.count != 4 && [.day, .month].allSatisfy(isNumber)
      return PageProblem(
        field: Field.birthDate.key,
        words: isShort
          ? Phrase("give the year of your birth date with four digits")
          : Phrase("give your birth date in numbers, for example \(FieldHint.birthDateExample)"),
        at: isShort ? Part.year.id : odd?.id)
    }
    return PageProblem(
      field: Field.birthDate.key, words: Self.enter(first), at: first.id)
  }

  private func isNumber(_ part: Part) -> Bool {
    let text = trimmed(part)
    return (1...(part == .year ? 4 : 2)).contains(text.utf8.count)
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  private static func enter(_ part: Part) -> Phrase {
    switch part {
    case .day: Phrase("enter the day of your birth date")
    case .month: Phrase("enter the month of your birth date")
    case .year: Phrase("enter the year of your birth date")
    }
  }
}
