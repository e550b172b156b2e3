import AccountsFile
import Glibc
import TextTools

/// The machine's time zone, as functions that a test can replace.
package struct LocalTime: Sendable {
  /// The local date and time of seconds since 1970, to the minute; nil for a year out of range.
  var minute: @Sendable (Int) -> String?
  /// The local date of seconds since 1970; nil for a year out of range.
  func day(_ time: Int) -> String? { minute(time).map { String($0.prefix { $0 != " " }) } }
  /// The first second of a local day.
  var beginning: @Sendable (CalendarDay) -> Int

  static let ofSystem = LocalTime(
    minute: { seconds in
      var (time, parts) = (time_t(seconds), tm())
      guard localtime_r(&time, &parts) != nil, let day = parts.day else { return nil }
      return "\(day) \(parts.digits(\.tm_hour)):\(parts.digits(\.tm_min))"
    },
    beginning: { day in
      var parts = tm()
      parts.tm_year = Int32(day.year - 1900)
      parts.tm_mon = Int32(day.month - 1)
      parts.tm_mday = Int32(day.day)
      // Whether summer time is in force is for the zone to say.
      parts.tm_isdst = -1
      return Int(mktime(&parts))
    })

  /// Seconds since 1970 as ISO 8601 writes them in UTC: `2026-11-20T18:00:00Z`.
  package static func utc(_ seconds: Int) -> String? {
    var (time, parts) = (time_t(seconds), tm())
    guard gmtime_r(&time, &parts) != nil, let day = parts.day else { return nil }
    let clock = [\tm.tm_hour, \.tm_min, \.tm_sec].map { parts.digits($0) }
    return "\(day)T\(clock.joined(separator: ":"))Z"
  }
}

extension tm {
  fileprivate var day: CalendarDay? {
    CalendarDay(year: Int(tm_year) + 1900, month: Int(tm_mon) + 1, day: Int(tm_mday))
  }

  fileprivate func digits(_ part: KeyPath<tm, Int32>) -> String {
    String(self[keyPath: part]).zeroPadded(to: 2)
  }
}
