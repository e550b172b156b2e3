import AccountsFile
import CommandKit
import LosslessJSON

struct ProfileText {
  static let noEmail = Phrase("(no email)", ru: "(без эл. почты)")
  let rows: [Row]

  struct Row {
    let label: Phrase
    let value: Phrase
  }

  init(_ account: Account, openEdit: Edit? = nil, today: CalendarDay) {
    rows =
      Self.fields(of: account, openEdit: openEdit).map { field in
        Row(
          label: field.label,
          value: Self.value(of: field, in: account, openEdit: openEdit, today: today))
      } + Self.state(of: account, on: today)
  }

  /// The state, if the account cannot be logged in to.
  private static func state(of account: Account, on today: CalendarDay) -> [Row] {
    let state = account.state(on: today)
    return state == .open
      ? [] : [Row(label: Phrase("State:", ru: "Состояние:"), value: state.name)]
  }

  /// The fields that a profile always shows; the others it shows where they are there.
  private static let always: [Field] = [.email, .password, .firstName, .lastName]

  private static func fields(of account: Account, openEdit: Edit?) -> [Field] {
    Field.allCases.filter { field in
      always.contains(field) || account[field] != nil || openEdit?.changes[field] != nil
    }
  }

  /// A field as a profile shows it, with what an open edit would change.
  private static func value(
    of field: Field, in account: Account, openEdit: Edit?, today: CalendarDay
  ) -> Phrase {
    let value = value(of: field, in: account, today: today)
    guard let change = openEdit?.changes[field] else { return value ?? Phrase(same: "") }
    let new =
      field == .password ? changed : change.new.map { Phrase(same: visible($0.shown)) } ?? none
    let old = value ?? none
    return Phrase("\(old) → \(new) (not saved)", ru: "\(old) → \(new) (не сохранено)")
  }

  private static let none = Phrase("(none)", ru: "(нет)")
  private static let changed = Phrase("changed", ru: "изменён")

  private static func value(of field: Field, in account: Account, today: CalendarDay) -> Phrase? {
    switch field {
    case .password: Phrase(same: "********")
    case .birthDate: account.birthDate.map { birthDate($0, age: $0.day.age(on: today)) }
    default: account[field].map { Phrase(same: visible($0)) }
    }
  }

  private static func birthDate(_ date: BirthDate, age: Int) -> Phrase {
    let age = Self.age(age)
    return Phrase("\(date) (\(age))", ru: "\(date) (\(age))")
  }

  static func age(_ age: Int) -> Phrase { Phrase("age \(age)", ru: "\(age, "год", "года", "лет")") }

  func words(_ language: Language, _ palette: Palette) -> String {
    let width = rows.map { $0.label[language].count }.max() ?? 0
    return rows.reduce(into: "") { text, row in
      let (label, value) = (row.label[language], row.value[language])
      let gap = String(repeating: " ", count: width - label.count + 1)
      text += palette.label(label)
      text += value.isEmpty ? "\n" : "\(gap)\(value)\n"
    }
  }
}

extension Account {
  /// The account's fields for JSON, by their names in the file, and its state; never the password.
  func members(on today: CalendarDay) -> [JSONLiteral.Member] {
    let fields = Field.allCases.compactMap { field in
      value(of: field).map { JSONLiteral.Member(field.rawValue, $0.literal) }
    }
    return fields + [.init("state", .string(state(on: today).rawValue))]
  }
}

extension AccountState {
  var name: Phrase {
    switch self {
    case .closed: Phrase("closed", ru: "закрыт")
    case .locked: Phrase("locked", ru: "заблокирован")
    case .disabled: Phrase("disabled", ru: "отключён")
    case .expired: Phrase("expired", ru: "срок истёк")
    case .notYetValid: Phrase("not yet valid", ru: "ещё не действует")
    case .open: Phrase("open", ru: "открыт")
    }
  }
}

extension Edit {
  /// The changes of an edit as JSON; for a password, only that it changes.
  var json: JSONLiteral {
    func shown(_ field: Field, _ value: FieldValue?) -> JSONLiteral {
      field == .password ? .null : value?.literal ?? .null
    }
    return .object(
      fields.map { field in
        let change = changes[field]
        return .init(
          field.rawValue,
          .object([
            .init("old", shown(field, change?.old)),
            .init("new", shown(field, change?.new)),
          ]))
      })
  }

  func lines(reversed: Bool = false) -> [Phrase] {
    fields.map { field in
      if field == .password {
        return reversed
          ? Phrase("password changed back", ru: "возвращён прежний пароль")
          : Phrase("password changed", ru: "пароль изменён")
      }
      let (old, new) = (
        Field.quoted(changes[field]?.old?.shown), Field.quoted(changes[field]?.new?.shown)
      )
      if changes[field]?.old == changes[field]?.new {
        return Phrase("\(field.name): cleared", ru: "\(field.name): очищено")
      }
      let (from, to) = reversed ? (new, old) : (old, new)
      return Phrase("\(field.name): \(from) → \(to)", ru: "\(field.name): \(from) → \(to)")
    }
  }
}
