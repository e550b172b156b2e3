import Accounts
import Terminal
import Testing

@testable import AccountsApp
@testable import CommandKit

// Shorthand for what a user does in a form.

extension Form {
  static let ofTests = Form.register(under: .albums, today: .ofTests)

  mutating func type(_ text: String) {
    for character in text { _ = apply(.character(character)) }
  }

  mutating func type(_ text: String, into field: Field) {
    focus(on: field)
    type(text)
  }

  mutating func press(_ keys: Key...) { for key in keys { _ = apply(key) } }

  func row(_ field: Field) -> FormRow? { rows.first { $0.field == field } }
}

extension FormRow {
  var caret: Int {
    switch input {
    case .text(let input): input.caret
    case .masked(let input): input.caret
    case .flag: 0
    case .tags(let input): input.line.caret
    }
  }
}

extension CalendarDay {
  static func day(_ text: String) -> CalendarDay {
    guard let day = CalendarDay(text) else {
      Issue.record("no such day: \(text)")
      return .distantPast
    }
    return day
  }
}

extension StoredAccount {
  /// An account with these fields and a hashed password; closed, if they break a rule.
  static func of(
    _ fields: [Field: String], under rulebook: Rulebook = .register
  ) throws -> StoredAccount {
    var values = FieldValues()
    values.email = "mario@gmail.com"
    for (field, text) in fields { values[text: field] = text }
    values.password = "$y$j9T$x"
    let problems = rulebook.problems(with: values, today: .ofTests)
    return StoredAccount(values, problems: problems, under: rulebook, today: .ofTests)
  }
}

extension Rulebook {
  /// A rulebook of people who are known by their user names, and by their emails too.
  static let byNames = Rulebook(
    name: "names", key: .username, login: Login(by: [.username, .email]),
    fields: Fields(required: [.email, .firstName]))

  /// A rulebook as a club might write it: every field is optional except the two that are always
  /// needed.
  static let club = Rulebook(
    name: "club",
    fields: Fields(
      birthDate: AgeRule(minimumAge: 6, maximumAge: 99),
      phone: PhoneRule(mask: PhoneMask("+44 **** ******", trunk: "0") ?? .russian)))
}

extension Form {
  mutating func focus(on field: Field) {
    if let index = rows.firstIndex(where: { $0.field == field }) { put(focus: index) }
  }
}
