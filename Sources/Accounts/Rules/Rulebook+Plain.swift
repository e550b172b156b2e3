import TextTools

// Nearly all fields of nearly all accounts are plainly right: their bytes show it. Whatever they do not
// show, even of a text that keeps the rules, `problems(with:)` finds out.
extension Rulebook {
  /// Whether the text of a field, in UTF-8, plainly keeps the rules. Groups and `disabled` have none.
  package func plainlyTakes(_ utf8: Span<UInt8>, as field: Field, today: CalendarDay) -> Bool {
    switch field {
    case .email: fields.email.takes(utf8)
    case .username: Username.hasForm(utf8)
    case .password: StoredPassword.isKept(utf8)
    case .firstName: fields.firstName.takes(utf8)
    case .lastName: fields.lastName.takes(utf8)
    case .birthDate: fields.birthDate.takes(utf8, today: today)
    case .phone: fields.phone.mask.isFilled(with: utf8)
    case .validFrom, .validUntil: CalendarDay(utf8) != nil
    case .groups, .disabled: false
    }
  }

  /// The same, of all fields of an account.
  func plainlyTakes(_ values: FieldValues, today: CalendarDay) -> Bool {
    for field in Field.allCases {
      switch values[field] {
      case nil: if requires(field) { return false }
      case .text(let text):
        guard plainlyTakes(text.utf8.span, as: field, today: today) else { return false }
      case .texts(let groups): guard field == .groups, plainlyTakes(groups) else { return false }
      case .flag: guard field == .disabled else { return false }
      }
    }
    return values.areDatesInOrder
  }

  private func plainlyTakes(_ groups: [String]) -> Bool {
    // Many are compared by a set.
    guard groups.count <= Self.fewGroups else { return false }
    for (index, group) in groups.enumerated() {
      guard fields.groups.takes(group.utf8.span) else { return false }
      for earlier in groups[..<index] where sameText(earlier, group) { return false }
    }
    return true
  }

  /// So many groups are compared each with each.
  package static let fewGroups = 8
}
