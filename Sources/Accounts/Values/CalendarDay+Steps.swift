extension CalendarDay {
  /// The day this many days later or earlier; nil outside the years 1 to 9999.
  public func adding(days: Int) -> CalendarDay? {
    guard abs(days) <= Self.allDays else { return nil }
    return CalendarDay(number: number + days)
  }

  /// The day this many months later or earlier; in a shorter month, its last day. Nil outside the
  /// years 1 to 9999.
  public func adding(months: Int) -> CalendarDay? {
    guard abs(months) <= Self.allDays else { return nil }
    let count = year * 12 + month - 1 + months
    guard count >= 12 else { return nil }
    let (newYear, newMonth) = (count / 12, count % 12 + 1)
    let last = Self.days(inMonth: newMonth, of: newYear)
    return CalendarDay(year: newYear, month: newMonth, day: min(day, last))
  }

  /// Days since Monday: 0 for Monday, 6 for Sunday.
  public var daysAfterMonday: Int { (number + 6) % 7 }

  private static let allDays = 9999 * 366

  /// Days since the end of the year 0; day 1 is the first day of the year 1, a Monday.
  package var number: Int {
    (1..<month).reduce(Self.daysBefore(year: year) + day) {
      $0 + Self.days(inMonth: $1, of: year)
    }
  }

  private static func daysBefore(year: Int) -> Int {
    let before = year - 1
    return before * 365 + before / 4 - before / 100 + before / 400
  }

  private init?(number: Int) {
    guard number >= 1 else { return nil }
    // This assumes the longest years, so the estimate is never too late.
    var year = (number - 1) / 366 + 1
    while Self.daysBefore(year: year + 1) < number { year += 1 }
    var rest = number - Self.daysBefore(year: year) - 1
    var month = 1
    while rest >= Self.days(inMonth: month, of: year) {
      rest -= Self.days(inMonth: month, of: year)
      month += 1
    }
    self.init(year: year, month: month, day: rest + 1)
  }
}
