import Glibc
import TextTools

/// A real day of the Gregorian calendar: 2023-02-29 cannot be built.
///
/// It has no time zone. Code that needs "today" is given it, so that rules stay pure.
public struct CalendarDay: Sendable, Hashable {
  /// The year, from 1 to 9999.
  public let year: Int
  /// The month, from 1 to 12.
  public let month: Int
  /// The day of the month, from 1.
  public let day: Int

  /// The day, or nil if it does not exist. Years run from 1 to 9999.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month),
      day >= 1, day <= Self.days(inMonth: month, of: year)
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// The day written as YYYY-MM-DD in the digits 0 to 9, or nil if the text has another form.
  public init?(_ text: some StringProtocol) {
    let text = String(text)
    self.init(text.utf8.span)
  }

  /// The day written as YYYY-MM-DD in UTF-8; nil for another form.
  package init?(_ utf8: Span<UInt8>) {
    guard let parts = Self.parts(of: utf8) else { return nil }
    self.init(year: parts.year, month: parts.month, day: parts.day)
  }

  /// The number of whole years from this day to `today`.
  ///
  /// A person born on 29 February turns a year older on 1 March in years without that day.
  public func age(on today: CalendarDay) -> Int {
    let hadBirthday = (today.month, today.day) >= (month, day)
    return today.year - year - (hadBirthday ? 0 : 1)
  }

  /// The number of days that a month has in a year.
  public static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 4, 6, 9, 11: 30
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    default: 31
    }
  }

  /// The three numbers of a text of the form YYYY-MM-DD, whether or not they name a real day.
  static func parts(of utf8: Span<UInt8>) -> (year: Int, month: Int, day: Int)? {
    guard utf8.count == 10, utf8[4] == UInt8(ascii: "-"), utf8[7] == UInt8(ascii: "-"),
      let year = number(utf8.extracting(0..<4)), let month = number(utf8.extracting(5..<7)),
      let day = number(utf8.extracting(8..<10))
    else { return nil }
    return (year, month, day)
  }

  private static func number(_ digits: Span<UInt8>) -> Int? {
    var value = 0
    for index in digits.indices {
      guard digits[index].isASCIIDigit else { return nil }
      value = value * 10 + Int(digits[index] - UInt8(ascii: "0"))
    }
    return value
  }
}

extension CalendarDay {
  /// The day in UTC of a time in seconds since 1970.
  package init?(at time: Int) {
    var (time, parts) = (time_t(time), tm())
    guard gmtime_r(&time, &parts) != nil else { return nil }
    self.init(
      year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
  }
}

extension CalendarDay: Comparable {
  public static func < (left: CalendarDay, right: CalendarDay) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }
}

extension CalendarDay: CustomStringConvertible {
  /// The day as YYYY-MM-DD.
  public var description: String {
    [(year, 4), (month, 2), (day, 2)].map { String($0).zeroPadded(to: $1) }.joined(separator: "-")
  }
}

extension CalendarDay {
  /// The first day that can be written: used for a clock out of range.
  public static let distantPast = CalendarDay(checkedYear: 1, month: 1, day: 1)

  private init(checkedYear year: Int, month: Int, day: Int) {
    (self.year, self.month, self.day) = (year, month, day)
  }
}
