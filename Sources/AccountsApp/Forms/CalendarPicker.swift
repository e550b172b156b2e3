import AccountsFile
import Terminal

/// A calendar to choose a day from, within bounds.
struct CalendarPicker: Equatable, Sendable {
  /// The days that can be chosen.
  let range: ClosedRange<CalendarDay>
  /// The day under the cursor; always within the range.
  private(set) var day: CalendarDay
  /// The digits of a date being typed.
  private(set) var typed = MaskedInput(mask: "****-**-**")

  enum Outcome: Equatable, Sendable {
    case stays
    case chosen(CalendarDay)
    case cancelled, ignored
  }

  init(range: ClosedRange<CalendarDay>, day: CalendarDay) {
    self.range = range
    self.day = Self.clamped(day, to: range)
  }

  /// The weeks of the month shown, Monday first; nil for days of another month.
  var weeks: [[CalendarDay?]] {
    let count = CalendarDay.days(inMonth: day.month, of: day.year)
    let days = (1...count).map { CalendarDay(year: day.year, month: day.month, day: $0) }
    let before = days.first.flatMap { $0?.daysAfterMonday } ?? 0
    let padded = [CalendarDay?](repeating: nil, count: before) + days
    return stride(from: 0, to: padded.count, by: 7).map { start in
      let week = padded[start..<min(start + 7, padded.count)]
      return Array(week) + [CalendarDay?](repeating: nil, count: 7 - week.count)
    }
  }

  mutating func apply(_ key: Key) -> Outcome {
    switch key.command {
    case .enter: return .chosen(day)
    case .escape: return .cancelled
    case .left: move(day.adding(days: -1))
    case .right: move(day.adding(days: 1))
    case .up: move(day.adding(days: -7))
    case .down: move(day.adding(days: 7))
    case .pageUp: move(day.adding(months: -1))
    case .pageDown: move(day.adding(months: 1))
    case Key(.pageUp, .shift), .character("["): move(day.adding(months: -12))
    case Key(.pageDown, .shift), .character("]"): move(day.adding(months: 12))
    case .home: move(CalendarDay(year: day.year, month: day.month, day: 1))
    case .end:
      let last = CalendarDay.days(inMonth: day.month, of: day.year)
      move(CalendarDay(year: day.year, month: day.month, day: last))
    case .backspace:
      _ = typed.apply(key)
      jump()
    default:
      guard case .character(let character) = key.name, character.isASCII, character.isNumber
      else { return .ignored }
      if typed.isComplete { typed.replace(with: "") }
      typed.insert(String(character))
      jump()
    }
    return .stays
  }

  /// Goes to another day, clamped to the range.
  private mutating func move(_ other: CalendarDay?) {
    typed.replace(with: "")
    guard let other else { return }
    day = Self.clamped(other, to: range)
  }

  /// Goes to the day typed so far: a year alone keeps the month and the day.
  private mutating func jump() {
    let digits = typed.digits
    func number(_ range: Range<Int>) -> Int? {
      digits.count >= range.upperBound ? Int(String(digits[range])) : nil
    }
    guard let year = number(0..<4), (1...9999).contains(year) else { return }
    let month = number(4..<6) ?? day.month
    guard (1...12).contains(month) else { return }
    let last = CalendarDay.days(inMonth: month, of: year)
    let wanted = CalendarDay(
      year: year, month: month, day: min(max(1, number(6..<8) ?? day.day), last))
    if let wanted { day = Self.clamped(wanted, to: range) }
  }

  private static func clamped(
    _ day: CalendarDay, to range: ClosedRange<CalendarDay>
  ) -> CalendarDay {
    min(max(day, range.lowerBound), range.upperBound)
  }
}

extension Form {
  /// The calendar for the focused row; nil unless it takes a date.
  var calendar: CalendarPicker? {
    guard let row = focusedRow, row.field.isDate else { return nil }
    let isBirth = row.field == .birthDate
    guard let range = isBirth ? rulebook.fields.birthDate.days(on: today) : Self.usualDays else {
      return nil
    }
    // Most people who fill in a form are nearer to thirty than to the youngest who may.
    let start = isBirth ? today.adding(months: -30 * 12) ?? today : today
    let day = row.text.flatMap { CalendarDay($0) } ?? start
    return CalendarPicker(range: range, day: day)
  }

  /// The days of a calendar that may be any; those beyond can be typed.
  private static let usualDays: ClosedRange<CalendarDay>? =
    CalendarDay("1900-01-01").flatMap { first in CalendarDay("2999-12-31").map { first...$0 } }
}
