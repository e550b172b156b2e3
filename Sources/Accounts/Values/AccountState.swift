/// Whether an account can be logged in to, or the first reason why not.
public enum AccountState: String, Sendable, Hashable, CaseIterable {
  /// It breaks a rule.
  case closed
  /// Its password begins with `!` or `*`.
  case locked
  /// An administrator disabled it.
  case disabled
  /// Its last day is in the past.
  case expired
  /// Its first day is in the future.
  case notYetValid
  /// It can be logged in to.
  case open
}

extension AccountState {
  /// The state of an account that keeps the rules.
  init(
    isLocked: Bool, _ disabled: FieldValue?, from first: CalendarDay?, until last: CalendarDay?,
    on day: CalendarDay
  ) {
    self =
      if isLocked {
        .locked
      } else if let disabled, disabled != .flag(false) {
        .disabled
      } else if let last, last < day {
        .expired
      } else if let first, day < first {
        .notYetValid
      } else {
        .open
      }
  }
}
