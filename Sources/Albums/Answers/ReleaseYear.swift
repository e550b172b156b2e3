import TextTools

/// The year of a date such as `1975-11-21T08:00:00Z`, in UTC.
enum ReleaseYear {
  /// nil if there is no date, or the service's placeholder for none: the first of January 1900.
  static func read(_ text: String) -> Int? {
    let bytes = Array(text.utf8)
    guard let year = number(bytes[...].prefix(4), digits: 4) else { return nil }
    if bytes.count == 4 { return year == placeholder ? nil : year }
    guard bytes.count >= 10, bytes[4] == dash, bytes[7] == dash,
      let month = number(bytes[5..<7], digits: 2), (1...12).contains(month),
      let day = number(bytes[8..<10], digits: 2), (1...31).contains(day)
    else { return nil }
    if year == placeholder, month == 1, day == 1 { return nil }
    return year + yearsToUTC(month: month, day: day, time: bytes[10...])
  }

  /// A date with a UTC offset may fall in another year in UTC, but only at New Year.
  private static func yearsToUTC(month: Int, day: Int, time: ArraySlice<UInt8>) -> Int {
    let time = Array(time)
    // `T08:00:00+03:00`
    guard time.count >= 15, let hour = number(time[1..<3], digits: 2),
      let minute = number(time[4..<6], digits: 2)
    else { return 0 }
    let zone = time.suffix(6)
    guard let sign = zone.first, sign == UInt8(ascii: "+") || sign == dash,
      let hours = number(zone.dropFirst().prefix(2), digits: 2),
      let minutes = number(zone.suffix(2), digits: 2)
    else { return 0 }
    let offset = (hours * 60 + minutes) * (sign == dash ? -1 : 1)
    let utc = hour * 60 + minute - offset
    if month == 1, day == 1, utc < 0 { return -1 }
    if month == 12, day == 31, utc >= 24 * 60 { return 1 }
    return 0
  }

  private static func number(_ bytes: ArraySlice<UInt8>, digits: Int) -> Int? {
    guard bytes.count == digits, bytes.allSatisfy(\.isASCIIDigit) else { return nil }
    return bytes.reduce(0) { $0 * 10 + Int($1 - 48) }
  }

  private static let placeholder = 1900
  private static let dash = UInt8(ascii: "-")
}
