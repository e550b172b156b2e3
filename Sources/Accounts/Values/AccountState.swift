/// Whether an account can be logged in to, or the first reason why not.
public enum AccountState: String, Sendable, Hashable, CaseIterable {
  /// It breaks a rule.
  case closed
  /// Its password is a lock: one or more of `!` and `*`, alone or before a hash.
  case locked
  /// An administrator disabled it.
  case disabled
  /// Its last day is in the past.
  case expired
  /// Its first day is in the future.
  case notYetValid
  /// Its password is the code of an invitation, which only sets another one, and only until a day;
  /// also after that day.
  case invited
  /// It can be logged in to.
  case open
}

extension AccountState {
  /// The state of an account that keeps the rules. `Schema.mayLogIn` of the database says in SQL
  /// which of them are open.
  init(
    isLocked: Bool, _ disabled: FieldValue?, from first: CalendarDay?, until last: CalendarDay?,
    isInvited: Bool, on day: CalendarDay
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
      } else if isInvited {
        .invited
      } else {
        .open
      }
  }
}
