extension CalendarDay {
  /// The rules that a text breaks as a date: its form, and being in the calendar.
  package static func brokenRules(_ utf8: Span<UInt8>) -> [FieldRule] {
    guard parts(of: utf8) != nil else { return [.dateForm] }
    return CalendarDay(utf8) == nil ? [.realDay] : []
  }
}

extension FieldValues {
  /// The first or last day on which the account can be logged in to.
  package func day(_ field: Field) -> CalendarDay? { self[text: field].flatMap { CalendarDay($0) } }

  /// True if there is a password that can be an invitation's code: not a lock alone.
  package var hasCode: Bool {
    guard let password, !password.isEmpty else { return false }
    return StoredPassword.lock(of: password).isEmpty
      || StoredPassword.hash(behindLockOf: password) != nil
  }

  package var areDatesInOrder: Bool {
    guard let first = day(.validFrom), let last = day(.validUntil) else { return true }
    return first <= last
  }
}
